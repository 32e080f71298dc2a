//! Moves from slot to slot against those from position to position.

use std::collections::HashSet;
use std::ops::Range;

use retrograde_core::Outcome;

use super::{Checker, KitFault};
use crate::{Game, Gifts, Look, SlotMoves};

impl<G: Game> Checker<'_, G> {
    /// The ways in which the game says what there is at its slots.
    fn ways(&self) -> impl Iterator<Item = &dyn SlotMoves> {
        let fast = self.game.slot_moves();
        [fast, fast.and_then(SlotMoves::counted)].into_iter().flatten()
    }

    /// Checks what the game says about the slot of a position and of those after it, which follow.
    pub(super) fn slot_moves(
        &self,
        position: &G::Position,
        next: &[G::Position],
    ) -> Result<(), KitFault> {
        self.ways().try_for_each(|way| self.slot_moves_of(way, position, next))
    }

    fn slot_moves_of(
        &self,
        fast: &dyn SlotMoves,
        position: &G::Position,
        next: &[G::Position],
    ) -> Result<(), KitFault> {
        let Some(slot) = self.ranked(position)? else { return Ok(()) };
        let shown = || self.game.show(position);
        let gifts = fast.gifts();
        let (mut within, mut outside) = (HashSet::new(), HashSet::new());
        let (mut gives_away, mut all_over) = (!next.is_empty(), true);
        for next in next {
            let (to, over) = (self.game.rank(next), self.game.verdict(next));
            let is_within = self.tiers.of(to) == self.tiers.of(slot);
            if self.is_gift(gifts, next, is_within) {
                all_over &= over.is_some();
                continue;
            }
            gives_away = false;
            match is_within {
                true => within.insert(to),
                false => outside.insert(to),
            };
        }
        let wins = gifts == Gifts::LeftOut && self.wins_at_once(position);
        let expected = match self.game.verdict(position) {
            Some(verdict) => Look::Over(verdict),
            None if wins => {
                outside.clear();
                Look::WinsAtOnce
            }
            None if gives_away => Look::GivesAway { distance: if all_over { 1 } else { 2 } },
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
        self.slots_before(fast, position, slot)
    }

    /// Checks what is said to be before the slot of a position.
    fn slots_before(
        &self,
        fast: &dyn SlotMoves,
        position: &G::Position,
        slot: u64,
    ) -> Result<(), KitFault> {
        let gifts = fast.gifts();
        let nothing = self.is_gift(gifts, position, true)
            || gifts == Gifts::LeftOut && self.has_lost(position);
        let mut positions = Vec::new();
        self.game.unmoves(position, &mut positions);
        positions.retain(|earlier| {
            !nothing && self.tiers.of(self.game.rank(earlier)) == self.tiers.of(slot)
        });
        // Those that win at once may be there or not.
        let (may, must): (Vec<_>, Vec<_>) = positions
            .into_iter()
            .partition(|earlier| gifts == Gifts::LeftOut && self.wins_at_once(earlier));
        let ranked = |some: Vec<G::Position>| -> HashSet<u64> {
            some.iter().map(|position| self.game.rank(position)).collect()
        };
        let (may, mut must) = (ranked(may), ranked(must));
        let (mut before, mut seen) = (Vec::new(), HashSet::new());
        fast.before(slot, &mut before);
        let fault =
            |other| KitFault::SlotBefore { position: self.game.show(position), slot, other };
        for other in before {
            let is_there =
                must.remove(&other) || may.contains(&other) || self.game.unrank(other).is_none();
            if !seen.insert(other) || !is_there {
                return Err(fault(other));
            }
        }
        must.into_iter().next().map_or(Ok(()), |other| Err(fault(other)))
    }

    /// Whether a move to a position is one that is left out.
    fn is_gift(&self, gifts: Gifts, position: &G::Position, is_within: bool) -> bool {
        match gifts {
            Gifts::Counted => false,
            Gifts::LeftOutWithin => is_within && self.wins_outside(position),
            Gifts::LeftOut => {
                self.game.verdict(position) == Some(Outcome::Win) || self.wins_at_once(position)
            }
        }
    }

    /// Whether whoever is to move wins at once by leaving the tier.
    fn wins_outside(&self, position: &G::Position) -> bool {
        self.moves(position).iter().any(|chosen| {
            let next = self.game.play(position, chosen);
            self.game.verdict(&next) == Some(Outcome::Lose)
                && !self.tiers.are_one(self.game, position, &next)
        })
    }

    /// Whether whoever is to move wins at once.
    fn wins_at_once(&self, position: &G::Position) -> bool {
        let moves = self.moves(position);
        moves.iter().any(|chosen| self.has_lost(&self.game.play(position, chosen)))
    }

    /// Whether whoever is to move has lost.
    fn has_lost(&self, position: &G::Position) -> bool {
        match self.game.verdict(position) {
            Some(verdict) => verdict == Outcome::Lose,
            None => self.moves(position).is_empty(),
        }
    }

    /// Checks that a slot without a position is known as one.
    pub(super) fn hole(&self, slot: u64) -> Result<(), KitFault> {
        match self.ways().all(|way| way.look(slot, &mut Vec::new()) == Look::Hole) {
            true => Ok(()),
            false => Err(KitFault::SlotHole { slot }),
        }
    }

    /// Checks that slots looked at along with their neighbours look as they do one by one.
    pub(super) fn along(&self, slot: u64, slots: u64) -> Result<(), KitFault> {
        /// How far to go on either side.
        const FAR: u64 = 20;
        let row = slot.saturating_sub(FAR)..slots.min(slot + FAR);
        self.ways().try_for_each(|way| look_along(way, row.clone()))
    }
}

fn look_along(fast: &dyn SlotMoves, row: Range<u64>) -> Result<(), KitFault> {
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
