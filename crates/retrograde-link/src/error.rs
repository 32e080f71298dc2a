//! Why nothing came of it.

use std::path::PathBuf;
use std::{fmt, io};

use retrograde_core::memory::Bytes;
use retrograde_core::{RowError, Stopped};

use crate::cluster::Cluster;
use crate::wire::of_stop;

/// Why a cluster ended without an answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClusterError {
    /// Somebody stopped it here.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A process is gone.
    #[error("process {process} ({host}) is gone: {why}{left}")]
    Lost {
        /// Which one.
        process: usize,
        /// Where it was.
        host: String,
        /// How that was noticed.
        why: String,
        /// What a restart goes on from.
        left: Left,
    },
    /// A process has ended the work of all, and said why.
    #[error("process {process} ({host}) ended the work: {why}{left}")]
    Ended {
        /// Which one.
        process: usize,
        /// Where it is.
        host: String,
        /// What it said.
        why: String,
        /// What a restart goes on from.
        left: Left,
    },
    /// Processes did not find each other.
    #[error("process {process} ({host}) could not be reached within {seconds} s: {why}")]
    Unreached {
        /// Which one.
        process: usize,
        /// Where it should be.
        host: String,
        /// How long it was tried.
        seconds: u64,
        /// What came of it last.
        why: String,
    },
    /// No place to listen at.
    #[error("cannot listen at {host}: {why}")]
    Listen {
        /// The address of this process.
        host: String,
        /// What the system says.
        why: io::Error,
    },
    /// Processes that were not started for the same work.
    #[error("process {process} ({host}) was started for other work: {what}")]
    Mismatch {
        /// The other one.
        process: usize,
        /// Where it is.
        host: String,
        /// What is not the same.
        what: &'static str,
    },
    /// A list of hosts or a number that makes no cluster.
    #[error("{0}")]
    Setup(String),
    /// More vertices than the workers can number.
    #[error("{size} vertices are more than {workers} workers can number: at least {needed} can")]
    TooFewWorkers {
        /// How many vertices there are.
        size: u64,
        /// How many workers there are.
        workers: usize,
        /// How many there must be.
        needed: u64,
    },
    /// A share takes more memory than there is, or than is allowed.
    #[error(
        "{} {} of memory and there are {}: more processes on more machines need less each",
        of_processes(*processes),
        Bytes(*needed),
        Bytes(*available)
    )]
    Memory {
        /// How many processes need it together, on this machine.
        processes: usize,
        /// How many bytes they need.
        needed: u64,
        /// How many there are.
        available: u64,
    },
    /// An input that makes no sense as a share.
    #[error("{0}")]
    Input(String),
    /// A game that cannot be solved this way.
    #[error("{0}")]
    Game(String),
    /// Others keep their checkpoints in the folder.
    #[error(
        "others are at work and keep their checkpoints in {}: wait for them, or name another folder",
        folder.display()
    )]
    Busy {
        /// The folder.
        folder: PathBuf,
    },
    /// A file failed.
    #[error("{}: {why}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// What was put together could not be written.
    #[error("the answer cannot be written: {0}")]
    Output(io::Error),
    /// Bytes of another worker that make no sense.
    #[error(
        "worker {from} sent what makes no sense: the connection or the program there is at fault"
    )]
    Garbled {
        /// Who.
        from: usize,
    },
    /// A worker failed in a way that nobody thought of.
    #[error("a worker failed: {0}")]
    Panicked(String),
    /// Another worker knows why.
    #[doc(hidden)]
    #[error("another worker of this process failed")]
    Elsewhere,
}

fn of_processes(count: usize) -> String {
    match count {
        1 => "the share of a process needs".to_owned(),
        count => format!("the shares of {count} processes on this machine need together"),
    }
}

/// What is left of work that has ended without an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Left {
    /// What was there before: the work had not begun.
    #[default]
    Unknown,
    /// Nothing.
    Nothing,
    /// A checkpoint that is complete.
    Checkpoint {
        /// Where this process keeps it.
        folder: PathBuf,
        /// Whether all of it is there, so that others can go on from it.
        whole: bool,
    },
}

/// As a message about the end of the work goes on.
impl fmt::Display for Left {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Left::Unknown => Ok(()),
            Left::Nothing => {
                write!(f, "; there is no checkpoint: started again, the work begins anew")
            }
            Left::Checkpoint { folder, whole } => {
                let how = match whole {
                    true => "any number of processes go on from it",
                    false => {
                        "the same processes go on from it, each with the folder that it has now"
                    }
                };
                let folder = folder.display();
                write!(f, "; the checkpoint {folder} is complete: started again, {how}")
            }
        }
    }
}

impl ClusterError {
    /// The same, with what is left of the work.
    #[doc(hidden)]
    #[must_use]
    pub fn with(mut self, kept: Left) -> Self {
        if let ClusterError::Lost { left, .. } | ClusterError::Ended { left, .. } = &mut self {
            *left = kept;
        }
        self
    }

    /// Another process was stopped, and all have ended together.
    #[doc(hidden)]
    #[must_use]
    pub fn stopped_elsewhere(cluster: &Cluster, process: usize, why: Stopped) -> Self {
        let known = (0..cluster.processes()).contains(&process);
        let host = if known { cluster.host(process).to_owned() } else { String::new() };
        ClusterError::Ended { process, host, why: of_stop(why), left: Left::Unknown }
    }

    /// An error about a file.
    #[doc(hidden)]
    pub fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |why| ClusterError::File { path, why }
    }
}

impl From<RowError> for ClusterError {
    fn from(error: RowError) -> Self {
        match error {
            RowError::Stopped(stopped) => ClusterError::Stopped(stopped),
            RowError::Io(why) => ClusterError::Input(format!("the input cannot be read: {why}")),
            _ => ClusterError::Input("the input cannot be read".to_owned()),
        }
    }
}
