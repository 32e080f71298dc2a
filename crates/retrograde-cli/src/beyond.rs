//! Engines beyond memory and beyond one process: where they keep things, and who takes part.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use retrograde::Options;

use crate::solver::parse_time;

/// What engines beyond memory and beyond one process are told.
#[derive(Args, Debug)]
pub(crate) struct BeyondArguments {
    /// Put what does not fit in memory into this folder while the work goes on (--engine disk)
    /// [default: the system's folder for temporary files]
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,

    /// Keep checkpoints in this folder, and go on from the last one there (--engine disk, cluster)
    #[arg(long, value_name = "DIR")]
    checkpoint: Option<PathBuf>,

    /// How often to keep a checkpoint; --engine disk does so more often where that costs little
    /// [default: 2m]
    #[arg(long, value_name = "TIME", value_parser = parse_time, requires = "checkpoint")]
    checkpoint_every: Option<Duration>,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    pub(crate) cluster: crate::cluster::ClusterArguments,
}

impl BeyondArguments {
    /// An option that was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [("--scratch", &self.scratch), ("--checkpoint", &self.checkpoint)];
        given.into_iter().find(|(_, folder)| folder.is_some()).map(|(name, _)| name)
    }

    /// The folder for checkpoints.
    #[cfg(feature = "cluster")]
    pub(crate) fn checkpoint(&self) -> Option<&std::path::Path> {
        self.checkpoint.as_deref()
    }

    /// The option that asks for checkpoints, if it was given.
    pub(crate) fn keeps(&self) -> Option<&'static str> {
        self.checkpoint.as_ref().map(|_| "--checkpoint")
    }

    /// The options that were given, beside others.
    pub(crate) fn options<'a>(&'a self, others: Options<'a>) -> Options<'a> {
        crate::interrupt::keeping(self.checkpoint.as_deref());
        Options {
            scratch: self.scratch.as_deref(),
            checkpoint: self.checkpoint.as_deref(),
            checkpoint_every: self.checkpoint_every,
            ..others
        }
    }
}
