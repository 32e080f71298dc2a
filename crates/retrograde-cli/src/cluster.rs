//! `--engine cluster` with several processes: on this machine, started from here, or on several.

mod child;
mod parent;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use retrograde::cluster::{Cluster, ClusterError};
use retrograde::{Input, Objective, Options, Shared, Sharing, Threads};

use crate::failure::Failure;
use crate::notes::Notes;
use crate::solver::parse_time;
use child::Child;
pub(crate) use parent::start;

/// The folder for shares among what processes use that were started from here.
pub(crate) const ANSWER: &str = "answer";

#[derive(Args, Debug)]
pub(crate) struct ClusterArguments {
    /// With --engine cluster: workers of each process [default: --threads]
    #[arg(long, short = 'w', value_name = "N")]
    workers: Option<usize>,

    /// With --engine cluster: start this many processes on this machine, and put their shares together
    #[arg(long, value_name = "N", conflicts_with_all = ["hosts", "process"])]
    processes: Option<usize>,

    /// With --engine cluster: the processes that take part, one host:port a line
    #[arg(long, value_name = "FILE", requires = "process")]
    hosts: Option<PathBuf>,

    /// With --hosts: which of them this one is, counted from 0; -o is the folder for its share
    #[arg(long, value_name = "I", requires = "hosts")]
    process: Option<usize>,

    /// With --hosts: how long to wait for the other processes
    #[arg(long, value_name = "TIME", value_parser = parse_time, default_value = "2m", requires = "hosts")]
    patience: Duration,

    /// Put the shares in this folder together, without solving
    #[arg(long, value_name = "DIR", conflicts_with_all = ["hosts", "process", "processes"])]
    pub(crate) merge: Option<PathBuf>,
}

/// How a game is solved by several processes.
pub(crate) enum Part {
    /// In this process alone.
    Alone,
    /// As one of them, with a folder for its share.
    Share(Sharing),
    /// By processes that are started from here.
    Start(usize),
}

impl ClusterArguments {
    /// The option that says that there are other processes, or shares of theirs, if one does.
    pub(crate) fn sharing(&self) -> Option<&'static str> {
        let given = [
            ("--processes", self.processes.is_some()),
            ("--hosts", self.hosts.is_some()),
            ("--merge", self.merge.is_some()),
        ];
        given.into_iter().find(|&(_, is_given)| is_given).map(|(name, _)| name)
    }

    /// Whether this is one of several processes that writes its share of the answer.
    pub(crate) fn is_one(&self) -> bool {
        self.hosts.is_some()
    }

    /// This process, if another one has started it.
    pub(crate) fn started(&self) -> Option<Child> {
        Child::here().filter(|_| self.processes.is_some())
    }

    /// An option that only this engine has, if it was given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--workers", self.workers.is_some()),
            ("--processes", self.processes.is_some()),
            ("--hosts", self.hosts.is_some()),
        ];
        given.into_iter().find(|&(_, is_given)| is_given).map(|(name, _)| name)
    }

    /// The threads of this process, which are its workers.
    pub(crate) fn threads(&self, others: Threads) -> Result<Threads, Failure> {
        /// More only wait for each other.
        const MOST: usize = 256;
        let Some(workers) = self.workers else { return Ok(others) };
        Threads::new(workers).filter(|_| workers <= MOST).ok_or_else(|| {
            Failure::message(format!("--workers {workers}: give 1 to {MOST} for each process"))
        })
    }

    /// What this process does.
    pub(crate) fn part(&self, output: Option<&PathBuf>, workers: usize) -> Result<Part, Failure> {
        let cluster = |process, hosts: &Path| {
            Cluster::read_hosts(hosts)
                .and_then(|hosts| Cluster::hosts(workers, process, hosts))
                .map_err(|error| match error {
                    ClusterError::File { path, why } => {
                        Failure::message(format!("cannot read {}: {why}", path.display()))
                    }
                    error => Failure::message(format!("--hosts {}: {error}", hosts.display())),
                })
        };
        if let Some(Child { process, folder }) = self.started() {
            let cluster = cluster(process, &folder.join(parent::HOSTS))?;
            let (answer, patience) = (folder.join(ANSWER), Duration::from_secs(60));
            return Ok(Part::Share(Sharing { cluster, answer, patience }));
        }
        /// Each has connections to all others, and those of one machine wait for each other.
        const MOST: usize = 32;
        match (self.processes, &self.hosts, self.process) {
            (Some(count @ 1..=MOST), ..) => Ok(Part::Start(count)),
            (Some(count), ..) => Err(Failure::message(format!(
                "--processes {count}: give 1 to {MOST} for this machine, and --workers for more in each"
            ))),
            (None, Some(hosts), Some(process)) => {
                let Some(answer) = output.cloned() else {
                    return Err(Failure::message(
                        "every process writes its share of the answer: say where with -o DIR",
                    ));
                };
                let (cluster, patience) = (cluster(process, hosts)?, self.patience);
                Ok(Part::Share(Sharing { cluster, answer, patience }))
            }
            _ => Ok(Part::Alone),
        }
    }
}

/// Solves the share of this process.
pub(crate) fn share(
    input: &Input,
    objective: &Objective,
    sharing: &Sharing,
    options: &Options<'_>,
    notes: Notes,
) -> Result<(), Failure> {
    let Shared { resumed, rounds } = input.solve_share(objective, sharing, options)?;
    if let Some(checkpoint) = resumed {
        notes.say(format!("went on from checkpoint {checkpoint}"));
    }
    notes.detail(|| format!("rounds of messages: {rounds}"));
    Ok(())
}
