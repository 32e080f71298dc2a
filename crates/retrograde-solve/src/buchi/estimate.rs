//! How much memory Büchi and co-Büchi games take, before it is taken.

use retrograde_core::Graph;

use super::Options;
use crate::MemoryEstimate;

/// An upper estimate for [`solve`](super::solve) and [`cobuchi`](super::cobuchi) on this graph.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::buchi::{Options, estimate};
/// let graph = Graph::from_edges(1000, (0..999).map(|v| (v, v + 1)))?;
/// assert!(estimate(&graph, &Options::default()).total() < 100_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, _options: &Options<'_>) -> MemoryEstimate {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let bitmap = vertices.div_ceil(64) * 8;
    let back = edges * 4 + (vertices + 1) * graph.offsets().bytes_per_row();
    // Moves, counts, cursors and labels.
    let arrays = vertices * (4 + 4 + 4 + 8);
    // What is lost, doubtful and queued, and what the two searches find, which have no vertex in
    // common: four lists that may have grown to twice their length.
    let lists = vertices * 4 * 8;
    // Goals, what is inside, justified and retried, two for the searches, and two for the winners.
    MemoryEstimate { graph: graph.heap_bytes(), solver: back + arrays + lists + bitmap * 8 }
}
