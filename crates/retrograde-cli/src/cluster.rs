//! `--engine cluster` with several processes: on this machine, started from here, or on several.

use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use clap::Args;
use retrograde::cluster::Cluster;
use retrograde::{Input, Objective, Options, Shared, Sharing, Threads};

use crate::failure::Failure;
use crate::interrupt;
use crate::notes::Notes;
use crate::solver::parse_time;

/// What tells a process that was started from here which one it is: its number, the file with the hosts,
/// and the folder for shares, with a line for each.
const TOLD: &str = "RETROGRADE_CLUSTER_PROCESS";

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
    /// Whether there are other processes, or shares of theirs.
    pub(crate) fn is_shared(&self) -> bool {
        self.processes.is_some() || self.hosts.is_some() || self.merge.is_some()
    }

    /// Whether this is one of several processes that writes its share of the answer.
    pub(crate) fn is_one(&self) -> bool {
        self.hosts.is_some()
    }

    /// Whether another process has started this one.
    pub(crate) fn is_started(&self) -> bool {
        self.processes.is_some() && std::env::var_os(TOLD).is_some()
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
            let text = fs::read_to_string(hosts).map_err(|error| {
                Failure::message(format!("cannot read {}: {error}", hosts.display()))
            })?;
            Cluster::parse_hosts(&text)
                .and_then(|hosts| Cluster::hosts(workers, process, hosts))
                .map_err(|error| Failure::message(format!("--hosts {}: {error}", hosts.display())))
        };
        if let (Some(_), Ok(told)) = (self.processes, std::env::var(TOLD)) {
            let mut lines = told.lines();
            let process = lines.next().and_then(|number| number.parse().ok()).unwrap_or(0);
            let [hosts, answer] = [(); 2].map(|()| PathBuf::from(lines.next().unwrap_or("")));
            let (cluster, patience) = (cluster(process, &hosts)?, Duration::from_secs(60));
            return Ok(Part::Share(Sharing { cluster, answer, patience }));
        }
        match (self.processes, &self.hosts, self.process) {
            (Some(0), ..) => Err(Failure::message("--processes 0: give at least one")),
            (Some(count), ..) => Ok(Part::Start(count)),
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

/// Starts processes like this one, waits for all, and says what the first that failed has said.
pub(crate) fn start(count: usize, folder: &Path) -> Result<(), Failure> {
    let failed = |what: &str, error: std::io::Error| Failure::message(format!("{what}: {error}"));
    let hosts = folder.join("hosts");
    let addresses = free_addresses(count).map_err(|error| failed("no ports are free", error))?;
    fs::write(&hosts, addresses.join("\n")).map_err(|error| failed("cannot write hosts", error))?;
    let program = std::env::current_exe().map_err(|error| failed("cannot start", error))?;
    let begin = |process: usize| {
        let told = format!("{process}\n{}\n{}", hosts.display(), folder.join("answer").display());
        let stderr = if process == 0 { Stdio::inherit() } else { Stdio::piped() };
        let mut command = Command::new(&program);
        command.args(std::env::args_os().skip(1)).env(TOLD, told);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(stderr).spawn()
    };
    let mut children: Vec<Child> = Vec::new();
    for process in 0..count {
        match begin(process) {
            Ok(child) => children.push(child),
            Err(error) => {
                children.iter_mut().for_each(|child| drop(child.kill()));
                return Err(failed("cannot start a process", error));
            }
        }
    }
    // Whoever stops this process stops those that it has started.
    while children.iter_mut().any(|child| matches!(child.try_wait(), Ok(None))) {
        if interrupt::cancel().is_cancelled() {
            children.iter_mut().for_each(|child| drop(child.kill()));
            children.iter_mut().for_each(|child| drop(child.wait()));
            return Err(retrograde::Error::from(retrograde::Stopped::Cancelled).into());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let mut trouble = None;
    for (process, child) in children.into_iter().enumerate() {
        let done = child.wait_with_output().map_err(|error| failed("a process", error))?;
        if done.status.success() || trouble.is_some() {
            continue;
        }
        let status = done.status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2);
        let said = String::from_utf8_lossy(&done.stderr);
        trouble = Some(match said.lines().last() {
            // The first process speaks for itself.
            Some(line) if process > 0 => {
                Failure::message(line.strip_prefix("error: ").unwrap_or(line))
            }
            _ => Failure::Told(status),
        });
    }
    trouble.map_or(Ok(()), Err)
}

/// So many addresses on this machine where nobody listens.
fn free_addresses(count: usize) -> std::io::Result<Vec<String>> {
    let listeners: Vec<TcpListener> =
        (0..count).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<Result<_, _>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr()?.to_string())).collect()
}
