//! A wave with un-moves: what the slots that got their distance force on those before them.

use super::DenseError;
use super::code::Code;
use super::tally::Tally;
use super::work::{Scratch, Tier};
use crate::Index;

/// How many slots before its turn one of the wave is fetched: they lie anywhere.
const AHEAD: usize = 4;

/// Which wave is running.
#[derive(Clone, Copy)]
pub(super) struct Wave {
    /// The distance of the slots it comes from.
    pub(super) distance: u32,
    /// The longest win that a move out of the tier gives to the opponent anywhere.
    pub(super) reach: u32,
}

/// What a thread needs for a wave.
pub(super) struct BackScratch<'g> {
    scratch: Scratch<'g>,
    /// For finding out how far off a loss is.
    replies: Scratch<'g>,
    /// The predecessors of the slot before, on their way from memory.
    ready: Vec<u64>,
}

impl<'g> BackScratch<'g> {
    pub(super) fn new(game: &'g dyn Index) -> Self {
        let [scratch, replies] = [Scratch::new(game), Scratch::new(game)];
        BackScratch { scratch, replies, ready: Vec::new() }
    }
}

impl Wave {
    /// From these slots, all of which have the distance of the wave.
    pub(super) fn advance(
        self,
        tier: &Tier<'_>,
        from: &[usize],
        with: &mut BackScratch<'_>,
    ) -> Result<Tally, DenseError> {
        let mut tally = Tally::default();
        let mut ready_lost = false;
        with.ready.clear();
        for (at, &slot) in from.iter().enumerate() {
            if let Some(&later) = from.get(at + AHEAD) {
                tier.fetch(later);
            }
            let lost = tier.load(slot).lose_distance().is_some();
            tier.predecessors(slot, !lost, &mut with.scratch);
            self.apply(tier, ready_lost, &with.ready, &mut with.replies, &mut tally)?;
            std::mem::swap(&mut with.scratch.list, &mut with.ready);
            ready_lost = lost;
        }
        self.apply(tier, ready_lost, &with.ready, &mut with.replies, &mut tally)?;
        Ok(tally)
    }

    fn apply(
        self,
        tier: &Tier<'_>,
        lost: bool,
        list: &[u64],
        replies: &mut Scratch<'_>,
        tally: &mut Tally,
    ) -> Result<(), DenseError> {
        // A game's own list may name slots that are not its to change.
        let mut slots = list.iter().filter(|&&slot| tier.has(slot)).map(|&slot| slot as usize);
        match lost {
            true => slots.try_for_each(|slot| self.win(tier, slot, tally)),
            false => slots.try_for_each(|slot| self.refute(tier, slot, replies, tally)),
        }
    }

    /// A move from `slot` leads to a loss.
    #[inline(always)]
    fn win(self, tier: &Tier<'_>, slot: usize, tally: &mut Tally) -> Result<(), DenseError> {
        let distance = self.distance + 1;
        loop {
            let code = tier.load(slot);
            let later = code.win_distance().filter(|&later| later > distance);
            if !code.is_open() && later.is_none() {
                return Ok(());
            }
            if tier.replace(slot, code, Code::win(distance).ok_or(DenseError::TooLong)?) {
                match later {
                    Some(later) => tier.forget(later),
                    None => tally.open -= 1,
                }
                tally.find(tier, slot);
                return Ok(());
            }
        }
    }

    /// A move from `slot` leads to a win for the opponent.
    #[inline(always)]
    fn refute(
        self,
        tier: &Tier<'_>,
        slot: usize,
        replies: &mut Scratch<'_>,
        tally: &mut Tally,
    ) -> Result<(), DenseError> {
        let last = Code::open(1);
        loop {
            let code = tier.load(slot);
            if !code.is_counted() {
                return Ok(());
            }
            if Some(code) == last {
                return self.lose(tier, slot, replies, tally);
            }
            if tier.replace(slot, code, Code(code.0 - 1)) {
                return Ok(());
            }
        }
    }

    /// All moves from `slot` lead to wins for the opponent, and the last of those within the tier
    /// has the distance of the wave.
    #[cold]
    fn lose(
        self,
        tier: &Tier<'_>,
        slot: usize,
        replies: &mut Scratch<'_>,
        tally: &mut Tally,
    ) -> Result<(), DenseError> {
        let mut longest = self.distance;
        if self.reach > longest {
            let outside = tier.outside(slot, replies)?;
            longest = longest.max(outside.refuted.unwrap_or(0));
        }
        let code = Code::lose(longest + 1).ok_or(DenseError::TooLong)?;
        // Nobody else comes here: every reply is counted once and refuted once.
        tier.store(slot, code);
        tally.open -= 1;
        match longest == self.distance {
            true => tally.find(tier, slot),
            false => tally.note(tier, longest + 1),
        }
        Ok(())
    }
}
