//! Where batches go: into a graph at once, or to another thread that makes one of them.

use std::panic;
use std::sync::mpsc::{Receiver, SyncSender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use retrograde_core::ArenaBuilder;

use crate::batch::{Batch, Stumble};
use crate::error::{Place, ReadError, ReadFault};
use crate::statements::Vertices;

/// Batches on their way at a time.
const WAITING: usize = 4;

/// Takes batches in their order.
pub(super) enum Sink {
    Here(Box<ArenaBuilder>),
    There { to: SyncSender<Batch>, empty: Receiver<Batch> },
    Gone,
}

impl Sink {
    /// How many lines are worth handing over.
    pub(super) fn lines(&self) -> usize {
        match self {
            Sink::Here(_) | Sink::Gone => 1 << 9,
            Sink::There { .. } => 1 << 13,
        }
    }

    /// Takes a batch and leaves an empty one. What was wrong on the other thread is told
    /// [there](Sink::with_other_thread).
    pub(super) fn take(&mut self, batch: &mut Batch) -> Result<(), ReadError> {
        match self {
            Sink::Here(builder) => add(batch, builder),
            Sink::There { to, empty } => {
                let next = empty.try_recv().unwrap_or_default();
                to.send(std::mem::replace(batch, next)).map_err(|_| ReadFault::Empty.into())
            }
            Sink::Gone => Err(ReadFault::Empty.into()),
        }
    }

    /// Lets another thread add to the graph what `read` hands over; without one where the system has
    /// none to give. What is wrong with a batch goes before what `read` finds wrong after it.
    pub(super) fn with_other_thread(
        self,
        read: impl FnOnce(&mut Sink) -> Result<(), ReadError>,
    ) -> Result<Sink, ReadError> {
        let Sink::Here(builder) = self else { return Ok(self) };
        let builder = Mutex::new(Some(builder));
        let take = || builder.lock().unwrap_or_else(PoisonError::into_inner).take();
        thread::scope(|scope| {
            let (to, batches) = sync_channel::<Batch>(WAITING);
            let (emptied, empty) = channel();
            let work = move || -> Result<_, ReadError> {
                let Some(mut builder) = take() else { return Ok(None) };
                for mut batch in batches {
                    add(&mut batch, &mut builder)?;
                    // Nobody takes it when all is read.
                    let _ = emptied.send(batch);
                }
                Ok(Some(builder))
            };
            match thread::Builder::new().spawn_scoped(scope, work) {
                Ok(worker) => {
                    let mut there = Sink::There { to, empty };
                    let result = read(&mut there);
                    drop(there);
                    let added =
                        worker.join().unwrap_or_else(|fault| panic::resume_unwind(fault))?;
                    result?;
                    Ok(added.map_or(Sink::Gone, Sink::Here))
                }
                Err(_) => {
                    let mut here = take().map_or(Sink::Gone, Sink::Here);
                    read(&mut here)?;
                    Ok(here)
                }
            }
        })
    }
}

fn add(batch: &mut Batch, builder: &mut ArenaBuilder) -> Result<(), ReadError> {
    let said = |Stumble { line, error, .. }| {
        let place = Place::line(line);
        error.map_or(ReadFault::Empty.into(), |error| ReadError::graph(place, error))
    };
    batch.add_to(builder, (Vertices::Any, false)).map_err(said)
}
