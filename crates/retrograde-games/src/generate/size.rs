//! How large a generated graph will be.

use retrograde_core::memory::Bytes;

/// The size of a graph before it is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Exactly how many vertices.
    pub vertices: u64,
    /// How many edges: exactly, or in the random families how many to expect.
    pub edges: u64,
}

impl Size {
    /// The memory the finished graph takes, which is also the most that building it takes: four
    /// bytes an edge and four a vertex, or eight a vertex from 2³² edges on.
    #[must_use]
    pub fn bytes(self) -> Bytes {
        let per_row = if self.edges <= u64::from(u32::MAX) { 4 } else { 8 };
        let rows = self.vertices.saturating_add(1).saturating_mul(per_row);
        Bytes(self.edges.saturating_mul(4).saturating_add(rows))
    }
}
