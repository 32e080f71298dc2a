//! What can be wrong with a solution file.

use retrograde_core::{Facts, MealyError, PartizanClass, Player};

use crate::error::{Place, ReadError, ReadFault};
use crate::quote::quote;

/// Why a well-formed file is no solution of the game at hand.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionFault {
    /// The file holds nothing.
    #[error("the file is empty: a solution begins with '{}', or '{{' for JSON", .facts.header())]
    Empty {
        /// What was expected.
        facts: &'static Facts,
    },
    /// The first line of a CSV file is not the header of a solution of this objective.
    #[error(
        "a solution of objective '{}' has no column {}: its header is '{}'",
        .facts.name, quote(.found), .facts.header()
    )]
    Header {
        /// The column that should not be there.
        found: String,
        /// What was expected.
        facts: &'static Facts,
    },
    /// A column that every solution needs is not there.
    #[error(
        "the column '{column}' is missing: a solution of objective '{}' has the columns '{}'{}",
        .facts.name, .facts.header(), may_be_left_out(.facts)
    )]
    NoColumn {
        /// Its name.
        column: &'static str,
        /// What was expected.
        facts: &'static Facts,
    },
    /// A JSON file without `rows`.
    #[error("the solution has no 'rows', only a summary")]
    NoRows,
    /// A solution of another objective.
    #[error(
        "this is a solution of objective {}; one of '{}' is expected here",
        quote(.objective), .facts.name
    )]
    OtherObjective {
        /// The objective it is of.
        objective: String,
        /// What was expected.
        facts: &'static Facts,
    },
    /// A solution of a graph of another size.
    #[error(
        "the solution is of a graph of {} vertices, and this one has {expected}",
        quote(.vertices)
    )]
    OtherSize {
        /// How many vertices it says there are.
        vertices: String,
        /// How many the graph has.
        expected: usize,
    },
    /// A row about a vertex that the graph does not have.
    #[error("the graph has no vertex {}", quote(.name))]
    UnknownVertex {
        /// Its name.
        name: String,
    },
    /// A move to a vertex that the graph does not have.
    #[error(
        "the move at {} leads to {}, a vertex that the graph does not have",
        quote(.vertex), quote(.to)
    )]
    UnknownMove {
        /// Where the move starts.
        vertex: String,
        /// Where it leads.
        to: String,
    },
    /// A position that a game given by rules really comes to, in a graph where another may stand for it.
    #[error(
        "the move at {} leads to {}, a vertex that the graph does not have: check the moves of a game \
         given by rules against the game, or leave out their columns",
        quote(.vertex), quote(.to)
    )]
    UnknownReached {
        /// Where the move starts.
        vertex: String,
        /// Where it leads.
        to: String,
    },
    /// A move of a game given by rules without the position that it leads to.
    #[error(
        "the moves of a game given by rules are written as players write them, with the positions \
         that they lead to in columns of their own ('to'), which are missing: write the solution again"
    )]
    NoReached,
    /// A move without the position that it leads to, or the other way round.
    #[error("at {} there must be both the move and the position that it leads to", quote(.vertex))]
    HalfMove {
        /// Where the move starts.
        vertex: String,
    },
    /// A move that leads somewhere else, or cannot be made.
    #[error("at {} the move {} does not lead to {}", quote(.vertex), quote(.chosen), quote(.to))]
    OtherMove {
        /// Where the move starts.
        vertex: String,
        /// The move.
        chosen: String,
        /// Where it should lead.
        to: String,
    },
    /// A second row about the same vertex.
    #[error("a second row for vertex {}: keep one of them", quote(.name))]
    Repeated {
        /// Its name.
        name: String,
    },
    /// Vertices without a row.
    #[error("{}", missing_rows(.name, *.count))]
    MissingRows {
        /// The first of them.
        name: String,
        /// How many there are.
        count: usize,
    },
    /// A row that leaves out what it must say.
    #[error(
        "vertex {} has nothing in the column '{column}', which every vertex needs",
        quote(.vertex)
    )]
    Blank {
        /// The vertex.
        vertex: String,
        /// The column.
        column: &'static str,
    },
    /// Something else than `win`, `lose` or `draw`.
    #[error("the outcome {} is none of 'win', 'lose' and 'draw'", quote(.word))]
    BadOutcome {
        /// What it is.
        word: String,
    },
    /// Something else than a number of moves.
    #[error(
        "the distance {} is not a number of moves from 0 to {}",
        quote(.word), u32::MAX
    )]
    BadDistance {
        /// What it is.
        word: String,
    },
    /// A win or a loss without a distance.
    #[error(
        "vertex {} has no distance: a win or a loss has one, and the checker needs it",
        quote(.vertex)
    )]
    NoDistance {
        /// The vertex.
        vertex: String,
    },
    /// A draw with a distance.
    #[error("vertex {} is a draw and has a distance: leave it empty", quote(.vertex))]
    DistanceOnDraw {
        /// The vertex.
        vertex: String,
    },
    /// Something else than `0` or `1`.
    #[error("the winner {} is neither player '0' nor player '1'", quote(.word))]
    BadWinner {
        /// What it is.
        word: String,
    },
    /// Something else than an initial credit.
    #[error(
        "the credit {} is not a whole number from 0 to {}",
        quote(.word), u128::MAX - 1
    )]
    BadCredit {
        /// What it is.
        word: String,
    },
    /// Player 0 wins, and there is no credit.
    #[error(
        "vertex {} has no credit: where player 0 wins some credit suffices, and the checker needs the least",
        quote(.vertex)
    )]
    NoCredit {
        /// The vertex.
        vertex: String,
    },
    /// A credit where player 0 is not said to win.
    #[error(
        "vertex {} has a credit without being won by player 0: leave it empty",
        quote(.vertex)
    )]
    CreditWithoutWin {
        /// The vertex.
        vertex: String,
    },
    /// Something else than a whole number or a fraction.
    #[error(
        "the value {} is neither a whole number such as '-3' nor a fraction such as '1/2' that 128 bits can hold",
        quote(.word)
    )]
    BadMean {
        /// What it is.
        word: String,
    },
    /// A fraction with nothing sensible below the line.
    #[error(
        "the value {} has below the line no number from 1 to {}: a sign stands before the fraction",
        quote(.word), u32::MAX
    )]
    MeanDenominator {
        /// What it is.
        word: String,
    },
    /// A fraction that is not in lowest terms.
    #[error("the value {} is not in lowest terms: write '{reduced}'", quote(.word))]
    MeanTerms {
        /// What it is.
        word: String,
        /// What it should be.
        reduced: String,
    },
    /// Two steps of a machine for the same vertex and state.
    #[error(
        "a second step for vertex {} in memory state {memory}: keep one of them",
        quote(.vertex)
    )]
    TwoSteps {
        /// The vertex.
        vertex: String,
        /// The state.
        memory: u32,
    },
    /// Steps that do not make a machine.
    #[error("the machine of player {player}: {error}")]
    Machine {
        /// Whose machine it is.
        player: Player,
        /// What is wrong with it.
        error: MealyError,
    },
    /// Something else than a Grundy value.
    #[error(
        "the value {} is neither a number such as '3' nor a set in ascending order such as 'inf{{0,2}}'",
        quote(.word)
    )]
    BadGrundy {
        /// What it is.
        word: String,
    },
    /// A Grundy value for which the graph has too few vertices.
    #[error(
        "the value of vertex {} has {} in it: with {vertices} vertices no value is above {}",
        quote(.vertex), quote(.value), .vertices.saturating_sub(1)
    )]
    LargeGrundy {
        /// The vertex.
        vertex: String,
        /// The value, as it is written there.
        value: String,
        /// How many vertices the graph has.
        vertices: usize,
    },
    /// Something else than a class of partizan games.
    #[error(
        "the class {} is none of {}",
        quote(.word), PartizanClass::ALL.map(PartizanClass::as_str).join(", ")
    )]
    BadClass {
        /// What it is.
        word: String,
    },
    /// A class that contradicts the outcomes in its own row.
    #[error(
        "vertex {} has the class '{class}', but the two outcomes in its row make it '{expected}'",
        quote(.vertex)
    )]
    WrongClass {
        /// The vertex.
        vertex: String,
        /// The class that is written there.
        class: PartizanClass,
        /// The class of those outcomes.
        expected: PartizanClass,
    },
}

/// What of the columns a file need not have.
fn may_be_left_out(facts: &Facts) -> &'static str {
    match facts.moves {
        [] => "",
        [_] => "; only the move may be left out",
        _ => "; only the moves may be left out, all of them together",
    }
}

fn missing_rows(name: &str, count: usize) -> String {
    match count {
        1 => format!("vertex {} has no row", quote(name)),
        _ => format!("{count} vertices have no row, the first of them {}", quote(name)),
    }
}

impl SolutionFault {
    /// Whether the file can be read and merely claims something untrue, so that the solution is
    /// refuted rather than unreadable.
    #[must_use]
    pub fn is_refutation(&self) -> bool {
        matches!(
            self,
            SolutionFault::OtherSize { .. }
                | SolutionFault::UnknownVertex { .. }
                | SolutionFault::UnknownMove { .. }
                | SolutionFault::OtherMove { .. }
                | SolutionFault::Repeated { .. }
                | SolutionFault::MissingRows { .. }
                | SolutionFault::NoDistance { .. }
                | SolutionFault::DistanceOnDraw { .. }
                | SolutionFault::NoCredit { .. }
                | SolutionFault::CreditWithoutWin { .. }
                | SolutionFault::TwoSteps { .. }
                | SolutionFault::Machine { .. }
                | SolutionFault::LargeGrundy { .. }
                | SolutionFault::WrongClass { .. }
        )
    }

    /// The fault at a place of a file.
    pub(crate) fn at(self, place: impl Into<Option<Place>>) -> ReadError {
        ReadError { file: None, place: place.into(), fault: ReadFault::Solution(self) }
    }
}
