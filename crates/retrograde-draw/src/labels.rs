//! Which solution a picture shows.

use retrograde_core::{Arena, AsymmetricSolution, GrundyValues, OutcomeSolution, PartizanSolution};

use crate::error::DrawError;
use crate::objective::{Asymmetric, Grundy, Objective, Outcomes, Partizan};
use retrograde_core::Terms;

/// The solution to draw, by its objective. A reference to any of them turns into this by itself
/// where [`svg`](crate::svg()) and [`dot`](crate::dot()) ask for it.
///
/// ```
/// use retrograde_core::{Arena, Graph, GrundyValues};
/// use retrograde_draw::{Labels, SvgOptions, svg};
/// let arena = Arena::from(Graph::from_edges(3, [(0, 1), (0, 2), (1, 2)])?);
/// let values = GrundyValues::from_finite(vec![2, 1, 0]);
/// let picture = svg(&arena, &values, &SvgOptions::default())?;
/// assert_eq!(picture, svg(&arena, Labels::Grundy(&values), &SvgOptions::default())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Labels<'a> {
    /// Who wins, and in how many moves.
    Outcome(&'a OutcomeSolution),
    /// Two values a position: one with player 0 to move, one with player 1.
    Asymmetric(&'a AsymmetricSolution),
    /// Grundy values, with those of loopy positions.
    Grundy(&'a GrundyValues),
    /// Two values a position, with Left and with Right to move, and its class. Moves that only one
    /// side may make are told apart.
    Partizan(&'a PartizanSolution),
}

impl<'a> Labels<'a> {
    /// What to show of the solution, once it is known to be one of this arena.
    pub(crate) fn of(
        self,
        arena: &'a Arena,
        terms: Terms,
    ) -> Result<Box<dyn Objective + 'a>, DrawError> {
        let objective: Box<dyn Objective + 'a> = match self {
            Labels::Outcome(solution) => Box::new(Outcomes { solution, terms }),
            Labels::Asymmetric(solution) => Box::new(Asymmetric { solution }),
            Labels::Grundy(values) => Box::new(Grundy { values }),
            Labels::Partizan(solution) => Box::new(Partizan { solution, players: &arena.players }),
        };
        let vertices = arena.graph.vertex_count();
        match objective.lengths().into_iter().find(|&length| length != vertices) {
            Some(solved) => Err(DrawError::SolutionMismatch { vertices, solved }),
            None => Ok(objective),
        }
    }
}

impl<'a> From<&'a OutcomeSolution> for Labels<'a> {
    fn from(solution: &'a OutcomeSolution) -> Self {
        Labels::Outcome(solution)
    }
}

impl<'a> From<&'a AsymmetricSolution> for Labels<'a> {
    fn from(solution: &'a AsymmetricSolution) -> Self {
        Labels::Asymmetric(solution)
    }
}

impl<'a> From<&'a GrundyValues> for Labels<'a> {
    fn from(values: &'a GrundyValues) -> Self {
        Labels::Grundy(values)
    }
}

impl<'a> From<&'a PartizanSolution> for Labels<'a> {
    fn from(solution: &'a PartizanSolution) -> Self {
        Labels::Partizan(solution)
    }
}
