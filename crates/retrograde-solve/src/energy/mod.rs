//! Energy games: player 0 keeps the running sum of weights at or above zero.
//!
//! From some vertices player 0 can do that forever, given enough to start with; the least initial
//! credit that suffices is the value of such a vertex. From all others player 1 can exhaust any
//! credit. [`solve`] finds the credits from below, and both players' moves with them.

pub(crate) mod board;
pub(crate) mod climb;
pub(crate) mod cost;
mod estimate;
mod jump;

use std::time::Instant;

use retrograde_core::{
    Bitmap, Credits, EnergySolution, Graph, PayoffGame, Player, Ratio, Strategy, Vertex, Winners,
};

use crate::parity::game::Stop;
use board::Board;
use climb::{Climb, NO_PLACE};
use cost::{AnyCost, Cost, Number};

pub use crate::SolveError;
pub use crate::options::Progress;
pub use estimate::estimate;

/// Which algorithm to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The best there is, which is [`Climb`](Self::Climb).
    #[default]
    Auto,
    /// Value iteration from below with jumps.
    Climb,
}

/// How to solve.
///
/// Past the deadline the solver stops: the vertices that player 1 is known to win are marked so, with
/// moves, and nothing is said about the others. `threads` is not looked at: one does the work.
pub type Options<'a> = crate::Options<'a, Method>;

/// What was done.
pub type Report = crate::Report<Method>;

/// A solution and how it came about.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Winners, credits and, unless left out, moves.
    pub solution: EnergySolution,
    /// What was done.
    pub report: Report,
}

/// The most vertices for which sums of weights fit 128 bits, whatever the weights.
pub(crate) const MOST_VERTICES: u32 = 1 << 29;

/// Finds the least initial credit of every vertex, and moves for both players.
///
/// ```
/// use retrograde_core::{Column, Graph, OwnedGraph, PayoffGame, Player};
/// use retrograde_solve::energy::{Options, solve};
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
/// [`SolveError::TooManyVertices`] past 2²⁹ vertices.
///
/// # Complexity
/// Heights rise at least by one with each jump and each lift, which makes O(V E W) lifts of one
/// move at worst for weights up to W and O(V log V + E) time a jump; a few jumps are enough as a
/// rule, whatever the weights. Beside the graph and its weights, at most `12 E + 60 V` bytes, or
/// `12 E + 100 V` where sums of weights, times the number of vertices, do not fit 64 bits;
/// [`estimate`] gives the figure for a given graph.
///
/// Source: L. Brim, J. Chaloupka, L. Doyen, R. Gentilini and J.-F. Raskin, *Faster algorithms for
/// mean-payoff games* (2011), for lifting; M. Cadilhac, A. Casares and P. Ohlmann, *Fast value
/// iteration: a uniform approach to efficient algorithms for energy games* (2023), for jumps.
pub fn solve(game: &PayoffGame<'_>, options: &Options<'_>) -> Result<Solved, SolveError> {
    let vertices = game.arena.graph().vertex_count();
    SolveError::check_vertices(vertices, MOST_VERTICES)?;
    let start = Instant::now();
    let board = Board::whole(game);
    let transposing = start.elapsed();
    let solution = match AnyCost::new(&board, Player::Zero, Ratio::from(0)) {
        Some(AnyCost::Narrow(cost)) => solve_with(game, &board, cost, options),
        Some(AnyCost::Wide(cost)) => solve_with(game, &board, cost, options),
        None => return Err(SolveError::TooManyVertices { vertices, most: MOST_VERTICES }),
    };
    let labelling = start.elapsed() - transposing;
    let report = Report { transposing, labelling, ..Report::new(Method::Climb) };
    Ok(Solved { solution, report })
}

fn solve_with<T: Number>(
    game: &PayoffGame<'_>,
    board: &Board<'_>,
    cost: Cost<T>,
    options: &Options<'_>,
) -> EnergySolution {
    let total = board.len() as u64;
    let tell = |lost: usize| {
        if let Some(progress) = options.progress {
            progress(Progress { phase: "climbing", settled: lost as u64, total });
        }
    };
    let mut climb = Climb::new(board, cost, Player::Zero);
    let is_complete = climb.run(&Stop::at(options.deadline), &tell);
    let Climb { heights, lost, places, .. } = climb;
    let scale = total as i128 + 1;
    let credit = |height: T| {
        let known = is_complete && height != T::LOST;
        // The cost of an edge was scaled and lowered by one: rounding up gets the sum back.
        known.then(|| (height.wide() + scale - 1).div_euclid(scale) as u128)
    };
    let credits: Credits = heights.into_iter().map(credit).collect();
    let strategy = (!options.values_only).then(|| strategy(game.arena.graph(), &places));
    let winners = if is_complete {
        Winners::of_one(lost)
    } else {
        Winners::from_regions(Bitmap::new(board.len()), lost)
    };
    EnergySolution { winners, credits, strategy }
}

/// Moves from their places in the rows of the graph.
pub(crate) fn strategy(graph: &Graph, places: &[u32]) -> Strategy {
    let to = |(vertex, &place): (usize, &u32)| {
        (place != NO_PLACE).then(|| graph.successors(vertex as Vertex)[place as usize])
    };
    places.iter().enumerate().map(to).collect()
}
