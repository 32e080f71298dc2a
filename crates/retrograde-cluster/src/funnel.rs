//! Rows of vertices on their way to the outbox, some at a time.

use std::ops::Range;

use retrograde_core::Vertex;

use crate::outbox::Outbox;

/// Vertices that go on together.
const BATCH: usize = 128;

/// Rows up to this length are copied without looking at their length.
pub(crate) const SHORT: usize = 4;

/// Takes rows, and hands what is in them to an outbox.
///
/// The length of a row cannot be predicted, and a wrong guess costs as much as several of its entries. So
/// rows are copied whole, a fixed length each, and the excess is overwritten by what follows.
pub(crate) struct Funnel<'o> {
    outbox: &'o mut Outbox,
    batch: [Vertex; BATCH + SHORT],
    filled: usize,
}

impl<'o> Funnel<'o> {
    pub(crate) fn new(outbox: &'o mut Outbox) -> Self {
        Funnel { outbox, batch: [0; BATCH + SHORT], filled: 0 }
    }

    /// Takes a row, which is a part of all of them.
    #[inline(always)]
    pub(crate) fn add(&mut self, rows: &[Vertex], row: Range<usize>) {
        match rows.get(row.start..row.start + SHORT) {
            Some(start) if row.len() <= SHORT => {
                self.batch[self.filled..self.filled + SHORT].copy_from_slice(start);
                self.filled += row.len();
                if self.filled > BATCH {
                    self.finish();
                }
            }
            _ => self.outbox.push_all(&rows[row]),
        }
    }

    /// Hands on what is left.
    pub(crate) fn finish(&mut self) {
        self.outbox.push_all(&self.batch[..self.filled]);
        self.filled = 0;
    }
}
