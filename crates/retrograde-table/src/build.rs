//! Building a table: solve, keep what there is now and then, write it down, put it in its place.

use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use retrograde_core::Threads;
use retrograde_games::Game;

use crate::alphabet::Alphabet;
use crate::checkpoint::{self, Build};
use crate::dense::{self, DenseError, DenseOptions, DenseProgress, DenseTable, Solver};
use crate::header::{self, Header, Kind, LARGEST_BLOCK, SMALLEST_BLOCK};
use crate::lock::Lock;
use crate::replace::{make_folder, part_of, remove, replace};
use crate::{Table, TableError, writer};

/// The name of the file that an unfinished build goes on from.
const CHECKPOINT: &str = "checkpoint";

/// A checkpoint at the end of a tier waits until the build has worked this many times as long as
/// the last one took to write, so that many small tiers do not mean many large files.
const WORK_PER_CHECKPOINT: u32 = 20;

/// How to build a table.
#[derive(Clone, Copy)]
pub struct BuildOptions<'a> {
    /// Whether to keep distances.
    pub kind: Kind,
    /// How many threads to use; the table is the same for any number.
    pub threads: Threads,
    /// The most bytes of memory to solve in.
    pub memory: u64,
    /// How long to work before what has been done is written to disk. At the end of a tier that is
    /// done already after a hundredth of this time, unless writing takes too large a part of it.
    pub every: Duration,
    /// How many slots are compressed together, as a power of two: 6 to 24, and what is outside is
    /// brought inside. Larger blocks take less room on disk, smaller ones are read faster.
    pub block_log: u8,
    /// How hard to compress, as zstd counts: 1 to 22.
    pub level: i32,
    /// Told how far it has come.
    pub progress: Option<&'a (dyn Fn(BuildProgress) + Sync)>,
    /// When to stop; what has been done is kept, and building again goes on from there.
    pub deadline: Option<Instant>,
}

impl Default for BuildOptions<'_> {
    fn default() -> Self {
        BuildOptions {
            kind: Kind::Distance,
            threads: Threads::default(),
            memory: u64::MAX,
            every: Duration::from_secs(120),
            block_log: 16,
            level: 17,
            progress: None,
            deadline: None,
        }
    }
}

impl fmt::Debug for BuildOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuildOptions")
            .field("kind", &self.kind)
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("every", &self.every)
            .field("block_log", &self.block_log)
            .field("level", &self.level)
            .field("deadline", &self.deadline)
            .finish_non_exhaustive()
    }
}

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BuildProgress {
    /// It goes on from a checkpoint.
    Resumed(DenseProgress),
    /// The game is being solved.
    Solving(DenseProgress),
    /// A checkpoint is on disk.
    Kept(DenseProgress),
    /// The table is being compressed and written.
    Writing {
        /// Slots that are written.
        done: u64,
        /// Slots in all.
        total: u64,
    },
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
    /// something else, time is up, or the system refuses to write. What was kept before stays.
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
        make_folder(folder)?;
        let _lock = Lock::take(folder)?;
        // The lock is ours, so nobody is writing these.
        remove(&part_of(&path))?;
        remove(&part_of(&checkpoint))?;
        if path.exists() {
            let table = Table::open(folder)?;
            table.check_asked(game, spec, options)?;
            remove(&checkpoint)?;
            return Ok(table);
        }
        dense::check_memory(slots, options.memory)?;
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
        let tell = |done| {
            if let Some(progress) = options.progress {
                progress(BuildProgress::Writing { done, total: slots });
            }
        };
        replace(&path, |out| {
            writer::write(out, &header, codes, options.level, options.threads, &tell)
        })?;
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
    let parts = [part_of(&checkpoint), part_of(&folder.join(Table::FILE)), checkpoint];
    parts.iter().any(|path| path.exists())
}

fn solve<G: Game>(
    game: &G,
    build: &Build,
    folder: &Path,
    options: &BuildOptions<'_>,
) -> Result<DenseTable, TableError> {
    let checkpoint = &folder.join(CHECKPOINT);
    let tell = |progress: BuildProgress| {
        if let Some(told) = options.progress {
            told(progress);
        }
    };
    let solving = |progress: DenseProgress| tell(BuildProgress::Solving(progress));
    let how = DenseOptions {
        threads: options.threads,
        memory: options.memory,
        progress: Some(&solving),
        ..DenseOptions::default()
    };
    let mut solver = match checkpoint::find(checkpoint, build)? {
        Some((slots, mark)) => {
            let solver = Solver::resume(game, &how, slots, mark)?;
            tell(BuildProgress::Resumed(solver.progress()));
            solver
        }
        None => Solver::new(game, &how)?,
    };
    let mut kept = Instant::now();
    let mut cost = Duration::ZERO;
    let mut tier = solver.progress().tier;
    loop {
        let more = solver.step()?;
        let late = options.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let now_in = solver.progress().tier;
        let tier_ended = !more || std::mem::replace(&mut tier, now_in) != now_in;
        let worked = kept.elapsed();
        let worth_it = worked >= cost * WORK_PER_CHECKPOINT && worked >= options.every / 100;
        if worked >= options.every || (tier_ended && worth_it) || late {
            let begin = Instant::now();
            checkpoint::keep(checkpoint, build, solver.slots(), solver.mark())?;
            (kept, cost) = (Instant::now(), begin.elapsed());
            tell(BuildProgress::Kept(solver.progress()));
        }
        if !more {
            return Ok(solver.finish().ok_or(DenseError::Resume)?);
        }
        if late {
            let (folder, at) = (folder.to_owned(), solver.progress());
            return Err(TableError::Stopped { folder, settled: at.settled, total: at.total });
        }
    }
}
