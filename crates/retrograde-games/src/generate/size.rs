//! How large a generated arena will be.

use retrograde_core::memory::Bytes;

use super::attributes::Attributes;

/// The size of an arena before it is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Exactly how many vertices.
    pub vertices: u64,
    /// How many edges: exactly, or in the random families how many to expect.
    pub edges: u64,
    /// What they carry.
    pub attributes: Attributes,
}

impl Size {
    /// The size of a graph without attributes.
    pub(super) fn bare(vertices: u64, edges: u64) -> Self {
        Size { vertices, edges, attributes: Attributes::NONE }
    }

    /// The memory the finished arena takes, which is also the most that building it takes: four
    /// bytes an edge and four a vertex, or eight a vertex from 2³² edges on; and where it has them,
    /// a byte a vertex for owners and for targets, four a vertex for priorities and eight an edge
    /// for weights, with one bit each to say that they are there.
    #[must_use]
    pub fn bytes(self) -> Bytes {
        let per_row = if self.edges <= u64::from(u32::MAX) { 4 } else { 8 };
        let rows = self.vertices.saturating_add(1).saturating_mul(per_row);
        let graph = self.edges.saturating_mul(4).saturating_add(rows);
        Bytes(graph.saturating_add(self.attributes.bytes(self.vertices, self.edges)))
    }
}
