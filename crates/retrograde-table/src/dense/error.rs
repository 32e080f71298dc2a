//! Why a game could not be solved over its index.

use retrograde_core::memory::Bytes;
use retrograde_core::{Stopped, grouped};

use super::code::Code;
use crate::Worth;

/// Why a game could not be solved over its index.
///
/// ```
/// use retrograde_table::dense::DenseError;
/// assert_eq!(
///     DenseError::NoIndex.to_string(),
///     "the game has no index: explore it from its start instead"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DenseError {
    /// The game does not number its positions.
    #[error("the game has no index: explore it from its start instead")]
    NoIndex,
    /// The slots take more memory than there is, or than is allowed.
    #[error(
        "{} slots need {} of memory and there are {}: take a smaller game, or a larger machine",
        grouped(*slots),
        Bytes(*needed),
        Bytes(*available)
    )]
    Memory {
        /// How many slots the index has.
        slots: u64,
        /// How many bytes they need.
        needed: u64,
        /// How many there are.
        available: u64,
    },
    /// Tier by tier, too, it takes more memory than there is, or than is allowed.
    #[error(
        "with the tiers that are done on disk, too, a tier of {} slots needs {} of memory at least, and \
         there are {}",
        grouped(*slots),
        Bytes(*needed),
        Bytes(*available)
    )]
    TierMemory {
        /// How many slots the tier has that takes most.
        slots: u64,
        /// How many bytes are needed at least.
        needed: u64,
        /// How many of them without distances.
        outcomes: u64,
        /// How many there are.
        available: u64,
    },
    /// A win or loss takes more moves than a table can say.
    #[error(
        "a win takes more than {} moves, which is the most a table can hold: explore the game instead",
        grouped(Worth::LONGEST)
    )]
    TooLong,
    /// A position has too many moves within its tier.
    #[error(
        "the position of slot {slot} has more than {} different moves: explore the game instead",
        grouped(Code::MOST)
    )]
    TooManyMoves {
        /// The slot of the position.
        slot: u64,
    },
    /// The tiers overlap, or leave slots out.
    #[error(
        "slot {slot} must be in exactly one tier: check the game with the kit, and mend its tiers"
    )]
    Tiers {
        /// The first slot that is in no tier, or in two.
        slot: u64,
    },
    /// A move leads to a slot that has no position, is past the end, or lies in a tier that its own
    /// does not lead to.
    #[error(
        "a move leads from slot {from} to slot {to}, which is a hole, past the end or in a tier that its \
         own does not lead to: check the game with the kit, and mend its index or its tiers"
    )]
    Move {
        /// The slot it leads from.
        from: u64,
        /// The slot it leads to.
        to: u64,
    },
    /// It was to end before the game was solved.
    #[error("{}", match .0 {
        Stopped::Deadline => "time was up before the game was solved: allow more".to_owned(),
        why => why.to_string(),
    })]
    Stopped(#[from] Stopped),
    /// What was solved before cannot be read any more.
    #[error("what was solved before cannot be read any more: solve it from the beginning")]
    Unreadable,
    /// A state to go on from does not belong to this game.
    #[error("the saved state is not one of this game: solve it from the beginning")]
    Resume,
}
