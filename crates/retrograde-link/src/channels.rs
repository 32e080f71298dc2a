//! What carries the messages of the workers of this process, among them and to those of others.

use std::io;
use std::net::TcpStream;
use std::sync::Arc;
use std::time::Duration;

use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{Allocator, ProcessBuilder, Thread};

use crate::cluster::Cluster;
use crate::error::ClusterError;
use crate::watch::Fate;
use crate::wire::{Ends, Peer, Teller, Wire};

/// What builds the end of a worker's channels, on the worker's own thread.
pub(crate) type Builder = Box<dyn FnOnce() -> Allocator + Send>;

/// Channels between the threads of one process.
pub(crate) fn threads(workers: usize) -> Vec<Builder> {
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
pub(crate) fn processes(
    cluster: &Cluster,
    patience: Duration,
    streams: Vec<Option<TcpStream>>,
    fate: &Arc<Fate>,
    ends: &Arc<Ends>,
) -> Result<(Vec<Builder>, Vec<Teller>), ClusterError> {
    let hosts: Arc<Vec<String>> = Arc::new(
        (0..cluster.processes()).map(|process| cluster.host(process).to_owned()).collect(),
    );
    let failed = |why: io::Error| ClusterError::Setup(format!("no connection: {why}"));
    let mut wires = Vec::with_capacity(streams.len());
    for (process, stream) in streams.into_iter().enumerate() {
        let peer = || Peer {
            process,
            hosts: Arc::clone(&hosts),
            fate: Arc::clone(fate),
            ends: Arc::clone(ends),
        };
        let wire =
            stream.map(|stream| Wire::new(stream, peer(), patience)).transpose().map_err(failed)?;
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
