//! What every pass over a tier shares: the slots, and how moves become slots.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use retrograde_core::sys;
use retrograde_games::SlotMoves;

use super::DenseError;
use super::code::Code;
use super::distinct::Distinct;
use crate::earlier::Earlier;
use crate::{Index, Seen, Walk, Worth};

/// A tier at work, as all threads see it.
pub(super) struct Tier<'a> {
    /// The game's moves from slot to slot, if it has them.
    pub(super) fast: Option<&'a dyn SlotMoves>,
    /// The slots in memory: all of the index, or those of this tier, or a part of them.
    pub(super) slots: &'a [AtomicU16],
    /// The first of them.
    pub(super) first: usize,
    /// Where those of other tiers are, if not all are in memory.
    pub(super) earlier: Option<&'a Earlier>,
    /// The slots of this tier.
    pub(super) range: Range<usize>,
    /// Whether all moves leave the tier.
    pub(super) alone: bool,
    /// Whether nobody asks for distances, nor which draws come to an end.
    pub(super) outcomes: bool,
    /// For each distance, how many slots of the tier have it so far.
    pub(super) due: &'a [AtomicU64],
    /// The most slots of the next wave that a thread lists one by one.
    pub(super) few: usize,
    /// Whether other threads write to the slots, so that updates must be atomic.
    pub(super) shared: bool,
}

/// Memory that a thread uses again and again.
pub(super) struct Scratch<'g> {
    pub(super) walk: Box<dyn Walk + 'g>,
    /// Slots of replies or predecessors within the tier.
    pub(super) list: Vec<u64>,
    distinct: Distinct,
}

impl<'g> Scratch<'g> {
    pub(super) fn new(game: &'g dyn Index) -> Self {
        Scratch { walk: game.walk(), list: Vec::new(), distinct: Distinct::new() }
    }

    /// Leaves each slot of the list there once.
    #[inline(always)]
    pub(super) fn keep_distinct(&mut self) {
        self.distinct.keep(&mut self.list);
    }
}

/// What the moves of a position lead to outside its tier.
#[derive(Clone, Copy, Default)]
pub(super) struct Outside {
    /// The shortest win by a move that leaves the tier.
    pub(super) win: Option<u32>,
    /// The longest win that a move leaving the tier gives to the opponent.
    pub(super) refuted: Option<u32>,
    /// Whether a move leads to a tie.
    pub(super) tie: bool,
    /// Whether a move leads to an endless draw.
    pub(super) endless: bool,
}

impl Outside {
    /// What moves from a slot of the tier to these, which are outside, come to.
    #[inline]
    pub(super) fn of(tier: &Tier<'_>, from: usize, leaving: &[u64]) -> Result<Self, DenseError> {
        let mut outside = Outside::default();
        leaving.iter().try_for_each(|&to| match tier.has(to) {
            true => Err(DenseError::Move { from: from as u64, to }),
            false => outside.add(tier, from, to),
        })?;
        Ok(outside)
    }

    /// Takes one more move into account, which leads from a slot of the tier to one outside.
    fn add(&mut self, tier: &Tier<'_>, from: usize, to: u64) -> Result<(), DenseError> {
        match tier.worth_outside(to)? {
            Worth::Hole => return Err(DenseError::Move { from: from as u64, to }),
            worth => self.add_worth(worth),
        }
        Ok(())
    }

    /// The same of what it leads to, which is no hole.
    #[inline]
    pub(super) fn add_worth(&mut self, worth: Worth) {
        // Where distances are not asked for, any that agree with the outcomes will do: odd ones for wins,
        // as rows need them.
        match worth {
            Worth::Lose(distance) => {
                let win = distance.map_or(0, |distance| distance.0) + 1;
                self.win = Some(self.win.map_or(win, |best| best.min(win)));
            }
            Worth::Win(distance) => {
                self.refuted = self.refuted.max(Some(distance.map_or(1, |distance| distance.0)));
            }
            Worth::Tie => self.tie = true,
            Worth::Draw => self.endless = true,
            Worth::Hole => {}
        }
    }
}

impl Tier<'_> {
    #[inline(always)]
    pub(super) fn load(&self, slot: usize) -> Code {
        Code(self.slots[slot - self.first].load(Relaxed))
    }

    #[inline(always)]
    pub(super) fn store(&self, slot: usize, code: Code) {
        self.slots[slot - self.first].store(code.0, Relaxed);
    }

    /// What a slot of another tier is worth.
    #[inline]
    pub(super) fn worth_outside(&self, slot: u64) -> Result<Worth, DenseError> {
        match self.earlier {
            Some(earlier) => earlier.get(slot).ok_or(DenseError::Unreadable),
            None => {
                let code = usize::try_from(slot).ok().and_then(|slot| self.slots.get(slot));
                let worth = code.and_then(|code| Worth::unpack(code.load(Relaxed)));
                Ok(worth.unwrap_or(Worth::Hole))
            }
        }
    }

    /// Whether a slot is in a tier that this one may lead to, as far as anybody can tell.
    pub(super) fn may_lead_to(&self, slot: u64) -> bool {
        match self.earlier {
            Some(earlier) => earlier.has(slot),
            None => slot < self.slots.len() as u64,
        }
    }

    /// Replaces `old` by `new`; whether it still was `old`.
    #[inline(always)]
    pub(super) fn replace(&self, slot: usize, old: Code, new: Code) -> bool {
        let place = &self.slots[slot - self.first];
        match self.shared {
            true => place.compare_exchange(old.0, new.0, Relaxed, Relaxed).is_ok(),
            false => {
                self.store(slot, new);
                true
            }
        }
    }

    /// Counts a slot that has got its distance.
    pub(super) fn note(&self, distance: u32) {
        self.due[distance as usize].fetch_add(1, Relaxed);
    }

    /// Takes back that a slot has a distance.
    pub(super) fn forget(&self, distance: u32) {
        self.due[distance as usize].fetch_sub(1, Relaxed);
    }

    /// Lists the slots of the tier that the moves of a slot lead to, with repetitions, and says what
    /// there is outside.
    pub(super) fn replies(
        &self,
        slot: usize,
        scratch: &mut Scratch<'_>,
    ) -> Result<Outside, DenseError> {
        scratch.list.clear();
        scratch.walk.replies(slot as u64, &mut scratch.list);
        self.stay(slot, &mut scratch.list)
    }

    /// What there is at a slot, and the same of its moves where the game goes on.
    pub(super) fn settle(
        &self,
        slot: usize,
        scratch: &mut Scratch<'_>,
    ) -> Result<(Seen, Outside), DenseError> {
        scratch.list.clear();
        let seen = scratch.walk.settle(slot as u64, &mut scratch.list);
        Ok((seen, self.stay(slot, &mut scratch.list)?))
    }

    /// Leaves the replies of a slot in the list that are in the tier, and says what the others come to.
    #[inline]
    fn stay(&self, from: usize, list: &mut Vec<u64>) -> Result<Outside, DenseError> {
        let (mut outside, mut kept) = (Outside::default(), 0);
        for at in 0..list.len() {
            let to = list[at];
            match self.has(to) {
                true => {
                    list[kept] = to;
                    kept += 1;
                }
                false => outside.add(self, from, to)?,
            }
        }
        list.truncate(kept);
        Ok(outside)
    }

    /// What the moves of a slot lead to outside the tier.
    pub(super) fn outside(
        &self,
        slot: usize,
        scratch: &mut Scratch<'_>,
    ) -> Result<Outside, DenseError> {
        let Some(fast) = self.fast else { return self.replies(slot, scratch) };
        scratch.list.clear();
        fast.look(slot as u64, &mut scratch.list);
        Outside::of(self, slot, &scratch.list)
    }

    /// Whether a slot is one of the tier.
    #[inline(always)]
    pub(super) fn has(&self, slot: u64) -> bool {
        slot.wrapping_sub(self.range.start as u64) < self.range.len() as u64
    }

    /// Fetches slots into the cache, for they will be looked at soon.
    #[inline(always)]
    pub(super) fn prefetch(&self, list: &[u64]) {
        list.iter().for_each(|&slot| self.fetch(slot as usize));
    }

    /// Fetches a slot of the tier into the cache.
    #[inline(always)]
    pub(super) fn fetch(&self, slot: usize) {
        sys::prefetch(self.slots, slot.wrapping_sub(self.first));
    }

    /// Lists the slots of the tier from which a move leads to this one, with repetitions unless they
    /// must be `distinct`.
    #[inline(always)]
    pub(super) fn predecessors(&self, slot: usize, distinct: bool, scratch: &mut Scratch<'_>) {
        let Scratch { walk, list, .. } = scratch;
        list.clear();
        if let Some(fast) = self.fast {
            fast.before(slot as u64, list);
            self.prefetch(list);
            return;
        }
        walk.before(slot as u64, list);
        list.retain(|&before| self.has(before));
        self.prefetch(list);
        if distinct {
            scratch.keep_distinct();
        }
    }
}
