//! The first look at the slots of a tier, by rows.
//!
//! Nothing is counted: that a slot has replies within the tier is all that is asked of it.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;

use super::{Pass, Sets, bits};
use crate::Worth;
use crate::dense::DenseError;
use crate::dense::code::Code;
use crate::dense::pieces::{Pieces, each, run};
use crate::dense::tally::Tally;
use crate::dense::work::{Outside, Tier};

/// What moves out of the tier come to, for each place of a row.
pub(super) struct Leaving {
    /// Where they lead to from which places.
    to: Vec<(u32, u64)>,
    outside: [Outside; u64::BITS as usize],
}

impl Leaving {
    pub(super) fn new() -> Self {
        Leaving { to: Vec::new(), outside: [Outside::default(); u64::BITS as usize] }
    }

    /// Finds that out for slots of a row; says which of them have such moves.
    pub(super) fn find(
        &mut self,
        sets: &Sets<'_>,
        tier: &Tier<'_>,
        (row, set): (usize, u64),
    ) -> Result<u64, DenseError> {
        self.to.clear();
        sets.rows.leaving(row, set, &mut self.to);
        let mut found = 0;
        for &(place, to) in &self.to {
            let from = sets.slot(tier, row, place);
            let worth = tier.worth_outside(to)?;
            if tier.has(to) || worth == Worth::Hole && !tier.may_lead_to(to) {
                return Err(DenseError::Move { from: from as u64, to });
            }
            // A move that is not allowed.
            if worth == Worth::Hole {
                continue;
            }
            let outside = &mut self.outside[place as usize];
            if found >> place & 1 == 0 {
                *outside = Outside::default();
                found |= 1 << place;
            }
            outside.add_worth(worth);
        }
        Ok(found)
    }

    /// What was found for one of those that have such moves.
    pub(super) fn of(&self, place: u32) -> Outside {
        self.outside[place as usize]
    }
}

impl Sets<'_> {
    /// Finds out which slots have positions. Says whether that was done to the end.
    pub(in crate::dense) fn find_there(&mut self, pass: &Pass<'_>) -> bool {
        self.each_row(pass, &|row| self.spent[row].store(!self.rows.there(row), Relaxed))
    }

    /// How many slots a row has.
    pub(in crate::dense) fn width(&self) -> usize {
        self.places.len()
    }

    /// Looks at some rows. Says from which on nothing was done, if somebody stopped it.
    pub(in crate::dense) fn first(
        &self,
        tier: &Tier<'_>,
        pass: &Pass<'_>,
        rows: Range<usize>,
    ) -> Result<(Tally, Option<usize>), DenseError> {
        let pieces = Pieces::Rows(rows);
        let (tally, done) = run(pass.pool, pass.control, &pieces, &|numbers| {
            let mut leaving = Leaving::new();
            each(numbers, |number| {
                let mut tally = Tally::default();
                for row in pieces.range(number) {
                    self.look(tier, row, &mut leaving, &mut tally)?;
                }
                Ok(tally)
            })
        })?;
        Ok((tally, pieces.left_from(done)))
    }

    fn look(
        &self,
        tier: &Tier<'_>,
        row: usize,
        leaving: &mut Leaving,
        tally: &mut Tally,
    ) -> Result<(), DenseError> {
        let there = !self.spent[row].load(Relaxed);
        let all = self.places.clone().fold(0, |all, place| all | 1 << place);
        let set = there & all & self.own(row);
        let (mut leave, mut stuck) = (0, 0);
        if set != 0 {
            leave = leaving.find(self, tier, (row, set))?;
            stuck = self.rows.only_to(row, set, &self.spent);
        }
        let goes_on = Code::open(1).unwrap_or(Code::UNCOUNTED);
        let quiet = set & !leave & !stuck;
        for (slot, place) in self.slots(tier, row).zip(self.places.clone()) {
            tier.store(slot, if quiet >> place & 1 == 1 { goes_on } else { Code::HOLE });
        }
        tally.open += i64::from(set.count_ones());
        for place in bits(set & !quiet) {
            let slot = self.slot(tier, row, place);
            let code = match leave >> place & 1 == 1 {
                true => {
                    let replies = usize::from(stuck >> place & 1 == 0);
                    tally.classify(tier, slot, leaving.of(place), replies)?
                }
                false => {
                    tally.open -= 1;
                    tally.over(tier, self.rows.verdict(row, place))
                }
            };
            tier.store(slot, code);
        }
        Ok(())
    }
}
