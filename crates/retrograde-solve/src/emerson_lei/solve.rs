//! The whole way at once: to the parity game, through a solver, and back.

use retrograde_core::{EmersonLeiGame, MealySolution};

use super::{EmersonLeiError, Limits, reduce};
use crate::parity;

/// How to solve; the method is the one for the parity game.
pub type Options<'a> = parity::Options<'a>;

/// A solution and how it came about.
#[derive(Clone, Debug)]
pub struct Solved {
    /// Winners and, unless left out, a machine for each player. The winner is unknown only where
    /// the deadline came first.
    pub solution: MealySolution,
    /// Leaves of the Zielonka tree of the condition, which bound the memory of the machines.
    pub leaves: usize,
    /// Vertices of the parity game.
    pub vertices: usize,
    /// How the parity game was solved.
    pub report: parity::Report,
}

/// Finds who wins from each vertex, and machines that do.
///
/// # Errors
/// A tree or a parity game past the limits.
///
/// ```
/// use retrograde_core::{Bitmap, Column, EmersonLeiGame, Graph, OwnedGraph, Player};
/// use retrograde_solve::emerson_lei::{Limits, Options, solve};
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
) -> Result<Solved, EmersonLeiError> {
    let reduction = reduce(game, limits)?;
    let solved = parity::solve(&reduction.parity_game(), options);
    Ok(Solved {
        solution: reduction.lift(&solved.solution)?,
        leaves: reduction.tree().leaf_count(),
        vertices: reduction.origins().len(),
        report: solved.report,
    })
}
