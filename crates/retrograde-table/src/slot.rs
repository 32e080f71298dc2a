//! What is known about one slot of an index, in two bytes.

use retrograde_core::{Distance, Outcome};

/// What a slot of a solved table says, for the player to move.
///
/// ```
/// use retrograde_core::Distance;
/// use retrograde_table::Slot;
/// let win = Slot::Win(Distance(7));
/// assert_eq!(Slot::unpack(win.pack()), Some(win));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// The index has no position here.
    Hole,
    /// The mover wins after so many plies.
    Win(Distance),
    /// The mover loses after so many plies.
    Lose(Distance),
    /// With best play the game ends undecided: every way to avoid a loss comes to a tie by the
    /// rules.
    Tie,
    /// Neither side can force a win, and play need not end.
    Draw,
}

impl Slot {
    /// The longest distance that can be packed.
    pub const LONGEST: Distance = Distance(0x3ffe);

    /// Two bytes: the kind in the upper two bits, one more than the distance in the others.
    ///
    /// # Panics
    /// If a distance is longer than [`LONGEST`](Self::LONGEST).
    #[must_use]
    pub fn pack(self) -> u16 {
        let code = |distance: Distance| {
            assert!(distance <= Slot::LONGEST, "a distance that fits");
            distance.0 as u16 + 1
        };
        match self {
            Slot::Hole => 0,
            Slot::Draw => 0x8000,
            Slot::Tie => 0xc000,
            Slot::Win(distance) => code(distance),
            Slot::Lose(distance) => 0x4000 | code(distance),
        }
    }

    /// The slot that two bytes mean, if they mean one.
    #[must_use]
    pub fn unpack(bytes: u16) -> Option<Self> {
        let distance = Distance(u32::from(bytes & 0x3fff).wrapping_sub(1));
        match (bytes >> 14, bytes & 0x3fff) {
            (0, 0) => Some(Slot::Hole),
            (2, 0) => Some(Slot::Draw),
            (3, 0) => Some(Slot::Tie),
            (0, _) => Some(Slot::Win(distance)),
            (1, 1..) => Some(Slot::Lose(distance)),
            _ => None,
        }
    }

    /// The outcome, with ties and endless play both drawn; `None` for a hole.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Slot::Hole => None,
            Slot::Win(_) => Some(Outcome::Win),
            Slot::Lose(_) => Some(Outcome::Lose),
            Slot::Tie | Slot::Draw => Some(Outcome::Draw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_of_bytes_means_at_most_one_slot() {
        let mut slots = Vec::new();
        for bytes in 0..=u16::MAX {
            if let Some(slot) = Slot::unpack(bytes) {
                assert_eq!(slot.pack(), bytes);
                slots.push(slot);
            }
        }
        assert_eq!(slots.len(), 2 * 0x3fff + 3);
        assert!(slots.contains(&Slot::Lose(Slot::LONGEST)));
    }
}
