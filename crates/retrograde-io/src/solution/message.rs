//! What a person is told about a fault in a solution file.

use std::fmt;

use retrograde_core::PartizanClass;

use crate::quote::quote;

use super::fault::SolutionFault;

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
            SolutionFault::BadCredit { word } => write!(
                f,
                "the credit {} is not a whole number from 0 to {}",
                quote(word),
                u128::MAX - 1
            ),
            SolutionFault::NoCredit { vertex } => write!(
                f,
                "vertex {} has no credit: where player 0 wins some credit suffices, and the checker needs the least",
                quote(vertex)
            ),
            SolutionFault::CreditWithoutWin { vertex } => write!(
                f,
                "vertex {} has a credit without being won by player 0: leave it empty",
                quote(vertex)
            ),
            SolutionFault::BadMean { word } => write!(
                f,
                "the value {} is neither a whole number such as '-3' nor a fraction such as '1/2' that 128 bits can hold",
                quote(word)
            ),
            SolutionFault::MeanDenominator { word } => write!(
                f,
                "the value {} has below the line no number from 1 to {}: a sign stands before the fraction",
                quote(word),
                u32::MAX
            ),
            SolutionFault::MeanTerms { word, reduced } => {
                write!(f, "the value {} is not in lowest terms: write '{reduced}'", quote(word))
            }
            SolutionFault::TwoSteps { vertex, memory } => write!(
                f,
                "a second step for vertex {} in memory state {memory}: keep one of them",
                quote(vertex)
            ),
            SolutionFault::Machine { player, error } => {
                write!(f, "the machine of player {}: {error}", player.number())
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
