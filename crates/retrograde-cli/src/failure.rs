//! Why a command ended without success.

use std::error::Error;
use std::fmt;
use std::io;

use retrograde::io::{WriteError, WriteFault};
use retrograde::table::TableError;

/// What `main` turns into an exit status.
#[derive(Debug)]
pub(crate) enum Failure {
    /// `verify` found a fault and has said which.
    Fault,
    /// Bad usage or bad input, with one message.
    Input(Box<dyn Error>),
}

impl Failure {
    /// A failure that is explained by a sentence.
    pub(crate) fn message(text: impl Into<String>) -> Self {
        Failure::Input(text.into().into())
    }

    /// Whether a table is not as it was written.
    pub(crate) fn is_damage(&self) -> bool {
        let Failure::Input(error) = self else { return false };
        let error = error.downcast_ref::<TableError>();
        matches!(error, Some(TableError::Damaged { .. } | TableError::NotATable { .. }))
    }

    /// Whether the other end of standard output has gone away, which is not an error.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        let Failure::Input(error) = self else { return false };
        let io_error = match error.downcast_ref::<WriteError>() {
            Some(WriteError { fault: WriteFault::Io(error), .. }) => Some(error),
            _ => error.downcast_ref::<io::Error>(),
        };
        io_error.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Fault => f.write_str("the solution does not hold"),
            Failure::Input(error) => error.fmt(f),
        }
    }
}

impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Input(Box::new(error))
    }
}
