//! Starts the workers of this process and gathers what they find.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use retrograde_core::{Control, Progress};
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{Allocator, ProcessBuilder, Thread};

use crate::answer::Answer;
use crate::checkpoint::folder_of;
use crate::connect::{Hello, connect};
use crate::error::ClusterError;
use crate::link::Link;
use crate::options::Options;
use crate::partition::Partition;
use crate::solve::{Share, Task, share};
use crate::source::Source;
use crate::watch::{Fate, Watch};
use crate::wire::{BEAT, Ends, Peer, Teller, Wire};

/// What builds the end of a worker's channels, on the worker's own thread.
type Builder = Box<dyn FnOnce() -> Allocator + Send>;

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
    let watch = Watch { control: *control, fate: &fate };
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
        false => source.fingerprint(watch)?,
    };
    let ends = Arc::new(Ends::default());
    let (builders, tellers) = match alone {
        true => (threads(cluster.workers()), Vec::new()),
        false => {
            control.tell(Progress::new("waiting for the other processes", 0, 0));
            let hello = Hello {
                process: cluster.process() as u64,
                processes: cluster.processes() as u64,
                workers: cluster.workers() as u64,
                size: source.size().unwrap_or(0),
                fingerprint,
            };
            let streams = connect(cluster, hello, options.patience, watch)?;
            processes(options, streams, &fate, &ends)?
        }
    };
    let checkpoints = options.checkpoints.as_ref();
    let task = Task { fingerprint, checkpoints, answer: options.answer.as_deref(), cluster };
    let done = AtomicBool::new(false);
    let shares: Vec<Option<Share>> = thread::scope(|scope| {
        let start = |builder: Builder| scope.spawn(move || work(source, task, builder, watch));
        let threads: Vec<_> = builders.into_iter().map(start).collect();
        let beating = (!alone).then(|| scope.spawn(|| beat(&tellers, &done)));
        let shares = threads.into_iter().map(|thread| thread.join().ok().flatten()).collect();
        fate.leave();
        if !fate.is_over() {
            ends.wait(2 * tellers.len(), &fate);
        }
        done.store(true, Relaxed);
        if let Some(beating) = beating {
            beating.thread().unpark();
        }
        shares
    });
    let shares: Option<Vec<Share>> = shares.into_iter().collect();
    let Some(shares) = shares else {
        let error = fate.take().unwrap_or(ClusterError::Elsewhere);
        tellers.iter().for_each(|teller| teller.end(&error));
        let last = fate.checkpoint().zip(checkpoints);
        return Err(error.with_checkpoint(last.map(|(number, at)| folder_of(&at.folder, number))));
    };
    Ok(Answer::new(cluster.process() * cluster.workers(), shares))
}

/// What a worker does, on its thread.
fn work(source: &dyn Source, task: Task<'_>, builder: Builder, watch: Watch<'_>) -> Option<Share> {
    let panicked = |panic: Box<dyn Any + Send>| ClusterError::Panicked(said(panic.as_ref()));
    let link = catch_unwind(AssertUnwindSafe(|| Link::new(builder(), watch))).map_err(panicked);
    let mut link = link.map_err(|error| watch.fate.end(error)).ok()?;
    let work = AssertUnwindSafe(|| share(source, task, &mut link));
    let found = catch_unwind(work).unwrap_or_else(|panic| Err(panicked(panic)));
    // Before the link goes: the others are to hear that the work has ended, and not that it is done.
    found.map_err(|error| watch.fate.end(error)).ok()
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

/// Channels between the threads of this process and those of others, and what else is said to those.
fn processes(
    options: &Options,
    streams: Vec<Option<std::net::TcpStream>>,
    fate: &Arc<Fate>,
    ends: &Arc<Ends>,
) -> Result<(Vec<Builder>, Vec<Teller>), ClusterError> {
    let cluster = &options.cluster;
    let hosts: Arc<Vec<String>> = Arc::new(
        (0..cluster.processes()).map(|process| cluster.host(process).to_owned()).collect(),
    );
    let failed = |why: std::io::Error| ClusterError::Setup(format!("no connection: {why}"));
    let mut wires = Vec::with_capacity(streams.len());
    for (process, stream) in streams.into_iter().enumerate() {
        let peer = || Peer {
            process,
            hosts: Arc::clone(&hosts),
            fate: Arc::clone(fate),
            ends: Arc::clone(ends),
        };
        let wire = stream
            .map(|stream| Wire::new(stream, peer(), options.patience))
            .transpose()
            .map_err(failed)?;
        wires.push(wire);
    }
    let tellers = wires.iter().flatten().map(Wire::teller).collect();
    let Hooks { refill, spill, .. } = Hooks::default();
    let inner = ProcessBuilder::new_typed_vector(cluster.workers(), refill, spill);
    let (me, workers) = (cluster.process(), cluster.workers());
    let made = initialize_networking_from_sockets(inner, wires, me, workers, Hooks::default());
    let (builders, guard) = made.map_err(failed)?;
    // The guard would wait for threads that end by themselves when their connection does, and fail where
    // one was lost; `Ends` waits as long as there is something to wait for.
    std::mem::forget(guard);
    let builders = builders
        .into_iter()
        .map(|builder| -> Builder { Box::new(move || Allocator::Tcp(builder.build())) });
    Ok((builders.collect(), tellers))
}
