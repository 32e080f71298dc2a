//! Whether a graph has no cycles.

use retrograde_core::{Graph, Pace, Stopped, Vertex, sys};

/// Edges between two looks at the clock.
const PIECE: usize = 1 << 13;

/// How many edges ahead memory is asked for what they lead to.
const AHEAD: usize = 16;

/// Whether no play can come back to where it was: taking off vertices that no other leads to, again
/// and again, leaves nothing. May say no to an acyclic graph of 2³² edges or more, for which its
/// counters are too small.
///
/// # Complexity
/// O(V + E) time, about `8 V` bytes.
pub(crate) fn is_acyclic(graph: &Graph, pace: &mut Pace<'_>) -> Result<bool, Stopped> {
    if u32::try_from(graph.edge_count()).is_err() {
        return Ok(false);
    }
    let mut entries: Vec<u32> = sys::zeroed(graph.vertex_count());
    for targets in graph.targets().chunks(PIECE) {
        pace.steps(targets.len())?;
        for (place, &to) in targets.iter().enumerate() {
            if let Some(&far) = targets.get(place + AHEAD) {
                sys::prefetch(&entries, far as usize);
            }
            entries[to as usize] += 1;
        }
    }
    let mut free: Vec<Vertex> =
        graph.vertices().filter(|&vertex| entries[vertex as usize] == 0).collect();
    let mut taken_off = 0;
    while let Some(vertex) = free.pop() {
        taken_off += 1;
        pace.steps(1 + graph.successors(vertex).len())?;
        for &to in graph.successors(vertex) {
            entries[to as usize] -= 1;
            if entries[to as usize] == 0 {
                free.push(to);
            }
        }
    }
    Ok(taken_off == graph.vertex_count())
}

#[cfg(test)]
mod tests {
    use retrograde_core::Control;

    use super::*;

    #[test]
    fn every_graph_of_three_vertices_by_its_walks() {
        for bits in 0..1u32 << 9 {
            let edges = (0..9).filter(|bit| bits >> bit & 1 != 0).map(|bit| (bit / 3, bit % 3));
            let graph = Graph::from_edges(3, edges).unwrap();
            // On an acyclic graph of three vertices no walk has three moves.
            let step = |at: Vec<Vertex>| -> Vec<Vertex> {
                at.iter().flat_map(|&v| graph.successors(v).to_vec()).collect()
            };
            let walks = (0..3).fold(graph.vertices().collect(), |at, _| step(at));
            let acyclic = is_acyclic(&graph, &mut Control::ALONE.pace());
            assert_eq!(acyclic, Ok(walks.is_empty()), "{graph:?}");
        }
    }
}
