//! Reachability and safety: one player wants a target to be reached, the other wants it never to be.
//!
//! The two are one question with the players changed over. Whoever wants a target, the hunter, wins
//! exactly on the attractor of the targets and of the vertices where the other player must move and
//! cannot; everywhere else the other player has a move, or the hunter only moves, that stay outside
//! the attractor forever.
//!
//! Reaching a target decides the play at once, whatever moves there are: the strategy has no move at
//! a target.

mod moves;

use std::time::Instant;

use retrograde_core::{
    Bitmap, Distance, Distances, Graph, Player, Progress, RegionSolution, Stopped, Strategy,
    TargetGame, Vertex, Winners, sys,
};

use crate::attractor::{Attractor, Joined};
use crate::{Options, Report};
pub use moves::moves;

/// Winners with how soon they win, and how that came about.
#[derive(Clone, Debug)]
pub struct Ranked {
    /// Who wins where and, unless left out, how. At the deadline, only what the hunter is proven to
    /// win.
    pub solution: RegionSolution,
    /// Who wants a target to be reached: player 0 in reachability, player 1 in safety.
    pub hunter: Player,
    /// The ranks where the hunter wins; anything elsewhere. [`rank`](Self::rank) tells the two apart.
    pub ranks: Distances,
    /// What was done.
    pub report: Report,
}

impl Ranked {
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
/// use retrograde_solve::{Options, reachability::solve};
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
/// It was cancelled. At the deadline, what the hunter is proven to win by then is the answer.
///
/// # Complexity
/// O(V + E) time; see [`estimate`] for memory.
///
/// Source: R. McNaughton, *Infinite games played on finite graphs* (1993).
pub fn solve(game: &TargetGame<'_>, options: &Options<'_>) -> Result<Ranked, Stopped> {
    hunt(game, Player::Zero, options)
}

/// Who wins when player 0 must avoid the targets forever, with ranks and both players' winning moves.
///
/// The ranks are player 1's: how soon a target is reached, or player 0 cannot move, where player 0
/// loses.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, Player, TargetGame};
/// use retrograde_solve::{Options, reachability::safety};
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
/// It was cancelled. At the deadline, what the hunter is proven to win by then is the answer.
///
/// # Complexity
/// As [`solve`].
pub fn safety(game: &TargetGame<'_>, options: &Options<'_>) -> Result<Ranked, Stopped> {
    hunt(game, Player::One, options)
}

/// Vertices attracted between two reports of progress.
const REPORT_EVERY: u64 = 1 << 20;

fn hunt(game: &TargetGame<'_>, hunter: Player, options: &Options<'_>) -> Result<Ranked, Stopped> {
    let TargetGame { arena, targets } = game;
    let (graph, control) = (arena.graph(), &options.control);
    let vertices = graph.vertex_count();
    let mut report = Report::new("attractor", "solved backwards from the targets");
    let start = Instant::now();
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
        if settled % REPORT_EVERY == 0 {
            control.tell(Progress::new("attracting", settled, vertices as u64));
        }
    };
    let is_lost = |&vertex: &Vertex| graph.is_terminal(vertex) && arena.owner(vertex) != hunter;
    let set = graph.vertices().filter(|vertex| targets.get(*vertex as usize) || is_lost(vertex));
    let attracted = control.check().and_then(|()| graph.transposed(control)).and_then(|back| {
        report.transposing = start.elapsed();
        let pace = &mut control.pace();
        Attractor::new(arena, &back).attract(hunter, set, &mut region, pace, note)
    });
    report.labelling = start.elapsed() - report.transposing;
    match attracted {
        Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
        Err(why) => report.stopped = Some(why),
        Ok(()) => {}
    }
    let is_complete = report.stopped.is_none();
    if let (Some(strategy), true) = (&mut strategy, is_complete) {
        // Outside the attractor the hunter's opponent always has a move that stays outside.
        let mut pace = control.pace();
        for vertex in graph.vertices() {
            if pace.steps(1).is_err() && control.check() == Err(Stopped::Cancelled) {
                return Err(Stopped::Cancelled);
            }
            if !region.get(vertex as usize) && arena.owner(vertex) != hunter {
                let stay = |to: &&Vertex| !region.get(**to as usize);
                strategy.set(vertex, graph.successors(vertex).iter().find(stay).copied());
            }
        }
    }
    report.choosing = start.elapsed() - report.transposing - report.labelling;
    let ranks = match u8::try_from(farthest) {
        Ok(_) => Distances::Narrow(ranks.into_iter().map(|rank| rank as u8).collect()),
        Err(_) => Distances::Wide(ranks),
    };
    let others = match is_complete {
        true => region.clone().complement(),
        false => Bitmap::new(vertices),
    };
    let winners = match hunter {
        Player::Zero => Winners::from_regions(region, others),
        Player::One => Winners::from_regions(others, region),
    };
    Ok(Ranked { solution: RegionSolution { winners, strategy }, hunter, ranks, report })
}

/// An upper estimate of the bytes that [`solve`] and [`safety`] take beside the graph.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::{Options, reachability::estimate};
/// let graph = Graph::from_edges(1000, (0..999).map(|v| (v, v + 1)))?;
/// assert!(estimate(&graph, &Options::default()) < 42_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, options: &Options<'_>) -> u64 {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let bitmap = vertices.div_ceil(64) * 8;
    let back = edges * 4 + (vertices + 1) * graph.offsets().bytes_per_row();
    let ranks = vertices * 4;
    let moves = if options.values_only { 0 } else { vertices * 4 };
    // The counts, and two lists that have no vertex in common until it is attracted, each of which
    // may have grown to twice its length.
    let attractor = vertices * (4 + 8 + 8);
    // Afterwards, narrow ranks beside the wide ones and the winners of both players.
    let end = vertices + bitmap * 2;
    ranks + moves + bitmap + (back + attractor).max(end)
}
