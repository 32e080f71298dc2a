//! Building a table: solve, keep what there is now and then, write it down, put it in its place.

use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, io};

use retrograde_core::Control;
use retrograde_games::Game;
use retrograde_io::{OutputFile, make_folder};

use crate::alphabet::Alphabet;
use crate::checkpoint::{self, Build};
use crate::dense::{self, DenseError, DenseOptions, DenseTable, Solver};
use crate::header::{self, Header, Kind, LARGEST_BLOCK, SMALLEST_BLOCK};
use crate::lock::Lock;
use crate::{Table, TableError, phase, writer};

/// The name of the file that an unfinished build goes on from.
const CHECKPOINT: &str = "checkpoint";

/// A checkpoint at the end of a tier waits until the build has worked this many times as long as
/// the last one took to write, so that many small tiers do not mean many large files.
const WORK_PER_CHECKPOINT: u32 = 20;

/// How to build a table.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions<'a> {
    /// Whether to keep distances.
    pub kind: Kind,
    /// How long to work before what has been done is written to disk. At the end of a tier that is
    /// done already after a hundredth of this time, unless writing takes too large a part of it.
    pub every: Duration,
    /// How many slots are compressed together, as a power of two: 6 to 24, and what is outside is
    /// brought inside. Larger blocks take less room on disk, smaller ones are read faster.
    pub block_log: u8,
    /// How hard to compress, as zstd counts: 1 to 22.
    pub level: i32,
    /// What it may use, and who may stop it: what has been done by then is kept, and building again
    /// goes on from there. Told what it is doing in the words of [`phase`](crate::phase).
    pub control: Control<'a>,
}

impl Default for BuildOptions<'_> {
    fn default() -> Self {
        BuildOptions {
            kind: Kind::Distance,
            every: Duration::from_secs(120),
            block_log: 16,
            level: 17,
            control: Control::default(),
        }
    }
}

impl Table {
    /// Solves a game and keeps the table in a folder, which is made if it is not there. `spec` is
    /// how people ask for the game; it is written into the table.
    ///
    /// A build that was stopped, by whatever, goes on from its last checkpoint when it is called
    /// again, and ends with the same bytes. If the folder has the table already, it is opened.
    ///
    /// # Errors
    /// The game has no index or cannot be solved, the folder is in use by another process or holds
    /// something else, somebody stopped it, or the system refuses to write. What was kept before
    /// stays.
    pub fn build<G: Game>(
        game: &G,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
    ) -> Result<Table, TableError> {
        let slots = game.slots().ok_or(DenseError::NoIndex)?;
        let (path, checkpoint) = (folder.join(Table::FILE), folder.join(CHECKPOINT));
        // Where nothing is left to do nothing is written, so that a read-only disk is good enough.
        if path.exists() && !has_begun(folder) {
            let table = Table::open(folder)?;
            table.check_asked(game, spec, options)?;
            return Ok(table);
        }
        make_folder(folder).map_err(TableError::written("make"))?;
        let _lock = Lock::take(folder)?;
        // The lock is ours, so nobody is writing these.
        remove(&OutputFile::part_of(&path))?;
        remove(&OutputFile::part_of(&checkpoint))?;
        if path.exists() {
            let table = Table::open(folder)?;
            table.check_asked(game, spec, options)?;
            remove(&checkpoint)?;
            return Ok(table);
        }
        dense::check_memory(slots, options.control.room())?;
        let build = Build {
            spec: spec.to_owned(),
            fingerprint: header::fingerprint(game),
            tiers: header::fingerprint_of_tiers(game),
            slots,
        };
        let solved = solve(game, &build, folder, options)?;
        let codes = solved.packed();
        let alphabet = match options.kind {
            Kind::Outcome => Alphabet::outcomes(),
            Kind::Distance => Alphabet::of_codes(codes).ok_or(DenseError::Resume)?,
        };
        let Build { spec, fingerprint, slots, .. } = build;
        let block_log = options.block_log.clamp(SMALLEST_BLOCK, LARGEST_BLOCK);
        let header = Header { spec, alphabet, block_log, slots, fingerprint };
        OutputFile::durable(&path)
            .and_then(|file| {
                file.fill(|out| writer::write(out, &header, codes, options.level, &options.control))
            })
            .map_err(TableError::written("write"))?;
        remove(&checkpoint)?;
        Table::open(folder)
    }

    /// Checks that the table is the one that was asked for.
    fn check_asked<G: Game>(
        &self,
        game: &G,
        spec: &str,
        options: &BuildOptions<'_>,
    ) -> Result<(), TableError> {
        if (self.spec(), self.kind()) != (spec, options.kind) {
            return Err(TableError::OtherGame {
                path: self.path(),
                found: format!("{} ({})", self.spec(), self.kind()),
                asked: format!("{spec} ({})", options.kind),
            });
        }
        self.check_game(game)
    }
}

/// Whether there is anything of a build in a folder.
pub(crate) fn has_begun(folder: &Path) -> bool {
    let checkpoint = folder.join(CHECKPOINT);
    let parts = [
        OutputFile::part_of(&checkpoint),
        OutputFile::part_of(folder.join(Table::FILE)),
        checkpoint,
    ];
    parts.iter().any(|path| path.exists())
}

/// Removes a file if it is there.
fn remove(path: &Path) -> Result<(), TableError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(TableError::io(path, "remove")(error))
        }
        _ => Ok(()),
    }
}

fn solve<G: Game>(
    game: &G,
    build: &Build,
    folder: &Path,
    options: &BuildOptions<'_>,
) -> Result<DenseTable, TableError> {
    let checkpoint = &folder.join(CHECKPOINT);
    let control = &options.control;
    let how = DenseOptions { control: *control, ..DenseOptions::default() };
    let tell = |phase, solver: &Solver<'_, G>| {
        let mut progress = solver.progress();
        progress.phase = phase;
        control.tell(progress);
    };
    let mut solver = match checkpoint::find(checkpoint, build, control)? {
        Some((slots, mark)) => {
            let solver = Solver::resume(game, &how, slots, mark)?;
            tell(phase::RESUMED, &solver);
            solver
        }
        None => Solver::new(game, &how)?,
    };
    let mut kept = Instant::now();
    let mut cost = Duration::ZERO;
    let (mut tier, mut kept_mark) = (solver.tier(), solver.mark());
    loop {
        let (more, stopped) = match solver.step() {
            Ok(more) => (more, None),
            Err(DenseError::Stopped(why)) => (true, Some(why)),
            Err(error) => return Err(error.into()),
        };
        let tier_ended = !more || std::mem::replace(&mut tier, solver.tier()) != solver.tier();
        let worked = kept.elapsed();
        let worth_it = worked >= cost * WORK_PER_CHECKPOINT && worked >= options.every / 100;
        let due = worked >= options.every || (tier_ended && worth_it) || stopped.is_some();
        if due && solver.mark() != kept_mark {
            let begin = Instant::now();
            checkpoint::keep(checkpoint, build, solver.slots(), solver.mark())?;
            (kept, cost, kept_mark) = (Instant::now(), begin.elapsed(), solver.mark());
            tell(phase::KEPT, &solver);
        }
        if let Some(why) = stopped {
            let at = solver.progress().tier.unwrap_or_default();
            let folder = folder.to_owned();
            return Err(TableError::Kept { why, folder, settled: at.settled, total: at.slots });
        }
        if !more {
            return Ok(solver.finish().ok_or(DenseError::Resume)?);
        }
    }
}
