//! Mean-payoff games: player 0 maximises the long-run average weight, player 1 minimises it.
//!
//! Every vertex has a value that player 0 can guarantee and player 1 can hold player 0 to, both with
//! moves that do not depend on what went before. It is the mean of a cycle, hence a fraction with a
//! denominator no larger than the number of vertices. [`solve`] finds it exactly, and both players'
//! moves.

mod estimate;
mod fraction;
mod howard;
mod improve;
mod policy;
mod split;
mod sweep;

use std::time::Instant;

use retrograde_core::{Bitmap, MeanPayoffSolution, MeanPayoffs, PayoffGame, Threads, Vertex};

use crate::energy;
use crate::parity::game::Stop;
use improve::Improved;
use split::Splitter;

pub use crate::SolveError;
pub use crate::options::Progress;
pub use estimate::estimate;

/// Which algorithm to run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// [`Improvement`](Self::Improvement), and [`Split`](Self::Split) from where it has come to if
    /// that takes too long.
    #[default]
    Auto,
    /// Improving moves until neither player can, however long it takes: a few rounds as a rule, very
    /// many at worst.
    Improvement,
    /// Energy games for thresholds that divide the vertices by value.
    Split,
}

/// How to solve.
///
/// Past the deadline the solver stops: vertices whose value is settled by then have it, with moves,
/// and nothing is said about the others. `threads` is not looked at: one does the work.
pub type Options<'a> = crate::Options<'a, Method>;

/// What was done, with the method that found the values.
pub type Report = crate::Report<Method>;

/// A solution and how it came about.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Values and, unless left out, moves.
    pub solution: MeanPayoffSolution,
    /// What was done.
    pub report: Report,
}

/// Finds the exact value of every vertex, and optimal moves for both players.
///
/// ```
/// use retrograde_core::{Column, Graph, OwnedGraph, PayoffGame, Player, Ratio};
/// use retrograde_solve::mean_payoff::{Options, solve};
///
/// // Player 0 goes round 0 → 1 → 0 for 3 every two moves, unless player 1, at 1, prefers 2.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2), (2, 2)])?;
/// let owners: Column<Player> =
///     [(0, Player::Zero), (1, Player::One), (2, Player::Zero)].into_iter().collect();
/// let weights: Column<i64> = [(0, 3), (3, 2)].into_iter().collect();
/// let game = PayoffGame::new(OwnedGraph::new(&graph, &owners)?, &weights)?;
/// let solution = solve(&game, &Options::default())?.solution;
/// assert_eq!(solution.values.get(0), Ratio::new(3, 2));
/// assert_eq!(solution.values.get(2), Ratio::new(2, 1));
/// assert_eq!(solution.strategy.unwrap().get(1), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// At the deadline it stops with the values that are proven by then and that do not hang on others.
///
/// # Errors
/// [`SolveError::TooManyVertices`] past 2²⁹ vertices, and where the cube of their number times the
/// largest weight does not fit 124 bits: past about a million of them if weights are as large as
/// can be.
///
/// # Complexity
/// O(V + E) for each round of improving moves, tens to hundreds of them as a rule; past a limit,
/// O(log (V W)) times what [`energy::solve`] takes, for weights up to W. Beside the graph and its
/// weights, at most the larger of `12 E + 310 V` and `44 E + 170 V` bytes, as a rule a third of
/// that; [`estimate`] gives the figure for a given graph.
///
/// Source: A. J. Hoffman and R. M. Karp, *On nonterminating stochastic games* (1966), for improving
/// moves; L. Brim, J. Chaloupka, L. Doyen, R. Gentilini and J.-F. Raskin, *Faster algorithms for
/// mean-payoff games* (2011), for dividing by thresholds; W. Dinkelbach, *On nonlinear fractional
/// programming* (1967), for thresholds that are the worth of moves already found.
pub fn solve(game: &PayoffGame<'_>, options: &Options<'_>) -> Result<Solved, SolveError> {
    let vertices = game.arena.graph().vertex_count();
    SolveError::check_vertices(vertices, most_vertices(&game.weights))?;
    let start = Instant::now();
    let total = vertices as u64;
    let tell = |phase: &'static str, settled: u64| {
        if let Some(progress) = options.progress {
            progress(Progress { phase, settled, total });
        }
    };
    let mut places = split::greedy_places(game);
    if options.method != Method::Split {
        let limit = match options.method {
            Method::Auto => IMPROVING.saturating_mul((vertices + game.weights.len()) as u64),
            _ => u64::MAX,
        };
        // Improving proves everything at its end or nothing; the rest of the time is for what proves
        // something on the way.
        let deadline = match options.method {
            Method::Auto => options
                .deadline
                .map(|deadline| start + deadline.saturating_duration_since(start) * 3 / 4),
            _ => options.deadline,
        };
        let stop = Stop::after(limit, deadline);
        let tell = || tell("improving moves", 0);
        places = match improve::improve(game, places, &stop, &tell) {
            Improved::Perfect(values, places) => {
                return Ok(solved(game, options, values, &places, Method::Improvement, start));
            }
            Improved::Unfinished(places) => places,
        };
    }
    let mut splitter = Splitter::new(game, places);
    let tell = |settled| tell("dividing by value", settled);
    splitter.run(&Stop::at(options.deadline), &tell);
    let Splitter { values, places, .. } = splitter;
    let values = if values.is_complete() { values } else { self_contained(game, &values) };
    Ok(solved(game, options, values, &places, Method::Split, start))
}

/// Puts together what was found.
fn solved(
    game: &PayoffGame<'_>,
    options: &Options<'_>,
    values: MeanPayoffs,
    places: &[u32],
    method: Method,
    start: Instant,
) -> Solved {
    let strategy = (!options.values_only).then(|| {
        let mut strategy = energy::strategy(game.arena.graph(), places);
        for vertex in game.arena.graph().vertices() {
            if values.get(vertex).is_none() {
                strategy.set(vertex, None);
            }
        }
        strategy
    });
    let report = Report { labelling: start.elapsed(), ..Report::new(method) };
    Solved { solution: MeanPayoffSolution { values, strategy }, report }
}

/// Of values found before the deadline, those that can be told without the others: no move leads
/// from their vertices to one whose value is not known.
fn self_contained(game: &PayoffGame<'_>, values: &MeanPayoffs) -> MeanPayoffs {
    let graph = game.arena.graph();
    let back = graph.transpose(Threads::ONE);
    let mut known = Bitmap::new(graph.vertex_count());
    let mut open: Vec<Vertex> = Vec::new();
    for vertex in graph.vertices() {
        match values.get(vertex) {
            Some(_) => known.set(vertex as usize),
            None => open.push(vertex),
        }
    }
    while let Some(vertex) = open.pop() {
        for &from in back.successors(vertex) {
            if known.get(from as usize) {
                known.clear(from as usize);
                open.push(from);
            }
        }
    }
    graph
        .vertices()
        .map(|vertex| values.get(vertex).filter(|_| known.get(vertex as usize)))
        .collect()
}

/// Edges that improving moves may look at, for each edge and vertex of the game, before it is given
/// up: several times what it takes on games that it is good at.
const IMPROVING: u64 = 1000;

/// The most vertices for which all numbers fit 128 bits.
fn most_vertices(weights: &[i64]) -> u32 {
    let largest = weights.iter().map(|weight| weight.unsigned_abs()).max().unwrap_or(0).max(1);
    let fits = |vertices: u32| {
        // A threshold's denominator, the scale of costs and the length of a path.
        let cube = u128::from(vertices + 1).pow(3);
        cube.checked_mul(u128::from(largest)).is_some_and(|product| product < 1 << 124)
    };
    let (mut low, mut high) = (1, energy::MOST_VERTICES);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_very_large_games_of_very_large_weights_are_refused() {
        assert_eq!(most_vertices(&[]), energy::MOST_VERTICES);
        assert_eq!(most_vertices(&[1 << 36, -5]), energy::MOST_VERTICES);
        assert!((1 << 20..1 << 21).contains(&most_vertices(&[i64::MIN])));
    }
}
