//! The predecessors of a level, some at a time.

use std::ops::Range;

use retrograde_core::Vertex;

use super::ground::Ground;

/// How many frontier vertices to ask for ahead of their use.
const AHEAD: usize = 32;

/// Predecessors handled at a time.
pub(super) const BATCH: usize = 128;

/// Rows up to this length are copied without looking at their length.
const SHORT: usize = 8;

/// Predecessors on their way through.
pub(super) type Batch = [Vertex; BATCH + SHORT];

pub(super) fn empty_batch() -> Batch {
    [0; BATCH + SHORT]
}

/// The predecessors of a list of states that have not been handed out.
pub(super) struct Rows<'a, B> {
    ground: &'a B,
    frontier: &'a [Vertex],
    next: usize,
    /// What is left of a long row.
    row: Range<usize>,
    shift: u32,
}

impl<'a, B: Ground> Rows<'a, B> {
    pub(super) fn new(ground: &'a B, frontier: &'a [Vertex]) -> Self {
        Rows { ground, frontier, next: 0, row: 0..0, shift: 0 }
    }

    /// The next predecessors, in the batch; none at the end.
    ///
    /// The length of a row cannot be predicted, and a wrong guess costs as much as several edges.
    /// So rows are copied whole, a fixed length each, and the excess is overwritten by what follows.
    #[inline]
    pub(super) fn fill<'b>(&mut self, batch: &'b mut Batch) -> &'b mut [Vertex] {
        let sources = self.ground.sources();
        let mut filled = 0;
        while filled < BATCH {
            if !self.row.is_empty() {
                let part = self.row.len().min(BATCH - filled);
                let from = &sources[self.row.start..][..part];
                copy_shifted(&mut batch[filled..filled + part], from, self.shift);
                self.row.start += part;
                filled += part;
                continue;
            }
            let Some(&vertex) = self.frontier.get(self.next) else { break };
            if let Some(&far) = self.frontier.get(self.next + 2 * AHEAD) {
                self.ground.prefetch_row(far);
            }
            if let Some(&near) = self.frontier.get(self.next + AHEAD) {
                self.ground.prefetch_sources(near, SHORT);
            }
            self.next += 1;
            let (row, shift) = (self.ground.row(vertex), self.ground.shift(vertex));
            if row.len() <= SHORT && row.start + SHORT <= sources.len() {
                let short = &sources[row.start..][..SHORT];
                copy_shifted(&mut batch[filled..filled + SHORT], short, shift);
                filled += row.len();
            } else {
                (self.row, self.shift) = (row, shift);
            }
        }
        &mut batch[..filled]
    }
}

/// Turns vertices into states. What lies past the end of a row may be any vertex of another, and
/// its sum any number.
#[inline(always)]
fn copy_shifted(to: &mut [Vertex], from: &[Vertex], shift: u32) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to = from.wrapping_add(shift);
    }
}
