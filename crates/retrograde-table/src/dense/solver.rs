//! The solver: which pass comes next, and what it runs over.

mod pass;

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use rayon::ThreadPool;
use retrograde_core::{Progress, sys};
use retrograde_games::{Gifts, SlotMoves};

use super::code::Code;
use super::mark::{Mark, Stage, Way};
use super::sets::Sets;
use super::steps;
use super::tally::Tally;
use super::{DenseError, DenseOptions, DenseTable, check_memory};
use crate::build;
use crate::earlier::Earlier;
use crate::header::Kind;
use crate::plan;
use crate::tiers::Tiers;
use crate::{Index, Worth};

/// Solves a game over its index, a step at a time, so that it can be watched, stopped, kept and
/// gone on with. [`solve`](super::solve) does all steps at once.
///
/// ```
/// use retrograde_core::Distance;
/// use retrograde_games::Game;
/// use retrograde_games::rules::Quixo;
/// use retrograde_table::Worth;
/// use retrograde_table::dense::{DenseOptions, Solver};
///
/// let game = Quixo::new(3).unwrap();
/// let mut solver = Solver::new(&game, &DenseOptions::default())?;
/// for _ in 0..3 {
///     solver.step()?;
/// }
/// // What a file would keep, and another run go on from.
/// let (slots, mark) = (solver.slots().to_vec(), solver.mark());
/// let mut solver = Solver::resume(&game, &DenseOptions::default(), slots, mark)?;
/// while solver.step()? {}
/// let table = solver.finish().unwrap();
/// assert_eq!(table.get(game.rank(&game.start().unwrap())), Worth::Win(Some(Distance(7))));
/// # Ok::<(), retrograde_table::dense::DenseError>(())
/// ```
pub struct Solver<'a> {
    game: &'a dyn Index,
    options: DenseOptions<'a>,
    pool: Option<Arc<ThreadPool>>,
    tiers: Tiers,
    /// The tier after the last one to be solved.
    end: usize,
    /// Whether the game has un-moves.
    backward: bool,
    /// Its moves from slot to slot, if it has them.
    fast: Option<&'a dyn SlotMoves>,
    /// The slots in memory: all, or those of the only tier to be solved.
    slots: Vec<u16>,
    /// The first of them.
    first: usize,
    /// Where the slots of other tiers are, if not all are in memory.
    earlier: Option<&'a Earlier>,
    /// Whether nobody asks for distances, nor which draws come to an end.
    outcomes: bool,
    /// Whether all moves leave the tier at hand.
    alone: bool,
    mark: Mark,
    /// For each distance, how many slots of the tier have it so far.
    due: Vec<AtomicU64>,
    /// The slots of the wave that comes next, as far as they were listed.
    next: Vec<usize>,
    /// Whether some of those that were found are not listed.
    left_out: bool,
    /// All slots of the running wave, if they were listed.
    list: Option<Vec<usize>>,
    /// What is known of the rows of the tier, if it has rows and is past the first look.
    sets: Option<Sets<'a>>,
    /// Whether the tier has rows, if that is known.
    has_rows: Option<bool>,
}

impl<'a> Solver<'a> {
    /// A solver that has not begun.
    ///
    /// # Errors
    /// The game has no index or one whose tiers do not fit, or the slots need too much memory.
    pub fn new(game: &'a dyn Index, options: &DenseOptions<'a>) -> Result<Self, DenseError> {
        let count = game.slots().ok_or(DenseError::NoIndex)?;
        let too_much = check_memory(count, options.control.room())?;
        let length = usize::try_from(count).map_err(|_| too_much.clone())?;
        // A vector that cannot be had would end the program: ask first.
        Vec::<u16>::new().try_reserve_exact(length).map_err(|_| too_much)?;
        Solver::resume(game, options, sys::zeroed(length), Mark::default())
    }

    /// A solver that goes on from the slots and the mark of another.
    ///
    /// # Errors
    /// The game has no index or one whose tiers do not fit, the slots are not as many as it has, or
    /// somebody stopped it.
    pub fn resume(
        game: &'a dyn Index,
        options: &DenseOptions<'a>,
        slots: Vec<u16>,
        mark: Mark,
    ) -> Result<Self, DenseError> {
        let tiers = Tiers::of(game)?;
        let (end, all) = (tiers.len(), 0..tiers.slots() as usize);
        let pool = build::pool(options.control.threads);
        let by_rows = plan::fits_by_rows(game, &tiers, &options.control);
        Solver::with(game, options, (tiers, end), (slots, all), (mark, by_rows), pool)
    }

    /// A solver of one tier, with what is known of those before it elsewhere, and by rows if it may take
    /// the memory for that. The tier is the one of the mark.
    pub(crate) fn of_tier(
        game: &'a dyn Index,
        options: &DenseOptions<'a>,
        (tiers, pool): (Tiers, Option<Arc<ThreadPool>>),
        earlier: &'a Earlier,
        slots: Vec<u16>,
        (mark, by_rows): (Mark, bool),
    ) -> Result<Self, DenseError> {
        let range = tiers.get(mark.tier).ok_or(DenseError::Resume)?;
        let (end, how) = (mark.tier + 1, (mark, by_rows));
        let solver = Solver::with(game, options, (tiers, end), (slots, range), how, pool)?;
        let outcomes = earlier.kind() == Kind::Outcome;
        Ok(Solver { earlier: Some(earlier), outcomes, ..solver })
    }

    fn with(
        game: &'a dyn Index,
        options: &DenseOptions<'a>,
        (tiers, end): (Tiers, usize),
        (slots, held): (Vec<u16>, Range<usize>),
        (mark, by_rows): (Mark, bool),
        pool: Option<Arc<ThreadPool>>,
    ) -> Result<Self, DenseError> {
        // A tier on its own begins where it is, and all of them with the first.
        let begin = if held.len() as u64 == tiers.slots() { 0 } else { mark.tier };
        let len = tiers.get(mark.tier).map_or(0, |tier| tier.len());
        let most = mark.open.max(mark.pending).max(mark.at as u64);
        if slots.len() != held.len() || mark.tier > end || most > len as u64 {
            return Err(DenseError::Resume);
        }
        let fast = game.slot_moves();
        let backward = fast.is_some() || game.has_unmoves();
        let due = (0..=Worth::LONGEST.0 + 1).map(|_| AtomicU64::new(0)).collect();
        // What one way leaves in the slots, another takes for something else.
        let way = match (fast.is_some(), backward) {
            (true, _) if fast.is_some_and(|fast| fast.gifts() == Gifts::LeftOut) => Way::Spare,
            // A checkpoint goes on as it began, with counts or without.
            (true, _) => match mark.way {
                None if by_rows => Way::Rows,
                Some(Way::Rows) if plan::rows_bytes_of(game, &tiers) > 0 => Way::Rows,
                _ => Way::Slots,
            },
            (false, true) => Way::Unmoves,
            (false, false) => Way::Forward,
        };
        if mark.way.unwrap_or(way) != way
            || (mark.way.is_none() && mark != Mark::of_tier(begin, mark.ties))
        {
            return Err(DenseError::Resume);
        }
        let mark = Mark { way: Some(way), ..mark };
        let (next, left_out, list) = (Vec::new(), false, None);
        let mut solver = Solver {
            game,
            options: *options,
            pool,
            tiers,
            end,
            backward,
            fast,
            slots,
            first: held.start,
            earlier: None,
            outcomes: false,
            alone: false,
            mark,
            due,
            next,
            left_out,
            list,
            sets: None,
            has_rows: None,
        };
        solver.alone = !solver.tiers.led_to(game, mark.tier).itself;
        if let Some(tier) = solver.tiers.get(mark.tier).filter(|_| mark.tier < end) {
            solver.recount(tier)?;
        }
        Ok(solver)
    }

    /// Finds out again how many slots of the tier have which distance.
    fn recount(&mut self, tier: Range<usize>) -> Result<(), DenseError> {
        /// So many slots are counted in about a millisecond.
        const TOGETHER: usize = 1 << 20;
        let after = match (self.mark.stage, self.backward) {
            (Stage::First, true) if self.fast.is_none() => return Ok(()),
            // Losses at once may be new here, and those that are not do no harm.
            (Stage::First | Stage::Count, _) => None,
            (Stage::Waves, _) => Some(self.mark.wave),
            _ => Some(0),
        };
        for some in self.slots[tier.start - self.first..tier.end - self.first].chunks(TOGETHER) {
            self.options.control.check()?;
            for &code in some {
                if let Some(distance) = Code(code).distance()
                    && Some(distance) > after
                {
                    *self.due[distance as usize].get_mut() += 1;
                }
            }
        }
        if !self.backward {
            // Moves out of the tier may make any of these waves necessary.
            self.due[..=self.mark.reach as usize].iter_mut().for_each(|due| *due.get_mut() += 1);
        }
        Ok(())
    }

    /// The slots as they are: [packed](Worth::pack) where they are final, and known only to the
    /// solver where they are not.
    #[must_use]
    pub fn slots(&self) -> &[u16] {
        &self.slots
    }

    /// Where the solver stands.
    #[must_use]
    pub fn mark(&self) -> Mark {
        self.mark
    }

    /// How far the solver has come, in looks at slots. Where the game has un-moves there are at most
    /// two for each: one when its tier begins, and one when its value is found, which for draws is
    /// never. Where it has none, nobody knows how many there will be.
    #[must_use]
    pub fn progress(&self) -> Progress {
        steps::progress(&self.tiers, self.mark, self.looked_at(), self.backward)
    }

    /// How many slots of the tier have been looked at for the first time.
    fn looked_at(&self) -> usize {
        let (at, len) = (self.mark.at, self.tiers.get(self.mark.tier).map_or(0, |tier| tier.len()));
        match (self.mark.stage, self.backward && self.fast.is_none() && !self.alone) {
            // Verdicts are a small part of it, and moves the larger one.
            (Stage::First, true) => at / 4,
            (Stage::Mates, true) => len / 4,
            (Stage::Count, true) => len / 4 + at / 4 * 3,
            (Stage::First, false) => at,
            _ => len,
        }
    }

    /// The table, if all is done.
    #[must_use]
    pub fn finish(self) -> Option<DenseTable> {
        (self.mark.tier == self.tiers.len()).then(|| DenseTable::new(self.slots))
    }

    /// Does a part of the work, a second's worth or so; whether there is more to do.
    ///
    /// # Errors
    /// What [`solve`](super::solve) may end with. The solver is of no use after that, unless somebody
    /// [stopped](DenseError::Stopped) it: then what was done by then is a shorter step, and its slots
    /// and mark are as good to go on from as after any other.
    pub fn step(&mut self) -> Result<bool, DenseError> {
        let Some(range) = self.tiers.get(self.mark.tier).filter(|_| self.mark.tier < self.end)
        else {
            return Ok(false);
        };
        self.options.control.check_memory()?;
        let list = self.list.take();
        let by_rows = self.is_by_rows(&range);
        let (mut tally, stopped) = match (by_rows, self.mark.stage) {
            (true, Stage::First) => self.first_by_rows(&range)?,
            (true, _) => {
                let (tally, left_from) = self.pass_by_rows(range.clone())?;
                self.mark.at = left_from.map_or(range.len(), |slot| slot - range.start);
                (tally, left_from.is_some())
            }
            (false, _) => {
                let end = match list {
                    Some(_) => range.len(),
                    None => range.len().min(self.mark.at.saturating_add(self.options.step.max(1))),
                };
                let part = range.start + self.mark.at..range.start + end;
                let (tally, left_from) = self.pass(range.clone(), part, list)?;
                self.mark.at = left_from.map_or(end, |slot| slot - range.start);
                (tally, left_from.is_some())
            }
        };
        self.mark.open = self.mark.open.saturating_add_signed(tally.open);
        self.mark.pending += tally.pending;
        self.mark.reach = self.mark.reach.max(tally.reach);
        self.mark.ties |= tally.ties;
        self.mark.changed |= tally.changed;
        let distance = match self.mark.stage {
            Stage::Waves | Stage::Mates => self.mark.wave + 1,
            _ => 0,
        };
        *self.due[distance as usize].get_mut() += tally.found;
        for (due, count) in self.due.iter_mut().zip(tally.near) {
            *due.get_mut() += count;
        }
        self.left_out |= tally.left_out || self.next.len() + tally.next.len() > self.few();
        if self.left_out {
            self.next.clear();
        } else {
            self.next.append(&mut tally.next);
        }
        if self.mark.at == range.len() {
            self.turn();
        }
        if self.options.control.progress.is_some() {
            self.options.control.tell(self.progress());
        }
        if stopped {
            self.options.control.check()?;
        }
        Ok(self.mark.tier < self.end)
    }

    /// A pass is over: what comes after it?
    fn turn(&mut self) {
        let mark = &mut self.mark;
        match (mark.stage, self.backward) {
            (Stage::First, true) if mark.open > 0 && self.fast.is_none() => {
                mark.begin(Stage::Mates);
                mark.wave = 0;
            }
            (Stage::Mates, _) => {
                mark.begin(Stage::Count);
                // Counting finds losses at once, which come before these wins.
                self.forget_next();
            }
            // Nothing is before verdicts that are not draws: whoever can come to them wins at once.
            (Stage::First, _) if mark.way == Some(Way::Spare) => {
                self.forget_next();
                self.begin_wave(1);
            }
            (Stage::First | Stage::Count, _) => self.begin_wave(0),
            (Stage::Waves, _) => {
                let after = mark.wave + 1;
                self.begin_wave(after);
            }
            (Stage::TieCount, _) => mark.begin(Stage::TieWaves),
            (Stage::TieWaves, _) if mark.changed => mark.begin(Stage::TieWaves),
            (Stage::TieWaves, _) => mark.begin(Stage::Close),
            (Stage::Close, _) => self.begin_tier(),
        }
    }

    /// The next wave that has slots, of this distance or more, or what comes after the waves.
    fn begin_wave(&mut self, from: u32) {
        let mark = &mut self.mark;
        let whole = !self.left_out;
        let mut next = std::mem::take(&mut self.next);
        self.left_out = false;
        if mark.open > 0 || mark.pending > 0 {
            let due = |distance: &u32| self.due[*distance as usize].load(Relaxed) > 0;
            if let Some(wave) = (from..=Worth::LONGEST.0).find(due) {
                mark.begin(Stage::Waves);
                mark.wave = wave;
                let complete = whole && next.len() as u64 == self.due[wave as usize].load(Relaxed);
                if wave == from && self.backward && complete {
                    // In order, so that a wave that is stopped can be gone on with from a slot on.
                    next.sort_unstable();
                    self.list = Some(next);
                }
                return;
            }
        }
        match (mark.open > 0, mark.ties, self.backward) {
            (false, _, _) => self.begin_tier(),
            (true, false, _) => mark.begin(Stage::Close),
            (true, true, true) => mark.begin(Stage::TieCount),
            (true, true, false) => mark.begin(Stage::TieWaves),
        }
    }

    /// The most slots of a wave that are listed: with small steps few, with large ones many.
    fn few(&self) -> usize {
        (self.options.step / 16).clamp(1, Tally::FEW)
    }

    fn forget_next(&mut self) {
        self.next.clear();
        self.left_out = false;
    }

    fn begin_tier(&mut self) {
        self.forget_next();
        (self.sets, self.has_rows) = (None, None);
        let Mark { tier, ties, way, .. } = self.mark;
        self.mark = Mark { tier: tier + 1, ties, way, ..Mark::default() };
        self.alone = !self.tiers.led_to(self.game, tier + 1).itself;
        self.due.iter_mut().for_each(|due| *due.get_mut() = 0);
    }
}

impl fmt::Debug for Solver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("mark", &self.mark).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use retrograde_games::rules::Connect;

    use super::*;

    /// Before games could say that all moves leave a tier, such a tier was solved like any other. What
    /// was kept then is gone on with.
    #[test]
    fn what_was_begun_with_counts_goes_on_in_one_look() {
        let game = Connect::new(3, 3, 3).unwrap();
        let options = DenseOptions { step: 50, ..DenseOptions::default() };
        let expected = crate::dense::solve(&game, &options).unwrap();
        let mut solver = Solver::new(&game, &options).unwrap();
        for steps in 0.. {
            solver.alone = false;
            let more = solver.step().unwrap();
            let (slots, mark) = (solver.slots().to_vec(), solver.mark());
            let mut resumed = Solver::resume(&game, &options, slots, mark).unwrap();
            while resumed.step().unwrap() {}
            assert_eq!(resumed.finish().as_ref(), Some(&expected), "after {steps} steps");
            if !more {
                break;
            }
        }
        assert_eq!(solver.finish(), Some(expected));
    }
}
