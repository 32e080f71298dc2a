//! What can be wrong with a file, and where.

use std::fmt;
use std::io;
use std::path::PathBuf;

use retrograde_core::GraphError;

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
#[derive(Debug)]
pub struct ReadError {
    /// The file, once the caller that knows it has said so; boxed so that errors stay small.
    pub file: Option<Box<PathBuf>>,
    /// Where in the file; `None` where the format has no lines or the fault is in the whole.
    pub place: Option<Place>,
    /// What is wrong.
    pub fault: ReadFault,
}

/// The kinds of fault a reader reports.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadFault {
    /// The operating system or the decompressor failed.
    Io(io::Error),
    /// The bytes do not follow the format. The message quotes the offending token and says what
    /// was expected.
    Syntax(String),
    /// The text is well formed but does not describe a graph.
    Graph(GraphError),
    /// The input holds nothing at all.
    Empty,
    /// Neither the extension nor an option says which format it is.
    UnknownFormat,
    /// There is no such file.
    Missing,
    /// It is a directory.
    Directory,
    /// The text is a well-formed solution, but not one of this game.
    Solution(SolutionFault),
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
        ReadError { file: None, place: None, fault: ReadFault::Io(error) }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{}:", file.display())?;
        }
        match self.place {
            Some(Place { line, column: Some(column) }) if self.file.is_some() => {
                write!(f, "{line}:{column}: ")?;
            }
            Some(Place { line, column: None }) if self.file.is_some() => write!(f, "{line}: ")?,
            Some(Place { line, column: Some(column) }) => {
                write!(f, "line {line}, column {column}: ")?;
            }
            Some(Place { line, column: None }) => write!(f, "line {line}: ")?,
            None if self.file.is_some() => f.write_str(" ")?,
            None => {}
        }
        match &self.fault {
            ReadFault::Io(error) => error.fmt(f),
            ReadFault::Syntax(message) => f.write_str(message),
            ReadFault::Graph(error) => error.fmt(f),
            ReadFault::Empty => f.write_str("the file is empty: a graph has at least one vertex"),
            ReadFault::UnknownFormat => write!(
                f,
                "cannot tell the format from the name: say --input-format {}",
                crate::Format::ALL.map(crate::Format::name).join("|")
            ),
            ReadFault::Missing => f.write_str("there is no such file"),
            ReadFault::Directory => f.write_str("it is a directory; give the name of a file"),
            ReadFault::Solution(fault) => fault.fmt(f),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match &self.fault {
            ReadFault::Io(error) => Some(error),
            ReadFault::Graph(error) => Some(error),
            ReadFault::Solution(fault) => Some(fault),
            _ => None,
        }
    }
}
