//! A tier whose moves all leave it, solved a window at a time: nothing else of it is in memory.

use std::ops::Range;
use std::sync::Arc;

use rayon::ThreadPool;
use retrograde_core::sys;

use super::first::Waiting;
use super::pieces::{Pieces, each, run};
use super::work::{Scratch, Tier};
use super::{DenseError, DenseOptions, first};
use crate::Index;
use crate::earlier::Earlier;
use crate::header::Kind;

/// Such a tier.
pub(crate) struct Stream<'a> {
    pub(crate) game: &'a dyn Index,
    pub(crate) options: DenseOptions<'a>,
    pub(crate) pool: Option<Arc<ThreadPool>>,
    /// The slots of the tier.
    pub(crate) tier: Range<usize>,
    /// What it leads to.
    pub(crate) earlier: &'a Earlier,
}

impl Stream<'_> {
    /// What slots of the tier are worth, packed, the first of them being `first`.
    ///
    /// # Errors
    /// As [`Solver::step`](super::Solver::step). Stopped, it has done nothing.
    pub(crate) fn look(&self, first: usize, codes: &mut [u16]) -> Result<(), DenseError> {
        let part = first..first + codes.len();
        let (pool, control) = (self.pool.as_deref(), &self.options.control);
        let fast = self.game.slot_moves();
        let tier = &Tier {
            fast,
            slots: sys::as_atomic_pairs(codes),
            first,
            earlier: Some(self.earlier),
            range: self.tier.clone(),
            alone: true,
            outcomes: self.earlier.kind() == Kind::Outcome,
            due: &[],
            few: 0,
            shared: pool.is_some(),
        };
        let pieces = Pieces::Part(part);
        let (tally, _) = run(pool, control, &pieces, &|numbers| match fast {
            Some(fast) => {
                let mut waiting = Waiting::default();
                each(numbers, |n| first::look(tier, fast, pieces.range(n), &mut waiting))
            }
            None => {
                let mut scratch = Scratch::new(self.game);
                each(numbers, |n| first::settle(tier, pieces.range(n), &mut scratch))
            }
        })?;
        control.check()?;
        match tally.open == 0 && tally.pending == 0 {
            true => Ok(()),
            false => Err(DenseError::Move { from: first as u64, to: first as u64 }),
        }
    }
}
