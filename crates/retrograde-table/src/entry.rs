//! What a stored table says about one slot.

use std::fmt;

use retrograde_core::{Distance, Outcome};

use crate::Slot;

/// What a stored table says about a slot, for the player to move.
///
/// A table of outcomes alone knows no distances, and calls a tie by the rules a draw.
///
/// ```
/// use retrograde_core::{Distance, Outcome};
/// use retrograde_table::{Entry, Slot};
/// let entry = Entry::from(Slot::Win(Distance(7)));
/// assert_eq!(entry.outcome(), Some(Outcome::Win));
/// assert_eq!(entry.distance(), Some(Distance(7)));
/// assert_eq!(Entry::Win(None).to_string(), "win");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// The index has no position here.
    Hole,
    /// The mover wins, after so many plies where the table knows.
    Win(Option<Distance>),
    /// The mover loses, after so many plies where the table knows.
    Lose(Option<Distance>),
    /// With best play the game ends undecided.
    Tie,
    /// Neither side can force a win, and play need not end.
    Draw,
}

impl Entry {
    /// The outcome, with ties and endless play both drawn; `None` for a hole.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Entry::Hole => None,
            Entry::Win(_) => Some(Outcome::Win),
            Entry::Lose(_) => Some(Outcome::Lose),
            Entry::Tie | Entry::Draw => Some(Outcome::Draw),
        }
    }

    /// How many plies until the game is decided, where it is and the table knows.
    #[must_use]
    pub fn distance(self) -> Option<Distance> {
        match self {
            Entry::Win(distance) | Entry::Lose(distance) => distance,
            Entry::Hole | Entry::Tie | Entry::Draw => None,
        }
    }

    /// The word used in files: `win`, `lose`, `tie`, `draw`, or `hole`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Entry::Hole => "hole",
            Entry::Win(_) => "win",
            Entry::Lose(_) => "lose",
            Entry::Tie => "tie",
            Entry::Draw => "draw",
        }
    }

    /// What a player who may choose between positions to leave to the opponent likes best comes
    /// first: quick losses, endless play, ties, then wins as long as possible.
    ///
    /// ```
    /// use retrograde_core::Distance;
    /// use retrograde_table::Entry;
    /// let mate_in = |plies| Entry::Lose(Some(Distance(plies)));
    /// assert!(mate_in(2).to_leave() < mate_in(4).to_leave());
    /// assert!(mate_in(4).to_leave() < Entry::Tie.to_leave());
    /// ```
    #[must_use]
    pub fn to_leave(self) -> (u8, u32) {
        match self {
            Entry::Lose(distance) => (0, distance.map_or(0, |distance| distance.0)),
            Entry::Draw => (1, 0),
            Entry::Tie => (2, 0),
            Entry::Win(distance) => (3, u32::MAX - distance.map_or(0, |distance| distance.0)),
            Entry::Hole => (4, 0),
        }
    }
}

impl From<Slot> for Entry {
    fn from(slot: Slot) -> Self {
        match slot {
            Slot::Hole => Entry::Hole,
            Slot::Win(distance) => Entry::Win(Some(distance)),
            Slot::Lose(distance) => Entry::Lose(Some(distance)),
            Slot::Tie => Entry::Tie,
            Slot::Draw => Entry::Draw,
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(distance) => write!(f, "{} in {distance}", self.as_str()),
            None => f.pad(self.as_str()),
        }
    }
}
