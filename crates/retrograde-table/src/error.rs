//! Why a table cannot be built or read.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use retrograde_core::memory::Bytes;

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
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The system refused to do something with a file.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was being done, as in "cannot _write_".
        doing: &'static str,
        /// What the system says.
        error: io::Error,
    },
    /// There is no table, and no build of one has begun.
    Missing {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// A build has begun and not come to its end.
    Unfinished {
        /// Where it was looked for.
        folder: PathBuf,
    },
    /// Another process builds in the same folder.
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// The file is of another kind.
    NotATable {
        /// The file.
        path: PathBuf,
    },
    /// The file is of a version that is not read here.
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The version that is read.
        read: u32,
    },
    /// Bytes are not what they were when the file was written, or missing.
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
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What it holds.
        found: String,
        /// What was asked for.
        asked: String,
    },
    /// The game numbers its positions differently from the one that the table was built for.
    OtherIndex {
        /// The file.
        path: PathBuf,
        /// The game it says it is for.
        spec: String,
    },
    /// The index has no such slot.
    NoSlot {
        /// The slot that was asked for.
        slot: u64,
        /// How many there are.
        slots: u64,
    },
    /// Not enough memory to hold all slots at once.
    Memory {
        /// How many bytes that takes.
        needed: u64,
        /// How many there are.
        available: u64,
    },
    /// Time was up before the table was built. What was done is kept.
    Stopped {
        /// Where it is kept.
        folder: PathBuf,
        /// Slots that are settled.
        settled: u64,
        /// Slots in all.
        total: u64,
    },
    /// The game could not be solved.
    Solve(DenseError),
}

/// A part of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Part {
    /// What it says about itself at its beginning.
    Header,
    /// A block, by its number from zero.
    Block(u64),
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
            Part::Block(number) => write!(f, "block {number}"),
            Part::Index => f.write_str("its index of blocks"),
            Part::Footer => f.write_str("its footer"),
            Part::Whole => f.write_str("the file as a whole"),
            Part::Rest => f.write_str("what should follow its last byte"),
        }
    }
}

impl TableError {
    /// Puts a file and what was done with it to what the system says.
    pub(crate) fn io(path: &Path, doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| TableError::Io { path, doing, error }
    }

    /// A file has fewer bytes than belong to it.
    pub(crate) fn cut_short(path: &Path, found: u64, least: u64) -> Self {
        let (path, length) = (path.to_owned(), least.saturating_sub(found));
        TableError::Damaged { path, part: Part::Rest, offset: found, length }
    }
}

impl From<DenseError> for TableError {
    fn from(error: DenseError) -> Self {
        TableError::Solve(error)
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableError::Io { path, doing, error } => {
                write!(f, "cannot {doing} {}: {error}", path.display())?;
                match error.kind() {
                    io::ErrorKind::StorageFull
                    | io::ErrorKind::QuotaExceeded
                    | io::ErrorKind::FileTooLarge => f.write_str(
                        "; make room and build again, it goes on from its last checkpoint",
                    ),
                    _ => Ok(()),
                }
            }
            TableError::Missing { folder } => {
                write!(f, "there is no table in {}: build one there first", folder.display())
            }
            TableError::Unfinished { folder } => write!(
                f,
                "the table in {} is not finished: build it again, it goes on from its last checkpoint",
                folder.display()
            ),
            TableError::Busy { folder } => write!(
                f,
                "another process is building in {}: wait for it, or take another folder",
                folder.display()
            ),
            TableError::NotATable { path } => {
                write!(
                    f,
                    "{} is not a table, or its first bytes are damaged: give the folder that a table was built in, or build it again",
                    path.display()
                )
            }
            TableError::Version { path, found, read } => write!(
                f,
                "{} has version {found} of the format, and only version {read} is read: remove it, and build the table again",
                path.display(),
            ),
            TableError::Damaged { path, part: Part::Rest, offset, length } => write!(
                f,
                "{} is cut short: it has {offset} bytes, and {} or more belong to it; copy the file again, or remove it and build again",
                path.display(),
                offset.saturating_add(*length)
            ),
            TableError::Damaged { path, part, offset, length } => write!(
                f,
                "{} is damaged: {part} ({length} bytes from byte {offset}) does not have its checksum; copy the file again, or remove it and build again",
                path.display()
            ),
            TableError::OtherGame { path, found, asked } => write!(
                f,
                "{} holds {found}, not {asked}: take another folder, or remove it",
                path.display()
            ),
            TableError::OtherIndex { path, spec } => write!(
                f,
                "{} was built for {spec} with another numbering of its positions: build it again",
                path.display()
            ),
            TableError::NoSlot { slot, slots } => {
                write!(f, "there is no slot {slot}: the table has {slots}, numbered from 0")
            }
            TableError::Memory { needed, available } => write!(
                f,
                "all slots at once take {} of memory and there are {}: take a larger machine",
                Bytes(*needed),
                Bytes(*available)
            ),
            TableError::Stopped { folder, settled, total } => write!(
                f,
                "time was up with {settled} of {total} slots settled: what was done is kept in {}, and the same command goes on from there",
                folder.display()
            ),
            TableError::Solve(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            TableError::Io { error, .. } => Some(error),
            TableError::Solve(error) => Some(error),
            _ => None,
        }
    }
}
