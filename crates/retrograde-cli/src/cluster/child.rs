//! A process of `--processes`, which another one has started: it ends with that one, and tells it what went
//! wrong instead of saying so itself.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use retrograde::io::OutputFile;
use retrograde::{Error, Stopped};

use crate::failure::Failure;
use crate::interrupt;

/// What tells a process that was started from here which one it is: its number and the folder that all of
/// them use, with a line for each.
pub(super) const TOLD: &str = "RETROGRADE_CLUSTER_PROCESS";

/// A process that another one has started.
#[derive(Debug)]
pub(crate) struct Child {
    pub(super) process: usize,
    pub(super) folder: PathBuf,
}

impl Child {
    /// This process, if another one has started it.
    pub(super) fn here() -> Option<Self> {
        let told = std::env::var(TOLD).ok()?;
        let (process, folder) = told.split_once('\n')?;
        Some(Child { process: process.parse().ok()?, folder: folder.into() })
    }

    /// Does the work and tells the process that has started this one what went wrong. Ends when that one
    /// does, however it ends: nobody else would.
    pub(crate) fn run(self, work: impl FnOnce() -> Result<(), Failure>) -> Result<(), Failure> {
        interrupt::hush();
        let folder = self.folder.clone();
        let watching = std::thread::Builder::new().name("parent".to_owned());
        let watched = watching.spawn(move || {
            let mut parent = io::stdin().lock();
            // All that is ever written there is a word to stop, and what comes after it is the end.
            if parent.read_exact(&mut [0]).is_ok() {
                interrupt::cancel().cancel();
                let _ = io::copy(&mut parent, &mut io::sink());
            }
            OutputFile::abandon_all();
            let _ = fs::remove_dir_all(folder);
            std::process::exit(2);
        });
        let done = match watched {
            Ok(_) => work(),
            Err(error) => Err(Failure::message(format!("cannot watch who started it: {error}"))),
        };
        done.map_err(|failure| {
            let said = Said::of(&failure, self.process);
            match said.write(&self.folder, self.process) {
                Ok(()) => Failure::Told { status: said.status, text: String::new() },
                Err(_) => failure,
            }
        })
    }
}

/// What a process that was started from here has said before it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub(super) status: u8,
    /// Whether it was told so by others, which know better.
    pub(super) heard: bool,
    pub(super) text: String,
}

impl Said {
    fn of(failure: &Failure, process: usize) -> Self {
        let text = match failure {
            Failure::Library(error) if error.stopped() == Some(Stopped::Cancelled) => {
                let kept = interrupt::kept_by_engine();
                let kept = kept.unwrap_or_else(|| "nothing was kept".to_owned());
                format!("process {process} was told to stop: {kept}")
            }
            failure => failure.message_to_show().unwrap_or_default(),
        };
        let heard = matches!(failure, Failure::Library(Error::ProcessEnded { .. }));
        Said { status: failure.status(), heard, text }
    }

    fn path(folder: &Path, process: usize) -> PathBuf {
        folder.join(format!("said-{process}"))
    }

    fn write(&self, folder: &Path, process: usize) -> io::Result<()> {
        let Said { status, heard, text } = self;
        fs::write(Said::path(folder, process), format!("{status} {heard}\n{text}"))
    }

    /// What a process has said, if it has said anything.
    pub(super) fn read(folder: &Path, process: usize) -> Option<Self> {
        let all = fs::read_to_string(Said::path(folder, process)).ok()?;
        let (head, text) = all.split_once('\n')?;
        let (status, heard) = head.split_once(' ')?;
        let (status, heard) = (status.parse().ok()?, heard.parse().ok()?);
        Some(Said { status, heard, text: text.to_owned() })
    }
}
