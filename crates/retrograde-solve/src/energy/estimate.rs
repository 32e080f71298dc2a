//! How much memory an energy game takes, before it is taken.

use retrograde_core::Graph;

use super::Options;
use crate::MemoryEstimate;

/// An upper estimate for [`solve`](super::solve) on a game on this graph, whatever the weights.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::energy::{Options, estimate};
/// let graph = Graph::from_edges(1000, (0..1000).map(|v| (v, (v + 1) % 1000)))?;
/// assert!(estimate(&graph, &Options::default()).total() < 200_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, options: &Options<'_>) -> MemoryEstimate {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let weights = edges * 8;
    let back = edges * 12 + vertices * graph.offsets().bytes_per_row() * 2;
    // Heights and gains of 16 bytes; moves, counts, the list of who goes downhill, and the queue,
    // which may have grown to twice its length; or, in its place, a heap with an entry for a move
    // of the keeper's, one a vertex as a rule.
    let climbing = vertices * (16 + 16 + 4 + 4 + 4 + 8 + 32) + vertices.div_ceil(64) * 8 * 5;
    let answer = vertices * (16 + if options.values_only { 0 } else { 4 });
    MemoryEstimate { graph: graph.heap_bytes() + weights, solver: back + climbing + answer }
}
