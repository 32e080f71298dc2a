//! The index and its tiers: every position under its slot, every slot in its tier.

use std::ops::Range;

use super::{Checker, KitFault};
use crate::Game;

/// The tiers of a game with an index, by their first slots.
pub(super) struct Tiers {
    /// Which one in the game's order comes after the range.
    ranges: Vec<(Range<u64>, usize)>,
    slots: Option<u64>,
}

impl Tiers {
    /// Those of a game, if they are all slots, each once.
    pub(super) fn new<G: Game>(game: &G) -> Result<Self, KitFault> {
        let Some(slots) = game.slots() else {
            return Ok(Tiers { ranges: Vec::new(), slots: None });
        };
        let mut ranges: Vec<_> =
            game.tiers().into_iter().enumerate().map(|(tier, range)| (range, tier)).collect();
        ranges.retain(|(range, _)| !range.is_empty());
        ranges.sort_by_key(|(range, _)| range.start);
        let mut covered = 0;
        for (range, _) in &ranges {
            if range.start > covered {
                return Err(KitFault::TierGap { slot: covered });
            }
            if range.start < covered || range.end > slots {
                let slot = if range.start < covered { range.start } else { slots };
                return Err(KitFault::TierOverlap { slot, slots });
            }
            covered = range.end;
        }
        if covered < slots {
            return Err(KitFault::TierGap { slot: covered });
        }
        Ok(Tiers { ranges, slots: Some(slots) })
    }

    pub(super) fn of(&self, slot: u64) -> usize {
        let after = self.ranges.partition_point(|(range, _)| range.start <= slot);
        self.ranges[after - 1].1
    }

    /// Whether two positions are of the same tier; without an index all are.
    pub(super) fn are_one<G: Game>(&self, game: &G, p: &G::Position, q: &G::Position) -> bool {
        self.slots.is_none() || self.of(game.rank(p)) == self.of(game.rank(q))
    }
}

impl<G: Game> Checker<'_, G> {
    /// Checks a slot of the index and the position it stands for.
    pub(super) fn slot(&mut self, slot: u64) -> Result<(), KitFault> {
        self.report.slots += 1;
        self.along(slot, self.tiers.slots.unwrap_or(0))?;
        let Some(position) = self.game.unrank(slot) else { return self.hole(slot) };
        let (ranked, shown) = (self.game.rank(&position), self.game.show(&position));
        if ranked != slot {
            return Err(KitFault::WrongSlot { slot, position: shown, ranked });
        }
        if self.game.canonical(&position) != position {
            return Err(KitFault::NotCanonical { slot, position: shown });
        }
        self.position(&position).map(|_| ())
    }

    /// Checks that a position and all after it are in the index, and in the right order of tiers.
    pub(super) fn index(&self, at: &G::Position, next: &[G::Position]) -> Result<(), KitFault> {
        let Some(slot) = self.ranked(at)? else { return Ok(()) };
        for next in next {
            let Some(next_slot) = self.ranked(next)? else { continue };
            let (from, to) = (self.tiers.of(slot), self.tiers.of(next_slot));
            let both = || (self.game.show(at), self.game.show(next));
            if to > from {
                let (position, next) = both();
                return Err(KitFault::TierRises { position, next });
            }
            let led_to = self.game.leads_to(from);
            if let Some(later) = led_to.iter().find(|tiers| tiers.end > from + 1) {
                return Err(KitFault::LeadsToLater { from, to: later.end - 1 });
            }
            if !led_to.iter().any(|tiers| tiers.contains(&to)) {
                let (position, next) = both();
                return Err(KitFault::TierNotLedTo { position, next, from, to });
            }
        }
        Ok(())
    }

    /// The slot of a position, if the game has an index and the position is found again there.
    pub(super) fn ranked(&self, position: &G::Position) -> Result<Option<u64>, KitFault> {
        let Some(slots) = self.tiers.slots else { return Ok(None) };
        let (slot, shown) = (self.game.rank(position), || self.game.show(position));
        if slot >= slots {
            return Err(KitFault::NoSlot { position: shown(), slot, slots });
        }
        let canonical = self.game.canonical(position);
        let found = self.game.unrank(slot);
        if found.as_ref() != Some(&canonical) {
            let found = found.map(|found| self.game.show(&found));
            return Err(KitFault::NotFoundAgain { position: shown(), slot, found });
        }
        Ok(Some(slot))
    }
}
