//! Moves from slot to slot against those from position to position.

use std::collections::HashSet;

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
        let slots: HashSet<u64> = next.iter().map(|next| self.game.rank(next)).collect();
        let (within, outside): (HashSet<u64>, HashSet<u64>) =
            slots.into_iter().partition(|&to| self.tiers.of(to) == self.tiers.of(slot));
        let expected = match self.game.verdict(position) {
            Some(verdict) => Look::Over(verdict),
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
        expected.retain(|&earlier| self.tiers.of(earlier) == self.tiers.of(slot));
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

    /// Checks that a slot without a position is known as one.
    pub(super) fn hole(&self, slot: u64) -> Result<(), KitFault> {
        let Some(fast) = self.game.slot_moves() else { return Ok(()) };
        match fast.look(slot, &mut Vec::new()) {
            Look::Hole => Ok(()),
            _ => Err(KitFault::SlotHole { slot }),
        }
    }
}
