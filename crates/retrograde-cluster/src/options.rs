//! How a cluster solves.

use std::path::PathBuf;
use std::time::Duration;

use retrograde_link::Cluster;

/// How a cluster solves.
///
/// ```
/// use retrograde_cluster::{Cluster, Options};
/// let options = Options { cluster: Cluster::threads(2)?, ..Options::default() };
/// assert!(options.checkpoints.is_none());
/// # Ok::<(), retrograde_cluster::ClusterError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Which processes there are.
    pub cluster: Cluster,
    /// How long processes wait for each other at the beginning.
    pub patience: Duration,
    /// Where to keep what has been done, if anywhere.
    pub checkpoints: Option<Checkpoints>,
    /// The folder where every worker writes its share of the answer, if anywhere: see
    /// [`merge`](crate::merge).
    pub answer: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        let cluster = Cluster::default();
        Options { cluster, patience: Duration::from_secs(120), checkpoints: None, answer: None }
    }
}

/// Where and how often to keep what has been done.
///
/// A folder that all processes see lets any number of them go on. Where each process has a folder of its
/// own on a disk of its own, as many processes with as many workers must be started, in the same places:
/// others are refused, and what is there stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoints {
    /// The folder, which is made if it is not there.
    pub folder: PathBuf,
    /// After how many rounds, if that is sooner.
    pub rounds: Option<u64>,
    /// After how long.
    pub every: Duration,
}

impl Checkpoints {
    /// In a folder, every two minutes.
    #[must_use]
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Checkpoints { folder: folder.into(), rounds: None, every: Duration::from_secs(120) }
    }
}
