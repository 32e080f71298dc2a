//! Solving with the tier at hand in memory, what it leads to as far as there is room, and everything
//! else on disk.

use std::borrow::Cow;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use rayon::ThreadPool;
use retrograde_core::{Progress, Tier, sys};
use retrograde_games::Game;

use crate::build::{self, BuildOptions, Keeper};
use crate::checkpoint::{self, Build};
use crate::dense::{DenseError, DenseOptions, Mark, Solver, Stream};
use crate::earlier::{Earlier, Held};
use crate::plan;
use crate::shelf::{CHUNK, Shelf};
use crate::tiers::Tiers;
use crate::{TableError, phase};

/// The name of the file with the tiers that are solved.
pub(crate) const SHELF: &str = "tiers";

/// Slots that are solved, or put on the shelf, before anybody is told.
const WINDOW: usize = 1 << 20;

/// The name of the file that a tier which is not finished goes on from. It has its number, so that the
/// state of one tier is never taken for that of the next.
fn checkpoint_of(tier: usize) -> String {
    format!("tier-{tier}")
}

/// A build in a folder, tier by tier.
pub(crate) struct ByTiers<'a, G> {
    pub(crate) game: &'a G,
    pub(crate) build: &'a Build,
    pub(crate) folder: &'a Path,
    pub(crate) options: &'a BuildOptions<'a>,
    /// How many slots are settled on disk.
    pub(crate) kept: &'a mut Option<u64>,
}

impl<G: Game> ByTiers<'_, G> {
    /// Solves the game, with what is there already, and writes its table.
    pub(crate) fn make(mut self) -> Result<(), TableError> {
        let shelf = self.solve()?;
        let alphabet = shelf.alphabet().ok_or(DenseError::Resume)?;
        let control = &self.options.control;
        let some = |slots: Range<u64>| {
            shelf.codes(slots, control).map(Cow::Owned).map_err(io::Error::other)
        };
        build::write(self.folder, self.build, alphabet, &some, self.options)
    }

    /// Solves all tiers that are not on the shelf yet.
    fn solve(&mut self) -> Result<Shelf, TableError> {
        let (options, control) = (self.options, &self.options.control);
        let path = self.folder.join(SHELF);
        let tiers = Tiers::of(self.game)?;
        let mut shelf = Shelf::open(&path, self.build, options.kind, tiers, control)?;
        let pool = build::pool(control.threads);
        let available = plan::available(control);
        let mut held = Held::new();
        if shelf.settled() > 0 {
            self.tell(&shelf, phase::RESUMED);
        }
        let begin = shelf.at().0;
        while shelf.at().0 < shelf.tiers().len() {
            let tier = shelf.at().0;
            // What is left of the tier before, if it was killed between the two.
            if let Some(before) = tier.checked_sub(1) {
                build::remove(&self.folder.join(checkpoint_of(before)))?;
            }
            let led_to = shelf.tiers().led_to(self.game, tier);
            let room = plan::room_for_earlier(shelf.tiers(), tier, led_to.itself, available);
            let earlier = Earlier::new(&shelf, &led_to.others, room, &mut held, control)?;
            let solved = match led_to.itself {
                true => self.whole(&mut shelf, &earlier, pool.as_ref(), tier == begin),
                false => self.stream(&mut shelf, &earlier, pool.as_ref()),
            };
            solved.map_err(|error| match error {
                TableError::Solve(DenseError::Unreadable) => earlier.fault().unwrap_or(error),
                error => error,
            })?;
        }
        if let Some(last) = shelf.tiers().len().checked_sub(1) {
            build::remove(&self.folder.join(checkpoint_of(last)))?;
        }
        Ok(shelf)
    }

    /// A tier that leads to itself: all of it is in memory until it is solved.
    fn whole(
        &mut self,
        shelf: &mut Shelf,
        earlier: &Earlier,
        pool: Option<&Arc<ThreadPool>>,
        may_go_on: bool,
    ) -> Result<(), TableError> {
        let (tier, there) = shelf.at();
        let range = shelf.tiers().get(tier).ok_or(DenseError::Resume)?;
        let control = &self.options.control;
        let how = DenseOptions { control: *control, ..DenseOptions::default() };
        let path = self.folder.join(checkpoint_of(tier));
        let build = Build { slots: range.len() as u64, ..self.build.clone() };
        let found = match may_go_on {
            true => checkpoint::find(&path, &build, control)?,
            false => None,
        };
        let (slots, mark) = match found {
            Some((slots, mark)) if mark.tier() == tier => (slots, mark),
            _ => (sys::zeroed(range.len()), Mark::of_tier(tier)),
        };
        let tiers = shelf.tiers().clone();
        let mut solver =
            Solver::of_tier(self.game, &how, (tiers, pool.cloned()), earlier, slots, mark)?;
        let mut keeper = Keeper::new(&solver, &path, &build, self.options);
        keeper.run(&mut solver, false, &mut |phase, solver| {
            build::tell(phase, solver, control, self.kept);
        })?;
        let codes = solver.into_slots();
        // As much of it as is there already was put there before the build was killed.
        for some in codes[there.min(codes.len())..].chunks(WINDOW) {
            shelf.add(some, control)?;
        }
        self.tell(shelf, phase::KEPT);
        build::remove(&path)
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
        let (settled, slots) = (shelf.settled(), self.build.slots);
        *self.kept = Some(settled);
        let mut progress = Progress::new(phase, 2 * settled, 2 * slots);
        let count = shelf.tiers().len();
        let number = (shelf.at().0 + 1).min(count);
        progress.tier = Some(Tier { number, count, wave: 0, settled, slots });
        self.options.control.tell(progress);
    }
}

const _: () = assert!(WINDOW.is_multiple_of(CHUNK));
