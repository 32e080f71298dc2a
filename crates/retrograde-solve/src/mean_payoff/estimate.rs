//! How much memory a mean-payoff game takes, before it is taken.

use retrograde_core::Graph;

use super::Options;
use crate::{MemoryEstimate, energy};

/// An upper estimate for [`solve`](super::solve) on a game on this graph, whatever the weights.
///
/// ```
/// use retrograde_core::Graph;
/// use retrograde_solve::mean_payoff::{Options, estimate};
/// let graph = Graph::from_edges(1000, (0..1000).map(|v| (v, (v + 1) % 1000)))?;
/// assert!(estimate(&graph, &Options::default()).total() < 400_000);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn estimate(graph: &Graph, options: &Options<'_>) -> MemoryEstimate {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let energy = energy::estimate(graph, &energy::Options::default());
    // The part looked at: its moves, where they come from, its vertices and their current moves;
    // lists may have grown to twice their length. Vertices of all parts, values and moves. Policy
    // iteration is over before the energy game begins, and takes less.
    let part = edges * (4 + 8 + 4) * 2 + vertices * (8 + 4 + 4);
    let all = vertices * (4 + 4 + 4 + 4 + 8);
    let answer = if options.values_only { 0 } else { vertices * 4 };
    MemoryEstimate { graph: energy.graph, solver: energy.solver + part + all + answer }
}
