//! Starts the workers of this process and gathers what they find.

use std::sync::{Arc, Mutex, PoisonError};

use retrograde_core::Control;
use retrograde_link::{ClusterError, Crew, Fate, Left, Link, Watch};

use crate::answer::Answer;
use crate::options::Options;
use crate::partition::Partition;
use crate::solve::{Halt, Share, Task, share};
use crate::source::Source;

/// The number that shares of the answer and checkpoints have for an input and a question.
pub(crate) fn identity(source: &dyn Source, control: &Control<'_>) -> Result<u64, ClusterError> {
    source.fingerprint(Watch { control: *control, fate: &Fate::default() })
}

/// Solves with all workers of this process, and those of all others.
pub(crate) fn run(
    source: &dyn Source,
    options: &Options,
    control: &Control<'_>,
) -> Result<Answer, ClusterError> {
    control.check()?;
    let fate = Arc::new(Fate::default());
    let cluster = &options.cluster;
    let workers = cluster.workers() * cluster.processes();
    if let Some(size) = source.size() {
        Partition::of(size, workers)?;
    }
    // Whether there is a place for the answer is found out before there is one.
    if let Some(folder) = &options.answer {
        std::fs::create_dir_all(folder).map_err(ClusterError::file(folder))?;
    }
    let alone = cluster.processes() == 1;
    let fingerprint = match alone && options.checkpoints.is_none() && options.answer.is_none() {
        // Nobody asks.
        true => 0,
        false => source.fingerprint(Watch { control: *control, fate: &fate })?,
    };
    let checkpoints = options.checkpoints.as_ref();
    if checkpoints.is_none() {
        fate.keep(Left::Nothing);
    }
    let task = Task { fingerprint, checkpoints, answer: options.answer.as_deref(), cluster };
    let (patience, size) = (options.patience, source.size().unwrap_or(0));
    let crew = Crew { cluster, patience, size, checkpoints: checkpoints.is_some(), fingerprint };
    let first = cluster.process() * cluster.workers();
    let shares: Mutex<Vec<Option<Share>>> =
        Mutex::new((0..cluster.workers()).map(|_| None).collect());
    let halted: Mutex<Option<ClusterError>> = Mutex::default();
    let worked = crew.work(control, &fate, &|link: &mut Link<'_>| {
        match share(source, task, link) {
            Ok(share) => {
                let mut shares = shares.lock().unwrap_or_else(PoisonError::into_inner);
                shares[link.me() - first] = Some(share);
            }
            // Connections are closed as if all was done, so that every worker gets as far as this.
            Err(Halt::Together(why)) => {
                halted.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(why);
            }
            Err(Halt::Failed(error)) => return Err(error),
        }
        Ok(())
    });
    let halted = halted.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(error) = worked.err().or(halted) {
        return Err(error.with(fate.kept()));
    }
    let shares = shares.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(Answer::new(first, shares.into_iter().flatten().collect()))
}
