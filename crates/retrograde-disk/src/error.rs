//! What can go wrong.

use std::io;
use std::path::PathBuf;

use retrograde_core::memory::Bytes;
use retrograde_core::{GraphError, RowError, Stopped};
use retrograde_io::WriteError;

/// Why a graph on disk was not solved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiskError {
    /// Somebody stopped the work, or it grew beyond its memory.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It was not begun: what is kept of each vertex does not fit.
    #[error(
        "what is kept of each vertex takes {} of memory, and there may be {}",
        Bytes(*needed),
        Bytes(*allowed)
    )]
    NoRoom {
        /// The bytes that it takes.
        needed: u64,
        /// The bytes that it may take.
        allowed: u64,
    },
    /// The file cannot be read, or is damaged.
    #[error("{}{error}", file.as_ref().map_or(String::new(), |file| format!("{}: ", file.display())))]
    Read {
        /// The file.
        file: Option<PathBuf>,
        /// What is wrong.
        #[source]
        error: io::Error,
    },
    /// The graph is not one that can be asked this.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A checkpoint cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A checkpoint cannot be used. Nothing is lost but time where it is removed.
    #[error("the checkpoint {} {why}; remove it to begin anew", file.display())]
    Checkpoint {
        /// The file.
        file: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Another process keeps its checkpoints in the same folder.
    #[error(
        "another process is at work and keeps its checkpoints in {}: wait for it, or name another folder",
        folder.display()
    )]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
}

impl From<io::Error> for DiskError {
    fn from(error: io::Error) -> Self {
        match error.get_ref().and_then(|inner| inner.downcast_ref::<Stopped>()) {
            Some(&stopped) => stopped.into(),
            None => DiskError::Read { file: None, error },
        }
    }
}

impl From<RowError> for DiskError {
    fn from(error: RowError) -> Self {
        match error {
            RowError::Stopped(stopped) => stopped.into(),
            RowError::Io(error) => error.into(),
            other => io::Error::other(other).into(),
        }
    }
}

impl DiskError {
    /// Whether what was known when it came up makes sense, and can be gone on from.
    pub(crate) fn leaves_sense(&self) -> bool {
        matches!(self, DiskError::Stopped(_) | DiskError::NoRoom { .. })
    }

    /// The same, with the file where one is missing.
    pub(crate) fn in_file(self, path: Option<&std::path::Path>) -> Self {
        match self {
            DiskError::Read { file: None, error } => {
                DiskError::Read { file: path.map(Into::into), error }
            }
            other => other,
        }
    }
}
