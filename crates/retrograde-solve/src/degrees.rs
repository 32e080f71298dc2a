//! The numbers of moves of all vertices, for work that may be stopped.

use retrograde_core::{Graph, Pace, Stopped, Vertex};

/// As [`Graph::for_each_out_degree`] for all vertices, with a look at whether to go on after every
/// few thousand.
pub(crate) fn for_each_degree(
    graph: &Graph,
    pace: &mut Pace<'_>,
    mut visit: impl FnMut(Vertex, u32),
) -> Result<(), Stopped> {
    const PIECE: usize = 1 << 13;
    let vertices = graph.vertex_count();
    for first in (0..vertices).step_by(PIECE) {
        pace.steps(PIECE)?;
        graph.for_each_out_degree(first..vertices.min(first + PIECE), &mut visit);
    }
    Ok(())
}
