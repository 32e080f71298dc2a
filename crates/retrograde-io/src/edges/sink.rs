//! Where batches go: into a graph at once, or on a list until their turn comes.

use retrograde_core::ArenaBuilder;

use crate::batch::{Batch, Stumble};
use crate::error::{Place, ReadError, ReadFault};
use crate::pieces::Spare;
use crate::statements::Vertices;

/// Takes batches in their order.
pub(super) enum Sink<'s> {
    Here(&'s mut ArenaBuilder),
    Kept { batches: Vec<Batch>, spare: &'s Spare<Batch> },
}

impl Sink<'_> {
    /// How many lines are worth handing over.
    pub(super) fn lines(&self) -> usize {
        match self {
            Sink::Here(_) => 1 << 9,
            Sink::Kept { .. } => usize::MAX >> 8,
        }
    }

    /// Takes a batch and leaves an empty one.
    pub(super) fn take(&mut self, batch: &mut Batch) -> Result<(), ReadError> {
        match self {
            Sink::Here(builder) => add(batch, builder, 0),
            Sink::Kept { batches, spare } => {
                batches.push(std::mem::replace(batch, spare.take()));
                Ok(())
            }
        }
    }
}

/// Adds a batch whose lines were counted from the one after `before`.
pub(super) fn add(
    batch: &mut Batch,
    builder: &mut ArenaBuilder,
    before: u64,
) -> Result<(), ReadError> {
    let said = |Stumble { line, error, .. }| {
        let place = Place::line(before + line);
        error.map_or(ReadFault::Empty.into(), |error| ReadError::graph(place, error))
    };
    batch.add_to(builder, (Vertices::Any, false)).map_err(said)
}
