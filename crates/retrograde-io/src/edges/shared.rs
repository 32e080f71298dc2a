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
struct Block {
    batches: Vec<Batch>,
    lines: u64,
    /// What is wrong after all that the batches have.
    fault: Option<ReadError>,
    memory: Vec<u8>,
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
    let ahead = Ahead::new();
    let (spare, spare_batches) = (Spare::new(), Spare::new());
    let ended = in_order(
        threads,
        // How many lines come before is not known here.
        || lines.next_piece(0, spare.take()).map_err(End::Input),
        |memory: Vec<u8>| {
            let sink = Sink::Kept { batches: Vec::new(), spare: &spare_batches };
            let mut reader = EdgeReader::new(sink, separator, 1);
            reader.batch = spare_batches.take();
            let read = reader.block(&memory).and_then(|()| reader.flush());
            let EdgeReader { sink, line, batch, .. } = reader;
            spare_batches.give(batch);
            let Sink::Kept { mut batches, .. } = sink else { unreachable!("as it was made") };
            batches.iter_mut().for_each(|batch| ahead.look_up(batch));
            Block { batches, lines: line - 1, fault: read.err(), memory }
        },
        |block| {
            let (known, mut names) = (builder.vertex_count(), 0);
            for mut batch in block.batches {
                names += batch.names();
                add(&mut batch, builder, before).map_err(End::Block)?;
                spare_batches.give(batch);
            }
            if let Some(fault) = block.fault {
                return Err(End::Block(after(before, fault)));
            }
            before += block.lines;
            ahead.go_on(builder, (names, builder.vertex_count() - known));
            spare.give(block.memory);
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
fn after(lines: u64, mut error: ReadError) -> ReadError {
    if let Some(place) = &mut error.place {
        place.line += lines;
    }
    error
}
