//! Which draws come to an end: ties among what is neither won nor lost.
//!
//! A drawn slot is a tie if every move that keeps the draw leads to a tie. This is the counting of
//! losses once more, among the drawn slots alone; what is left goes on for ever.

use std::ops::Range;

use super::DenseError;
use super::code::Code;
use super::tally::Tally;
use super::work::{Scratch, Tier};

/// Counts the moves of each drawn slot that keep the draw, where un-moves will do the rest.
///
/// Most are counted already: what is left of the replies when all that give the game away are
/// refuted, and none of them wins. Only who was never to lose has not been counted.
pub(super) fn count(
    tier: &Tier<'_>,
    chunk: Range<usize>,
    scratch: &mut Scratch<'_>,
) -> Result<Tally, DenseError> {
    let mut tally = Tally::default();
    for slot in chunk {
        let code = tier.load(slot);
        if code == Code::TIE {
            tier.store(slot, Code::FRESH_TIE);
        }
        if !code.is_open() || code.is_counted() {
            continue;
        }
        let code = if code == Code::SAFE_ENDLESS {
            Code::DRAW
        } else {
            // What is drawn stays marked as drawn while all threads count, so the counts are the
            // same in any order.
            keeping(tier, slot, scratch)?;
            scratch.keep_distinct();
            match scratch.list.len() {
                0 => Code::FRESH_TIE,
                replies => {
                    Code::open(replies).ok_or(DenseError::TooManyMoves { slot: slot as u64 })?
                }
            }
        };
        tally.open -= i64::from(!code.is_open());
        tier.store(slot, code);
    }
    Ok(tally)
}

/// From these slots, all of which are fresh ties.
pub(super) fn advance(
    tier: &Tier<'_>,
    from: impl Iterator<Item = usize>,
    scratch: &mut Scratch<'_>,
) -> Tally {
    let mut tally = Tally::default();
    let last = Code::open(1);
    for slot in from {
        tier.store(slot, Code::TIE);
        tier.predecessors(slot, true, scratch);
        for before in scratch.list.iter().filter(|&&before| tier.has(before)) {
            let before = *before as usize;
            loop {
                let code = tier.load(before);
                if !code.is_counted() {
                    break;
                }
                let tied = Some(code) == last;
                let new = if tied { Code::FRESH_TIE } else { Code(code.0 - 1) };
                if tier.replace(before, code, new) {
                    tally.changed |= tied;
                    tally.open -= i64::from(tied);
                    break;
                }
            }
        }
    }
    tally
}

/// One more look at each drawn slot, without un-moves.
pub(super) fn look(
    tier: &Tier<'_>,
    chunk: Range<usize>,
    scratch: &mut Scratch<'_>,
) -> Result<Tally, DenseError> {
    let mut tally = Tally::default();
    for slot in chunk {
        let code = tier.load(slot);
        if !code.is_open() {
            continue;
        }
        let code = if code == Code::SAFE_ENDLESS {
            Code::DRAW
        } else {
            keeping(tier, slot, scratch)?;
            let tied = |&to: &u64| tier.load(to as usize) == Code::TIE;
            match scratch.list.iter().all(tied) {
                true => Code::TIE,
                false => continue,
            }
        };
        tier.store(slot, code);
        tally.open -= 1;
        tally.changed = true;
    }
    Ok(tally)
}

/// Lists the moves within the tier that keep the draw of an open slot. Those that leave it, if there
/// are any, lead to ties: the first look has marked the others.
fn keeping(tier: &Tier<'_>, slot: usize, scratch: &mut Scratch<'_>) -> Result<(), DenseError> {
    tier.replies(slot, scratch)?;
    scratch.list.retain(|&to| tier.load(to as usize).is_drawn());
    Ok(())
}
