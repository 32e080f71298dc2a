//! Solving with the tier at hand in memory, what it leads to as far as there is room, and everything
//! else on disk.

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::ThreadPool;
use retrograde_core::{Progress, Tier, sys};
use retrograde_io::OutputFile;

use crate::Index;
use crate::build::{self, BuildOptions};
use crate::checkpoint::{self, Build};
use crate::dense::{self, DenseError, DenseOptions, Lean, Mark, Solver, Steps, Stream};
use crate::earlier::{Earlier, Held};
use crate::keeper::{self, Keeper};
use crate::plan::{self, Share};
use crate::shelf::{CHUNK, Shelf};
use crate::tiers::Tiers;
use crate::{Table, TableError, phase};

/// The name of the file with the tiers that are solved.
pub(crate) const SHELF: &str = "tiers";

/// Slots that are solved, or put on the shelf, before anybody is told.
const WINDOW: usize = 1 << 20;

/// The name of the file that a tier which is not finished goes on from. It has its number, so that the
/// state of one tier is never taken for that of the next.
fn checkpoint_of(tier: usize, lean: bool) -> String {
    format!("tier-{tier}{}", if lean { "-lean" } else { "" })
}

/// The state of a tier, in memory and in its checkpoint.
struct State {
    path: PathBuf,
    build: Build,
    /// Words of two bytes.
    words: usize,
    /// What there is to go on from.
    found: Option<(Vec<u16>, Mark)>,
    /// Whether it takes half a byte a slot, and not two.
    lean: bool,
}

/// A build in a folder, tier by tier.
pub(crate) struct ByTiers<'a> {
    pub(crate) game: &'a dyn Index,
    pub(crate) build: &'a Build,
    pub(crate) folder: &'a Path,
    pub(crate) options: &'a BuildOptions<'a>,
    /// How many slots are settled on disk.
    pub(crate) kept: &'a mut Option<u64>,
    /// The tables of all parts but the last, if the game has parts. Only the last is built.
    pub(crate) before: Option<Arc<Table>>,
    /// Whether the game has parts.
    pub(crate) part: bool,
}

impl ByTiers<'_> {
    /// Solves the game, with what is there already, and writes its table.
    pub(crate) fn make(mut self) -> Result<(), TableError> {
        let shelf = self.solve()?;
        let alphabet = shelf.alphabet().ok_or(DenseError::Resume)?;
        let control = &self.options.control;
        let first = self.before.as_ref().map_or(0, |table| table.slots());
        let some = |slots: Range<u64>| {
            let slots = first + slots.start..first + slots.end;
            shelf.codes(slots, control).map(Cow::Owned).map_err(io::Error::other)
        };
        build::write(self.folder, self.build, self.part, (alphabet, &some), self.options)
    }

    /// Solves all tiers that are not on the shelf yet.
    pub(crate) fn solve(&mut self) -> Result<Shelf, TableError> {
        let (options, control) = (self.options, &self.options.control);
        let path = self.folder.join(SHELF);
        let tiers = Tiers::of(self.game)?;
        let mut shelf =
            Shelf::open(&path, self.build, options.kind, tiers, self.before.clone(), control)?;
        let pool = build::pool(control.threads);
        let available = plan::available(control);
        let mut held = Held::new();
        let begin = shelf.at().0;
        // A tier that has a checkpoint tells itself how far that is.
        let has = |lean| self.folder.join(checkpoint_of(begin, lean)).exists();
        if shelf.has_begun() && !has(false) && !has(true) {
            self.tell(&shelf, phase::RESUMED);
        }
        while shelf.at().0 < shelf.tiers().len() {
            let tier = shelf.at().0;
            // What is left of the tier before, if it was killed between the two.
            if let Some(before) = tier.checked_sub(1) {
                self.forget(before)?;
            }
            let led_to = shelf.tiers().led_to(self.game, tier);
            let Share { room, lean, rows } =
                plan::share(self.game, shelf.tiers(), tier, &led_to, (options.kind, available));
            let earlier = Earlier::new(&shelf, &led_to, room, &mut held, control)?;
            let solved = match led_to.itself {
                true => {
                    self.whole(&mut shelf, &earlier, pool.as_ref(), (lean, rows, tier == begin))
                }
                false => self.stream(&mut shelf, &earlier, pool.as_ref()),
            };
            solved.map_err(|error| match error {
                TableError::Solve(DenseError::Unreadable) => earlier.fault().unwrap_or(error),
                error => error,
            })?;
        }
        if let Some(last) = shelf.tiers().len().checked_sub(1) {
            self.forget(last)?;
        }
        Ok(shelf)
    }

    /// Removes the checkpoint of a tier, and what there is of one.
    fn forget(&self, tier: usize) -> Result<(), TableError> {
        for lean in [false, true] {
            let path = self.folder.join(checkpoint_of(tier, lean));
            build::remove(&OutputFile::part_of(&path))?;
            build::remove(&path)?;
        }
        Ok(())
    }

    /// A tier that leads to itself: all of it is in memory until it is solved.
    fn whole(
        &mut self,
        shelf: &mut Shelf,
        earlier: &Earlier,
        pool: Option<&Arc<ThreadPool>>,
        (lean, rows, may_go_on): (bool, bool, bool),
    ) -> Result<(), TableError> {
        let (tier, there) = shelf.at();
        let range = shelf.tiers().get(tier).ok_or(DenseError::Resume)?;
        let control = &self.options.control;
        let how = DenseOptions { control: *control, ..DenseOptions::default() };
        let mut state = self.begin(tier, range.len(), lean);
        if may_go_on {
            // It goes on as it began, unless that takes more memory than there is now.
            let ways = if lean { &[true][..] } else { &[false, true] };
            for begun in ways.iter().map(|&lean| self.begin(tier, range.len(), lean)) {
                match checkpoint::find(&begun.path, &begun.build, control) {
                    // It is of no use, and the tier can be solved from its beginning.
                    Err(TableError::Damaged { .. }) => build::remove(&begun.path)?,
                    found => {
                        if let Some(found) = found? {
                            state = State { found: Some(found), ..begun };
                        }
                    }
                }
            }
        }
        let State { path, build, words, found, lean } = state;
        let goes_on = found.is_some();
        let (slots, mark) = match found {
            Some(found) => found,
            None => {
                // A vector that cannot be had would end the program: ask first.
                let (needed, slots) = (2 * words as u64, range.len() as u64);
                Vec::<u16>::new().try_reserve_exact(words).map_err(|_| {
                    let available = plan::available(control);
                    DenseError::TierMemory { slots, needed, outcomes: needed, available }
                })?;
                // Whether a draw comes to an end is asked where there are ties, here or before.
                let ties = shelf.has_ties();
                (sys::zeroed(words), Mark::of_tier(tier, ties))
            }
        };
        let with = (shelf.tiers().clone(), pool.cloned());
        let kept = &mut *self.kept;
        let mut tell = |phase, solver: &dyn Steps| keeper::tell(phase, solver, control, kept);
        let window = |at: usize| at..(at + WINDOW).min(range.len());
        // As much of it as is there already was put there before the build was killed.
        let windows = (there.min(range.len())..range.len()).step_by(WINDOW);
        if lean {
            let mut solver = Lean::new(self.game, &how, with, earlier, slots, mark)?;
            if goes_on {
                tell(phase::RESUMED, &solver);
            }
            Keeper::new(&solver, &path, &build, self.options).run(&mut solver, false, &mut tell)?;
            for at in windows {
                shelf.add(&solver.codes(window(at)), control)?;
            }
        } else {
            let mut solver = Solver::of_tier(self.game, &how, with, earlier, slots, (mark, rows))?;
            if goes_on {
                tell(phase::RESUMED, &solver);
            }
            Keeper::new(&solver, &path, &build, self.options).run(&mut solver, false, &mut tell)?;
            for at in windows {
                shelf.add(&solver.slots()[window(at)], control)?;
            }
        }
        self.tell(shelf, phase::KEPT);
        self.forget(tier)
    }

    /// What a tier of so many slots begins with.
    fn begin(&self, tier: usize, slots: usize, lean: bool) -> State {
        let words = if lean { dense::lean_words(slots) } else { slots };
        let build = Build { slots: words as u64, ..self.build.clone() };
        let path = self.folder.join(checkpoint_of(tier, lean));
        State { path, build, words, found: None, lean }
    }

    /// A tier whose moves all leave it: as soon as a part of it is solved it goes to the shelf.
    fn stream(
        &mut self,
        shelf: &mut Shelf,
        earlier: &Earlier,
        pool: Option<&Arc<ThreadPool>>,
    ) -> Result<(), TableError> {
        let (tier, mut at) = shelf.at();
        let range = shelf.tiers().get(tier).ok_or(DenseError::Resume)?;
        let control = self.options.control;
        let options = DenseOptions { control, ..DenseOptions::default() };
        let stream =
            Stream { game: self.game, options, pool: pool.cloned(), tier: range.clone(), earlier };
        let mut codes = vec![0; WINDOW.min(range.len() - at)];
        while at < range.len() {
            control.check_memory()?;
            let window = &mut codes[..WINDOW.min(range.len() - at)];
            stream.look(range.start + at, window)?;
            shelf.add(window, &control)?;
            at += window.len();
            self.tell(shelf, phase::SOLVING);
        }
        Ok(())
    }

    /// Says how far the shelf is.
    fn tell(&mut self, shelf: &Shelf, phase: &'static str) {
        let (settled, slots) = (shelf.settled(), shelf.tiers().slots());
        *self.kept = Some(settled);
        let mut progress = Progress::new(phase, 2 * settled, 2 * slots);
        let count = shelf.tiers().len();
        let number = (shelf.at().0 + 1).min(count);
        progress.tier = Some(Tier { number, count, wave: 0, settled, slots });
        self.options.control.tell(progress);
    }
}

const _: () = assert!(WINDOW.is_multiple_of(CHUNK));
