//! How to solve.

use std::path::PathBuf;
use std::time::Duration;

use retrograde_core::Control;
use retrograde_io::RggFile;

use crate::checkpoint::{Asked, Keeper};
use crate::error::DiskError;

/// How to solve a graph on disk.
#[derive(Clone, Debug, Default)]
pub struct Options<'a> {
    /// Threads, memory, who may stop it.
    pub control: Control<'a>,
    /// Where to keep what is known, so that it can be gone on from there; `None` for nowhere.
    pub checkpoints: Option<Checkpoints>,
}

impl<'a> Options<'a> {
    /// Without checkpoints.
    #[must_use]
    pub fn with(control: Control<'a>) -> Self {
        Options { control, checkpoints: None }
    }

    /// What keeps checkpoints of a question to a file, if they are to be kept.
    pub(crate) fn keeper<'k>(
        &'k self,
        file: &'k RggFile,
        asked: Asked,
    ) -> Result<Option<Keeper<'k>>, DiskError>
    where
        'a: 'k,
    {
        let keeper = |checkpoints| Keeper::new(checkpoints, file, asked, &self.control);
        self.checkpoints.as_ref().map(keeper).transpose()
    }
}

/// Where and how often to keep what is known. A solve that was ended, in whatever way, goes on from what is
/// there the next time that the same file is asked the same. One solve at a time keeps checkpoints in a
/// folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoints {
    /// The folder, which is there. A checkpoint takes one and a half bytes a vertex, and four and a half once a
    /// distance has passed 255; twice that for Büchi games.
    pub folder: PathBuf,
    /// How often; `None` for every two minutes, and more often where it takes no more than one part in
    /// thirty of the time. Beside that there is always one when the work is stopped, and one at its end.
    pub every: Option<Duration>,
}

impl Checkpoints {
    /// In a folder, as often as is good.
    #[must_use]
    pub fn in_folder(folder: impl Into<PathBuf>) -> Self {
        Checkpoints { folder: folder.into(), every: None }
    }
}
