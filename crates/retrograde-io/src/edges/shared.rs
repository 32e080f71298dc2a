//! Lines on several threads: blocks are read and looked up wherever there is time, and added in order.

use retrograde_core::{ArenaBuilder, Threads};

use super::EdgeReader;
use super::separator::Separator;
use super::sink::{Sink, add};
use crate::batch::{Ahead, Batch};
use crate::error::ReadError;
use crate::in_order::in_order;
use crate::lines::Lines;
use crate::pieces::Spare;

/// A block that was read. Its lines are counted from 1.
pub(super) struct Block {
    pub(super) batches: Vec<Batch>,
    lines: u64,
    /// What is wrong after all that the batches have.
    pub(super) fault: Option<ReadError>,
    memory: Vec<u8>,
}

/// Reads blocks whose words have a separator, in memory that is used again and again.
pub(super) struct Blocks {
    separator: Option<Separator>,
    memory: Spare<Vec<u8>>,
    batches: Spare<Batch>,
}

impl Blocks {
    pub(super) fn new(separator: Option<Separator>) -> Self {
        Blocks { separator, memory: Spare::new(), batches: Spare::new() }
    }

    /// The text of the next block. How many lines come before is not known here.
    pub(super) fn next(&self, lines: &mut Lines<'_>) -> Result<Option<Vec<u8>>, ReadError> {
        lines.next_piece(0, self.memory.take())
    }

    pub(super) fn read(&self, memory: Vec<u8>) -> Block {
        let sink = Sink::Kept { batches: Vec::new(), spare: &self.batches };
        let mut reader = EdgeReader::new(sink, self.separator, 1);
        reader.batch = self.batches.take();
        let read = reader.block(&memory).and_then(|()| reader.flush());
        let EdgeReader { sink, line, batch, .. } = reader;
        self.batches.give(batch);
        let Sink::Kept { batches, .. } = sink else { unreachable!("as it was made") };
        Block { batches, lines: line - 1, fault: read.err(), memory }
    }

    /// Adds a block whose lines come after so many others, and counts them.
    pub(super) fn add(
        &self,
        mut block: Block,
        builder: &mut ArenaBuilder,
        before: &mut u64,
    ) -> Result<(), ReadError> {
        for batch in &mut block.batches {
            add(batch, builder, *before)?;
        }
        if let Some(fault) = block.fault.take() {
            return Err(after(*before, fault));
        }
        self.give(block, before);
        Ok(())
    }

    /// Counts the lines of a block that is done with.
    pub(super) fn give(&self, block: Block, before: &mut u64) {
        *before += block.lines;
        block.batches.into_iter().for_each(|batch| self.batches.give(batch.emptied()));
        self.memory.give(block.memory);
    }
}

/// What ended it: the input after the last block, or something in a block.
enum End {
    Input(ReadError),
    Block(ReadError),
}

/// Reads the lines from `first` on, whose words have that separator.
pub(super) fn read(
    lines: &mut Lines<'_>,
    builder: &mut ArenaBuilder,
    threads: Threads,
    (separator, first): (Option<Separator>, u64),
) -> Result<(), ReadError> {
    let mut before = first - 1;
    let (ahead, blocks) = (Ahead::new(), Blocks::new(separator));
    let ended = in_order(
        threads,
        || blocks.next(lines).map_err(End::Input),
        |memory| {
            let mut block = blocks.read(memory);
            block.batches.iter_mut().for_each(|batch| ahead.look_up(batch));
            block
        },
        |block| {
            let known = builder.vertex_count();
            let names = block.batches.iter().map(Batch::names).sum();
            blocks.add(block, builder, &mut before).map_err(End::Block)?;
            ahead.go_on(builder, (names, builder.vertex_count() - known));
            Ok(None)
        },
    );
    match ended {
        Ok(_) => Ok(()),
        Err(End::Block(error)) => Err(error),
        // Of the line that comes next.
        Err(End::Input(error)) => Err(after(before + 1, error)),
    }
}

/// The same error, so many lines further on.
pub(super) fn after(lines: u64, mut error: ReadError) -> ReadError {
    if let Some(place) = &mut error.place {
        place.line += lines;
    }
    error
}
