//! How much memory solving will take, before it is taken.

use retrograde_core::Graph;

use super::{Method, Options, components};
use crate::MemoryEstimate;

/// An upper estimate for [`solve`](super::solve) on this graph. For [`Method::Components`] it takes
/// the whole graph for one component; [`components::estimate`] knows better.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::outcome::{Options, estimate};
/// let graph = Graph::from_edges(1000, (0..999).map(|v| (v, v + 1)))?;
/// let estimate = estimate(&graph, &Options::default());
/// assert!(estimate.total() < 40_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, options: &Options<'_>) -> MemoryEstimate {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    // The graph turned around with its offsets; distances in bytes, while they are turned into wide
    // ones; and lists of levels, which share no vertex but may have grown to twice their length.
    let back = edges * 4 + vertices * graph.offsets().bytes_per_row();
    let retrograde = back + vertices + vertices * 8;
    // Counts of incoming edges and the order.
    let acyclic = vertices * 8;
    let working = match options.method {
        Method::Acyclic => acyclic,
        Method::Auto | Method::Retrograde => retrograde.max(acyclic),
        Method::Components => components::working_bytes(graph, vertices, edges),
    };
    let moves = if options.values_only { 0 } else { vertices * 4 };
    MemoryEstimate { graph: graph.heap_bytes(), solver: label_bytes(graph) + working.max(moves) }
}

/// Distances, and three bitmaps: of what is won, and of what else a method has to know.
pub(super) fn label_bytes(graph: &Graph) -> u64 {
    let vertices = graph.vertex_count() as u64;
    vertices * 4 + vertices.div_ceil(64) * 8 * 3
}
