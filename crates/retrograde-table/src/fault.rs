//! What can be wrong with a table.

use crate::{TableError, Worth};

/// Why a table was not verified.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It cannot be read, is damaged, or belongs to another game; or somebody stopped it.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It says something that does not follow from the rules.
    #[error(transparent)]
    Fault(Box<Fault>),
}

/// What is wrong with a slot.
///
/// ```
/// use retrograde_table::{Fault, Worth};
/// let fault = Fault::Filled { slot: 7, stored: Worth::Tie };
/// assert_eq!(fault.to_string(), "slot 7 has no position, and the table says tie");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// Something else follows from the moves than what the table says.
    #[error(
        "slot {slot} ({position}): the table says {stored}, and {derived} follows from the moves"
    )]
    Differs {
        /// The slot.
        slot: u64,
        /// Its position.
        position: String,
        /// What the table says.
        stored: Worth,
        /// What follows from the moves.
        derived: Worth,
    },
    /// What the table says rests on nothing but itself.
    #[error("slot {slot} ({position}): the table says {stored}, which follows only from itself")]
    Circular {
        /// The slot.
        slot: u64,
        /// Its position.
        position: String,
        /// What the table says.
        stored: Worth,
    },
    /// The table says something about a slot without a position.
    #[error("slot {slot} has no position, and the table says {stored}")]
    Filled {
        /// The slot.
        slot: u64,
        /// What the table says.
        stored: Worth,
    },
    /// A move leads to a slot that is a hole in the table, or past its end.
    #[error("slot {slot} ({position}): a move leads to slot {to}, where the table has no position")]
    Move {
        /// The slot that the move leads from.
        slot: u64,
        /// Its position.
        position: String,
        /// The slot that it leads to.
        to: u64,
    },
    /// The game gives another number to a slot's own position.
    #[error("slot {slot} ({position}): the game numbers this position {ranked}")]
    Rank {
        /// The slot.
        slot: u64,
        /// Its position.
        position: String,
        /// The number.
        ranked: u64,
    },
}
