//! What can be wrong with a game.

use crate::Look;

/// A way in which the methods of a game contradict each other. Positions are named as the game shows
/// them.
///
/// ```
/// use retrograde_games::kit::KitFault;
/// let fault = KitFault::MovesAlike { position: "2+2".into(), text: "take".into() };
/// assert_eq!(fault.to_string(), "at '2+2' two moves are shown as 'take': show them differently");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what the fields are")]
pub enum KitFault {
    /// The game has neither a start nor slots with positions.
    #[error(
        "there is no position to check: give the game a start, or an index without too many holes"
    )]
    Nothing,
    /// A method panics.
    #[error("a method panics at '{position}' or next to it: {message}")]
    Panic { position: String, message: String },
    /// `parse` refuses what `show` writes.
    #[error("'{shown}' is shown and cannot be read: {message}")]
    Unreadable { shown: String, message: String },
    /// `parse` takes what `show` writes for another position.
    #[error(
        "'{shown}' is read as another position, which is shown as '{read}': show all that belongs to a position"
    )]
    Misread { shown: String, read: String },
    /// Two moves are shown as the same.
    #[error("at '{position}' two moves are shown as '{text}': show them differently")]
    MovesAlike { position: String, text: String },
    /// `parse_move` does not find the move that `show_move` shows.
    #[error("at '{position}' the move shown as '{text}' is not read back")]
    MoveMisread { position: String, text: String },
    /// `parse_move` finds a move where the game is over.
    #[error("'{position}' has a verdict, and yet '{text}' is read as a move there")]
    MoveAfterEnd { position: String, text: String },
    /// `moves` changes what is in the list, or says something else each time.
    #[error(
        "at '{position}' the moves are not the same ones each time, added to what is in the list"
    )]
    NotAppended { position: String },
    /// The picture, set up as it is, is another position or none.
    #[error("the board of '{position}', set up as it is drawn, gives: {found}")]
    OtherBoard { position: String, found: String },
    /// A piece, a line or a move is at a place that the board does not have.
    #[error(
        "at '{position}' there is talk of place {place}, and the board has {places}, counted from 0"
    )]
    OffBoard { position: String, place: u32, places: u32 },
    /// The canonical form has another canonical form.
    #[error(
        "the canonical form of '{position}' is '{canonical}', and of that '{again}': it must be its own"
    )]
    CanonicalDiffers { position: String, canonical: String, again: String },
    /// A position and its canonical form have different verdicts.
    #[error("'{position}' and its canonical form '{canonical}' have different verdicts")]
    SymmetryVerdict { position: String, canonical: String },
    /// A position and its canonical form lead to different positions.
    #[error("of '{position}' and its canonical form '{canonical}' only one leads to '{only}'")]
    SymmetryMoves { position: String, canonical: String, only: String },
    /// The position of a slot has another slot.
    #[error("slot {slot} stands for '{position}', whose slot is {ranked}")]
    WrongSlot { slot: u64, position: String, ranked: u64 },
    /// The position of a slot is not canonical.
    #[error("slot {slot} stands for '{position}', which is not canonical")]
    NotCanonical { slot: u64, position: String },
    /// The slot of a position is past the last one.
    #[error("the slot of '{position}' is {slot}, and there are {slots}")]
    NoSlot { position: String, slot: u64, slots: u64 },
    /// The slot of a position stands for another one, or for none.
    #[error("the slot of '{position}' is {slot}, which stands for {}", instead(found))]
    NotFoundAgain { position: String, slot: u64, found: Option<String> },
    /// A slot is in no tier.
    #[error("slot {slot} is in no tier")]
    TierGap { slot: u64 },
    /// A slot is in two tiers, or there is none of that number.
    #[error("{}", overlap(*slot, *slots))]
    TierOverlap { slot: u64, slots: u64 },
    /// A move leads to a later tier.
    #[error("a move leads from '{position}' to '{next}', which is in a later tier")]
    TierRises { position: String, next: String },
    /// A move leads to a tier that is not among those that its own leads to.
    #[error(
        "a move leads from '{position}' to '{next}', in tier {to}, and tier {from} is not said to lead there"
    )]
    TierNotLedTo { position: String, next: String, from: usize, to: usize },
    /// A tier is said to lead to a later one, or to one that is not there.
    #[error("tier {from} is said to lead to tier {to}, which is a later one or none")]
    LeadsToLater { from: usize, to: usize },
    /// Un-moves are there for some positions only.
    #[error("whether there are un-moves depends on the position: '{position}' differs from others")]
    UnmovesSometimes { position: String },
    /// A position that leads to another is not among those before it.
    #[error(
        "a move leads from '{position}' to '{next}', but the un-moves of '{next}' do not lead back"
    )]
    UnmoveMissing { position: String, next: String },
    /// A position is said to be before another and has no move to it.
    #[error("'{earlier}' is among the un-moves of '{position}', but no move leads from it there")]
    UnmoveWrong { position: String, earlier: String },
    /// What is said to be at a slot is not what the position there has.
    #[error(
        "a look at slot {slot}, '{position}', finds {look:?}, where moves and verdict say {expected:?}"
    )]
    SlotLook { position: String, slot: u64, look: Look, expected: Look },
    /// A slot outside the tier is said to be led to and is not, or the other way round.
    #[error(
        "of the moves of '{position}' and those of its slot {slot} only one leads out of the tier to slot {other}"
    )]
    SlotLeaving { position: String, slot: u64, other: u64 },
    /// A slot is said to be before another and is not, or twice, or the other way round.
    #[error(
        "slot {other} must be among those before slot {slot}, '{position}', once if un-moves have it and not at all otherwise"
    )]
    SlotBefore { position: String, slot: u64, other: u64 },
    /// A position is said to be at a slot that has none.
    #[error("slot {slot} stands for no position, and yet a look finds one")]
    SlotHole { slot: u64 },
    /// A slot looks otherwise along with its neighbours.
    #[error(
        "slot {slot} looks like {along:?} along with its neighbours, and like {look:?} by itself, or leads elsewhere"
    )]
    SlotAlong { slot: u64, look: Look, along: Look },
}

/// What a slot stands for, if not for the canonical form it should.
fn instead(found: &Option<String>) -> String {
    match found {
        Some(found) => format!("'{found}' and not for its canonical form"),
        None => "no position".into(),
    }
}

fn overlap(slot: u64, slots: u64) -> String {
    match slot < slots {
        true => format!("slot {slot} is in two tiers"),
        false => format!("the tiers go past the last of {slots} slots"),
    }
}
