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
mod sweep;

use std::borrow::Cow;
use std::time::Instant;

use retrograde_core::{
    Bitmap, Credits, EnergySolution, Graph, PayoffGame, Player, Progress, Ratio, Stopped, Strategy,
    Vertex, Winners, sys,
};

use crate::stop::Stop;
use crate::{Options, Report, SolveError, Solved};
use along::Along;
use board::{Board, MoveRows};
use climb::{Climb, NO_PLACE};
use cost::{AnyCost, Cost, Number};
use order::Order;
use sweep::Sweeps;

/// The most vertices for which sums of weights fit 128 bits, whatever the weights.
pub(crate) const MOST_VERTICES: u32 = 1 << 29;

/// So many vertices do not fit the processor's cache.
const FAR: usize = 1 << 15;

/// Sweeps in the order that vertices have, and in the one along the moves if they get that: most of what
/// there is to be gained by sweeps is gained then.
const FIRST_SWEEPS: usize = 10;
const MORE_SWEEPS: usize = 30;

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
/// rule, whatever the weights. Before that, tens of sweeps of O(V + E). Beside the graph and its weights,
/// at most `12 E + 80 V` bytes, or `12 E + 140 V` where sums of weights, times the number of vertices, do
/// not fit 64 bits, and `12 E + 12 V` more for 2¹⁵ vertices or more whose numbers are in no order;
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
    let solution = match AnyCost::new(&MoveRows::of(game), Player::Zero, Ratio::from(0), &stop) {
        Some(AnyCost::Narrow(cost)) => solve_with(FAR, game, cost, options, &stop)?,
        Some(AnyCost::Wide(cost)) => solve_with(FAR, game, cost, options, &stop)?,
        None if stop.stopped().is_some() => None,
        None => return Err(SolveError::TooManyVertices { vertices, most: MOST_VERTICES }),
    };
    let solution = match solution {
        Some(solution) => solution,
        None => nothing_known(vertices, options, &stop)?,
    };
    report.labelling = start.elapsed();
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

/// The answer, with vertices numbered along the moves if there are so many of them and their numbers
/// are no such order already; `None` if stopped before anything is known.
fn solve_with<T: Number>(
    far: usize,
    game: &PayoffGame<'_>,
    cost: Cost<T>,
    options: &Options<'_>,
    stop: &Stop<'_>,
) -> Result<Option<EnergySolution>, Stopped> {
    let (moves, ones) = (MoveRows::of(game), game.arena.ones());
    let Some(Begun { board, along, heights }) = begin(far, moves, ones, cost, stop) else {
        return Ok(None);
    };
    let total = board.len() as u64;
    let tell = |lost: usize| options.control.tell(Progress::new("climbing", lost as u64, total));
    let mut climb = Climb::from_heights(&board, cost, Player::Zero, heights.into_iter());
    let is_complete = climb.run(stop, &tell);
    stop.unless_cancelled()?;
    let Climb { cells, mut lost, mut places, .. } = climb;
    let mut heights: Vec<T> = cells.iter().map(|cell| cell.height).collect();
    drop(cells);
    if let Some(along) = along {
        (heights, places) = (along.back(heights), along.back(places));
        lost = along.back_set(&lost);
    }
    let scale = total as i128 + 1;
    let credit = |height: T| {
        let known = is_complete && height != T::LOST;
        // The cost of an edge was scaled and lowered by one: rounding up gets the sum back.
        known.then(|| (height.wide() + scale - 1).div_euclid(scale) as u128)
    };
    let credits: Credits = heights.into_iter().map(credit).collect();
    let is_known = |vertex: usize| is_complete || lost.get(vertex);
    let strategy = (!options.values_only).then(|| strategy(game.arena.graph(), &places, is_known));
    let winners = if is_complete {
        Winners::of_one(lost)
    } else {
        Winners::from_regions(Bitmap::new(board.len()), lost)
    };
    Ok(Some(EnergySolution { winners, credits, strategy }))
}

/// What climbing begins with.
struct Begun<'a, T> {
    board: Board<'a>,
    /// The board's numbers, if they are others than those of the game.
    along: Option<Along>,
    heights: Vec<T>,
}

/// Lifts all vertices some times, and numbers them along the moves if that is worth it; `None` if
/// stopped.
fn begin<'a, T: Number>(
    far: usize,
    moves: MoveRows<'a>,
    ones: &'a Bitmap,
    cost: Cost<T>,
    stop: &Stop<'_>,
) -> Option<Begun<'a, T>> {
    let order = Order::of(&moves, stop)?;
    let mut heights: Vec<T> = sys::zeroed(ones.len());
    let sweeps = Sweeps { moves: &moves, ones, keeper: Player::Zero, cost };
    sweeps.run(&mut heights, order, FIRST_SWEEPS, stop)?;
    if ones.len() < far || order != Order::Mixed {
        let board = Board::new(moves, Cow::Borrowed(ones), stop)?;
        return Some(Begun { board, along: None, heights });
    }
    let along = Along::new(&moves, ones, &sweeps.places(&heights, stop)?, stop)?;
    let board = along.board(&moves, ones, stop)?;
    let mut heights = along.there(&heights);
    let sweeps = Sweeps { moves: &board.moves, ones: &board.ones, keeper: Player::Zero, cost };
    sweeps.run(&mut heights, Order::Up, MORE_SWEEPS, stop)?;
    Some(Begun { board, along: Some(along), heights })
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
    // The game once more, numbered along the moves, and the numbers. What else that takes is gone
    // before climbing begins, and less than that.
    let along = edges * 12 + vertices * (graph.offsets().bytes_per_row() + 4);
    let is_far = graph.vertex_count() >= FAR;
    estimate_in_place(graph, options) + if is_far { along } else { 0 }
}

/// The same where vertices keep their numbers.
pub(crate) fn estimate_in_place(graph: &Graph, options: &Options<'_>) -> u64 {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let back = edges * 12 + vertices * graph.offsets().bytes_per_row() * 2;
    // Heights, gains and counts; moves, the list of who goes downhill, and the queue, which may have
    // grown to twice its length; and a queue with an entry for a move of the keeper's, one a vertex
    // as a rule, in lists that may have done so too.
    let climbing = vertices * (48 + 4 + 4 + 8 + 64) + vertices.div_ceil(64) * 8 * 5;
    let answer = vertices * (16 + if options.values_only { 0 } else { 4 });
    back + climbing + answer
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Column, Control, OwnedGraph};
    use retrograde_verify::{Partial, verify_energy};

    use super::*;

    #[test]
    fn games_numbered_along_their_moves_have_the_same_credits() {
        let mut state = 1u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let (mut won, mut lost, mut stopped) = (0, 0, 0);
        for round in 0..300 {
            let n = 1 + draw(60) as u32;
            let mut edges = Vec::new();
            for v in 0..n {
                for _ in 0..1 + draw(3) {
                    let way = draw(u64::from(n)) as u32;
                    // Nearly all up, nearly all down, or either way.
                    let to = match round % 4 {
                        0 => (v + 1 + way.min(2)) % n,
                        1 => (v + 3 * n - 1 - way.min(2)) % n,
                        _ => way,
                    };
                    edges.push((v, to));
                }
            }
            let graph = Graph::from_edges(n as usize, edges).unwrap();
            let owner = |v| (v, if draw(2) == 0 { Player::Zero } else { Player::One });
            let owners: Column<Player> = (0..n as usize).map(owner).collect();
            let weights: Column<i64> =
                (0..graph.edge_count()).map(|edge| (edge, draw(41) as i64 - 20)).collect();
            let arena = OwnedGraph::new(&graph, &owners).unwrap();
            let game = PayoffGame::new(arena, &weights).unwrap();
            let options = Options::with(Control::ALONE);
            let solved = |far, stop: &Stop<'_>| {
                let (moves, zero) = (MoveRows::of(&game), Ratio::from(0));
                let cost = AnyCost::new(&moves, Player::Zero, zero, &Stop::new(&Control::ALONE));
                let Some(AnyCost::Narrow(cost)) = cost else { panic!("weights are small") };
                solve_with(far, &game, cost, &options, stop).unwrap()
            };
            let [near, far] =
                [usize::MAX, 0].map(|far| solved(far, &Stop::new(&Control::ALONE)).unwrap());
            assert_eq!(near.credits, far.credits, "round {round}");
            for solution in [&near, &far] {
                verify_energy(&game, solution, Partial::Refused).unwrap();
            }
            won += near.winners.count(Player::Zero);
            lost += near.winners.count(Player::One);
            for _ in 0..12 {
                let stop = Stop::after(draw(1 << 13), &Control::ALONE);
                if let Some(solution) = solved(0, &stop) {
                    verify_energy(&game, &solution, Partial::Allowed).unwrap();
                    stopped += usize::from(!solution.winners.is_complete());
                }
            }
        }
        assert!(won > 1000 && lost > 1000 && stopped > 20, "{won} {lost} {stopped}");
    }
}
