//! Energy games: player 0 keeps the running sum of weights at or above zero.
//!
//! From some vertices player 0 can do that forever, given enough to start with; the least initial
//! credit that suffices is the value of such a vertex. From all others player 1 can exhaust any
//! credit. [`solve`] finds the credits from below, and both players' moves with them.

pub(crate) mod along;
pub(crate) mod board;
pub(crate) mod climb;
pub(crate) mod cost;
mod jump;
pub(crate) mod order;
mod queue;

use std::time::Instant;

use retrograde_core::{
    Bitmap, Credits, EnergySolution, Graph, PayoffGame, Player, Progress, Ratio, Stopped, Strategy,
    Vertex, Winners,
};

use crate::stop::Stop;
use crate::{Options, Report, SolveError, Solved};
use board::Board;
use climb::{Climb, NO_PLACE};
use cost::{AnyCost, Cost, Number};

/// The most vertices for which sums of weights fit 128 bits, whatever the weights.
pub(crate) const MOST_VERTICES: u32 = 1 << 29;

/// Finds the least initial credit of every vertex, and moves for both players.
///
/// ```
/// use retrograde_core::{Column, Graph, OwnedGraph, PayoffGame, Player};
/// use retrograde_solve::{Options, energy::solve};
///
/// // Player 0 pays 3 to get from 0 to 1 and earns 1 there each time; at 2, player 1 wastes 1 a turn.
/// let graph = Graph::from_edges(3, [(0, 1), (0, 2), (1, 1), (2, 2)])?;
/// let owners: Column<Player> =
///     [(0, Player::Zero), (1, Player::Zero), (2, Player::One)].into_iter().collect();
/// let weights: Column<i64> = [(0, -3), (2, 1), (3, -1)].into_iter().collect();
/// let game = PayoffGame::new(OwnedGraph::new(&graph, &owners)?, &weights)?;
/// let solution = solve(&game, &Options::default())?.solution;
/// assert_eq!(solution.credits.get(0), Some(3));
/// assert_eq!(solution.credits.get(1), Some(0));
/// assert_eq!(solution.winners.get(2), Some(Player::One));
/// assert_eq!(solution.strategy.unwrap().get(0), Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`SolveError::TooManyVertices`] past 2²⁹ vertices; [`SolveError::Stopped`] if it was cancelled. At
/// the deadline the vertices that player 1 is known to win are marked so, with moves, and nothing is
/// said about the others.
///
/// # Complexity
/// One thread does the work. Heights rise at least by one with each jump and each lift, which makes O(V E W) lifts of one
/// move at worst for weights up to W and O(V log V + E) time a jump; a few jumps are enough as a
/// rule, whatever the weights. Beside the graph and its weights, at most `12 E + 80 V` bytes, or
/// `12 E + 140 V` where sums of weights, times the number of vertices, do not fit 64 bits;
/// [`estimate`] gives the figure for a given graph.
///
/// Source: L. Brim, J. Chaloupka, L. Doyen, R. Gentilini and J.-F. Raskin, *Faster algorithms for
/// mean-payoff games* (2011), for lifting; M. Cadilhac, A. Casares and P. Ohlmann, *Fast value
/// iteration: a uniform approach to efficient algorithms for energy games* (2023), for jumps.
pub fn solve(
    game: &PayoffGame<'_>,
    options: &Options<'_>,
) -> Result<Solved<EnergySolution>, SolveError> {
    let vertices = game.arena.graph().vertex_count();
    SolveError::check_vertices(vertices, MOST_VERTICES)?;
    let mut report = Report::new(
        "climb",
        "player 0 wants to keep the running sum of weights at or above zero: least credits found from below",
    );
    let start = Instant::now();
    let stop = Stop::new(&options.control);
    let solution = match Board::whole(game, &stop) {
        None => nothing_known(vertices, options, &stop)?,
        Some(board) => {
            report.transposing = start.elapsed();
            match AnyCost::new(&board, Player::Zero, Ratio::from(0), &stop) {
                Some(AnyCost::Narrow(cost)) => solve_with(game, &board, cost, options, &stop)?,
                Some(AnyCost::Wide(cost)) => solve_with(game, &board, cost, options, &stop)?,
                None if stop.stopped().is_some() => nothing_known(vertices, options, &stop)?,
                None => return Err(SolveError::TooManyVertices { vertices, most: MOST_VERTICES }),
            }
        }
    };
    report.labelling = start.elapsed() - report.transposing;
    report.stopped = stop.stopped().filter(|_| !solution.winners.is_complete());
    Ok(Solved { solution, report })
}

/// The answer where it was stopped at once; who cancels wants none.
fn nothing_known(
    vertices: usize,
    options: &Options<'_>,
    stop: &Stop<'_>,
) -> Result<EnergySolution, Stopped> {
    stop.unless_cancelled()?;
    let [zero, one] = [(); 2].map(|()| Bitmap::new(vertices));
    Ok(EnergySolution {
        winners: Winners::from_regions(zero, one),
        credits: (0..vertices).map(|_| None).collect(),
        strategy: (!options.values_only).then(|| Strategy::empty(vertices)),
    })
}

fn solve_with<T: Number>(
    game: &PayoffGame<'_>,
    board: &Board<'_>,
    cost: Cost<T>,
    options: &Options<'_>,
    stop: &Stop<'_>,
) -> Result<EnergySolution, Stopped> {
    let total = board.len() as u64;
    let tell = |lost: usize| options.control.tell(Progress::new("climbing", lost as u64, total));
    let mut climb = Climb::new(board, cost, Player::Zero);
    let is_complete = climb.run(stop, &tell);
    stop.unless_cancelled()?;
    let Climb { cells, lost, places, .. } = climb;
    let scale = total as i128 + 1;
    let credit = |height: T| {
        let known = is_complete && height != T::LOST;
        // The cost of an edge was scaled and lowered by one: rounding up gets the sum back.
        known.then(|| (height.wide() + scale - 1).div_euclid(scale) as u128)
    };
    let credits: Credits = cells.iter().map(|cell| credit(cell.height)).collect();
    let is_known = |vertex: usize| is_complete || lost.get(vertex);
    let strategy = (!options.values_only).then(|| strategy(game.arena.graph(), &places, is_known));
    let winners = if is_complete {
        Winners::of_one(lost)
    } else {
        Winners::from_regions(Bitmap::new(board.len()), lost)
    };
    Ok(EnergySolution { winners, credits, strategy })
}

/// Moves from their places in the rows of the graph, where `is_known`.
pub(crate) fn strategy(
    graph: &Graph,
    places: &[u32],
    is_known: impl Fn(usize) -> bool,
) -> Strategy {
    let to = |(vertex, &place): (usize, &u32)| {
        let is_chosen = place != NO_PLACE && is_known(vertex);
        is_chosen.then(|| graph.successors(vertex as Vertex)[place as usize])
    };
    places.iter().enumerate().map(to).collect()
}

/// An upper estimate of the bytes that [`solve`] takes beside the graph and its weights, whatever
/// the weights.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::{Options, energy::estimate};
/// let graph = Graph::from_edges(1000, (0..1000).map(|v| (v, (v + 1) % 1000)))?;
/// assert!(estimate(&graph, &Options::default()) < 180_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, options: &Options<'_>) -> u64 {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let back = edges * 12 + vertices * graph.offsets().bytes_per_row() * 2;
    // Heights, gains and counts; moves, the list of who goes downhill, and the queue, which may have
    // grown to twice its length; and a queue with an entry for a move of the keeper's, one a vertex
    // as a rule, in lists that may have done so too.
    let climbing = vertices * (48 + 4 + 4 + 8 + 64) + vertices.div_ceil(64) * 8 * 5;
    let answer = vertices * (16 + if options.values_only { 0 } else { 4 });
    back + climbing + answer
}
