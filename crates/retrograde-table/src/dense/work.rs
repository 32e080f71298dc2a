//! What every pass over a tier shares: the game, the slots, and how moves become slots.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use retrograde_games::Game;

use super::DenseError;
use super::code::Code;
use super::distinct::Distinct;
use crate::Slot;

/// A tier at work, as all threads see it.
pub(super) struct Tier<'a, G> {
    pub(super) game: &'a G,
    /// All slots of the index.
    pub(super) slots: &'a [AtomicU16],
    /// Those of this tier.
    pub(super) range: Range<usize>,
    /// For each distance, how many slots of the tier have it so far.
    pub(super) due: &'a [AtomicU64],
    /// Whether other threads write to the slots, so that updates must be atomic.
    pub(super) shared: bool,
}

/// Memory that a thread uses again and again.
pub(super) struct Scratch<G: Game> {
    moves: Vec<G::Move>,
    before: Vec<G::Position>,
    /// Slots of replies or predecessors within the tier, counted from its first slot.
    pub(super) list: Vec<usize>,
    distinct: Distinct,
}

impl<G: Game> Scratch<G> {
    pub(super) fn new() -> Self {
        Scratch {
            moves: Vec::new(),
            before: Vec::new(),
            list: Vec::new(),
            distinct: Distinct::new(),
        }
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

impl<'a, G: Game> Tier<'a, G> {
    #[inline(always)]
    pub(super) fn load(&self, slot: usize) -> Code {
        Code(self.slots[slot].load(Relaxed))
    }

    #[inline(always)]
    pub(super) fn store(&self, slot: usize, code: Code) {
        self.slots[slot].store(code.0, Relaxed);
    }

    /// Replaces `old` by `new`; whether it still was `old`.
    #[inline(always)]
    pub(super) fn replace(&self, slot: usize, old: Code, new: Code) -> bool {
        match self.shared {
            true => self.slots[slot].compare_exchange(old.0, new.0, Relaxed, Relaxed).is_ok(),
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

    /// Lists the slots of the tier that the moves of a position lead to, with repetitions, and says
    /// what there is outside.
    pub(super) fn replies(
        &self,
        slot: usize,
        position: &G::Position,
        scratch: &mut Scratch<G>,
    ) -> Result<Outside, DenseError> {
        let Scratch { moves, list, .. } = scratch;
        moves.clear();
        list.clear();
        self.game.moves(position, moves);
        let mut outside = Outside::default();
        for chosen in moves.iter() {
            let to = self.game.rank(&self.game.play(position, chosen));
            let within = to.wrapping_sub(self.range.start as u64);
            if within < self.range.len() as u64 {
                list.push(within as usize);
                continue;
            }
            let wrong = DenseError::Move { from: slot as u64, to };
            let Some(code) = usize::try_from(to).ok().and_then(|to| self.slots.get(to)) else {
                return Err(wrong);
            };
            match Slot::unpack(code.load(Relaxed)) {
                Some(Slot::Lose(distance)) => {
                    let win = distance.0 + 1;
                    outside.win = Some(outside.win.map_or(win, |best| best.min(win)));
                }
                Some(Slot::Win(distance)) => {
                    outside.refuted = outside.refuted.max(Some(distance.0))
                }
                Some(Slot::Tie) => outside.tie = true,
                Some(Slot::Draw) => outside.endless = true,
                Some(Slot::Hole) | None => return Err(wrong),
            }
        }
        Ok(outside)
    }

    /// Lists the slots of the tier from which a move leads to this one, with repetitions.
    pub(super) fn predecessors(&self, slot: usize, scratch: &mut Scratch<G>) {
        let Scratch { before, list, .. } = scratch;
        before.clear();
        list.clear();
        let Some(position) = self.game.unrank(slot as u64) else { return };
        self.game.unmoves(&position, before);
        for earlier in before.iter() {
            let within = self.game.rank(earlier).wrapping_sub(self.range.start as u64);
            if within < self.range.len() as u64 {
                list.push(within as usize);
            }
        }
    }
}
