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
    // Improving moves comes first, and is over before dividing by value begins.
    let solver = improving(graph).max(energy.solver + dividing(vertices, edges));
    let answer = if options.values_only { 0 } else { vertices * 4 };
    MemoryEstimate { graph: energy.graph, solver: solver + answer }
}

fn improving(graph: &Graph) -> u64 {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let back = edges * 12 + vertices * graph.offsets().bytes_per_row() * 2;
    // Moves by place, end and weight; spots, twice; lists of vertices, which may have grown to twice
    // their length, and bitmaps. At worst all vertices have cycles of their own, kept twice too, and
    // all of these have different means.
    let moves = 4 + 4 + 8 + 32 * 2 + 8 * 4 + 1;
    let cycles = 64 + 32 + 4;
    let values = 4 + 4 + 64;
    back + vertices * (moves + cycles + values)
}

fn dividing(vertices: u64, edges: u64) -> u64 {
    // The part looked at: its moves, where they come from, its vertices and their current moves;
    // lists may have grown to twice their length. Vertices of all parts, values and moves. Policy
    // iteration is over before the energy game begins, and takes less.
    let part = edges * (4 + 8 + 4) * 2 + vertices * (8 + 4 + 4);
    part + vertices * (4 + 4 + 4 + 4 + 8)
}
