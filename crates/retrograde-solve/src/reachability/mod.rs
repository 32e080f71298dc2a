//! Reachability and safety: one player wants a target to be reached, the other wants it never to be.
//!
//! The two are one question with the players changed over. Whoever wants a target, the hunter, wins
//! exactly on the attractor of the targets and of the vertices where the other player must move and
//! cannot; everywhere else the other player has a move, or the hunter only moves, that stay outside
//! the attractor forever.
//!
//! Reaching a target decides the play at once, whatever moves there are: the strategy has no move at
//! a target.

mod estimate;

use std::time::Instant;

use retrograde_core::{
    Bitmap, Distance, Distances, Player, RegionSolution, Strategy, TargetGame, Vertex, Winners, sys,
};

pub use crate::SolveError;
use crate::attractor::{Attractor, Joined};
use crate::options::Progress;
pub use estimate::estimate;

/// Which algorithm to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The only one, which is [`Attractor`](Self::Attractor).
    #[default]
    Auto,
    /// Backwards from the targets with counters of moves.
    Attractor,
}

/// How to solve.
pub type Options<'a> = crate::Options<'a, Method>;

/// What was done.
pub type Report = crate::Report<Method>;

/// A solution and how it came about.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Who wins where and, unless left out, how.
    pub solution: RegionSolution,
    /// Who wants a target to be reached: player 0 in reachability, player 1 in safety.
    pub hunter: Player,
    /// The ranks where the hunter wins; anything elsewhere. [`rank`](Self::rank) tells the two apart.
    pub ranks: Distances,
    /// What was done.
    pub report: Report,
}

impl Solved {
    /// How many moves it takes, under best play, until the hunter has won: until a target is reached
    /// or the other player cannot move. `None` where the hunter does not win.
    ///
    /// # Panics
    /// If `vertex` is not in the arena.
    #[must_use]
    pub fn rank(&self, vertex: Vertex) -> Option<Distance> {
        let is_won = self.solution.winners.region(self.hunter).get(vertex as usize);
        is_won.then(|| Distance(self.ranks.get(vertex as usize)))
    }
}

/// Who wins when player 0 wants to reach a target, with ranks and both players' winning moves.
///
/// ```
/// use retrograde_core::{Bitmap, Distance, Graph, OwnedGraph, Player, TargetGame};
/// use retrograde_solve::reachability::{Options, solve};
///
/// // 0 → 1 → 2, and from 1 there is a way back to 3, which only turns round and round.
/// let graph = Graph::from_edges(4, [(0, 1), (1, 2), (1, 3), (3, 3)])?;
/// let mut targets = Bitmap::new(4);
/// targets.set(2);
/// let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(4));
/// let solved = solve(&TargetGame { arena, targets }, &Options::default())?;
/// assert_eq!(solved.rank(0), Some(Distance(2)));
/// assert_eq!(solved.solution.winners.get(3), Some(Player::One));
/// assert_eq!(solved.solution.strategy.unwrap().get(1), Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// None at present: every arena is accepted.
///
/// # Complexity
/// O(V + E) time; see [`estimate`] for memory.
///
/// Source: R. McNaughton, *Infinite games played on finite graphs* (1993).
pub fn solve(game: &TargetGame<'_>, options: &Options<'_>) -> Result<Solved, SolveError> {
    Ok(hunt(game, Player::Zero, options))
}

/// Who wins when player 0 must avoid the targets forever, with ranks and both players' winning moves.
///
/// The ranks are player 1's: how soon a target is reached, or player 0 cannot move, where player 0
/// loses.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, Player, TargetGame};
/// use retrograde_solve::reachability::{Options, safety};
///
/// // From 0 one can go to the target 1, or round in a circle.
/// let graph = Graph::from_edges(2, [(0, 1), (0, 0)])?;
/// let mut targets = Bitmap::new(2);
/// targets.set(1);
/// let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(2));
/// let solution = safety(&TargetGame { arena, targets }, &Options::default())?.solution;
/// assert_eq!(solution.winners.get(0), Some(Player::Zero));
/// assert_eq!(solution.strategy.unwrap().get(0), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// None at present: every arena is accepted.
///
/// # Complexity
/// As [`solve`].
pub fn safety(game: &TargetGame<'_>, options: &Options<'_>) -> Result<Solved, SolveError> {
    Ok(hunt(game, Player::One, options))
}

/// Vertices attracted between two reports of progress.
const REPORT_EVERY: u64 = 1 << 20;

fn hunt(game: &TargetGame<'_>, hunter: Player, options: &Options<'_>) -> Solved {
    let TargetGame { arena, targets } = game;
    let graph = arena.graph();
    let vertices = graph.vertex_count();
    let start = Instant::now();
    let back = graph.transpose(options.threads);
    let transposing = start.elapsed();

    let mut region = Bitmap::new(vertices);
    let mut ranks: Vec<u32> = sys::zeroed(vertices);
    let mut strategy = (!options.values_only).then(|| Strategy::empty(vertices));
    let (mut farthest, mut settled) = (0, 0);
    let note = |Joined { vertex, rank, to }: Joined| {
        ranks[vertex as usize] = rank;
        farthest = rank;
        if let Some(strategy) = &mut strategy
            && to.is_some()
        {
            strategy.set(vertex, to);
        }
        settled += 1;
        if let Some(progress) = options.progress
            && settled % REPORT_EVERY == 0
        {
            progress(Progress { phase: "attracting", settled, total: vertices as u64 });
        }
    };
    let is_lost = |&vertex: &Vertex| graph.is_terminal(vertex) && arena.owner(vertex) != hunter;
    let set = graph.vertices().filter(|vertex| targets.get(*vertex as usize) || is_lost(vertex));
    Attractor::new(arena, &back).attract(None, hunter, set, &mut region, note);
    drop(back);
    let labelling = start.elapsed() - transposing;

    if let Some(strategy) = &mut strategy {
        // Outside the attractor the hunter's opponent always has a move that stays outside.
        for vertex in graph.vertices() {
            if !region.get(vertex as usize) && arena.owner(vertex) != hunter {
                let stay = |to: &&Vertex| !region.get(**to as usize);
                strategy.set(vertex, graph.successors(vertex).iter().find(stay).copied());
            }
        }
    }
    let choosing = start.elapsed() - transposing - labelling;
    let ranks = match u8::try_from(farthest) {
        Ok(_) => Distances::Narrow(ranks.into_iter().map(|rank| rank as u8).collect()),
        Err(_) => Distances::Wide(ranks),
    };
    let one = if hunter == Player::One { region } else { region.complement() };
    Solved {
        solution: RegionSolution { winners: Winners::of_one(one), strategy },
        hunter,
        ranks,
        report: Report { transposing, labelling, choosing, ..Report::new(Method::Attractor) },
    }
}
