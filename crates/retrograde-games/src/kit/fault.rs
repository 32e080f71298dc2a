//! What can be wrong with a game.

use std::fmt;

use crate::Look;

/// A way in which the methods of a game contradict each other. Positions are named as the game shows
/// them.
///
/// ```
/// use retrograde_games::kit::KitFault;
/// let fault = KitFault::MovesAlike { position: "2+2".into(), text: "take".into() };
/// assert_eq!(fault.to_string(), "at '2+2' two moves are shown as 'take': show them differently");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum KitFault {
    /// The game has neither a start nor slots with positions.
    Nothing,
    /// A method panics.
    Panic { position: String, message: String },
    /// `parse` refuses what `show` writes.
    Unreadable { shown: String, message: String },
    /// `parse` takes what `show` writes for another position.
    Misread { shown: String, read: String },
    /// Two moves are shown as the same.
    MovesAlike { position: String, text: String },
    /// `parse_move` does not find the move that `show_move` shows.
    MoveMisread { position: String, text: String },
    /// `parse_move` finds a move where the game is over.
    MoveAfterEnd { position: String, text: String },
    /// `moves` changes what is in the list, or says something else each time.
    NotAppended { position: String },
    /// The canonical form has another canonical form.
    Restless { position: String, canonical: String, again: String },
    /// A position and its canonical form have different verdicts.
    SymmetryVerdict { position: String, canonical: String },
    /// A position and its canonical form lead to different positions.
    SymmetryMoves { position: String, canonical: String, only: String },
    /// The position of a slot has another slot.
    WrongSlot { slot: u64, position: String, ranked: u64 },
    /// The position of a slot is not canonical.
    NotCanonical { slot: u64, position: String },
    /// The slot of a position is past the last one.
    NoSlot { position: String, slot: u64, slots: u64 },
    /// The slot of a position stands for another one, or for none.
    NotFoundAgain { position: String, slot: u64, found: Option<String> },
    /// A slot is in no tier.
    TierGap { slot: u64 },
    /// A slot is in two tiers, or there is none of that number.
    TierOverlap { slot: u64, slots: u64 },
    /// A move leads to a later tier.
    TierRises { position: String, next: String },
    /// Un-moves are there for some positions only.
    UnmovesSometimes { position: String },
    /// A position that leads to another is not among those before it.
    UnmoveMissing { position: String, next: String },
    /// A position is said to be before another and has no move to it.
    UnmoveWrong { position: String, earlier: String },
    /// What is said to be at a slot is not what the position there has.
    SlotLook { position: String, slot: u64, look: Look, expected: Look },
    /// A slot outside the tier is said to be led to and is not, or the other way round.
    SlotLeaving { position: String, slot: u64, other: u64 },
    /// A slot is said to be before another and is not, or twice, or the other way round.
    SlotBefore { position: String, slot: u64, other: u64 },
    /// A position is said to be at a slot that has none.
    SlotHole { slot: u64 },
}

impl fmt::Display for KitFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KitFault::Nothing => f.write_str(
                "there is no position to check: give the game a start, or an index without too many holes",
            ),
            KitFault::Panic { position, message } => {
                write!(f, "a method panics at '{position}' or next to it: {message}")
            }
            KitFault::Unreadable { shown, message } => {
                write!(f, "'{shown}' is shown and cannot be read: {message}")
            }
            KitFault::Misread { shown, read } => write!(
                f,
                "'{shown}' is read as another position, which is shown as '{read}': show all that belongs to a position"
            ),
            KitFault::MovesAlike { position, text } => {
                write!(f, "at '{position}' two moves are shown as '{text}': show them differently")
            }
            KitFault::MoveMisread { position, text } => {
                write!(f, "at '{position}' the move shown as '{text}' is not read back")
            }
            KitFault::MoveAfterEnd { position, text } => {
                write!(f, "'{position}' has a verdict, and yet '{text}' is read as a move there")
            }
            KitFault::NotAppended { position } => write!(
                f,
                "at '{position}' the moves are not the same ones each time, added to what is in the list"
            ),
            KitFault::Restless { position, canonical, again } => write!(
                f,
                "the canonical form of '{position}' is '{canonical}', and of that '{again}': it must be its own"
            ),
            KitFault::SymmetryVerdict { position, canonical } => {
                write!(f, "'{position}' and its canonical form '{canonical}' have different verdicts")
            }
            KitFault::SymmetryMoves { position, canonical, only } => write!(
                f,
                "of '{position}' and its canonical form '{canonical}' only one leads to '{only}'"
            ),
            KitFault::WrongSlot { slot, position, ranked } => {
                write!(f, "slot {slot} stands for '{position}', whose slot is {ranked}")
            }
            KitFault::NotCanonical { slot, position } => {
                write!(f, "slot {slot} stands for '{position}', which is not canonical")
            }
            KitFault::NoSlot { position, slot, slots } => {
                write!(f, "the slot of '{position}' is {slot}, and there are {slots}")
            }
            KitFault::NotFoundAgain { position, slot, found: Some(found) } => write!(
                f,
                "the slot of '{position}' is {slot}, which stands for '{found}' and not for its canonical form"
            ),
            KitFault::NotFoundAgain { position, slot, found: None } => {
                write!(f, "the slot of '{position}' is {slot}, which stands for no position")
            }
            KitFault::TierGap { slot } => write!(f, "slot {slot} is in no tier"),
            KitFault::TierOverlap { slot, slots } if slot < slots => {
                write!(f, "slot {slot} is in two tiers")
            }
            KitFault::TierOverlap { slots, .. } => {
                write!(f, "the tiers go past the last of {slots} slots")
            }
            KitFault::TierRises { position, next } => {
                write!(f, "a move leads from '{position}' to '{next}', which is in a later tier")
            }
            KitFault::UnmovesSometimes { position } => write!(
                f,
                "whether there are un-moves depends on the position: '{position}' differs from others"
            ),
            KitFault::UnmoveMissing { position, next } => write!(
                f,
                "a move leads from '{position}' to '{next}', but the un-moves of '{next}' do not lead back"
            ),
            KitFault::UnmoveWrong { position, earlier } => write!(
                f,
                "'{earlier}' is among the un-moves of '{position}', but no move leads from it there"
            ),
            KitFault::SlotLook { position, slot, look, expected } => write!(
                f,
                "a look at slot {slot}, '{position}', finds {look:?}, where moves and verdict say {expected:?}"
            ),
            KitFault::SlotLeaving { position, slot, other } => write!(
                f,
                "of the moves of '{position}' and those of its slot {slot} only one leads out of the tier to slot {other}"
            ),
            KitFault::SlotBefore { position, slot, other } => write!(
                f,
                "slot {other} must be among those before slot {slot}, '{position}', once if un-moves have it and not at all otherwise"
            ),
            KitFault::SlotHole { slot } => {
                write!(f, "slot {slot} stands for no position, and yet a look finds one")
            }
        }
    }
}

impl std::error::Error for KitFault {}
