//! Mean-payoff games: player 0 maximises the long-run average weight, player 1 minimises it.
//!
//! Every vertex has a value that player 0 can guarantee and player 1 can hold player 0 to, both with
//! moves that do not depend on what went before. It is the mean of a cycle, hence a fraction with a
//! denominator no larger than the number of vertices. [`solve`] finds it exactly, and both players'
//! moves.

mod against;
mod ahead;
mod bench;
mod classes;
mod cycle;
mod fraction;
mod horizon;
mod howard;
mod improve;
mod policy;
mod proven;
mod split;
mod sweep;

use std::time::Instant;

use retrograde_core::{
    Control, Graph, MeanBounds, MeanPayoffSolution, MeanPayoffs, PayoffGame, Progress,
};

use crate::stop::Stop;
use crate::{Options, Report, SolveError, Solved, energy};
use bench::Limits;
use proven::Proven;
use split::Splitter;

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

/// Finds the exact value of every vertex, and optimal moves for both players.
///
/// ```
/// use retrograde_core::{Column, Graph, OwnedGraph, PayoffGame, Player, Ratio};
/// use retrograde_solve::{Options, mean_payoff::{Method, solve}};
///
/// // Player 0 goes round 0 → 1 → 0 for 3 every two moves, unless player 1, at 1, prefers 2.
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2), (2, 2)])?;
/// let owners: Column<Player> =
///     [(0, Player::Zero), (1, Player::One), (2, Player::Zero)].into_iter().collect();
/// let weights: Column<i64> = [(0, 3), (3, 2)].into_iter().collect();
/// let game = PayoffGame::new(OwnedGraph::new(&graph, &owners)?, &weights)?;
/// let solution = solve(&game, Method::Auto, &Options::default())?.solution;
/// assert_eq!(solution.values.get(0), Ratio::new(3, 2));
/// assert_eq!(solution.values.get(2), Ratio::new(2, 1));
/// assert_eq!(solution.strategy.unwrap().get(1), Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// At the deadline it stops with the bounds that are proven by then, and with the values where these
/// leave no choice. A share of the time is set aside for finding out what the moves found by then are
/// worth.
///
/// # Errors
/// [`SolveError::TooManyVertices`] past 2²⁹ vertices, and where the cube of their number times the
/// largest weight does not fit 124 bits: past about a million of them if weights are as large as
/// can be. [`SolveError::Stopped`] if it was cancelled.
///
/// # Complexity
/// All threads look for good moves to begin with, in tens of sweeps of O(V + E), and one does the rest: on
/// large games whose moves lead either way, up to 120 sweeps more, and O(V + E) for each round of improving
/// moves and for each move looked ahead, tens to hundreds of both as a rule; past a limit, O(log (V W))
/// times what [`energy::solve`] takes, for weights up to W.
/// Beside the graph and its weights, at most the larger of `32 E + 440 V` and `44 E + 360 V` bytes, as a
/// rule a third of that; [`estimate`] gives the figure for a given graph.
///
/// Source: A. J. Hoffman and R. M. Karp, *On nonterminating stochastic games* (1966), for improving
/// moves; J. van der Wal, *Discounted Markov games: generalized policy iteration method* (1978), for
/// looking ahead; U. Zwick and M. Paterson, *The complexity of mean payoff games on graphs* (1996), for
/// moves to begin with; L. Brim, J. Chaloupka, L. Doyen, R. Gentilini and J.-F. Raskin, *Faster algorithms for
/// mean-payoff games* (2011), for dividing by thresholds; W. Dinkelbach, *On nonlinear fractional
/// programming* (1967), for thresholds that are the worth of moves already found.
pub fn solve(
    game: &PayoffGame<'_>,
    method: Method,
    options: &Options<'_>,
) -> Result<Solved<MeanPayoffSolution>, SolveError> {
    let vertices = game.arena.graph().vertex_count();
    SolveError::check_vertices(vertices, most_vertices(&game.weights))?;
    let control = &options.control;
    let start = Instant::now();
    let noting = Stop::new(&Control { deadline: None, memory: None, ..*control });
    let limits = Limits {
        improving: improving(game, method, control, start),
        valuing: Stop::after(VALUING.saturating_mul(size(game)), control),
        noting,
    };
    solve_within(game, method, options, (&limits, &Stop::new(control)), start)
}

/// As [`solve`], under limits for improving moves and for dividing by value.
fn solve_within(
    game: &PayoffGame<'_>,
    method: Method,
    options: &Options<'_>,
    (limits, dividing): (&Limits<'_>, &Stop<'_>),
    start: Instant,
) -> Result<Solved<MeanPayoffSolution>, SolveError> {
    let (control, noting) = (&options.control, &limits.noting);
    let total = game.arena.graph().vertex_count() as u64;
    let mut proven = Proven::new(game, split::greedy_places(game, noting.control())?);
    let tell = || control.tell(Progress::new("improving moves", 0, total));
    if method == Method::Split {
        bench::value(game, &mut proven, limits, &tell);
    } else if let Some((values, places)) = bench::improve(game, &mut proven, limits, &tell) {
        return Ok(solved(game, options, (values, None, places), "improvement", start));
    }
    for stop in [&limits.improving, &limits.valuing, noting] {
        stop.unless_cancelled()?;
    }
    let bounds = proven.range(noting)?;
    let mut splitter = Splitter::new(game, proven.places.clone(), bounds);
    splitter.run(&mut proven, dividing, &|settled| {
        control.tell(Progress::new("dividing by value", settled, total));
    });
    dividing.unless_cancelled()?;
    drop(splitter);
    let mut solved = solved(game, options, proven.values(), "split", start);
    solved.report.stopped = dividing.stopped().filter(|_| solved.solution.bounds.is_some());
    Ok(solved)
}

/// How many vertices and edges there are.
fn size(game: &PayoffGame<'_>) -> u64 {
    (game.arena.graph().vertex_count() + game.weights.len()) as u64
}

/// When to give up improving moves.
fn improving<'a>(
    game: &PayoffGame<'_>,
    method: Method,
    control: &Control<'a>,
    start: Instant,
) -> Stop<'a> {
    // Improving proves lower bounds on the way. What is left of the time is for upper ones, and for
    // what proves both.
    let share = |deadline: Instant| start + deadline.saturating_duration_since(start) * 2 / 3;
    let control = Control { deadline: control.deadline.map(share), ..*control };
    match method {
        Method::Auto => Stop::after(IMPROVING.saturating_mul(size(game)), &control),
        Method::Improvement | Method::Split => Stop::new(&control),
    }
}

/// Puts together what was found.
fn solved(
    game: &PayoffGame<'_>,
    options: &Options<'_>,
    (values, bounds, places): (MeanPayoffs, Option<MeanBounds>, Vec<u32>),
    solver: &'static str,
    start: Instant,
) -> Solved<MeanPayoffSolution> {
    let strategy =
        (!options.values_only).then(|| energy::strategy(game.arena.graph(), &places, |_| true));
    let mut report = Report::new(
        solver,
        "player 0 wants a large long-run average of the weights, player 1 a small one: exact values",
    );
    report.labelling = start.elapsed();
    Solved { solution: MeanPayoffSolution { values, strategy, bounds }, report }
}

/// An upper estimate of the bytes that [`solve`] takes beside the graph and its weights, whatever
/// the weights.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::{Options, mean_payoff::estimate};
/// let graph = Graph::from_edges(1000, (0..1000).map(|v| (v, (v + 1) % 1000)))?;
/// assert!(estimate(&graph, &Options::default()) < 470_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, options: &Options<'_>) -> u64 {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let back = edges * 12 + vertices * graph.offsets().bytes_per_row() * 2;
    // Moves by place, end and weight; spots, twice; lists of vertices, which may have grown to twice
    // their length, and bitmaps. At worst all vertices have cycles of their own, kept twice too, and
    // all of these have different means, written as floating-point numbers, too.
    let moves = 4 + 4 + 8 + 32 * 2 + 8 * 4 + 1;
    let cycles = 64 + 32 + 4 + 16;
    let values = 4 + 4 + 64;
    // The game once more, numbered along the moves, and the numbers; the order to follow play in, twice.
    // What edges and plays pay when looking ahead, and the moves that this comes to.
    let along = edges * 12 + vertices * (graph.offsets().bytes_per_row() + 8 + 8);
    let ahead = edges * 8 + vertices * (8 + 4);
    // The moves of the last proof, and what is noted: two bounds, moves, and a list of vertices. At
    // worst all bounds are different.
    let proof = 4 + 4 * 4 + 64;
    let improving = back + along + ahead + vertices * (moves + cycles + values + proof);
    // The part looked at: its moves, where they come from, its vertices and their current moves;
    // lists may have grown to twice their length. Vertices of all parts, values and moves. Policy
    // iteration is over before the energy game begins, and takes less.
    let part = edges * (4 + 8 + 4) * 2 + vertices * (8 + 4 + 4);
    let dividing = part + vertices * (4 + 4 + 4 + 4 + 4 * 4 + 64 * 2);
    let energy = energy::estimate_in_place(graph, &Options { values_only: false, ..*options });
    let answer = if options.values_only { 0 } else { vertices * 4 };
    // Improving moves comes first, and is over before dividing by value begins.
    improving.max(energy + dividing) + answer
}

/// Edges that improving moves may look at, for each edge and vertex of the game, before it is given
/// up: several times what it takes on games that it is good at.
const IMPROVING: u64 = 2000;

/// Edges that may be looked at to find out what moves are worth, for each edge and vertex of the game:
/// rounds are few as a rule, but can be many where each mends a single vertex.
const VALUING: u64 = 120;

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
mod tests;
