//! Starts the workers of this process, and ends with them.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use retrograde_core::{Control, Progress};

use crate::channels::{Builder, processes, threads};
use crate::cluster::Cluster;
use crate::connect::{Hello, connect};
use crate::error::ClusterError;
use crate::link::Link;
use crate::watch::{Fate, Watch};
use crate::wire::{BEAT, Ends, Teller};

/// The workers of this process, and what they make sure of when they meet those of others.
#[derive(Clone, Copy, Debug)]
pub struct Crew<'a> {
    /// Which processes there are, and how many workers each has.
    pub cluster: &'a Cluster,
    /// How long processes wait for each other at the beginning.
    pub patience: Duration,
    /// How large the work is, which is the same for all.
    pub size: u64,
    /// Whether checkpoints are kept, by all or by none.
    pub checkpoints: bool,
    /// A number that tells the work from other work. Where there are no other processes, nobody asks.
    pub fingerprint: u64,
}

/// What a worker does, with its end of the dataflow.
type Work<'w> = &'w (dyn Fn(&mut Link<'_>) -> Result<(), ClusterError> + Sync);

impl Crew<'_> {
    /// Has every worker of this process do the work, once all processes have found each other.
    ///
    /// # Errors
    /// Processes did not find each other, or were started for other work; what a worker failed with, of
    /// this process or of another: the first that is heard of.
    pub fn work(
        &self,
        control: &Control<'_>,
        fate: &Arc<Fate>,
        work: Work<'_>,
    ) -> Result<(), ClusterError> {
        let watch = Watch { control: *control, fate };
        let ends = Arc::new(Ends::default());
        let (builders, tellers) = self.channels(watch, fate, &ends)?;
        let done = AtomicBool::new(false);
        let sound = thread::scope(|scope| {
            let start = |builder: Builder| scope.spawn(move || one(work, builder, watch));
            let threads: Vec<_> = builders.into_iter().map(start).collect();
            let beating = (!tellers.is_empty()).then(|| scope.spawn(|| beat(&tellers, &done)));
            let mut sound = true;
            for thread in threads {
                sound &= thread.join().unwrap_or(false);
            }
            fate.leave();
            if !fate.is_over() {
                ends.wait(2 * tellers.len(), fate);
            }
            done.store(true, Relaxed);
            if let Some(beating) = beating {
                beating.thread().unpark();
            }
            sound
        });
        if sound {
            return Ok(());
        }
        let error = fate.take().unwrap_or(ClusterError::Elsewhere);
        tellers.iter().for_each(|teller| teller.end(&error));
        Err(error)
    }

    /// What carries the messages, and what else is said to other processes.
    fn channels(
        &self,
        watch: Watch<'_>,
        fate: &Arc<Fate>,
        ends: &Arc<Ends>,
    ) -> Result<(Vec<Builder>, Vec<Teller>), ClusterError> {
        let Crew { cluster, patience, size, checkpoints, fingerprint } = *self;
        if cluster.processes() == 1 {
            return Ok((threads(cluster.workers()), Vec::new()));
        }
        watch.control.tell(Progress::new("waiting for the other processes", 0, 0));
        let hello = Hello {
            process: cluster.process() as u64,
            processes: cluster.processes() as u64,
            workers: cluster.workers() as u32,
            checkpoints,
            size,
            fingerprint,
        };
        let streams = connect(cluster, hello, patience, watch)?;
        processes(cluster, patience, streams, fate, ends)
    }
}

/// What a worker does, on its thread; whether it did.
fn one(work: Work<'_>, builder: Builder, watch: Watch<'_>) -> bool {
    let panicked = |panic: Box<dyn Any + Send>| ClusterError::Panicked(said(panic.as_ref()));
    let link = catch_unwind(AssertUnwindSafe(|| Link::new(builder(), watch))).map_err(panicked);
    let mut link = match link {
        Ok(link) => link,
        Err(error) => {
            watch.fate.end(error);
            return false;
        }
    };
    let found = catch_unwind(AssertUnwindSafe(|| work(&mut link)));
    // Before the link goes: the others are to hear that the work has ended, and not that it is done.
    let found = found.unwrap_or_else(|panic| Err(panicked(panic)));
    found.map_err(|error| watch.fate.end(error)).is_ok()
}

/// What a panic said.
fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned()
}

/// Tells the other processes now and then that this one is there.
fn beat(tellers: &[Teller], done: &AtomicBool) {
    while !done.load(Relaxed) {
        tellers.iter().for_each(Teller::beat);
        thread::park_timeout(BEAT);
    }
}
