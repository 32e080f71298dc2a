//! Why a game could not be solved as asked.

use std::fmt;

use retrograde_core::Vertex;

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
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// A method for acyclic graphs was asked for and the graph has this cycle.
    Cyclic {
        /// The vertices of a cycle, in order, each once.
        cycle: Vec<Vertex>,
    },
    /// What a method keeps for each vertex must be numbered by a `u32`.
    TooManyVertices {
        /// How many vertices there are.
        vertices: usize,
        /// How many the method takes.
        most: u32,
    },
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

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Cyclic { cycle } => {
                write!(f, "the graph has a cycle of {}", cycle.len())?;
                if let Some(vertex) = cycle.first() {
                    write!(f, " through vertex {vertex}")?;
                }
                f.write_str(": use the method 'auto', which takes any graph")
            }
            SolveError::TooManyVertices { vertices, most } => write!(
                f,
                "{vertices} vertices are too many for this method, which takes {most}: \
                 split the game, or solve its quotient"
            ),
        }
    }
}

impl std::error::Error for SolveError {}
