//! Why a table cannot be built or read.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use retrograde_core::memory::Bytes;
use retrograde_core::{Stopped, grouped};
use retrograde_games::ParseError;
use retrograde_io::{WriteError, WriteFault};

use crate::dense::DenseError;

/// Why a table cannot be built or read.
///
/// ```
/// use retrograde_table::Table;
/// let error = Table::open("/no/such/folder".as_ref()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "there is no table in /no/such/folder: build one there first"
/// );
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The system refused to do something with a file.
    #[error("cannot {doing} {}: {error}{}", path.display(), advice(error))]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was being done, as in "cannot _write_".
        doing: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// There is no table, and no build of one has begun.
    #[error("there is no table in {}: build one there first", folder.display())]
    Missing {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// A build has begun and not come to its end.
    #[error("the table in {} is not finished: build it again, it goes on from its last checkpoint", folder.display())]
    Unfinished {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// Another process builds in the same folder.
    #[error("another process is building in {}: wait for it, or take another folder", folder.display())]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The file is of another kind.
    #[error("{} is not a table, or its first bytes are damaged: give the folder that a table was built in, or build it again", path.display())]
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// The file is of a version that is not read here.
    #[error("{} has version {found} of the format, and versions up to {read} are read: remove it, and build the table again", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The latest version that is read.
        read: u32,
    },
    /// Bytes are not what they were when the file was written, or missing.
    #[error("{} is {}; copy the file again, or remove it and build again", path.display(), part.damage(*offset, *length))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Which part of it.
        part: Part,
        /// Where that part begins, in bytes.
        offset: u64,
        /// How many bytes it has.
        length: u64,
    },
    /// The folder holds another game, or the same one in another form.
    #[error("{} holds {found}, not {asked}: take another folder, or remove it", path.display())]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// The game numbers its positions differently from the one that the table was built for.
    #[error("{} was built for {spec} with another numbering of its positions: build it again", path.display())]
    OtherIndex {
        /// The file.
        path: PathBuf,
        /// The game it says it is for.
        spec: String,
    },
    /// The index has no such slot.
    #[error(
        "there is no slot {}: the table has {}, numbered from 0",
        grouped(slot),
        grouped(slots)
    )]
    NoSlot {
        /// The slot that was asked for.
        slot: u64,
        /// How many there are.
        slots: u64,
    },
    /// Not enough memory to hold all slots at once.
    #[error("all slots at once take {} of memory and there are {}: take a larger machine", Bytes(*needed), Bytes(*available))]
    Memory {
        /// How many bytes that takes.
        needed: u64,
        /// How many there are.
        available: u64,
    },
    /// A build that began with all slots in memory is to go on with less memory than that takes.
    #[error(
        "what was begun in {} has all slots in memory, which takes {}, and there are {}: go on with more, or \
         remove it and begin again with the tiers on disk",
        folder.display(), Bytes(*needed), Bytes(*available)
    )]
    BegunInMemory {
        /// Where it was begun.
        folder: PathBuf,
        /// How many bytes that takes.
        needed: u64,
        /// How many there are.
        available: u64,
    },
    /// There are tables of several games that do not belong to one.
    #[error("{} has the tables of {}: give the folder of one of them in it", folder.display(), names.join(", "))]
    Several {
        /// Where they are.
        folder: PathBuf,
        /// Their folders.
        names: Vec<String>,
    },
    /// The table is of a game that is not known here.
    #[error("{}: the table is of '{spec}': {error}", folder.display())]
    Game {
        /// Where the table is.
        folder: PathBuf,
        /// What it says it is of.
        spec: String,
        /// What is wrong with that.
        error: ParseError,
    },
    /// It was to end before it was done.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It was to end before the table was built, and there is a checkpoint.
    #[error(
        "{}{}: what was done is kept in {}, and the same command goes on from there",
        if *why == Stopped::Deadline { "time was up".to_owned() } else { why.to_string() },
        settled.map_or(String::new(), |slots| format!(" with {} of {} slots settled", grouped(slots), grouped(*total))),
        folder.display()
    )]
    Kept {
        /// Why it ended.
        why: Stopped,
        /// Where it is kept.
        folder: PathBuf,
        /// Slots that are settled in the checkpoint; `None` if it ended while that was being read.
        settled: Option<u64>,
        /// Slots in all.
        total: u64,
    },
    /// The game could not be solved.
    #[error(transparent)]
    Solve(#[from] DenseError),
}

/// A part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// What it says about itself at its beginning.
    Header,
    /// A block, by its number from zero.
    Block(u64),
    /// Some slots of what a build has solved so far.
    Chunk,
    /// Where the blocks are, and their checksums.
    Index,
    /// The last bytes.
    Footer,
    /// Its length, or the checksum over all of it.
    Whole,
    /// What should follow its last byte: it is cut short, by so many bytes at least.
    Rest,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Header => f.write_str("its header"),
            Part::Block(number) => write!(f, "block {}", grouped(number)),
            Part::Chunk => f.write_str("a chunk of solved slots"),
            Part::Index => f.write_str("its index of blocks"),
            Part::Footer => f.write_str("its footer"),
            Part::Whole => f.write_str("the file as a whole"),
            Part::Rest => f.write_str("what should follow its last byte"),
        }
    }
}

impl Part {
    /// What is wrong with it, if it should be at this place.
    fn damage(self, offset: u64, length: u64) -> String {
        match self {
            Part::Rest => format!(
                "cut short: it has {} bytes, and {} or more belong to it",
                grouped(offset),
                grouped(offset.saturating_add(length))
            ),
            part => format!(
                "damaged: {part} ({} bytes from byte {}) does not have its checksum",
                grouped(length),
                grouped(offset)
            ),
        }
    }
}

/// What to do about an error of the system, where there is something.
fn advice(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            "; make room and build again, it goes on from its last checkpoint"
        }
        _ => "",
    }
}

impl TableError {
    /// Why it ended before it was done, if somebody stopped it.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        match self {
            TableError::Stopped(why)
            | TableError::Kept { why, .. }
            | TableError::Solve(DenseError::Stopped(why)) => Some(*why),
            _ => None,
        }
    }

    /// Puts a file and what was done with it to what the system says.
    pub(crate) fn io(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| match error.downcast::<TableError>() {
            Ok(error) => error,
            Err(error) => match error.get_ref().and_then(|inner| inner.downcast_ref()) {
                Some(&why) => TableError::Stopped(why),
                None => TableError::Io { path, doing, error },
            },
        }
    }

    /// The same for a file or folder that was to be made.
    pub(crate) fn written(doing: &'static str) -> impl FnOnce(WriteError) -> Self {
        move |WriteError { file, fault }| match fault {
            WriteFault::Io(error) => Self::io(&file, doing)(error),
            fault => Self::io(&file, doing)(io::Error::other(fault)),
        }
    }

    /// A file has fewer bytes than belong to it.
    pub(crate) fn cut_short(path: &Path, found: u64, least: u64) -> Self {
        let (path, length) = (path.to_owned(), least.saturating_sub(found));
        TableError::Damaged { path, part: Part::Rest, offset: found, length }
    }
}
