//! A wave without un-moves: every open slot looks at its moves again.

use std::ops::Range;

use super::DenseError;
use super::code::Code;
use super::tally::Tally;
use super::work::{Scratch, Tier};

/// Finds the slots of a chunk that have the distance after `distance`, when all that have
/// `distance` or less are known.
pub(super) fn advance(
    tier: &Tier<'_>,
    chunk: Range<usize>,
    distance: u32,
    scratch: &mut Scratch<'_>,
) -> Result<Tally, DenseError> {
    let mut tally = Tally::default();
    for slot in chunk {
        let code = tier.load(slot);
        let later = code.win_distance().filter(|&later| later > distance + 1);
        if !code.is_open() && later.is_none() {
            continue;
        }
        let outside = tier.replies(slot, scratch)?;
        let reply = |&to: &u64| tier.load(to as usize);
        let replies = scratch.list.iter().map(reply);
        let won = replies.clone().any(|reply| reply.lose_distance().is_some_and(|d| d <= distance));
        let refuted = |reply: Code| reply.win_distance().is_some_and(|d| d <= distance);
        let code = if won {
            Code::win(distance + 1)
        } else if code.is_counted()
            && outside.refuted.is_none_or(|longest| longest <= distance)
            && replies.clone().all(refuted)
        {
            Code::lose(distance + 1)
        } else {
            continue;
        };
        // Others may look at this slot now or later and find the same: not the distance they ask for.
        tier.store(slot, code.ok_or(DenseError::TooLong)?);
        match later {
            Some(later) => tier.forget(later),
            None => tally.open -= 1,
        }
        tally.note(tier, distance + 1);
    }
    Ok(tally)
}
