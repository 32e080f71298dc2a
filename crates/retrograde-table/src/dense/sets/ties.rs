//! Which draws come to an end, by rows.

use std::sync::atomic::Ordering::Relaxed;

use super::{Pass, Sets, bits};
use crate::dense::DenseError;
use crate::dense::code::Code;
use crate::dense::pieces::{Pieces, each, run};
use crate::dense::tally::Tally;
use crate::dense::work::Tier;

impl Sets<'_> {
    /// Who has a move to a tie out of the tier, and nothing within it but what gives the game away, is
    /// tied; who has one to an endless draw is not.
    pub(super) fn tie_count(
        &self,
        tier: &Tier<'_>,
        pass: &Pass<'_>,
    ) -> Result<(Tally, bool), DenseError> {
        let pieces = Pieces::Rows(0..self.rows.count());
        let (tally, done) = run(pass.pool, pass.control, &pieces, &|numbers| {
            each(numbers, |number| {
                let mut tally = Tally::default();
                for row in pieces.range(number) {
                    let (mut safe, mut endless) = (0, 0);
                    for (slot, place) in self.slots(tier, row).zip(self.places.clone()) {
                        match tier.load(slot) {
                            Code::TIE => tier.store(slot, Code::FRESH_TIE),
                            Code::SAFE => safe |= 1 << place,
                            Code::SAFE_ENDLESS => {
                                tier.store(slot, Code::DRAW);
                                tally.open -= 1;
                                endless |= 1 << place;
                            }
                            _ => {}
                        }
                    }
                    if endless != 0 {
                        self.change(&self.open, row, endless, false);
                    }
                    let tied = match safe {
                        0 => continue,
                        safe => self.rows.only_to(row, safe, &self.spent),
                    };
                    self.change(&self.open, row, tied, false);
                    for place in bits(safe) {
                        let is_tied = tied >> place & 1 == 1;
                        let open = Code::open(1).unwrap_or(Code::UNCOUNTED);
                        let code = if is_tied { Code::FRESH_TIE } else { open };
                        tier.store(self.slot(tier, row, place), code);
                        tally.open -= i64::from(is_tied);
                    }
                }
                Ok(tally)
            })
        })?;
        Ok((tally, pieces.left_from(done).is_none()))
    }

    /// From fresh ties to those before them that have nothing else.
    pub(super) fn tie_wave(
        &mut self,
        tier: &Tier<'_>,
        pass: &Pass<'_>,
    ) -> Result<(Tally, bool), DenseError> {
        if !self.ask(pass)? {
            return Ok((Tally::default(), false));
        }
        let (tally, whole) = self.answer(pass, &|row, set, _, tally| {
            for place in bits(set) {
                tier.store(self.slot(tier, row, place), Code::FRESH_TIE);
                tally.open -= 1;
                tally.changed = true;
            }
            self.change(&self.open, row, set, false);
            Ok(())
        })?;
        // Only now: until here the pass may have to begin again.
        let whole = whole
            && self.each_row(pass, &|row| {
                let set = self.fresh[row].load(Relaxed);
                if set != 0 {
                    let own = bits(set & self.own(row));
                    own.for_each(|place| tier.store(self.slot(tier, row, place), Code::TIE));
                }
            });
        Ok((tally, whole))
    }
}
