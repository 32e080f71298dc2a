//! Moves from slot to slot of a game whose type is forgotten.
//!
//! As [`retrograde_games::ByPositions`] finds them, but compiled once for all games.

use std::ops::Range;

use retrograde_games::{Look, SlotMoves, Told};

use crate::index::{Index, Seen, Walk};

/// Moves from slot to slot of a game that has an index and un-moves.
pub(crate) struct BySlots<'g> {
    game: &'g dyn Index,
    tiers: Vec<Range<u64>>,
}

impl<'g> BySlots<'g> {
    /// The moves of a game; `None` if it has no index or no un-moves.
    pub(crate) fn new(game: &'g dyn Index) -> Option<Self> {
        game.slots()?;
        if !game.has_unmoves() {
            return None;
        }
        let mut tiers = game.tiers();
        tiers.retain(|tier| !tier.is_empty());
        tiers.sort_unstable_by_key(|tier| tier.start);
        Some(BySlots { game, tiers })
    }

    /// The tier of a slot.
    fn tier(&self, slot: u64) -> Range<u64> {
        let after = self.tiers.partition_point(|tier| tier.start <= slot);
        after.checked_sub(1).map_or(0..0, |index| self.tiers[index].clone())
    }

    /// Looks at a slot with what slots are looked at with, and a list for its replies.
    fn look_with(
        &self,
        walk: &mut dyn Walk,
        replies: &mut Vec<u64>,
        slot: u64,
        leaving: &mut Vec<u64>,
    ) -> Look {
        replies.clear();
        match walk.settle(slot, replies) {
            Seen::Hole => Look::Hole,
            Seen::Over(verdict) => Look::Over(verdict),
            Seen::Open => {
                replies.sort_unstable();
                replies.dedup();
                let (tier, begin) = (self.tier(slot), leaving.len());
                leaving.extend(replies.iter().filter(|to| !tier.contains(to)));
                Look::Open { replies: replies.len() - (leaving.len() - begin) }
            }
        }
    }
}

impl SlotMoves for BySlots<'_> {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        self.look_with(&mut *self.game.walk(), &mut Vec::new(), slot, leaving)
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        let mut slots = Vec::new();
        self.game.walk().before(slot, &mut slots);
        slots.sort_unstable();
        slots.dedup();
        before.append(&mut slots);
    }

    fn look_along(&self, slots: Range<u64>, told: &mut Told<'_>) {
        let (mut walk, mut replies, mut leaving) = (self.game.walk(), Vec::new(), Vec::new());
        for slot in slots {
            leaving.clear();
            match self.look_with(&mut *walk, &mut replies, slot, &mut leaving) {
                Look::Hole => {}
                look => told(slot, look, &leaving),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use retrograde_games::rules::{Connect, Nim, Octal, Quixo};
    use retrograde_games::{ByPositions, Game};

    use super::*;

    /// Compares with what is found where the type is known, slot by slot.
    fn compare<G: Game>(game: &G) {
        let (ours, theirs) = (BySlots::new(game), ByPositions::new(game));
        assert_eq!(ours.is_some(), theirs.is_some());
        let (Some(ours), Some(theirs)) = (ours, theirs) else { return };
        let mut along = Vec::new();
        ours.look_along(0..theirs.slots(), &mut |slot, look, leaving| {
            along.push((slot, look, leaving.to_vec()));
        });
        let mut along = along.into_iter();
        for slot in 0..theirs.slots() {
            let (mut one, mut other) = (Vec::new(), Vec::new());
            let look = theirs.look(slot, &mut other);
            assert_eq!(ours.look(slot, &mut one), look);
            assert_eq!(one, other);
            if look != Look::Hole {
                assert_eq!(along.next(), Some((slot, look, one)));
                let (mut one, mut other) = (vec![7], vec![7]);
                ours.before(slot, &mut one);
                theirs.before(slot, &mut other);
                assert_eq!(one, other);
            }
        }
        assert_eq!(along.next(), None);
    }

    #[test]
    fn moves_are_those_found_by_way_of_positions() {
        compare(&Quixo::new(3).unwrap());
        compare(&Connect::new(3, 3, 3).unwrap());
        compare(&Nim::new(&[2, 3]).unwrap());
        compare(&Octal::new("0.137", 8).unwrap());
    }
}
