//! The whole way at once: to the parity game, through a solver, and back.

use std::time::Instant;

use retrograde_core::{
    Control, EmersonLeiGame, Mealy, MealySolution, Objective, Player, Progress, Stopped, Winners,
    grouped,
};

use super::{EmersonLeiError, Limits, reduce};
use crate::{Options, Report, parity};

/// Winners and machines, how large the parity game was, and how it came about.
#[derive(Clone, Debug)]
pub struct Unfolded {
    /// Winners and, unless left out, a machine for each player. The winner is unknown only where
    /// the deadline came first.
    pub solution: MealySolution,
    /// Leaves of the Zielonka tree of the condition, which bound the memory of the machines.
    pub leaves: usize,
    /// Vertices of the parity game.
    pub vertices: usize,
    /// What was done.
    pub report: Report,
}

/// Finds who wins from each vertex, and machines that do.
///
/// # Errors
/// A tree or a parity game past the limits; it was cancelled.
///
/// ```
/// use retrograde_core::{Bitmap, Column, EmersonLeiGame, Graph, OwnedGraph, Player};
/// use retrograde_solve::{Options, emerson_lei::{Limits, solve}};
/// // Player 0 moves from the middle to either end and has to see both again and again.
/// let graph = Graph::from_edges(3, [(0, 1), (0, 2), (1, 0), (2, 0)])?;
/// let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(3));
/// let colors: Column<u64> = [(1, 0b01), (2, 0b10)].into_iter().collect();
/// let game = EmersonLeiGame::new(arena, &colors, "Inf(0)&Inf(1)".parse()?);
/// let solved = solve(&game, &Limits::default(), &Options::default())?;
/// assert_eq!(solved.solution.winners.count(Player::Zero), 3);
/// assert_eq!(solved.solution.machine(Player::Zero).unwrap().state_count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// That of a parity game with a copy of each vertex for each leaf of the Zielonka tree, and as many
/// priorities as the tree is high.
///
/// Source: the reduction is from S. Dziembowski, M. Jurdziński and I. Walukiewicz, *How much memory
/// is needed to win infinite games?* (1997).
pub fn solve(
    game: &EmersonLeiGame<'_>,
    limits: &Limits,
    options: &Options<'_>,
) -> Result<Unfolded, EmersonLeiError> {
    let control = &options.control;
    let start = Instant::now();
    let reduction = match reduce(game, limits, control) {
        Ok(reduction) => reduction,
        Err(EmersonLeiError::Stopped(why)) if why != Stopped::Cancelled => {
            return Ok(nothing_known(game, options, why));
        }
        Err(error) => return Err(error),
    };
    let (leaves, vertices) = (reduction.tree().leaf_count(), reduction.origins().len());
    let ordering = start.elapsed();
    // Who listens counts vertices of the game, the solver those of the parity game.
    let total = game.arena.graph().vertex_count() as u64;
    let share = |whole: Progress| {
        let done = whole.done as f64 / whole.total.max(1) as f64 * total as f64;
        control.tell(Progress::new(whole.phase, done as u64, total));
    };
    let solved = {
        // Machines have to be made of what is proven, which takes its time too.
        let rest = |deadline: Instant| deadline.saturating_duration_since(Instant::now());
        let deadline = control.deadline.map(|deadline| Instant::now() + rest(deadline) * 7 / 8);
        let control = Control { deadline, progress: Some(&share), ..*control };
        let options = Options { control, ..*options };
        parity::solve(&reduction.parity_game(), parity::Method::Auto, &options)?
    };
    let start = Instant::now();
    let patient = Control { deadline: None, memory: None, ..*control };
    let solution = reduction.lift(&solved.solution, &patient)?;
    let how = how(game, vertices).into();
    let mut report = Report { solver: "zielonka-tree", how, ..solved.report };
    report.ordering += ordering;
    report.choosing += start.elapsed();
    report.stopped = report.stopped.filter(|_| !solution.winners.is_complete());
    Ok(Unfolded { solution, leaves, vertices, report })
}

/// What the players want, in a line.
fn wanted(game: &EmersonLeiGame<'_>) -> String {
    Objective::Muller(Some(game.acceptance.clone())).wanted()
}

/// The same, and how it was done.
fn how(game: &EmersonLeiGame<'_>, vertices: usize) -> String {
    format!("{}: solved as a parity game of {} vertices", wanted(game), grouped(vertices))
}

/// The answer where it was stopped before there was a parity game.
fn nothing_known(game: &EmersonLeiGame<'_>, options: &Options<'_>, why: Stopped) -> Unfolded {
    let vertices = game.arena.graph().vertex_count();
    let winners: Winners = (0..vertices).map(|_| None).collect();
    let idle = |player| {
        Mealy::new(player, vertices, 1, 0, vec![]).expect("a machine that never has to move")
    };
    let machines = (!options.values_only).then(|| [idle(Player::Zero), idle(Player::One)]);
    let mut report = Report::new("zielonka-tree", wanted(game));
    report.stopped = Some(why).filter(|_| vertices > 0);
    Unfolded { solution: MealySolution::new(winners, machines), leaves: 0, vertices: 0, report }
}

/// A lower estimate of the bytes that [`solve`] takes beside the game: how many copies of each
/// vertex there are shows only once the condition is taken apart, and [`Limits`] bound that.
#[must_use]
pub fn estimate(game: &EmersonLeiGame<'_>) -> u64 {
    let graph = game.arena.graph();
    graph.vertex_count().max(graph.edge_count()) as u64 * super::reduction::PARITY_ITEM
}
