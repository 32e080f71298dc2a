//! Taking away what is on no cycle because nothing leads there.

use std::collections::VecDeque;

use retrograde_core::{Bitmap, Pace, Stopped, Vertex, sys};

use crate::components::Moves;

/// How far ahead in the queue memory is asked for moves.
const AHEAD: usize = 8;

/// Of `inside`, the vertices that `graph` contains, those to which a walk leads that comes from a
/// cycle: who has no predecessor left is taken away, and so on.
///
/// The strategies of winners mostly lead straight to where they want to be, and what is left then is
/// nothing or little. Unlike a search in depth, which waits for memory at each step, this goes through
/// the moves in the order of a queue that is known beforehand.
///
/// Source: A. B. Kahn, *Topological sorting of large networks* (1962).
///
/// # Complexity
/// O(V + E) time, at most `12 V` bytes.
pub(crate) fn trim(
    graph: &impl Moves,
    inside: &Bitmap,
    pace: &mut Pace<'_>,
) -> Result<Bitmap, Stopped> {
    // How many moves from vertices that remain lead to each.
    let mut left: Vec<u32> = sys::zeroed(graph.vertices());
    for vertex in inside.ones().map(|vertex| vertex as Vertex) {
        let mut at = 0;
        while let Some(to) = graph.next(vertex, &mut at) {
            left[to as usize] += 1;
        }
        pace.steps(1 + at)?;
    }
    let without = |vertex: &Vertex| left[*vertex as usize] == 0;
    let mut queue: VecDeque<Vertex> =
        inside.ones().map(|vertex| vertex as Vertex).filter(without).collect();
    let mut remaining = inside.clone();
    while let Some(vertex) = queue.pop_front() {
        if let Some(&later) = queue.get(2 * AHEAD) {
            graph.prefetch_offset(later);
        }
        if let Some(&soon) = queue.get(AHEAD) {
            graph.prefetch(soon);
        }
        remaining.clear(vertex as usize);
        let mut at = 0;
        while let Some(to) = graph.next(vertex, &mut at) {
            left[to as usize] -= 1;
            if left[to as usize] == 0 {
                queue.push_back(to);
            }
        }
        pace.steps(1 + at)?;
    }
    Ok(remaining)
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Control, Graph};

    use super::*;
    use crate::components::next_seen;

    struct All<'a>(&'a Graph, &'a Bitmap);

    impl Moves for All<'_> {
        fn vertices(&self) -> usize {
            self.0.vertex_count()
        }

        fn contains(&self, vertex: Vertex) -> bool {
            self.1.get(vertex as usize)
        }

        fn next(&self, vertex: Vertex, at: &mut usize) -> Option<Vertex> {
            next_seen(self.0.successors(vertex), at, |to| self.contains(to))
        }
    }

    #[test]
    fn every_graph_of_four_vertices_by_its_walks() {
        for bits in 0..1u32 << 16 {
            let edges = (0..16).filter(|bit| bits >> bit & 1 != 0).map(|bit| (bit / 4, bit % 4));
            let graph = Graph::from_edges(4, edges).unwrap();
            let mut inside = Bitmap::new(4);
            (0..4).filter(|v| bits >> 11 & 3 != *v as u32).for_each(|v| inside.set(v));
            let is_edge =
                |u: usize, v: usize| inside.get(u) && inside.get(v) && bits >> (4 * u + v) & 1 != 0;
            // A walk of four moves through three vertices has come round somewhere.
            let mut reached = inside.clone();
            for _ in 0..4 {
                let mut next = Bitmap::new(4);
                (0..16).filter(|&i| reached.get(i / 4) && is_edge(i / 4, i % 4)).for_each(|i| {
                    next.set(i % 4);
                });
                reached = next;
            }
            let found = trim(&All(&graph, &inside), &inside, &mut Control::ALONE.pace()).unwrap();
            assert_eq!(found, reached, "{graph:?}");
        }
    }
}
