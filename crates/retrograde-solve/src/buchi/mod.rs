//! Büchi and co-Büchi games: one player wants to visit the targets infinitely often.
//!
//! In a Büchi game that is player 0; in a co-Büchi game, where player 0 must visit them only
//! finitely often, it is player 1. Call that player the visitor and the other the spoiler. A player
//! who must move and cannot loses, so a vertex where the spoiler cannot move is as good as a target
//! visited forever. Targets and such vertices are the goals.
//!
//! The classical algorithm goes in rounds: the spoiler wins where the visitor cannot force a goal
//! even once, and from wherever that can be forced in turn; all of it is taken out and the rest
//! looked at again, until nothing is taken out. Starting every round from scratch costs O(E) a round,
//! and a chain in which every round only takes out the next link needs as many rounds as it has
//! links. Here a round costs what it changes.
//!
//! # How the rounds are kept cheap
//!
//! Everything from where the visitor can force a goal is *justified*: a goal by itself, another
//! vertex of the visitor by one move to a justified vertex, a vertex of the spoiler by all of its
//! moves leading to justified ones. Justifications must not go in circles, so every vertex has a
//! label, larger than the labels of what justifies it. When vertices are taken out, only vertices of
//! the visitor can lose their justifying move (a vertex of the spoiler with a move to what is taken
//! out is taken out too). Each that does
//!
//! 1. takes another move to a justified vertex with a smaller label, if there is one;
//! 2. or else a move to one with a larger label, if that does not depend on the vertex itself. Whether
//!    it does, and which labels must change if not, is found by two searches that take turns: one
//!    through what depends on the vertex, to raise it all above the new justification, one through
//!    what the new justification depends on, to lower that. The first to be done decides, so the cost
//!    is about twice the cheaper one's;
//! 3. or else is in doubt, with every vertex of the spoiler that needs it; vertices of the visitor
//!    that were justified by a move to one in doubt start from 1, nearest first.
//!
//! Whenever one of them finds a move while something is in doubt, what can be justified by that is,
//! before doubts spread farther; once a round for each vertex. Of what is in doubt in the end, all
//! that can be justified from outside is, by counters as in any attractor. The rest is what the next
//! round takes out.
//!
//! # Why that is right, and how long it takes
//!
//! Labels prove that justified vertices are in the attractor of the goals; the last step finds every
//! vertex that is in it. So each round takes out exactly what the classical algorithm does, at least
//! one vertex, and there are at most V rounds. What is taken out is walked over once in all. In a
//! round a vertex is put in doubt at most twice, so steps 3 and the last cost O(E) a round at most,
//! and in proportion to the moves from and to the vertices in doubt. Steps 1 and 2 are optional, as
//! step 3 alone is right too: they may use a credit of a constant times E at the start, and a constant
//! times what steps 3 have cost. Altogether that is O(V E) at worst, and O(V + E) where most repairs
//! are local, as they are in chains, ladders and nested attractors.

mod moves;
mod order;
mod repair;

use std::time::Instant;

use retrograde_core::{
    Bitmap, Control, Graph, Player, RegionSolution, Stopped, Strategy, TargetGame, Winners,
};

use crate::{Options, Report};
pub use moves::{Rounds, moves};
use repair::Repair;

/// How much there was to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// How many times something was taken out for the spoiler.
    pub rounds: u64,
    /// How many times a vertex was in doubt, the first time not counted: a measure of the work beyond
    /// the first attractor.
    pub doubts: u64,
}

/// Winners, how much there was to do, and how it came about.
#[derive(Clone, Debug)]
pub struct Repaired {
    /// Who wins where and, unless left out, how. At the deadline, only what the player who wants to
    /// see few targets is proven to win.
    pub solution: RegionSolution,
    /// What was done.
    pub report: Report,
    /// How much of it there was.
    pub work: Work,
}

/// Who wins when player 0 wants to visit targets infinitely often, with both players' winning moves.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, Player, TargetGame};
/// use retrograde_solve::{Options, buchi::solve};
///
/// // 0 ⇄ 1, and from 1 one can also go to 2, to stay. All belongs to player 0, and 0 is the target.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 2), (1, 0), (2, 2)])?;
/// let mut targets = Bitmap::new(3);
/// targets.set(0);
/// let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(3));
/// let solution = solve(&TargetGame { arena, targets }, &Options::default())?.solution;
/// assert_eq!(solution.winners.get(1), Some(Player::Zero));
/// assert_eq!(solution.winners.get(2), Some(Player::One));
/// assert_eq!(solution.strategy.unwrap().get(1), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was cancelled. At the deadline, what the spoiler is proven to win by then is the answer.
///
/// # Complexity
/// O(V E) time at worst, O(V + E) on chains, ladders and nested attractors, however many rounds they
/// take; the [module](self) says why. See [`estimate`] for memory.
///
/// Sources: for the rounds, R. McNaughton, *Infinite games played on finite graphs* (1993), and
/// K. Chatterjee, T. A. Henzinger and N. Piterman, *Algorithms for Büchi games* (2006), who also let
/// two searches take turns; for justifications that are kept, R. Lapauw, M. Bruynooghe and
/// M. Denecker, *Improving parity game solvers with justifications* (2020); for keeping an order by
/// two-way search, M. A. Bender, J. T. Fineman, S. Gilbert and R. E. Tarjan, *A new approach to
/// incremental cycle detection and related problems* (2016).
pub fn solve(game: &TargetGame<'_>, options: &Options<'_>) -> Result<Repaired, Stopped> {
    visit(game, Player::Zero, options)
}

/// Who wins when player 0 must visit the targets only finitely often, with both players' winning
/// moves.
///
/// ```
/// use retrograde_core::{Bitmap, Graph, OwnedGraph, Player, TargetGame};
/// use retrograde_solve::{Options, buchi::cobuchi};
///
/// // 0 → 1 → 1: the target 0 is seen once.
/// let graph = Graph::from_edges(2, [(0, 1), (1, 1)])?;
/// let mut targets = Bitmap::new(2);
/// targets.set(0);
/// let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(2));
/// let solution = cobuchi(&TargetGame { arena, targets }, &Options::default())?.solution;
/// assert_eq!(solution.winners.get(0), Some(Player::Zero));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// It was cancelled. At the deadline, what the spoiler is proven to win by then is the answer.
///
/// # Complexity
/// As [`solve`], of which it is the dual.
pub fn cobuchi(game: &TargetGame<'_>, options: &Options<'_>) -> Result<Repaired, Stopped> {
    visit(game, Player::One, options)
}

fn visit(
    game: &TargetGame<'_>,
    visitor: Player,
    options: &Options<'_>,
) -> Result<Repaired, Stopped> {
    let mut report = Report::new("repair", "solved by keeping justifications");
    let (graph, control) = (game.arena.graph(), &options.control);
    let start = Instant::now();
    let back = control.check().and_then(|()| graph.transposed(control));
    report.transposing = start.elapsed();
    let (mut solution, work, stopped) = match back {
        Ok(back) => visit_turned(game, &back, visitor, control)?,
        Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
        Err(why) => (nothing_known(graph.vertex_count()), Work::default(), Some(why)),
    };
    solution.strategy = solution.strategy.filter(|_| !options.values_only);
    report.labelling = start.elapsed() - report.transposing;
    report.stopped = stopped;
    Ok(Repaired { solution, report, work })
}

/// The answer where it was stopped before there was anything to say.
fn nothing_known(vertices: usize) -> RegionSolution {
    let [zero, one] = [(); 2].map(|()| Bitmap::new(vertices));
    let winners = Winners::from_regions(zero, one);
    RegionSolution { winners, strategy: Some(Strategy::empty(vertices)) }
}

/// Who wins when `visitor` wants to visit the targets infinitely often, given the graph with every
/// edge turned around; why it is not complete, if it is not.
///
/// # Errors
/// It was cancelled.
pub(crate) fn visit_turned(
    game: &TargetGame<'_>,
    back: &Graph,
    visitor: Player,
    control: &Control<'_>,
) -> Result<(RegionSolution, Work, Option<Stopped>), Stopped> {
    let mut repair = match Repair::new(game, back, visitor, control) {
        Ok(repair) => repair,
        Err(Stopped::Cancelled) => return Err(Stopped::Cancelled),
        Err(why) => return Ok((nothing_known(back.vertex_count()), Work::default(), Some(why))),
    };
    let stopped = repair.run().err();
    if stopped == Some(Stopped::Cancelled) {
        return Err(Stopped::Cancelled);
    }
    let work = Work { rounds: repair.rounds(), doubts: repair.doubts() };
    let (inside, mut strategy): (Bitmap, Strategy) = repair.finish();
    let spoiled = inside.clone().complement();
    let visited = if stopped.is_none() { inside } else { Bitmap::new(spoiled.len()) };
    let winners = match visitor {
        Player::Zero => Winners::from_regions(visited, spoiled),
        Player::One => Winners::from_regions(spoiled, visited),
    };
    if stopped.is_some() {
        let is_open = |&vertex: &u32| winners.get(vertex).is_none();
        back.vertices().filter(is_open).for_each(|vertex| strategy.set(vertex, None));
    }
    Ok((RegionSolution { winners, strategy: Some(strategy) }, work, stopped))
}

/// An upper estimate of the bytes that [`solve`] and [`cobuchi`] take beside the graph.
///
/// ```
/// use retrograde_core::Graph;
/// let graph = Graph::from_edges(1000, (0..999).map(|v| (v, v + 1)))?;
/// assert!(retrograde_solve::buchi::estimate(&graph) < 92_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph) -> u64 {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let bitmap = vertices.div_ceil(64) * 8;
    let back = edges * 4 + (vertices + 1) * graph.offsets().bytes_per_row();
    // Moves, counts, cursors and labels.
    let arrays = vertices * (4 + 4 + 4 + 8);
    // What is lost, doubtful and queued, and what the two searches find, which have no vertex in
    // common: four lists that may have grown to twice their length.
    let lists = vertices * 4 * 8;
    // Goals, what is inside, justified and retried, two for the searches, and two for the winners.
    back + arrays + lists + bitmap * 8
}
