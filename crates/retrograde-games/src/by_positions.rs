//! Moves from slot to slot by way of positions, for any game that can take moves back.

use std::ops::Range;

use crate::{Game, Look, SlotMoves};

/// Moves from slot to slot of any game that has an index and un-moves, by way of its positions.
///
/// ```
/// use retrograde_games::rules::Quixo;
/// use retrograde_games::{ByPositions, Game, Look, SlotMoves};
/// let game = Quixo::new(3).unwrap();
/// let (moves, mut leaving) = (ByPositions::new(&game).unwrap(), Vec::new());
/// let start = game.rank(&game.start().unwrap());
/// // The first cube that is taken is blank, so that all moves lead to other tiers.
/// assert_eq!(moves.look(start, &mut leaving), Look::Open { replies: 0 });
/// assert_eq!(leaving.len(), 2);
/// ```
#[derive(Debug)]
pub struct ByPositions<'g, G> {
    game: &'g G,
    slots: u64,
    tiers: Vec<Range<u64>>,
}

impl<'g, G: Game> ByPositions<'g, G> {
    /// The moves of a game; `None` if it has no index or no un-moves.
    #[must_use]
    pub fn new(game: &'g G) -> Option<Self> {
        let slots = game.slots()?;
        let first = || (0..slots).find_map(|slot| game.unrank(slot));
        let some = game.start().or_else(first);
        if !some.is_some_and(|position| game.unmoves(&position, &mut Vec::new())) {
            return None;
        }
        let mut tiers = game.tiers();
        tiers.retain(|tier| !tier.is_empty());
        tiers.sort_unstable_by_key(|tier| tier.start);
        Some(ByPositions { game, slots, tiers })
    }

    /// How many slots there are.
    #[must_use]
    pub fn slots(&self) -> u64 {
        self.slots
    }

    /// The tier of a slot.
    fn tier(&self, slot: u64) -> Range<u64> {
        let after = self.tiers.partition_point(|tier| tier.start <= slot);
        after.checked_sub(1).map_or(0..0, |index| self.tiers[index].clone())
    }
}

impl<G: Game> SlotMoves for ByPositions<'_, G> {
    fn look(&self, slot: u64, leaving: &mut Vec<u64>) -> Look {
        let Some(position) = self.game.unrank(slot) else { return Look::Hole };
        if let Some(verdict) = self.game.verdict(&position) {
            return Look::Over(verdict);
        }
        let mut moves = Vec::new();
        self.game.moves(&position, &mut moves);
        let reached = |chosen: &G::Move| self.game.rank(&self.game.play(&position, chosen));
        let mut slots: Vec<u64> = moves.iter().map(reached).collect();
        slots.sort_unstable();
        slots.dedup();
        let tier = self.tier(slot);
        let outside = slots.iter().filter(|to| !tier.contains(to));
        let begin = leaving.len();
        leaving.extend(outside);
        Look::Open { replies: slots.len() - (leaving.len() - begin) }
    }

    fn before(&self, slot: u64, before: &mut Vec<u64>) {
        let Some(position) = self.game.unrank(slot) else { return };
        let mut positions = Vec::new();
        self.game.unmoves(&position, &mut positions);
        let mut slots: Vec<u64> = positions.iter().map(|other| self.game.rank(other)).collect();
        slots.sort_unstable();
        slots.dedup();
        before.append(&mut slots);
    }
}
