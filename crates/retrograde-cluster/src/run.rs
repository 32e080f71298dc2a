//! Starts the workers of this process and gathers what they find.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

use retrograde_core::Control;
use timely::communication::Allocator;
use timely::communication::Hooks;
use timely::communication::allocator::{ProcessBuilder, Thread};

use crate::answer::Answer;
use crate::cluster::Cluster;
use crate::error::ClusterError;
use crate::link::Link;
use crate::partition::Partition;
use crate::source::Source;
use crate::watch::{Fate, Watch};

/// What builds the end of a worker's channels, on the worker's own thread.
type Builder = Box<dyn FnOnce() -> Allocator + Send>;

/// Solves with all workers of this process, and those of all others.
pub(crate) fn run<S: Source>(
    source: &S,
    cluster: &Cluster,
    control: &Control<'_>,
) -> Result<Answer, ClusterError> {
    control.check()?;
    let fate = Fate::default();
    let watch = Watch { control: *control, fate: &fate };
    let workers = cluster.workers() * cluster.processes();
    let size = source.size();
    let partition = Partition::new(size, workers).ok_or_else(|| {
        let needed = (size.div_ceil(1 << 32)).max(1);
        ClusterError::TooFewWorkers { size, workers, needed }
    })?;
    let builders = threads(cluster.workers());
    let shares: Vec<_> = thread::scope(|scope| {
        let start = |builder: Builder| {
            scope.spawn(move || {
                let work = AssertUnwindSafe(|| {
                    let mut link = Link::new(builder(), watch);
                    crate::solve::share(source, partition, &mut link)
                });
                let share = catch_unwind(work).unwrap_or_else(|panic| {
                    Err(ClusterError::Panicked(said(panic.as_ref())))
                });
                share.map_err(|error| watch.fate.end(error)).ok()
            })
        };
        let threads: Vec<_> = builders.into_iter().map(start).collect();
        threads.into_iter().map(|thread| thread.join().ok().flatten()).collect()
    });
    if let Some(error) = fate.take() {
        return Err(error);
    }
    let shares: Option<Vec<_>> = shares.into_iter().collect();
    let shares = shares.ok_or(ClusterError::Elsewhere)?;
    Ok(Answer { partition, first: cluster.process() * cluster.workers(), shares })
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned()
}

/// Channels between the threads of one process.
fn threads(workers: usize) -> Vec<Builder> {
    if workers == 1 {
        return vec![Box::new(|| Allocator::Thread(Thread::default()))];
    }
    let Hooks { refill, spill, .. } = Hooks::default();
    let builders = ProcessBuilder::new_typed_vector(workers, refill, spill);
    let build = |builder: ProcessBuilder| -> Builder {
        Box::new(move || Allocator::Process(builder.build()))
    };
    builders.into_iter().map(build).collect()
}
