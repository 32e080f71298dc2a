//! The first look at the slots of a tier: verdicts, what moves out of the tier decide, and how many
//! replies within it are left to refute.

use std::ops::Range;

use retrograde_games::{Look, SlotMoves};

use super::DenseError;
use super::code::Code;
use super::tally::Tally;
use super::work::{Outside, Scratch, Tier};
use crate::{Seen, Walk};

/// All that there is to see at each slot, where the game has moves from slot to slot.
pub(super) fn look(
    tier: &Tier<'_>,
    fast: &dyn SlotMoves,
    chunk: Range<usize>,
    waiting: &mut Waiting,
) -> Result<Tally, DenseError> {
    let (mut tally, mut fault) = (Tally::default(), None);
    chunk.clone().for_each(|slot| tier.store(slot, Code::HOLE));
    fast.look_along(chunk.start as u64..chunk.end as u64, &mut |slot, look, leaving| {
        let slot = slot as usize;
        match look {
            Look::Hole => {}
            Look::Over(verdict) => tier.store(slot, tally.over(tier, verdict)),
            Look::GivesAway { distance } => match Code::lose(distance) {
                Some(code) => {
                    tier.store(slot, code);
                    tally.note(tier, distance);
                }
                None => fault = Some(DenseError::TooLong),
            },
            // Nothing comes of it in any wave, so it is not counted among those that are due.
            Look::WinsAtOnce => tier.store(slot, Code::WON_IN_ONE),
            Look::Open { replies } => {
                tally.open += 1;
                tier.prefetch(leaving);
                waiting.leaving.extend_from_slice(leaving);
                waiting.slots.push((slot, replies, waiting.leaving.len()));
                if waiting.leaving.len() >= Waiting::MOST || waiting.slots.len() >= Waiting::MOST {
                    fault = fault.take().or(waiting.classify(tier, &mut tally).err());
                }
            }
        }
    });
    match fault {
        Some(fault) => Err(fault),
        None => waiting.classify(tier, &mut tally).map(|()| tally),
    }
}

/// Open slots whose moves out of the tier are on their way from memory.
#[derive(Default)]
pub(super) struct Waiting {
    /// Each with how many replies it has, and where its part of the list ends.
    slots: Vec<(usize, usize, usize)>,
    leaving: Vec<u64>,
}

impl Waiting {
    /// So many moves fit the nearest cache.
    const MOST: usize = 1 << 7;

    /// Writes down what the slots are.
    fn classify(&mut self, tier: &Tier<'_>, tally: &mut Tally) -> Result<(), DenseError> {
        let mut start = 0;
        for (slot, replies, end) in self.slots.drain(..) {
            let outside = Outside::of(tier, slot, &self.leaving[start..end])?;
            tier.store(slot, tally.classify(tier, slot, outside, replies)?);
            start = end;
        }
        self.leaving.clear();
        Ok(())
    }
}

/// Writes down the verdicts, where un-moves will do the rest.
pub(super) fn verdicts(tier: &Tier<'_>, chunk: Range<usize>, walk: &mut dyn Walk) -> Tally {
    let mut tally = Tally::default();
    for slot in chunk {
        let code = match walk.see(slot as u64) {
            Seen::Hole => Code::HOLE,
            Seen::Over(verdict) => tally.verdict(tier, verdict),
            Seen::Open => {
                tally.open += 1;
                Code::UNCOUNTED
            }
        };
        tier.store(slot, code);
    }
    tally
}

/// Counts the replies of the slots that are still open, those that give the game away at once left
/// out.
pub(super) fn count(
    tier: &Tier<'_>,
    chunk: Range<usize>,
    scratch: &mut Scratch<'_>,
) -> Result<Tally, DenseError> {
    let mut tally = Tally::default();
    // The replies of the slot before are on their way from memory while those of the next are found.
    let mut ready: Vec<u64> = Vec::new();
    let mut waiting = None;
    for slot in chunk {
        if tier.load(slot) != Code::UNCOUNTED {
            continue;
        }
        let outside = tier.replies(slot, scratch)?;
        tier.prefetch(&scratch.list);
        scratch.keep_distinct();
        if let Some((before, outside)) = waiting.replace((slot, outside)) {
            write_count(tier, before, outside, &ready, &mut tally)?;
        }
        std::mem::swap(&mut ready, &mut scratch.list);
    }
    if let Some((slot, outside)) = waiting {
        write_count(tier, slot, outside, &ready, &mut tally)?;
    }
    Ok(tally)
}

/// Writes down what a slot is when its replies are known.
fn write_count(
    tier: &Tier<'_>,
    slot: usize,
    outside: Outside,
    replies: &[u64],
    tally: &mut Tally,
) -> Result<(), DenseError> {
    let won_at_once = Code::win(0);
    let left = |to: &&u64| Some(tier.load(**to as usize)) != won_at_once;
    let count = replies.iter().filter(left).count();
    // A move that gives the game away at once is as good as none, but it is a move.
    let refuted = match replies.is_empty() {
        true => outside.refuted,
        false => outside.refuted.max(Some(0)),
    };
    tier.store(slot, tally.classify(tier, slot, Outside { refuted, ..outside }, count)?);
    Ok(())
}

/// Verdicts and moves in one go, where nothing is counted: there are no un-moves, or all moves leave
/// the tier.
pub(super) fn settle(
    tier: &Tier<'_>,
    chunk: Range<usize>,
    scratch: &mut Scratch<'_>,
) -> Result<Tally, DenseError> {
    let mut tally = Tally::default();
    for slot in chunk {
        let (seen, outside) = tier.settle(slot, scratch)?;
        let code = match seen {
            Seen::Hole => Code::HOLE,
            Seen::Over(verdict) => tally.over(tier, verdict),
            Seen::Open => {
                tally.open += 1;
                if tier.alone
                    && let Some(&to) = scratch.list.first()
                {
                    return Err(DenseError::Move { from: slot as u64, to });
                }
                let code = tally.classify(tier, slot, outside, scratch.list.len().min(1))?;
                if code.is_counted()
                    && let Some(distance) = outside.refuted
                {
                    tally.note(tier, distance);
                }
                code
            }
        };
        tier.store(slot, code);
    }
    Ok(tally)
}

/// What is open now stays so: nobody can force anything.
pub(super) fn close(tier: &Tier<'_>, chunk: Range<usize>) -> Tally {
    let mut tally = Tally::default();
    for slot in chunk {
        if tier.load(slot).is_open() {
            tier.store(slot, Code::DRAW);
            tally.open -= 1;
        }
    }
    tally
}
