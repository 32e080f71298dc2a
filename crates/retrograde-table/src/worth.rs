//! What is known of a position, and which of several a player would rather leave to the other.

use std::fmt;

use retrograde_core::{Distance, Outcome, Value};

/// What a position is worth to the player to move.
///
/// A table of outcomes alone knows no distances, and calls a tie by the rules a draw.
///
/// ```
/// use retrograde_core::{Distance, Outcome};
/// use retrograde_table::Worth;
/// let win = Worth::Win(Some(Distance(7)));
/// assert_eq!(win.outcome(), Some(Outcome::Win));
/// assert_eq!(win.distance(), Some(Distance(7)));
/// assert_eq!(win.to_string(), "win in 7");
/// assert_eq!(Worth::Win(None).to_string(), "win");
/// assert_eq!(Worth::unpack(win.pack()), Some(win));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Worth {
    /// The index has no position here.
    Hole,
    /// The mover wins, after so many moves where that is known.
    Win(Option<Distance>),
    /// The mover loses, after so many moves where that is known.
    Lose(Option<Distance>),
    /// With best play the game ends undecided: every way to avoid a loss comes to a tie by the
    /// rules.
    Tie,
    /// Neither side can force a win, and play need not end.
    Draw,
}

impl Worth {
    /// The longest distance that can be packed.
    pub const LONGEST: Distance = Distance(0x3ffe);

    /// A value of which it is known whether a draw is a tie.
    #[must_use]
    pub fn of(value: Value, tie: bool) -> Self {
        match value {
            Value::Win(distance) => Worth::Win(Some(distance)),
            Value::Lose(distance) => Worth::Lose(Some(distance)),
            Value::Draw if tie => Worth::Tie,
            Value::Draw => Worth::Draw,
        }
    }

    /// Two bytes: the kind in the upper two bits, one more than the distance in the others.
    ///
    /// # Panics
    /// If a win or a loss has no distance, or one longer than [`LONGEST`](Self::LONGEST).
    #[must_use]
    pub fn pack(self) -> u16 {
        let code = |distance: Option<Distance>| {
            let distance = distance.filter(|&distance| distance <= Worth::LONGEST);
            distance.expect("a distance that fits").0 as u16 + 1
        };
        match self {
            Worth::Hole => 0,
            Worth::Draw => 0x8000,
            Worth::Tie => 0xc000,
            Worth::Win(distance) => code(distance),
            Worth::Lose(distance) => 0x4000 | code(distance),
        }
    }

    /// What two bytes mean, if they mean something.
    #[inline]
    #[must_use]
    pub fn unpack(bytes: u16) -> Option<Self> {
        let distance = Some(Distance(u32::from(bytes & 0x3fff).wrapping_sub(1)));
        match (bytes >> 14, bytes & 0x3fff) {
            (0, 0) => Some(Worth::Hole),
            (2, 0) => Some(Worth::Draw),
            (3, 0) => Some(Worth::Tie),
            (0, _) => Some(Worth::Win(distance)),
            (1, 1..) => Some(Worth::Lose(distance)),
            _ => None,
        }
    }

    /// The outcome, with ties and endless play both drawn; `None` for a hole.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Worth::Hole => None,
            Worth::Win(_) => Some(Outcome::Win),
            Worth::Lose(_) => Some(Outcome::Lose),
            Worth::Tie | Worth::Draw => Some(Outcome::Draw),
        }
    }

    /// How many moves until the game is decided, where it is and that is known.
    #[must_use]
    pub fn distance(self) -> Option<Distance> {
        match self {
            Worth::Win(distance) | Worth::Lose(distance) => distance,
            Worth::Hole | Worth::Tie | Worth::Draw => None,
        }
    }

    /// The word for people: `win`, `lose`, `tie`, `draw`, or `hole`. Files have the
    /// [`outcome`](Self::outcome), which calls a tie a draw.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Worth::Hole => "hole",
            Worth::Win(_) => "win",
            Worth::Lose(_) => "lose",
            Worth::Tie => "tie",
            Worth::Draw => "draw",
        }
    }

    /// What a player who may choose between positions to leave to the opponent likes best comes
    /// first: quick losses, endless play, ties, then wins as long as possible.
    ///
    /// ```
    /// use retrograde_core::Distance;
    /// use retrograde_table::Worth;
    /// let mate_in = |moves| Worth::Lose(Some(Distance(moves)));
    /// assert!(mate_in(2).to_leave() < mate_in(4).to_leave());
    /// assert!(mate_in(4).to_leave() < Worth::Tie.to_leave());
    /// ```
    #[must_use]
    pub fn to_leave(self) -> (u8, u32) {
        match self {
            Worth::Lose(distance) => (0, distance.map_or(0, |distance| distance.0)),
            Worth::Draw => (1, 0),
            Worth::Tie => (2, 0),
            Worth::Win(distance) => (3, u32::MAX - distance.map_or(0, |distance| distance.0)),
            Worth::Hole => (4, 0),
        }
    }

    /// What the best moves of a position that is worth this leave to the opponent: the first of them
    /// that is found to leave it is as good as any. `None` where the game is over.
    ///
    /// ```
    /// use retrograde_core::Distance;
    /// use retrograde_table::Worth;
    /// let mated = Worth::Lose(Some(Distance(0)));
    /// assert_eq!(Worth::Win(Some(Distance(1))).left_by_best(), Some(mated));
    /// assert_eq!(mated.left_by_best(), None);
    /// ```
    #[must_use]
    pub fn left_by_best(self) -> Option<Worth> {
        let before = |distance: Option<Distance>| match distance {
            Some(Distance(moves)) => Some(Some(Distance(moves.checked_sub(1)?))),
            None => Some(None),
        };
        match self {
            Worth::Hole => None,
            Worth::Win(distance) => before(distance).map(Worth::Lose),
            Worth::Lose(distance) => before(distance).map(Worth::Win),
            Worth::Tie | Worth::Draw => Some(self),
        }
    }
}

impl fmt::Display for Worth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance() {
            Some(distance) => write!(f, "{} in {distance}", self.as_str()),
            None => f.pad(self.as_str()),
        }
    }
}

/// How many positions are worth what.
///
/// ```
/// use retrograde_table::{Counts, Worth};
/// let mut counts = Counts::default();
/// counts.add(Worth::Tie, 2);
/// assert_eq!((counts.tie, counts.positions()), (2, 2));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Won for the player to move.
    pub win: u64,
    /// Lost for the player to move.
    pub lose: u64,
    /// Drawn, and play comes to an end.
    pub tie: u64,
    /// Drawn, and play need not end.
    pub draw: u64,
    /// Without a position.
    pub hole: u64,
}

impl Counts {
    /// Counts so many more.
    pub fn add(&mut self, worth: Worth, more: u64) {
        *match worth {
            Worth::Win(_) => &mut self.win,
            Worth::Lose(_) => &mut self.lose,
            Worth::Tie => &mut self.tie,
            Worth::Draw => &mut self.draw,
            Worth::Hole => &mut self.hole,
        } += more;
    }

    /// All of them but the holes.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.win + self.lose + self.tie + self.draw
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_bytes_means_at_most_one_thing() {
        let mut meant = Vec::new();
        for bytes in 0..=u16::MAX {
            if let Some(worth) = Worth::unpack(bytes) {
                assert_eq!(worth.pack(), bytes);
                meant.push(worth);
            }
        }
        assert_eq!(meant.len(), 2 * 0x3fff + 3);
        assert!(meant.contains(&Worth::Lose(Some(Worth::LONGEST))));
    }
}
