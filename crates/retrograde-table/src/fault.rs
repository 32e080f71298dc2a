//! What can be wrong with a table.

use std::fmt;

use crate::{Entry, TableError};

/// Why a table was not verified.
#[derive(Debug)]
#[non_exhaustive]
pub enum VerifyError {
    /// It cannot be read, is damaged, or belongs to another game.
    Table(TableError),
    /// It says something that does not follow from the rules.
    Fault(Box<Fault>),
}

/// What is wrong with a slot.
///
/// ```
/// use retrograde_table::{Entry, Fault};
/// let fault = Fault::Filled { slot: 7, stored: Entry::Tie };
/// assert_eq!(fault.to_string(), "slot 7 has no position, and the table says tie");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// Something else follows from the moves than what the table says.
    Differs {
        /// The slot.
        slot: u64,
        /// Its position.
        position: String,
        /// What the table says.
        stored: Entry,
        /// What follows from the moves.
        derived: Entry,
    },
    /// What the table says rests on nothing but itself.
    Circular {
        /// The slot.
        slot: u64,
        /// Its position.
        position: String,
        /// What the table says.
        stored: Entry,
    },
    /// The table says something about a slot without a position.
    Filled {
        /// The slot.
        slot: u64,
        /// What the table says.
        stored: Entry,
    },
    /// A move leads to a slot that is a hole in the table, or past its end.
    Move {
        /// The slot that the move leads from.
        slot: u64,
        /// Its position.
        position: String,
        /// The slot that it leads to.
        to: u64,
    },
    /// The game gives another number to a slot's own position.
    Rank {
        /// The slot.
        slot: u64,
        /// Its position.
        position: String,
        /// The number.
        ranked: u64,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Differs { slot, position, stored, derived } => write!(
                f,
                "slot {slot} ({position}): the table says {stored}, and {derived} follows from the moves"
            ),
            Fault::Circular { slot, position, stored } => write!(
                f,
                "slot {slot} ({position}): the table says {stored}, which follows only from itself"
            ),
            Fault::Filled { slot, stored } => {
                write!(f, "slot {slot} has no position, and the table says {stored}")
            }
            Fault::Move { slot, position, to } => write!(
                f,
                "slot {slot} ({position}): a move leads to slot {to}, where the table has no position"
            ),
            Fault::Rank { slot, position, ranked } => {
                write!(f, "slot {slot} ({position}): the game numbers this position {ranked}")
            }
        }
    }
}

impl From<TableError> for VerifyError {
    fn from(error: TableError) -> Self {
        VerifyError::Table(error)
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Table(error) => error.fmt(f),
            VerifyError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

impl std::error::Error for VerifyError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            VerifyError::Table(error) => Some(error),
            VerifyError::Fault(fault) => Some(fault),
        }
    }
}
