//! Building a table: solve, keep what there is now and then, write it down, put it in its place.

use std::borrow::Cow;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};

use rayon::ThreadPool;
use retrograde_core::{Control, Threads};
use retrograde_io::{OutputFile, make_folder};

use crate::Index;
use crate::alphabet::Alphabet;
use crate::by_tiers::{ByTiers, SHELF};
use crate::checkpoint::{self, Build};
use crate::dense::{self, DenseError, DenseOptions, Solver, Steps};
use crate::growing::Growing;
use crate::header::{self, Header, Kind, LARGEST_BLOCK, SMALLEST_BLOCK};
use crate::keeper::{self, Keeper};
use crate::lock::Lock;
use crate::plan::{self, Manner, Plan};
use crate::writer::{self, Begun, Codes};
use crate::{Table, TableError, phase};

/// The name of the file that an unfinished build goes on from.
const CHECKPOINT: &str = "checkpoint";

/// How to build a table.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions<'a> {
    /// Whether to keep distances.
    pub kind: Kind,
    /// How long to work at most before what has been done is written to disk. It is written sooner,
    /// after a hundredth of this time already, where writing takes a small part of the time.
    pub every: Duration,
    /// How long a build that is to stop may take to write down what it has done since its last
    /// checkpoint. What takes longer is given up, and the last checkpoint stays.
    pub grace: Duration,
    /// How many slots are compressed together, as a power of two: 6 to 24, and what is outside is
    /// brought inside. Larger blocks take less room on disk, smaller ones are read faster.
    pub block_log: u8,
    /// How hard to compress, as zstd counts: 1 to 22.
    pub level: i32,
    /// Where the slots are while the game is solved. `None` has all in memory if there is room for
    /// them, and otherwise goes tier by tier; a build that goes on does as it began. The table is the
    /// same.
    pub manner: Option<Manner>,
    /// What it may use, and who may stop it. Told what it is doing in the words of
    /// [`phase`](crate::phase).
    pub control: Control<'a>,
}

impl Default for BuildOptions<'_> {
    fn default() -> Self {
        BuildOptions {
            kind: Kind::Distance,
            every: Duration::from_secs(120),
            grace: Duration::from_millis(40),
            block_log: 13,
            level: 17,
            manner: None,
            control: Control::default(),
        }
    }
}

impl Table {
    /// Solves a game and keeps the table in a folder, which is made if it is not there. `spec` is
    /// how people ask for the game; it is written into the table.
    ///
    /// Of a game with [parts](retrograde_games::Game::parts) each part has a table in a folder of its own
    /// there, which other games share: those that are missing are built, in order.
    ///
    /// A build that was stopped, by whatever, goes on from its last checkpoint when it is called
    /// again, and ends with the same bytes. If the folder has the table already, every
    /// byte of it is checked, and it is opened.
    ///
    /// # Stopping
    /// Whoever cancels a build, or whose deadline is up, has it back within a tenth of a second and
    /// the [grace](BuildOptions::grace) allowed beyond the default, however large the game: nothing is
    /// left half-written, and [`TableError::Kept`] says how far the checkpoint is that stays. With the
    /// default, work on some ten million slots is kept as it stands, and of larger games what was done
    /// since the last checkpoint is lost: [`every`](BuildOptions::every) at most. Those who would
    /// rather wait than lose that allow a second or more.
    ///
    /// # Errors
    /// The game has no index or cannot be solved, the folder is in use by another process or holds
    /// something else, the table that it has is damaged, somebody stopped it, or the system refuses to
    /// write. What was kept before stays.
    pub fn build(
        game: &dyn Index,
        spec: &str,
        folder: &Path,
        options: &BuildOptions<'_>,
    ) -> Result<Table, TableError> {
        let parts = game.parts();
        let whole =
            folder.join(Table::FILE).exists() || begun_files(folder).any(|path| path.exists());
        let (Some(last), false) = (parts.last(), whole) else {
            build_in(game, spec, folder, options, None)?;
            return Table::open(folder);
        };
        let name = spec.split_once(':').map_or(spec, |(name, _)| name);
        for part in &parts {
            let smaller = (part != last).then(|| game.part(&part.name)).flatten();
            let one = smaller.as_deref().unwrap_or(game);
            let spec = format!("{name}:{}", part.name);
            build_in(one, &spec, &folder.join(&part.name), options, Some(folder))?;
        }
        Table::open_of(game, folder)
    }

    /// Checks that the table is the one that was asked for.
    fn check_asked(
        &self,
        game: &dyn Index,
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
        let parts = game.parts();
        match self.header.part {
            true => {
                let slots = 0..parts.last().map_or(0, |last| last.slots.end - last.slots.start);
                let own = header::fingerprint_of(game, own_slots(game));
                match self.slots() == slots.end && self.header.fingerprint == own {
                    true => Ok(()),
                    false => {
                        let (path, spec) = (self.path(), self.spec().to_owned());
                        Err(TableError::OtherIndex { path, spec })
                    }
                }
            }
            false => self.check_game(game),
        }
    }
}

/// The slots of the last part of a game; all, if it has no parts.
fn own_slots(game: &dyn Index) -> Range<u64> {
    let all = 0..game.slots().unwrap_or(0);
    game.parts().pop().map_or(all, |last| last.slots)
}

/// Builds a table of all slots of a game or, if its parts have folders of their own in a folder, one of
/// its last part; the others are there.
fn build_in(
    game: &dyn Index,
    spec: &str,
    folder: &Path,
    options: &BuildOptions<'_>,
    parts_in: Option<&Path>,
) -> Result<(), TableError> {
    let slots = game.slots().ok_or(DenseError::NoIndex)?;
    let (path, checkpoint) = (folder.join(Table::FILE), folder.join(CHECKPOINT));
    // Where nothing is left to do nothing is written, so that a read-only disk is good enough.
    if path.exists() && !has_begun(folder) {
        let table = Table::open(folder)?;
        table.check_asked(game, spec, options)?;
        return table.check_file(&options.control);
    }
    // What takes more memory than there is leaves nothing behind.
    if !folder.exists() {
        manner_of(game, slots, folder, options, parts_in.is_some())?;
    }
    make_folder(folder).map_err(TableError::written("make"))?;
    let _lock = Lock::take(folder)?;
    // The lock is ours, so nobody is writing this.
    remove(&OutputFile::part_of(&checkpoint))?;
    if path.exists() {
        remove(&OutputFile::part_of(&path))?;
        let table = Table::open(folder)?;
        table.check_asked(game, spec, options)?;
        table.check_file(&options.control)?;
        remove(&checkpoint)?;
        return remove(&folder.join(SHELF));
    }
    let shelf = folder.join(SHELF);
    let manner = manner_of(game, slots, folder, options, parts_in.is_some())?;
    let own = if parts_in.is_some() { own_slots(game) } else { 0..slots };
    let before = match (parts_in, game.parts().split_last()) {
        (Some(parent), Some((_, before))) if !before.is_empty() => {
            let table = Table::open_parts(parent, before, Table::CACHE)?;
            table.check_parts(game, before)?;
            Some(Arc::new(table))
        }
        _ => None,
    };
    let build = Build {
        spec: spec.to_owned(),
        fingerprint: header::fingerprint_of(game, own.clone()),
        tiers: header::fingerprint_of_tiers(game),
        slots: own.end - own.start,
    };
    let mut settled = None;
    let made = match manner {
        Manner::InMemory => make(game, &build, folder, options, &mut settled),
        Manner::ByTiers => {
            let part = parts_in.is_some();
            let kept = &mut settled;
            ByTiers { game, build: &build, folder, options, kept, before, part }.make()
        }
    };
    made.map_err(|error| match error.stopped() {
        Some(why) if checkpoint.exists() || shelf.exists() => {
            TableError::Kept { why, folder: folder.to_owned(), settled, total: slots }
        }
        _ => error,
    })?;
    remove(&checkpoint)?;
    remove(&shelf)
}

/// How a game is solved in a folder, where there may be something of it already: refused where there is
/// not enough memory.
fn manner_of(
    game: &dyn Index,
    slots: u64,
    folder: &Path,
    options: &BuildOptions<'_>,
    in_parts: bool,
) -> Result<Manner, TableError> {
    let (begun_by_tiers, begun) = (folder.join(SHELF).exists(), folder.join(CHECKPOINT).exists());
    let available = plan::available(&options.control);
    let manner = match (begun_by_tiers, begun) {
        _ if in_parts => Manner::ByTiers,
        (true, _) => Manner::ByTiers,
        (false, true) => Manner::InMemory,
        (false, false) => match options.manner {
            Some(manner) => manner,
            None => Plan::of(game)?.manner(options.kind, available)?,
        },
    };
    let needed = dense::estimate(slots);
    match manner {
        Manner::InMemory if needed > available && begun => {
            return Err(TableError::BegunInMemory { folder: folder.to_owned(), needed, available });
        }
        Manner::InMemory => dense::check_memory(slots, options.control.room()).map(drop)?,
        // What fits into memory fits tier by tier.
        Manner::ByTiers => Plan::of(game)?.manner(options.kind, available).map(drop)?,
    }
    Ok(manner)
}

/// What there is in a folder in which a build has begun, or some of it.
fn begun_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let checkpoint = folder.join(CHECKPOINT);
    let parts = [
        OutputFile::part_of(&checkpoint),
        OutputFile::part_of(folder.join(Table::FILE)),
        folder.join(SHELF),
        checkpoint,
    ];
    parts.into_iter()
}

/// Whether there is anything of a build in a folder, or in one of a part in it.
pub(crate) fn has_begun(folder: &Path) -> bool {
    let entries = || fs::read_dir(folder).into_iter().flatten().flatten();
    let begun = |folder: &Path| begun_files(folder).any(|path| path.exists());
    begun(folder)
        || !folder.join(Table::FILE).exists() && entries().any(|entry| begun(&entry.path()))
}

/// Removes a file if it is there.
pub(crate) fn remove(path: &Path) -> Result<(), TableError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(TableError::io(path, "remove")(error))
        }
        _ => Ok(()),
    }
}

/// Solves the game in memory, from the checkpoint if there is one, and writes its table; says in `kept`
/// how many slots are settled in the checkpoint there is.
fn make(
    game: &dyn Index,
    build: &Build,
    folder: &Path,
    options: &BuildOptions<'_>,
    kept: &mut Option<u64>,
) -> Result<(), TableError> {
    let path = &folder.join(CHECKPOINT);
    let control = &options.control;
    let how = DenseOptions { control: *control, ..DenseOptions::default() };
    let mut tell = |phase, solver: &dyn Steps| keeper::tell(phase, solver, control, kept);
    let mut solver = match checkpoint::find(path, build, control)? {
        Some((slots, mark)) => {
            let solver = Solver::resume(game, &how, slots, mark)?;
            tell(phase::RESUMED, &solver);
            solver
        }
        None => Solver::new(game, &how)?,
    };
    // Before the table is written, which takes long, what it is written from is made safe.
    let mut keeper = Keeper::new(&solver, path, build, options);
    keeper.run(&mut solver, true, &mut tell)?;
    match write_solved(solver.slots(), build, folder, options) {
        Err(TableError::Stopped(why)) => keeper.stopped(why, &solver, &mut tell),
        written => written,
    }
}

/// Writes the table of slots that are all in memory.
fn write_solved(
    codes: &[u16],
    build: &Build,
    folder: &Path,
    options: &BuildOptions<'_>,
) -> Result<(), TableError> {
    let alphabet = match options.kind {
        Kind::Outcome => Alphabet::outcomes(),
        Kind::Distance => Alphabet::of_codes(codes, &options.control)?.ok_or(DenseError::Resume)?,
    };
    let some =
        |slots: Range<u64>| Ok(Cow::Borrowed(&codes[slots.start as usize..slots.end as usize]));
    write(folder, build, false, (alphabet, &some), options)
}

/// Threads for a build; `None` for one.
pub(crate) fn pool(threads: Threads) -> Option<Arc<ThreadPool>> {
    let build = || rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build().ok();
    (!threads.is_one()).then(build).flatten().map(Arc::new)
}

/// Writes the table of a game that is solved, or of its last part.
pub(crate) fn write(
    folder: &Path,
    build: &Build,
    part: bool,
    (alphabet, codes): (Alphabet, &Codes<'_>),
    options: &BuildOptions<'_>,
) -> Result<(), TableError> {
    let control = &options.control;
    let (spec, fingerprint, slots) = (build.spec.clone(), build.fingerprint, build.slots);
    let block_log = options.block_log.clamp(SMALLEST_BLOCK, LARGEST_BLOCK);
    let header = Header { spec, alphabet, block_log, slots, fingerprint, part };
    let path = folder.join(Table::FILE);
    Growing::grow(&path, control, |out| {
        let begun = Begun::read(out.begun()?, &header, codes, control)?;
        out.cut(begun.length())?;
        writer::write(out, begun, &header, codes, options.level, control)
    })
    .map_err(TableError::io(&path, "write"))
}
