//! What all that solves in steps has in common: it can be watched, kept and gone on with.

use std::ops::Range;

use retrograde_core::{Progress, Tier};

use super::mark::{Mark, Stage};
use super::{DenseError, Solver};
use crate::phase;
use crate::tiers::Tiers;

/// What solves a tier or more of them in steps, and can be gone on with from slots and a mark.
pub(crate) trait Steps {
    /// See [`Solver::step`].
    fn step(&mut self) -> Result<bool, DenseError>;
    /// See [`Solver::slots`].
    fn slots(&self) -> &[u16];
    /// See [`Solver::mark`].
    fn mark(&self) -> Mark;
    /// See [`Solver::progress`].
    fn progress(&self) -> Progress;
}

impl Steps for Solver<'_> {
    fn step(&mut self) -> Result<bool, DenseError> {
        Solver::step(self)
    }

    fn slots(&self) -> &[u16] {
        Solver::slots(self)
    }

    fn mark(&self) -> Mark {
        Solver::mark(self)
    }

    fn progress(&self) -> Progress {
        Solver::progress(self)
    }
}

/// How far one is who stands at a mark and has looked at so many slots of its tier for the first time.
pub(super) fn progress(tiers: &Tiers, mark: Mark, looked_at: usize, backward: bool) -> Progress {
    let before: usize = tiers.ranges()[..mark.tier].iter().map(Range::len).sum();
    let seen = match (mark.stage, tiers.get(mark.tier)) {
        (_, None) => 0,
        (Stage::First, Some(_)) => mark.at,
        (_, Some(tier)) => tier.len(),
    };
    let open = mark.open.min(seen as u64);
    let slots = tiers.slots();
    let looks = (2 * before + looked_at) as u64
        + match mark.stage {
            Stage::First | Stage::Mates | Stage::Count => 0,
            _ => seen as u64 - open,
        };
    let total = if backward { slots.saturating_mul(2) } else { 0 };
    let mut progress = Progress::new(phase::SOLVING, looks, total);
    progress.tier = Some(Tier {
        number: mark.tier.min(tiers.len().saturating_sub(1)) + 1,
        count: tiers.len(),
        wave: mark.wave,
        settled: (before + seen) as u64 - open,
        slots,
    });
    progress
}
