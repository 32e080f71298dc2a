//! One pass over a tier: which work each stage is, and on which slots.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use retrograde_core::sys;
use retrograde_games::Gifts;

use super::Solver;
use crate::dense::back::{BackScratch, Wave};
use crate::dense::code::Code;
use crate::dense::first::Waiting;
use crate::dense::mark::{Mark, Stage, Way};
use crate::dense::pieces::{Pieces, Worker, each, find, run};
use crate::dense::sets::{Pass, Sets};
use crate::dense::tally::Tally;
use crate::dense::work::{Scratch, Tier};
use crate::dense::{DenseError, first, forward, ties};
use crate::plan;

impl Solver<'_> {
    /// Whether the next pass goes by rows.
    pub(super) fn is_by_rows(&mut self, range: &Range<usize>) -> bool {
        let stages = match self.mark.stage {
            Stage::First => self.fast.is_some_and(|fast| fast.gifts() == Gifts::Counted),
            stage => matches!(stage, Stage::Waves | Stage::TieCount | Stage::TieWaves),
        };
        if !stages || self.mark.way != Some(Way::Rows) {
            return false;
        }
        let fast = self.fast;
        *self.has_rows.get_or_insert_with(|| plan::rows_bytes(fast, range) > 0)
    }

    /// The first look at the next rows of the tier. Says what came of it, and whether somebody stopped it.
    pub(super) fn first_by_rows(
        &mut self,
        range: &Range<usize>,
    ) -> Result<(Tally, bool), DenseError> {
        let (control, pool) = (&self.options.control, self.pool.as_deref());
        let pass = Pass { pool, control, stage: Stage::First, distance: 0, reach: 0 };
        if self.sets.is_none() {
            let slots = range.start as u64..range.end as u64;
            let rows = self.fast.and_then(|fast| fast.rows(slots)).ok_or(DenseError::Resume)?;
            let mut sets = Sets::empty(rows);
            self.sets = sets.find_there(&pass).then_some(sets);
        }
        let Some(sets) = &self.sets else { return Ok((Tally::default(), true)) };
        let width = sets.width();
        let (begin, all) = (self.mark.at / width, range.len() / width);
        if !self.mark.at.is_multiple_of(width) {
            return Err(DenseError::Resume);
        }
        let end = all.min(begin + (self.options.step / width).max(1));
        let slots = sys::as_atomic_pairs(&mut self.slots);
        let tier = &Tier {
            fast: self.fast,
            slots,
            first: self.first,
            earlier: self.earlier,
            range: range.clone(),
            alone: self.alone,
            outcomes: self.outcomes,
            due: &self.due,
            few: 0,
            shared: false,
        };
        let (tally, left_from) = sets.first(tier, &pass, begin..end)?;
        self.mark.at = left_from.unwrap_or(end) * width;
        if self.mark.at == range.len() {
            // What comes after it begins with other sets.
            self.sets = None;
        }
        Ok((tally, left_from.is_some()))
    }

    /// One pass over all rows of the tier. What is not done to the end begins again.
    pub(super) fn pass_by_rows(
        &mut self,
        range: Range<usize>,
    ) -> Result<(Tally, Option<usize>), DenseError> {
        self.mark.at = 0;
        let Mark { stage, wave: distance, reach, .. } = self.mark;
        let (control, pool) = (&self.options.control, self.pool.as_deref());
        let pass = Pass { pool, control, stage, distance, reach };
        let due = self.due[distance as usize].load(Relaxed);
        let stopped = (Tally::default(), Some(range.start));
        let codes = &self.slots[range.start - self.first..range.end - self.first];
        if self.sets.is_none() {
            let slots = range.start as u64..range.end as u64;
            let rows = self.fast.and_then(|fast| fast.rows(slots)).ok_or(DenseError::Resume)?;
            self.sets = Sets::new(rows, codes, &pass);
        }
        let Some(sets) = &mut self.sets else { return Ok(stopped) };
        if stage != Stage::TieCount && !sets.find(codes, &pass, due) {
            return Ok(stopped);
        }
        let slots = sys::as_atomic_pairs(&mut self.slots);
        let tier = &Tier {
            fast: self.fast,
            slots,
            first: self.first,
            earlier: self.earlier,
            range: range.clone(),
            alone: self.alone,
            outcomes: self.outcomes,
            due: &self.due,
            few: 0,
            shared: pool.is_some(),
        };
        let (tally, whole) = sets.pass(tier, &pass)?;
        Ok((tally, (!whole).then_some(range.start)))
    }

    /// One pass over a part of the tier, or over the slots that are listed. Says what came of it, and
    /// from which slot on nothing was done, if somebody stopped it.
    pub(super) fn pass(
        &mut self,
        range: Range<usize>,
        part: Range<usize>,
        list: Option<Vec<usize>>,
    ) -> Result<(Tally, Option<usize>), DenseError> {
        let (pool, control) = (self.pool.as_deref(), &self.options.control);
        let Mark { stage, wave: distance, reach, .. } = self.mark;
        let fronts = match (stage, self.backward, list) {
            (_, _, Some(list)) => vec![list],
            (Stage::Mates | Stage::Waves, true, _) => {
                let lose = Code::lose(distance).ok_or(DenseError::TooLong)?;
                // Where moves to verdicts that win are not counted, nothing follows from them, and where
                // none that give the game away are, nothing from wins in one. Those may look like any
                // wins where nobody asks for distances.
                let only_losses = match self.mark.way {
                    Some(Way::Spare) => distance == 1 && !self.outcomes,
                    _ => distance == 0 && self.fast.is_none(),
                };
                let mask = if only_losses { 0xffff } else { 0xbfff };
                find(pool, (&self.slots, self.first), part.clone(), (mask, lose))
            }
            (Stage::TieWaves, true, _) => {
                let fresh = (0xffff, Code::FRESH_TIE);
                find(pool, (&self.slots, self.first), part.clone(), fresh)
            }
            _ => Vec::new(),
        };
        let (game, fast, due, few) = (self.game, self.fast, &self.due[..], self.few());
        let slots = sys::as_atomic_pairs(&mut self.slots);
        let tier = &Tier {
            fast,
            slots,
            first: self.first,
            earlier: self.earlier,
            range,
            alone: self.alone,
            outcomes: self.outcomes,
            due,
            few,
            shared: pool.is_some(),
        };
        let scratch = || Scratch::new(game);
        let (part, fronts) = (Pieces::Part(part), Pieces::lists(fronts));
        let at = |number| part.range(number);
        let listed = |number| fronts.list(number);
        let run = |pieces: &Pieces, worker: &Worker<'_>| run(pool, control, pieces, worker);
        let by_list =
            matches!(stage, Stage::Mates | Stage::Waves | Stage::TieWaves) && self.backward;
        let (tally, done) = match (stage, self.backward) {
            (Stage::First, true) => run(&part, &|pieces| match fast {
                Some(fast) => {
                    let mut waiting = Waiting::default();
                    each(pieces, |n| first::look(tier, fast, at(n), &mut waiting))
                }
                None if tier.alone => {
                    let mut scratch = scratch();
                    each(pieces, |n| first::settle(tier, at(n), &mut scratch))
                }
                None => {
                    let mut walk = game.walk();
                    each(pieces, |n| Ok(first::verdicts(tier, at(n), &mut *walk)))
                }
            }),
            (Stage::First, false) => run(&part, &|pieces| {
                let mut scratch = scratch();
                each(pieces, |n| first::settle(tier, at(n), &mut scratch))
            }),
            (Stage::Count, _) => run(&part, &|pieces| {
                let mut scratch = scratch();
                each(pieces, |n| first::count(tier, at(n), &mut scratch))
            }),
            (Stage::Waves, false) => run(&part, &|pieces| {
                let mut scratch = scratch();
                each(pieces, |n| forward::advance(tier, at(n), distance, &mut scratch))
            }),
            (Stage::Mates | Stage::Waves, _) => run(&fronts, &|pieces| {
                let mut scratch = BackScratch::new(game);
                let wave = Wave { distance, reach };
                each(pieces, |n| wave.advance(tier, listed(n), &mut scratch))
            }),
            (Stage::TieCount, _) => run(&part, &|pieces| {
                let mut scratch = scratch();
                each(pieces, |n| ties::count(tier, at(n), &mut scratch))
            }),
            (Stage::TieWaves, true) => run(&fronts, &|pieces| {
                let mut scratch = scratch();
                each(pieces, |n| Ok(ties::advance(tier, listed(n).iter().copied(), &mut scratch)))
            }),
            (Stage::TieWaves, false) => run(&part, &|pieces| {
                let mut scratch = scratch();
                each(pieces, |n| ties::look(tier, at(n), &mut scratch))
            }),
            (Stage::Close, _) => {
                run(&part, &|pieces| each(pieces, |n| Ok(first::close(tier, at(n)))))
            }
        }?;
        let left_from = if by_list { fronts.left_from(done) } else { part.left_from(done) };
        Ok((tally, left_from))
    }
}
