//! How much memory a parity game takes, before it is taken.

use retrograde_core::Graph;

use super::Options;
use crate::MemoryEstimate;

/// An upper estimate for [`solve`](super::solve) on a game over this graph.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::parity::{Options, estimate};
/// let graph = Graph::from_edges(1000, (0..1000).map(|v| (v, (v + 1) % 1000)))?;
/// assert!(estimate(&graph, &Options::default()).total() < 200_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, _options: &Options<'_>) -> MemoryEstimate {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let row = graph.offsets().bytes_per_row();
    // The part of the game that is not settled at once, its edges turned around, its priorities,
    // moves and winners, and the regions, counts and queues of an algorithm.
    let part = 2 * (4 * edges + row * vertices);
    MemoryEstimate { graph: graph.heap_bytes(), solver: part + 80 * vertices }
}
