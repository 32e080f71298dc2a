//! What can be wrong with a solution file.

use retrograde_core::{MealyError, PartizanClass, Player};

use crate::error::{Place, ReadError, ReadFault};

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
    /// Something else than an initial credit.
    BadCredit {
        /// What it is.
        word: String,
    },
    /// Player 0 wins, and there is no credit.
    NoCredit {
        /// The vertex.
        vertex: String,
    },
    /// A credit where player 0 is not said to win.
    CreditWithoutWin {
        /// The vertex.
        vertex: String,
    },
    /// Something else than a whole number or a fraction.
    BadMean {
        /// What it is.
        word: String,
    },
    /// A fraction with nothing sensible below the line.
    MeanDenominator {
        /// What it is.
        word: String,
    },
    /// A fraction that is not in lowest terms.
    MeanTerms {
        /// What it is.
        word: String,
        /// What it should be.
        reduced: String,
    },
    /// Two steps of a machine for the same vertex and state.
    TwoSteps {
        /// The vertex.
        vertex: String,
        /// The state.
        memory: u32,
    },
    /// Steps that do not make a machine.
    Machine {
        /// Whose machine it is.
        player: Player,
        /// What is wrong with it.
        error: MealyError,
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
            | SolutionFault::NoCredit { .. }
            | SolutionFault::CreditWithoutWin { .. }
            | SolutionFault::TwoSteps { .. }
            | SolutionFault::Machine { .. }
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
            | SolutionFault::BadCredit { .. }
            | SolutionFault::BadMean { .. }
            | SolutionFault::MeanDenominator { .. }
            | SolutionFault::MeanTerms { .. }
            | SolutionFault::Blank { .. }
            | SolutionFault::BadGrundy { .. }
            | SolutionFault::BadClass { .. } => false,
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
