//! How much memory reachability and safety take, before it is taken.

use retrograde_core::Graph;

use super::Options;
use crate::MemoryEstimate;

/// An upper estimate for [`solve`](super::solve) and [`safety`](super::safety) on this graph.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::reachability::{Options, estimate};
/// let graph = Graph::from_edges(1000, (0..999).map(|v| (v, v + 1)))?;
/// assert!(estimate(&graph, &Options::default()).total() < 50_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, options: &Options<'_>) -> MemoryEstimate {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let bitmap = vertices.div_ceil(64) * 8;
    let back = edges * 4 + (vertices + 1) * graph.offsets().bytes_per_row();
    let ranks = vertices * 4;
    let moves = if options.values_only { 0 } else { vertices * 4 };
    // The counts, and two lists that have no vertex in common until it is attracted, each of which
    // may have grown to twice its length.
    let attractor = vertices * (4 + 8 + 8);
    // Afterwards, narrow ranks beside the wide ones and the winners of both players.
    let end = vertices + bitmap * 2;
    let solver = ranks + moves + bitmap + (back + attractor).max(end);
    MemoryEstimate { graph: graph.heap_bytes(), solver }
}
