//! Waves by whole rows of slots, where the game knows its moves so; nothing is counted.
//!
//! A slot that is lost makes wins of all before it, as sets. One that is won has the rows before it asked
//! which of their slots have no other reply left; that is the forward look of the lean way, but one look
//! does for a row. Which draws come to an end is asked the same way. What is known is in the codes of the
//! slots as ever; the sets are made of them when they are needed, and everything that a pass does may
//! be done twice, so that a pass that was stopped begins again.

mod first;
mod ties;

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::ThreadPool;
use retrograde_core::{Control, sys};
use retrograde_games::Rows;

use super::DenseError;
use super::code::Code;
use super::mark::Stage;
use super::pieces::{Pieces, each, run};
use super::tally::Tally;
use super::work::Tier;
use first::Leaving;

/// What is known of the slots of a tier, a word for each row.
pub(super) struct Sets<'a> {
    rows: Box<dyn Rows + 'a>,
    places: Range<u32>,
    /// What is not settled: open, or won by a move out of the tier that is longer than the wave.
    open: Vec<AtomicU64>,
    /// What is no reply any more: wins that are settled, ties when these are asked for, and slots without
    /// a position.
    spent: Vec<AtomicU64>,
    /// The slots of the wave.
    fresh: Vec<AtomicU64>,
    /// Those that it finds, or those that are asked; empty between waves.
    other: Vec<AtomicU64>,
    /// The distance of what the last wave has found, and how many slots that is. None if the last pass
    /// was not done to the end.
    found: Option<(u32, u64)>,
    /// Rows that have twins, the first of both.
    twins: Vec<usize>,
}

/// What a pass runs with.
pub(super) struct Pass<'a> {
    pub(super) pool: Option<&'a ThreadPool>,
    pub(super) control: &'a Control<'a>,
    pub(super) stage: Stage,
    pub(super) distance: u32,
    pub(super) reach: u32,
}

/// Who is told which slots of a row have nothing left.
type Answered<'a> =
    dyn Fn(usize, u64, &mut Leaving, &mut Tally) -> Result<(), DenseError> + Sync + 'a;

fn words(count: usize) -> Vec<AtomicU64> {
    let mut words: Vec<AtomicU64> = Vec::new();
    words.resize_with(count, || AtomicU64::new(0));
    words
}

impl<'a> Sets<'a> {
    /// Sets for rows, with nothing in them.
    pub(super) fn empty(rows: Box<dyn Rows + 'a>) -> Self {
        let (count, places) = (rows.count(), rows.places());
        let [open, spent, fresh, other] = std::array::from_fn(|_| words(count));
        Sets { rows, places, open, spent, fresh, other, found: None, twins: Vec::new() }
    }

    /// Sets for rows, made of the codes of a tier at the beginning of a pass; `None` if somebody stops it.
    pub(super) fn new(rows: Box<dyn Rows + 'a>, codes: &[u16], pass: &Pass<'_>) -> Option<Self> {
        let count = rows.count();
        let mut sets = Sets::empty(rows);
        let ties = !matches!(pass.stage, Stage::Waves | Stage::TieCount);
        let settled = |code: Code| code.win_distance().is_some_and(|win| win < pass.distance);
        let waves = pass.stage == Stage::Waves;
        let whole = sets.each_row(pass, &|row| {
            let (mut open, mut there, mut spent) = (0u64, 0u64, 0u64);
            let codes = &codes[row * sets.places.len()..][..sets.places.len()];
            for (&code, place) in codes.iter().zip(sets.places.clone()) {
                let (code, bit) = (Code(code), 1 << place);
                let won = code.win_distance().is_some();
                let spends = won && (!waves || settled(code)) || ties && code == Code::TIE;
                open |= if code.is_open() || won && !spends { bit } else { 0 };
                there |= if code == Code::HOLE { 0 } else { bit };
                spent |= if spends { bit } else { 0 };
            }
            sets.open[row].store(open, Relaxed);
            sets.spent[row].store(spent, Relaxed);
            sets.other[row].store(there, Relaxed);
        });
        if !whole {
            return None;
        }
        sets.twins =
            (0..count).filter(|&row| sets.rows.twin(row).is_some_and(|twin| row <= twin)).collect();
        [&sets.open, &sets.spent, &sets.other].into_iter().for_each(|plane| sets.share(plane));
        for (spent, there) in sets.spent.iter().zip(&sets.other) {
            spent.fetch_or(!there.load(Relaxed), Relaxed);
            there.store(0, Relaxed);
        }
        Some(sets)
    }

    /// The slots of a row.
    fn slots(&self, tier: &Tier<'_>, row: usize) -> Range<usize> {
        let first = tier.range.start + row * self.places.len();
        first..first + self.places.len()
    }

    fn slot(&self, tier: &Tier<'_>, row: usize, place: u32) -> usize {
        tier.range.start + row * self.places.len() + (place - self.places.start) as usize
    }

    /// Tells twins what is in each other's sets.
    fn share(&self, plane: &[AtomicU64]) {
        for &row in &self.twins {
            let Some(twin) = self.rows.twin(row) else { continue };
            let both = plane[row].load(Relaxed) | self.rows.in_twin(plane[twin].load(Relaxed));
            plane[row].store(both, Relaxed);
            plane[twin].store(self.rows.in_twin(both), Relaxed);
        }
    }

    /// The places of a row that are slots in their own right, and do not stand for others.
    fn own(&self, row: usize) -> u64 {
        match self.rows.twin(row) {
            None => !0,
            Some(twin) if row < twin => !0,
            Some(twin) if row > twin => 0,
            Some(_) => {
                let keeps = |place: &u32| self.rows.in_twin(1 << place) >= 1 << place;
                self.places.clone().filter(keeps).fold(0, |all, place| all | 1 << place)
            }
        }
    }

    /// Takes slots of a row, which are its own, from a plane or puts them there, with their twins.
    fn change(&self, plane: &[AtomicU64], row: usize, set: u64, put: bool) {
        let change = |row: usize, set: u64| match put {
            true => plane[row].fetch_or(set, Relaxed),
            false => plane[row].fetch_and(!set, Relaxed),
        };
        change(row, set);
        if let Some(twin) = self.rows.twin(row) {
            change(twin, self.rows.in_twin(set));
        }
    }

    /// Does something for all rows, unless it is stopped.
    fn each_row(&self, pass: &Pass<'_>, work: &(dyn Fn(usize) + Sync)) -> bool {
        let pieces = Pieces::Rows(0..self.rows.count());
        let done = run(pass.pool, pass.control, &pieces, &|numbers| {
            each(numbers, |number| {
                pieces.range(number).for_each(work);
                Ok(Tally::default())
            })
        });
        done.is_ok_and(|(_, done)| pieces.left_from(done).is_none())
    }

    /// Empties a plane.
    fn clear(&self, plane: &[AtomicU64], pass: &Pass<'_>) -> bool {
        self.each_row(pass, &|row| plane[row].store(0, Relaxed))
    }

    /// One pass over all rows; how it went, and whether it was done to the end.
    pub(super) fn pass(
        &mut self,
        tier: &Tier<'_>,
        pass: &Pass<'_>,
    ) -> Result<(Tally, bool), DenseError> {
        match pass.stage {
            Stage::Waves => self.wave(tier, pass),
            Stage::TieCount => self.tie_count(tier, pass),
            _ => self.tie_wave(tier, pass),
        }
    }

    /// A wave from the slots that were found.
    fn wave(&mut self, tier: &Tier<'_>, pass: &Pass<'_>) -> Result<(Tally, bool), DenseError> {
        let lost = pass.distance.is_multiple_of(2);
        let (tally, whole) = match lost {
            true => self.win(tier, pass)?,
            false if self.ask(pass)? && self.clear(&self.fresh, pass) => self.judge(tier, pass)?,
            false => return Ok((Tally::default(), false)),
        };
        if lost {
            std::mem::swap(&mut self.fresh, &mut self.other);
        }
        if whole && (!lost || self.clear(&self.other, pass)) {
            self.found = Some((pass.distance + 1, tally.found));
        }
        Ok((tally, whole))
    }

    /// Finds the slots of the wave, unless the last one has found them all: so many slots have its
    /// distance. Says whether it was done to the end.
    pub(super) fn find(&mut self, codes: &[u16], pass: &Pass<'_>, due: u64) -> bool {
        let (mask, wanted) = match pass.stage {
            _ if self.found.take() == Some((pass.distance, due)) => return true,
            // Wins and losses look the same but for a bit.
            Stage::Waves => (0xbfff, Code::win(pass.distance)),
            _ => (0xffff, Some(Code::FRESH_TIE)),
        };
        let Some(Code(wanted)) = wanted else { return true };
        let is_wanted = |code: u16| code & mask == wanted;
        let whole = self.each_row(pass, &|row| {
            let codes = &codes[row * self.places.len()..][..self.places.len()];
            let mut set = 0;
            // Without a branch in it, this compares many slots at once; mostly there are none.
            if codes.iter().fold(false, |any, &code| any | is_wanted(code)) {
                let places = codes.iter().zip(self.places.clone());
                set =
                    places.fold(0, |all, (&code, place)| all | u64::from(is_wanted(code)) << place);
            }
            self.fresh[row].store(set, Relaxed);
            self.other[row].store(0, Relaxed);
        });
        self.share(&self.fresh);
        whole
    }

    /// Shows the rows before the fresh slots, with sets of theirs. Each row that has fresh slots is shown
    /// first.
    fn before_fresh(
        &self,
        pass: &Pass<'_>,
        begin: &(dyn Fn(usize, u64) + Sync),
        visit: &(dyn Fn(usize, u64, &mut Tally) -> Result<(), DenseError> + Sync),
    ) -> Result<(Tally, bool), DenseError> {
        let pieces = Pieces::Rows(0..self.rows.count());
        let (tally, done) = run(pass.pool, pass.control, &pieces, &|numbers| {
            let (mut before, mut ready) = (Vec::new(), Vec::new());
            each(numbers, |number| {
                let mut tally = Tally::default();
                for row in pieces.range(number) {
                    let set = self.fresh[row].load(Relaxed);
                    if set == 0 {
                        continue;
                    }
                    begin(row, set);
                    before.clear();
                    self.rows.before(row, set, &mut before);
                    // They are on their way from memory while those of the row before are looked at.
                    before.iter().for_each(|&(row, _)| sys::prefetch(&self.open, row));
                    ready.iter().try_for_each(|&(row, set)| visit(row, set, &mut tally))?;
                    std::mem::swap(&mut before, &mut ready);
                }
                ready.drain(..).try_for_each(|(row, set)| visit(row, set, &mut tally))?;
                Ok(tally)
            })
        })?;
        Ok((tally, pieces.left_from(done).is_none()))
    }

    /// From losses: all before them are won.
    fn win(&self, tier: &Tier<'_>, pass: &Pass<'_>) -> Result<(Tally, bool), DenseError> {
        let distance = pass.distance + 1;
        let won = Code::win(distance).ok_or(DenseError::TooLong)?;
        self.before_fresh(pass, &|_, _| {}, &|row, set, tally| {
            let set = set & self.open[row].load(Relaxed);
            if set == 0 {
                return Ok(());
            }
            // Of two who come at once, one has it.
            let set = set & self.open[row].fetch_and(!set, Relaxed);
            self.other[row].fetch_or(set, Relaxed);
            for place in bits(set & self.own(row)) {
                let slot = self.slot(tier, row, place);
                match tier.load(slot).win_distance() {
                    // It is counted already, as one that a move out of the tier wins.
                    Some(same) if same == distance => continue,
                    Some(later) => tier.forget(later),
                    None => tally.open -= 1,
                }
                tier.store(slot, won);
                tally.found += 1;
            }
            Ok(())
        })
    }

    /// From wins, or ties: these are spent, and those before them are asked what is left.
    fn ask(&self, pass: &Pass<'_>) -> Result<bool, DenseError> {
        let begin = |row: usize, set: u64| {
            self.spent[row].fetch_or(set, Relaxed);
            self.open[row].fetch_and(!set, Relaxed);
        };
        let (_, whole) = self.before_fresh(pass, &begin, &|row, set, _| {
            let set = set & self.open[row].load(Relaxed);
            if set & !self.other[row].load(Relaxed) != 0 {
                self.other[row].fetch_or(set, Relaxed);
            }
            Ok(())
        })?;
        Ok(whole)
    }

    /// Looks at rows that are asked: shows the slots of theirs that have nothing left.
    fn answer(&self, pass: &Pass<'_>, visit: &Answered<'_>) -> Result<(Tally, bool), DenseError> {
        let pieces = Pieces::Rows(0..self.rows.count());
        let (tally, done) = run(pass.pool, pass.control, &pieces, &|numbers| {
            let mut leaving = Leaving::new();
            each(numbers, |number| {
                let mut tally = Tally::default();
                for row in pieces.range(number) {
                    let asked = self.other[row].load(Relaxed);
                    if asked == 0 {
                        continue;
                    }
                    self.other[row].store(0, Relaxed);
                    let set = asked & self.open[row].load(Relaxed) & self.own(row);
                    let left = match set {
                        0 => 0,
                        set => self.rows.only_to(row, set, &self.spent),
                    };
                    if left != 0 {
                        visit(row, left, &mut leaving, &mut tally)?;
                    }
                }
                Ok(tally)
            })
        })?;
        Ok((tally, pieces.left_from(done).is_none()))
    }

    /// Whoever is asked and has nothing left is lost, unless a move out of the tier saves him.
    fn judge(&self, tier: &Tier<'_>, pass: &Pass<'_>) -> Result<(Tally, bool), DenseError> {
        self.answer(pass, &|row, set, leaving, tally| {
            let (mut now, mut lost) = (0, 0);
            let counted = |&place: &u32| tier.load(self.slot(tier, row, place)).is_counted();
            let set = bits(set).filter(counted).fold(0, |all, place| all | 1 << place);
            let leave = match pass.reach > pass.distance {
                true => leaving.find(self, tier, (row, set))?,
                false => 0,
            };
            for place in bits(set) {
                let slot = self.slot(tier, row, place);
                let mut longest = pass.distance;
                if leave >> place & 1 == 1 {
                    longest = longest.max(leaving.of(place).refuted.unwrap_or(0));
                }
                tier.store(slot, Code::lose(longest + 1).ok_or(DenseError::TooLong)?);
                tally.open -= 1;
                lost |= 1 << place;
                match longest == pass.distance {
                    true => now |= 1 << place,
                    false => tally.note(tier, longest + 1),
                }
            }
            tally.found += u64::from(u64::count_ones(now));
            self.change(&self.open, row, lost, false);
            self.change(&self.fresh, row, now, true);
            Ok(())
        })
    }
}

/// The places of a set.
fn bits(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (set != 0).then(|| set.trailing_zeros())?;
        set &= set - 1;
        Some(place)
    })
}
