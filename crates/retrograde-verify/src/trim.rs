//! Taking away what is on no cycle because nothing leads there, or nothing leads back over it.

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

/// After so many moves it is known whether numbers follow the course of the play.
const ENOUGH: usize = if cfg!(test) { 12 } else { 1 << 12 };

/// Moves that lead back over so many vertices on average leave none that is not led over.
const FAR: usize = 8;

/// Of `inside`, the vertices that `graph` contains, those that some move leads back over: from itself or a
/// higher number to itself or a lower one. A cycle that goes up to a number has to come down again.
///
/// Where numbers follow the course of the play, as they mostly do in what programs generate, that leaves
/// little, and takes no more than two looks at everything in order. Where they are seen not to, everything
/// is left.
///
/// # Complexity
/// O(V + E) time, `4 V` bytes.
pub(crate) fn between_ends(
    graph: &impl Moves,
    inside: &Bitmap,
    pace: &mut Pace<'_>,
) -> Result<Bitmap, Stopped> {
    // One more than the highest vertex that leads back to each: the last one seen.
    let mut highest: Vec<u32> = sys::zeroed(graph.vertices());
    let (mut all, mut led_over) = (0, 0);
    for vertex in inside.ones().map(|vertex| vertex as Vertex) {
        let mut at = 0;
        while let Some(to) = graph.next(vertex, &mut at) {
            all += 1;
            if to <= vertex {
                led_over += (vertex - to + 1) as usize;
                highest[to as usize] = vertex + 1;
            }
        }
        pace.steps(1 + at)?;
        if all >= ENOUGH && led_over > FAR * all {
            return Ok(inside.clone());
        }
    }
    let mut remaining = inside.clone();
    let mut end = 0;
    for vertex in inside.ones() {
        pace.steps(1)?;
        end = end.max(highest[vertex] as usize);
        if vertex >= end {
            remaining.clear(vertex);
        }
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

    #[test]
    fn what_is_on_a_cycle_is_between_the_ends_of_a_move_back() {
        for bits in 0..1u32 << 16 {
            let edges = (0..16).filter(|bit| bits >> bit & 1 != 0).map(|bit| (bit / 4, bit % 4));
            let graph = Graph::from_edges(4, edges).unwrap();
            let mut inside = Bitmap::new(4);
            (0..4).filter(|v| bits >> 11 & 3 != *v as u32).for_each(|v| inside.set(v));
            let all = All(&graph, &inside);
            let found = between_ends(&all, &inside, &mut Control::ALONE.pace()).unwrap();
            for vertex in 0..4 {
                let leads_over = graph.edges().any(|(from, to)| {
                    all.contains(from) && all.contains(to) && (to..=from).contains(&vertex)
                });
                assert_eq!(found.get(vertex as usize), all.contains(vertex) && leads_over);
            }
        }
    }

    #[test]
    fn all_is_left_where_numbers_tell_nothing() {
        let path = (1..40).map(|vertex| (vertex - 1, vertex));
        // A few moves back, near or far.
        for (back, left) in [(vec![], 0), (vec![(21, 20), (25, 22)], 6), (vec![(39, 0); 9], 40)] {
            let graph = Graph::from_edges(40, path.clone().chain(back)).unwrap();
            let inside = Bitmap::new(40).complement();
            let all = All(&graph, &inside);
            let found = between_ends(&all, &inside, &mut Control::ALONE.pace()).unwrap();
            assert_eq!(found.count_ones(), left);
        }
        // Moves that lead far back are seen to before one that leads over nothing.
        let edges = (10..30).map(|vertex| (vertex, 0)).chain([(30, 31)]);
        let graph = Graph::from_edges(40, edges).unwrap();
        let inside = Bitmap::new(40).complement();
        let all = All(&graph, &inside);
        let found = between_ends(&all, &inside, &mut Control::ALONE.pace()).unwrap();
        assert_eq!(found.count_ones(), 40);
    }
}
