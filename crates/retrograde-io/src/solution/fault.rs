//! What can be wrong with a solution file.

use std::fmt;

use retrograde_core::PartizanClass;

use crate::error::{Place, ReadError, ReadFault};
use crate::quote::quote;

use super::layout::Layout;

/// Why a well-formed file is no solution of the game at hand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolutionFault {
    /// The file holds nothing.
    Empty {
        /// What was expected.
        layout: &'static Layout,
    },
    /// The first line of a CSV file is not the header of a solution of this objective.
    Header {
        /// The column that should not be there.
        found: String,
        /// What was expected.
        layout: &'static Layout,
    },
    /// A column that every solution needs is not there.
    NoColumn {
        /// Its name.
        column: &'static str,
        /// What was expected.
        layout: &'static Layout,
    },
    /// A JSON file without `rows`.
    NoRows,
    /// A solution of another objective.
    OtherObjective {
        /// The objective it is of.
        objective: String,
        /// What was expected.
        layout: &'static Layout,
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
    /// A row that leaves out what it must say.
    Blank {
        /// The vertex.
        vertex: String,
        /// The column.
        column: &'static str,
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
    /// Something else than `0` or `1`.
    BadWinner {
        /// What it is.
        word: String,
    },
    /// Something else than a Grundy value.
    BadGrundy {
        /// What it is.
        word: String,
    },
    /// A Grundy value for which the graph has too few vertices.
    LargeGrundy {
        /// The vertex.
        vertex: String,
        /// The value, as it is written there.
        value: String,
        /// How many vertices the graph has.
        vertices: usize,
    },
    /// Something else than a class of partizan games.
    BadClass {
        /// What it is.
        word: String,
    },
    /// A class that contradicts the outcomes in its own row.
    WrongClass {
        /// The vertex.
        vertex: String,
        /// The class that is written there.
        class: PartizanClass,
        /// The class of those outcomes.
        expected: PartizanClass,
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
            | SolutionFault::DistanceOnDraw { .. }
            | SolutionFault::LargeGrundy { .. }
            | SolutionFault::WrongClass { .. } => true,
            SolutionFault::Empty { .. }
            | SolutionFault::Header { .. }
            | SolutionFault::NoColumn { .. }
            | SolutionFault::NoRows
            | SolutionFault::OtherObjective { .. }
            | SolutionFault::BadOutcome { .. }
            | SolutionFault::BadDistance { .. }
            | SolutionFault::BadWinner { .. }
            | SolutionFault::Blank { .. }
            | SolutionFault::BadGrundy { .. }
            | SolutionFault::BadClass { .. } => false,
        }
    }
}

impl fmt::Display for SolutionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolutionFault::Empty { layout } => write!(
                f,
                "the file is empty: a solution begins with '{}', or '{{' for JSON",
                layout.header()
            ),
            SolutionFault::Header { found, layout } => write!(
                f,
                "a solution of objective '{}' has no column {}: its header is '{}'",
                layout.objective,
                quote(found),
                layout.header()
            ),
            SolutionFault::NoColumn { column, layout } => {
                let hint = match layout.moves {
                    [] => "",
                    [_] => "; only the move may be left out",
                    _ => "; only the moves may be left out, all of them together",
                };
                let (objective, header) = (layout.objective, layout.header());
                write!(
                    f,
                    "the column '{column}' is missing: a solution of objective '{objective}' has the columns '{header}'{hint}"
                )
            }
            SolutionFault::NoRows => f.write_str(
                "the solution has no 'rows', only a summary: write it without --summary",
            ),
            SolutionFault::OtherObjective { objective, layout } => write!(
                f,
                "this is a solution of objective {}; one of '{}' is expected here, which --objective can change",
                quote(objective),
                layout.objective
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
            SolutionFault::Blank { vertex, column } => write!(
                f,
                "vertex {} has nothing in the column '{column}', which every vertex needs",
                quote(vertex)
            ),
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
            SolutionFault::BadWinner { word } => {
                write!(f, "the winner {} is neither player '0' nor player '1'", quote(word))
            }
            SolutionFault::BadGrundy { word } => write!(
                f,
                "the value {} is neither a number such as '3' nor a set in ascending order such as 'inf{{0,2}}'",
                quote(word)
            ),
            SolutionFault::LargeGrundy { vertex, value, vertices } => write!(
                f,
                "the value of vertex {} has {} in it: with {vertices} vertices no value is above {}",
                quote(vertex),
                quote(value),
                vertices.saturating_sub(1)
            ),
            SolutionFault::BadClass { word } => {
                let classes = PartizanClass::ALL.map(PartizanClass::as_str).join(", ");
                write!(f, "the class {} is none of {classes}", quote(word))
            }
            SolutionFault::WrongClass { vertex, class, expected } => write!(
                f,
                "vertex {} has the class '{class}', but the two outcomes in its row make it '{expected}'",
                quote(vertex)
            ),
        }
    }
}

impl std::error::Error for SolutionFault {}

impl SolutionFault {
    /// The fault at a place of a file.
    pub(crate) fn at(self, place: impl Into<Option<Place>>) -> ReadError {
        ReadError { file: None, place: place.into(), fault: ReadFault::Solution(self) }
    }
}
