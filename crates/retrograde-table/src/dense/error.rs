//! Why a game could not be solved over its index.

use std::fmt;

use retrograde_core::memory::Bytes;

use super::code::Code;
use crate::Slot;

/// Why a game could not be solved over its index.
///
/// ```
/// use retrograde_table::dense::DenseError;
/// assert_eq!(
///     DenseError::NoIndex.to_string(),
///     "the game has no index: explore it from its start instead"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DenseError {
    /// The game does not number its positions.
    NoIndex,
    /// The slots take more memory than there is, or than is allowed.
    Memory {
        /// How many slots the index has.
        slots: u64,
        /// How many bytes they need.
        needed: u64,
        /// How many there are.
        available: u64,
    },
    /// A win or loss takes more plies than a table can say.
    TooLong,
    /// A position has too many moves within its tier.
    TooManyMoves {
        /// The slot of the position.
        slot: u64,
    },
    /// The tiers overlap, or leave slots out.
    Tiers {
        /// The first slot that is in no tier, or in two.
        slot: u64,
    },
    /// A move leads to a slot that has no position, is past the end, or lies in a later tier.
    Move {
        /// The slot it leads from.
        from: u64,
        /// The slot it leads to.
        to: u64,
    },
    /// Time was up.
    Deadline,
    /// A state to go on from does not belong to this game.
    Resume,
}

impl fmt::Display for DenseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DenseError::NoIndex => {
                f.write_str("the game has no index: explore it from its start instead")
            }
            DenseError::Memory { slots, needed, available } => write!(
                f,
                "{slots} slots need {} of memory and there are {}: take a smaller game, or a larger machine",
                Bytes(*needed),
                Bytes(*available)
            ),
            DenseError::TooLong => write!(
                f,
                "a win takes more than {} plies, which is the most a table can hold: explore the game instead",
                Slot::LONGEST
            ),
            DenseError::TooManyMoves { slot } => write!(
                f,
                "the position of slot {slot} has more than {} different moves: explore the game instead",
                Code::MOST
            ),
            DenseError::Tiers { slot } => write!(
                f,
                "slot {slot} must be in exactly one tier: check the game with the kit, and mend its tiers"
            ),
            DenseError::Move { from, to } => write!(
                f,
                "a move leads from slot {from} to slot {to}, which is a hole, past the end or in a later tier: \
                 check the game with the kit, and mend its index or its tiers"
            ),
            DenseError::Deadline => {
                f.write_str("time was up before the game was solved: allow more")
            }
            DenseError::Resume => {
                f.write_str("the saved state is not one of this game: solve it from the beginning")
            }
        }
    }
}

impl std::error::Error for DenseError {}
