//! Why a game could not be solved as asked.

use retrograde_core::{Stopped, Vertex, grouped};

use crate::emerson_lei::EmersonLeiError;

/// Why a game could not be solved as asked.
///
/// ```
/// use retrograde_solve::SolveError;
/// let error = SolveError::Cyclic { cycle: vec![4, 7] };
/// assert_eq!(
///     error.to_string(),
///     "the graph has a cycle of 2 through vertex 4: use the method 'auto', which takes any graph"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// A method for acyclic graphs was asked for and the graph has this cycle.
    #[error(
        "the graph has a cycle of {}{}: use the method 'auto', which takes any graph",
        cycle.len(),
        cycle.first().map_or(String::new(), |vertex| format!(" through vertex {vertex}"))
    )]
    Cyclic {
        /// The vertices of a cycle, in order, each once.
        cycle: Vec<Vertex>,
    },
    /// What a method keeps for each vertex must be numbered by a `u32`.
    #[error(
        "{} vertices are too many for this method, which takes {}: \
         split the game, or solve its quotient",
        grouped(*vertices),
        grouped(*most)
    )]
    TooManyVertices {
        /// How many vertices there are.
        vertices: usize,
        /// How many the method takes.
        most: u32,
    },
    /// A solver was asked for what it does not solve.
    #[error("'{solver}' does not solve {objective}: choose auto, {}", others.join(", "))]
    Unserved {
        /// The name of the solver; perhaps there is none of that name.
        solver: String,
        /// The name of the objective.
        objective: &'static str,
        /// The names of the solvers that do.
        others: Vec<&'static str>,
    },
    /// A condition on colours is too much.
    #[error(transparent)]
    EmersonLei(EmersonLeiError),
    /// It was stopped, and there is no answer.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<EmersonLeiError> for SolveError {
    fn from(error: EmersonLeiError) -> Self {
        match error {
            EmersonLeiError::Stopped(why) => SolveError::Stopped(why),
            error => SolveError::EmersonLei(error),
        }
    }
}

impl SolveError {
    /// An error if there are more vertices than a method takes.
    pub(crate) fn check_vertices(vertices: usize, most: u32) -> Result<(), Self> {
        if vertices > most as usize {
            return Err(SolveError::TooManyVertices { vertices, most });
        }
        Ok(())
    }
}
