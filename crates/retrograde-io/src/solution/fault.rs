//! What can be wrong with a solution file.

use std::fmt;

use crate::error::{Place, ReadError, ReadFault};
use crate::quote::quote;

/// Why a well-formed file is no solution of the game at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolutionFault {
    /// The file holds nothing.
    Empty,
    /// The first line of a CSV file is not the header of an outcome solution.
    Header {
        /// The column that should not be there.
        found: String,
    },
    /// A column that every solution needs is not there.
    NoColumn {
        /// Its name.
        column: &'static str,
    },
    /// There are no distances, without which a solution proves nothing.
    NoDistances,
    /// A JSON file without `rows`.
    NoRows,
    /// A solution of another objective.
    OtherObjective {
        /// The objective it names.
        objective: String,
    },
    /// A solution of a graph of another size.
    OtherSize {
        /// How many vertices it says there are.
        vertices: String,
        /// How many the graph has.
        expected: usize,
    },
    /// A row about a vertex that the graph does not have.
    UnknownVertex {
        /// Its name.
        name: String,
    },
    /// A move to a vertex that the graph does not have.
    UnknownMove {
        /// Where the move starts.
        vertex: String,
        /// Where it leads.
        to: String,
    },
    /// A second row about the same vertex.
    Repeated {
        /// Its name.
        name: String,
    },
    /// Vertices without a row.
    MissingRows {
        /// The first of them.
        name: String,
        /// How many there are.
        count: usize,
    },
    /// Something else than `win`, `lose` or `draw`.
    BadOutcome {
        /// What it is.
        word: String,
    },
    /// Something else than a number of moves.
    BadDistance {
        /// What it is.
        word: String,
    },
    /// A win or a loss without a distance.
    NoDistance {
        /// The vertex.
        vertex: String,
    },
    /// A draw with a distance.
    DistanceOnDraw {
        /// The vertex.
        vertex: String,
    },
}

impl SolutionFault {
    /// Whether the file can be read and merely claims something untrue, so that the solution is
    /// refuted rather than unreadable.
    #[must_use]
    pub fn is_refutation(&self) -> bool {
        match self {
            SolutionFault::OtherSize { .. }
            | SolutionFault::UnknownVertex { .. }
            | SolutionFault::UnknownMove { .. }
            | SolutionFault::Repeated { .. }
            | SolutionFault::MissingRows { .. }
            | SolutionFault::NoDistance { .. }
            | SolutionFault::DistanceOnDraw { .. } => true,
            SolutionFault::Empty
            | SolutionFault::Header { .. }
            | SolutionFault::NoColumn { .. }
            | SolutionFault::NoDistances
            | SolutionFault::NoRows
            | SolutionFault::OtherObjective { .. }
            | SolutionFault::BadOutcome { .. }
            | SolutionFault::BadDistance { .. } => false,
        }
    }
}

impl fmt::Display for SolutionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolutionFault::Empty => f.write_str(
                "the file is empty: a solution begins with 'vertex,outcome,distance,move', or '{' for JSON",
            ),
            SolutionFault::Header { found } => write!(
                f,
                "the column {} is not one of an outcome solution: its header is 'vertex,outcome,distance,move'",
                quote(found)
            ),
            SolutionFault::NoColumn { column } => write!(
                f,
                "the column '{column}' is missing: the header is 'vertex,outcome,distance,move'"
            ),
            SolutionFault::NoDistances => f.write_str(
                "the solution has no distances, and the checker needs them: write it with the column 'distance'",
            ),
            SolutionFault::NoRows => f.write_str(
                "the solution has no 'rows', only a summary: write it without --summary",
            ),
            SolutionFault::OtherObjective { objective } => write!(
                f,
                "the solution is of the objective {}, and 'outcome' is expected",
                quote(objective)
            ),
            SolutionFault::OtherSize { vertices, expected } => write!(
                f,
                "the solution is of a graph of {} vertices, and this one has {expected}",
                quote(vertices)
            ),
            SolutionFault::UnknownVertex { name } => {
                write!(f, "the graph has no vertex {}", quote(name))
            }
            SolutionFault::UnknownMove { vertex, to } => write!(
                f,
                "the move at {} leads to {}, a vertex that the graph does not have",
                quote(vertex),
                quote(to)
            ),
            SolutionFault::Repeated { name } => {
                write!(f, "a second row for vertex {}: keep one of them", quote(name))
            }
            SolutionFault::MissingRows { name, count: 1 } => {
                write!(f, "vertex {} has no row", quote(name))
            }
            SolutionFault::MissingRows { name, count } => {
                write!(f, "{count} vertices have no row, the first of them {}", quote(name))
            }
            SolutionFault::BadOutcome { word } => {
                write!(f, "the outcome {} is none of 'win', 'lose' and 'draw'", quote(word))
            }
            SolutionFault::BadDistance { word } => write!(
                f,
                "the distance {} is not a number of moves from 0 to {}",
                quote(word),
                u32::MAX
            ),
            SolutionFault::NoDistance { vertex } => write!(
                f,
                "vertex {} has no distance: a win or a loss has one, and the checker needs it",
                quote(vertex)
            ),
            SolutionFault::DistanceOnDraw { vertex } => {
                write!(f, "vertex {} is a draw and has a distance: leave it empty", quote(vertex))
            }
        }
    }
}

impl std::error::Error for SolutionFault {}

impl SolutionFault {
    /// The fault at a place of a file.
    pub(super) fn at(self, place: impl Into<Option<Place>>) -> ReadError {
        ReadError { file: None, place: place.into(), fault: ReadFault::Solution(self) }
    }
}
