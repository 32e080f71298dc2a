//! What can be wrong with Grundy values, and the words for it.

use std::fmt;

use retrograde_core::Vertex;

use crate::describe::Described;

/// The ways in which Grundy values can be wrong.
///
/// ```
/// use retrograde_verify::{Fault, GrundyRule};
/// let rule = GrundyRule::NotMex { claimed: 2, mex: 1 };
/// let fault = Fault { vertex: Some(3), turn: None, rule: rule.into() };
/// assert_eq!(
///     fault.to_string(),
///     "vertex 3 is given the value 2, but the least value that none of its moves reaches is 1"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GrundyRule {
    /// A finite value is the least that no move reaches.
    NotMex {
        /// The value the solution gives.
        claimed: u32,
        /// The least value that is not among those of the successors.
        mex: u32,
    },
    /// The set of a loopy vertex has nothing but values of its successors.
    OptionInvented {
        /// The first value in the set that no successor has.
        value: u32,
    },
    /// The set of a loopy vertex has all finite values of its successors.
    OptionLeftOut {
        /// The first successor whose value is missing.
        successor: Vertex,
        /// That value.
        value: u32,
    },
    /// A loopy vertex has a move to a loopy vertex from which nothing leads to the value that would
    /// otherwise be its own.
    LoopyWithFiniteValue {
        /// That value.
        value: u32,
    },
    /// From a finite value, every move to a vertex that has a larger one or is loopy can be
    /// reverted by a move to the same value.
    MoveNotReverted {
        /// The value the solution gives.
        value: u32,
        /// Where the move leads: to a loopy vertex without that value among its options.
        to: Vertex,
    },
    /// Moves are reverted to vertices whose own value is established without this one.
    RevertedInCircle {
        /// The value the solution gives.
        value: u32,
        /// Where the move leads.
        to: Vertex,
    },
}

impl GrundyRule {
    pub(crate) fn describe(
        &self,
        f: &mut fmt::Formatter<'_>,
        here: &str,
        names: &Described<'_>,
    ) -> fmt::Result {
        match self {
            GrundyRule::NotMex { claimed, mex } => write!(
                f,
                "{here} is given the value {claimed}, but the least value that none of its moves \
                 reaches is {mex}"
            ),
            GrundyRule::OptionInvented { value } => write!(
                f,
                "{here} is given as loopy with {value} among its options, but none of its moves \
                 leads to a vertex of that value"
            ),
            GrundyRule::OptionLeftOut { successor, value } => write!(
                f,
                "{here} is given as loopy without {value} among its options, but a move leads to \
                 {}, which has that value",
                names.vertex(*successor)
            ),
            GrundyRule::LoopyWithFiniteValue { value } => write!(
                f,
                "{here} is given as loopy, but nothing keeps it from having the value {value}: \
                 none of its moves leads to a loopy vertex without {value} among its options"
            ),
            GrundyRule::MoveNotReverted { value, to } => write!(
                f,
                "{here} is given the value {value}, but a move leads to {}, which is loopy and has \
                 no option of value {value}",
                names.vertex(*to)
            ),
            GrundyRule::RevertedInCircle { value, to } => write!(
                f,
                "{here} is given the value {value}, but a move leads to {}, and the moves from \
                 there to the value {value} go round in a circle: nothing forces it",
                names.vertex(*to)
            ),
        }
    }
}
