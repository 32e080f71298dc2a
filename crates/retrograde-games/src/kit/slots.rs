//! Moves from slot to slot against those from position to position.

use std::collections::HashSet;

use retrograde_core::Outcome;

use super::{Checker, KitFault};
use crate::{Game, Look};

impl<G: Game> Checker<'_, G> {
    /// Checks what the game says about the slot of a position and of those after it, which follow.
    pub(super) fn slot_moves(
        &self,
        position: &G::Position,
        next: &[G::Position],
    ) -> Result<(), KitFault> {
        let (Some(fast), Some(slot)) = (self.game.slot_moves(), self.ranked(position)?) else {
            return Ok(());
        };
        let shown = || self.game.show(position);
        let (mut within, mut outside, mut gifts) = (HashSet::new(), HashSet::new(), HashSet::new());
        for next in next {
            let to = self.game.rank(next);
            match self.tiers.of(to) == self.tiers.of(slot) {
                false => outside.insert(to),
                true if fast.leaves_out_gifts() && self.is_gift(next) => gifts.insert(to),
                true => within.insert(to),
            };
        }
        let given = !gifts.is_empty() && within.is_empty() && outside.is_empty();
        let expected = match self.game.verdict(position) {
            Some(verdict) => Look::Over(verdict),
            None if given => Look::GivesAway,
            None => Look::Open { replies: within.len() },
        };
        let mut leaving = Vec::new();
        let look = fast.look(slot, &mut leaving);
        if look != expected {
            return Err(KitFault::SlotLook { position: shown(), slot, look, expected });
        }
        let leaving: HashSet<u64> = leaving.into_iter().collect();
        if let Some(&other) = leaving.symmetric_difference(&outside).next() {
            return Err(KitFault::SlotLeaving { position: shown(), slot, other });
        }

        let mut positions = Vec::new();
        self.game.unmoves(position, &mut positions);
        let mut expected: HashSet<u64> = positions.iter().map(|p| self.game.rank(p)).collect();
        let gift = fast.leaves_out_gifts() && self.is_gift(position);
        expected.retain(|&earlier| !gift && self.tiers.of(earlier) == self.tiers.of(slot));
        let (mut before, mut seen) = (Vec::new(), HashSet::new());
        fast.before(slot, &mut before);
        for other in before {
            let is_there = expected.remove(&other) || self.game.unrank(other).is_none();
            if !seen.insert(other) || !is_there {
                return Err(KitFault::SlotBefore { position: shown(), slot, other });
            }
        }
        match expected.into_iter().next() {
            Some(other) => Err(KitFault::SlotBefore { position: shown(), slot, other }),
            None => Ok(()),
        }
    }

    /// Whether whoever is to move wins at once by leaving the tier.
    fn is_gift(&self, position: &G::Position) -> bool {
        self.moves(position).iter().any(|chosen| {
            let next = self.game.play(position, chosen);
            self.game.verdict(&next) == Some(Outcome::Lose)
                && !self.tiers.are_one(self.game, position, &next)
        })
    }

    /// Checks that a slot without a position is known as one.
    pub(super) fn hole(&self, slot: u64) -> Result<(), KitFault> {
        let Some(fast) = self.game.slot_moves() else { return Ok(()) };
        match fast.look(slot, &mut Vec::new()) {
            Look::Hole => Ok(()),
            _ => Err(KitFault::SlotHole { slot }),
        }
    }

    /// Checks that slots looked at along with their neighbours look as they do one by one.
    pub(super) fn along(&self, slot: u64, slots: u64) -> Result<(), KitFault> {
        /// How far to go on either side.
        const FAR: u64 = 20;
        let Some(fast) = self.game.slot_moves() else { return Ok(()) };
        let row = slot.saturating_sub(FAR)..slots.min(slot + FAR);
        let mut along = Vec::new();
        fast.look_along(row.clone(), &mut |slot, look, to| along.push((slot, look, to.to_vec())));
        let mut along = along.into_iter().peekable();
        for slot in row {
            let mut leaving = Vec::new();
            let look = fast.look(slot, &mut leaving);
            let told = along.next_if(|told| told.0 == slot);
            let (_, as_told, to) = told.unwrap_or((slot, Look::Hole, Vec::new()));
            if (as_told, &to) != (look, &leaving) {
                return Err(KitFault::SlotAlong { slot, look, along: as_told });
            }
        }
        along.next().map_or(Ok(()), |(slot, look, _)| {
            Err(KitFault::SlotAlong { slot, look: Look::Hole, along: look })
        })
    }
}
