//! What can be wrong with a file, and where.

use std::io;
use std::path::{Path, PathBuf};

use retrograde_core::memory::Bytes;
use retrograde_core::{GraphError, Stopped};

use crate::solution::SolutionFault;

/// A place in a text file, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The column, where it is known.
    pub column: Option<u64>,
}

impl Place {
    /// The start of nothing in particular: a whole line.
    #[must_use]
    pub fn line(line: u64) -> Self {
        Place { line, column: None }
    }

    /// A character of a line.
    #[must_use]
    pub fn new(line: u64, column: u64) -> Self {
        Place { line, column: Some(column) }
    }
}

/// Why an input could not be read: what is wrong, where, and in which file.
#[derive(Debug, thiserror::Error)]
#[error("{}{fault}", before_fault(.file.as_deref().map(PathBuf::as_path), *.place))]
pub struct ReadError {
    /// The file, once the caller that knows it has said so; boxed so that errors stay small.
    pub file: Option<Box<PathBuf>>,
    /// Where in the file; `None` where the format has no lines or the fault is in the whole.
    pub place: Option<Place>,
    /// What is wrong.
    #[source]
    pub fault: ReadFault,
}

/// The kinds of fault a reader reports.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFault {
    /// The operating system or the decompressor failed.
    #[error(transparent)]
    Io(io::Error),
    /// The bytes do not follow the format. The message quotes the offending token and says what
    /// was expected.
    #[error("{0}")]
    Syntax(String),
    /// The text is well formed but does not describe a graph.
    #[error(transparent)]
    Graph(GraphError),
    /// The input holds nothing at all.
    #[error("the file is empty: a graph has at least one vertex")]
    Empty,
    /// Neither the extension nor the caller says which format it is.
    #[error("cannot tell the format from the name")]
    UnknownFormat,
    /// There is no such file.
    #[error("there is no such file")]
    Missing,
    /// It is a directory.
    #[error("it is a directory; give the name of a file")]
    Directory,
    /// It is a pipe or a device, and only a file can be read at any place.
    #[error("it is not a regular file, as a binary graph must be: copy it to one first")]
    Irregular,
    /// There are no addresses for a file that is to be looked at where it is.
    #[error(
        "there are no addresses for its {}: the system's limit on them ('ulimit -v') is lower",
        Bytes(*.bytes)
    )]
    NoAddresses {
        /// How long the file is.
        bytes: u64,
    },
    /// The text is a well-formed solution, but not one of this game.
    #[error(transparent)]
    Solution(SolutionFault),
    /// Somebody stopped the reader, or its time was up.
    #[error(transparent)]
    Stopped(Stopped),
}

impl ReadError {
    /// A fault in the format at a place.
    pub(crate) fn syntax(place: impl Into<Option<Place>>, message: impl Into<String>) -> Self {
        ReadError { file: None, place: place.into(), fault: ReadFault::Syntax(message.into()) }
    }

    /// A fault in the graph at a place.
    pub(crate) fn graph(place: impl Into<Option<Place>>, error: GraphError) -> Self {
        ReadError { file: None, place: place.into(), fault: ReadFault::Graph(error) }
    }

    /// The same error, naming the file.
    #[must_use]
    pub fn in_file(mut self, file: impl Into<PathBuf>) -> Self {
        self.file = Some(Box::new(file.into()));
        self
    }
}

impl From<ReadFault> for ReadError {
    fn from(fault: ReadFault) -> Self {
        ReadError { file: None, place: None, fault }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        let stopped = error.get_ref().and_then(|inner| inner.downcast_ref()).copied();
        stopped.map_or(ReadFault::Io(error), ReadFault::Stopped).into()
    }
}

impl From<Stopped> for ReadError {
    fn from(stopped: Stopped) -> Self {
        ReadFault::Stopped(stopped).into()
    }
}

/// The file and the place, as far as they are known.
fn before_fault(file: Option<&Path>, place: Option<Place>) -> String {
    match (file.map(Path::display), place) {
        (Some(file), Some(Place { line, column: Some(column) })) => {
            format!("{file}:{line}:{column}: ")
        }
        (Some(file), Some(Place { line, column: None })) => format!("{file}:{line}: "),
        (Some(file), None) => format!("{file}: "),
        (None, Some(Place { line, column: Some(column) })) => {
            format!("line {line}, column {column}: ")
        }
        (None, Some(Place { line, column: None })) => format!("line {line}: "),
        (None, None) => String::new(),
    }
}
