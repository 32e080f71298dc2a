//! How much memory the asymmetric game takes, before it is taken.

use retrograde_core::Graph;

use super::{Method, Options};
use crate::MemoryEstimate;

/// An upper estimate for [`solve`](super::solve) on this graph.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::asymmetric::{Options, estimate};
/// let graph = Graph::from_edges(1000, (0..999).map(|v| (v, v + 1)))?;
/// assert!(estimate(&graph, &Options::default()).total() < 70_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, options: &Options<'_>) -> MemoryEstimate {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let bitmap = |bits: u64| bits.div_ceil(64) * 8;
    let back = edges * 4 + vertices * graph.offsets().bytes_per_row();
    let solver = match options.method {
        Method::Auto | Method::Waves => {
            // Values of the first wave, then the second wave at work over two states a vertex: its
            // bitmaps, its distances, narrow ones while they are turned into wide ones, and its
            // lists of levels, which may have grown to twice their length.
            let values = |states: u64| states * 4 + bitmap(states) * 2;
            let second = values(vertices * 2) + bitmap(vertices) * 5 + vertices * (2 + 16);
            let moves = if options.values_only { 0 } else { vertices * 8 };
            values(vertices) + (back + second).max(values(vertices * 2) + moves)
        }
        Method::Nmbig => {
            // Two labels, both as they are and as they were told; two times; six counts; and the
            // worklist, which may have grown to twice its length.
            let labelling = vertices * (4 + 8 + 24 + 16);
            let moves = if options.values_only { 0 } else { vertices * 8 };
            labelling + back.max(moves) + bitmap(vertices) * 4
        }
    };
    MemoryEstimate { graph: graph.heap_bytes(), solver }
}
