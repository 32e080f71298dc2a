//! The first look at the slots of a tier: verdicts, what moves out of the tier decide, and how many
//! replies within it are left to refute.

use std::ops::Range;

use retrograde_games::{Game, Look, SlotMoves};

use super::DenseError;
use super::code::Code;
use super::tally::Tally;
use super::work::{Outside, Scratch, Tier};

/// All that there is to see at each slot, where the game has moves from slot to slot.
pub(super) fn look<G: Game>(
    tier: &Tier<'_, G>,
    fast: &dyn SlotMoves,
    chunk: Range<usize>,
    leaving: &mut Vec<u64>,
) -> Result<Tally, DenseError> {
    let mut tally = Tally::default();
    for slot in chunk {
        leaving.clear();
        let code = match fast.look(slot as u64, leaving) {
            Look::Hole => Code::HOLE,
            Look::Over(verdict) => tally.over(tier, verdict),
            Look::Open { replies } => {
                tally.open += 1;
                let outside = Outside::of(tier, slot, leaving)?;
                tally.classify(tier, slot, outside, replies)?
            }
        };
        tier.store(slot, code);
    }
    Ok(tally)
}

/// Writes down the verdicts, where un-moves will do the rest.
pub(super) fn verdicts<G: Game>(tier: &Tier<'_, G>, chunk: Range<usize>) -> Tally {
    let mut tally = Tally::default();
    for slot in chunk {
        let code = match tier.game.unrank(slot as u64) {
            None => Code::HOLE,
            Some(position) => match tier.game.verdict(&position) {
                Some(verdict) => tally.verdict(tier, verdict),
                None => {
                    tally.open += 1;
                    Code::UNCOUNTED
                }
            },
        };
        tier.store(slot, code);
    }
    tally
}

/// Counts the replies of the slots that are still open, those that give the game away at once left
/// out.
pub(super) fn count<G: Game>(
    tier: &Tier<'_, G>,
    chunk: Range<usize>,
    scratch: &mut Scratch<G>,
) -> Result<Tally, DenseError> {
    let mut tally = Tally::default();
    // The replies of the slot before are on their way from memory while those of the next are found.
    let mut ready: Vec<u64> = Vec::new();
    let mut waiting = None;
    for slot in chunk {
        if tier.load(slot) != Code::UNCOUNTED {
            continue;
        }
        let Some(position) = tier.game.unrank(slot as u64) else { continue };
        let outside = tier.replies(slot, &position, scratch)?;
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
fn write_count<G: Game>(
    tier: &Tier<'_, G>,
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
pub(super) fn settle<G: Game>(
    tier: &Tier<'_, G>,
    chunk: Range<usize>,
    scratch: &mut Scratch<G>,
) -> Result<Tally, DenseError> {
    let mut tally = Tally::default();
    for slot in chunk {
        let code = match tier.game.unrank(slot as u64) {
            None => Code::HOLE,
            Some(position) => match tier.game.verdict(&position) {
                Some(verdict) => tally.over(tier, verdict),
                None => {
                    tally.open += 1;
                    let outside = tier.replies(slot, &position, scratch)?;
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
            },
        };
        tier.store(slot, code);
    }
    Ok(tally)
}

/// What is open now stays so: nobody can force anything.
pub(super) fn close<G: Game>(tier: &Tier<'_, G>, chunk: Range<usize>) -> Tally {
    let mut tally = Tally::default();
    for slot in chunk {
        if tier.load(slot).is_open() {
            tier.store(slot, Code::DRAW);
            tally.open -= 1;
        }
    }
    tally
}
