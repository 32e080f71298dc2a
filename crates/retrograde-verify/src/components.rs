//! Strongly connected components, with a stack of its own.

use retrograde_core::{Pace, Stopped, Vertex};

/// Vertices and moves, as the search sees them.
pub(crate) trait Moves {
    /// The number of vertices, whether the search sees them or not.
    fn vertices(&self) -> usize;

    /// Whether the search sees `vertex`.
    fn contains(&self, vertex: Vertex) -> bool;

    /// The next move from `vertex` to a vertex that the search sees. `at` is how many moves were
    /// looked at so far.
    fn next(&self, vertex: Vertex, at: &mut usize) -> Option<Vertex>;

    /// Asks for where the moves from `vertex` stand, which will be looked at later.
    #[inline]
    fn prefetch_offset(&self, _vertex: Vertex) {}

    /// Asks for the moves from `vertex`, which will be looked at soon.
    #[inline]
    fn prefetch(&self, _vertex: Vertex) {}
}

/// The next of `row` from `at` on that the search sees.
#[inline]
pub(crate) fn next_seen(
    row: &[Vertex],
    at: &mut usize,
    sees: impl Fn(Vertex) -> bool,
) -> Option<Vertex> {
    let rest = row.get(*at..)?;
    let skipped = rest.iter().position(|&to| sees(to));
    *at += skipped.map_or(rest.len(), |skipped| skipped + 1);
    skipped.map(|skipped| rest[skipped])
}

/// Finds the components of one graph after another, in the same memory.
///
/// Vertices on the way are kept on a stack, and bounds on it say where the components begin as far
/// as they are known; a move back to an open vertex takes away the bounds above it.
///
/// Source: H. N. Gabow, *Path-based depth-first search for strong and biconnected components*
/// (2000).
///
/// # Complexity
/// O(V + E) time, at most `28 V` bytes.
#[derive(Default)]
pub(crate) struct Components {
    /// 0 before a vertex is met, then its place on the stack counted from 1, and at last
    /// `u32::MAX` less the number of its component. There is always room between the two, because
    /// there are at most `u32::MAX` vertices.
    marks: Vec<u32>,
    count: u32,
    open: Vec<Vertex>,
    bounds: Vec<u32>,
    path: Vec<(Vertex, usize)>,
}

impl Components {
    /// Forgets what was found before and finds the components of `graph`.
    pub(crate) fn find(&mut self, graph: &impl Moves, pace: &mut Pace<'_>) -> Result<(), Stopped> {
        self.marks.clear();
        self.marks.resize(graph.vertices(), 0);
        self.count = 0;
        for root in 0..graph.vertices() as Vertex {
            pace.steps(1)?;
            if self.marks[root as usize] == 0 && graph.contains(root) {
                self.search(graph, root, pace)?;
            }
        }
        Ok(())
    }

    fn search(
        &mut self,
        graph: &impl Moves,
        root: Vertex,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stopped> {
        self.enter(root);
        while let Some((vertex, at)) = self.path.last_mut() {
            let vertex = *vertex;
            match graph.next(vertex, at) {
                Some(to) => match self.marks[to as usize] {
                    0 => {
                        pace.steps(1)?;
                        self.enter(to);
                    }
                    place if place <= u32::MAX - self.count => {
                        while self.bounds.last().is_some_and(|&bound| bound > place) {
                            self.bounds.pop();
                        }
                    }
                    _closed => {}
                },
                None => {
                    pace.steps(*at)?;
                    self.path.pop();
                    let place = self.marks[vertex as usize];
                    if self.bounds.last() == Some(&place) {
                        self.close(place, pace)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn enter(&mut self, vertex: Vertex) {
        self.open.push(vertex);
        let place = self.open.len() as u32;
        self.marks[vertex as usize] = place;
        self.bounds.push(place);
        self.path.push((vertex, 0));
    }

    fn close(&mut self, place: u32, pace: &mut Pace<'_>) -> Result<(), Stopped> {
        self.bounds.pop();
        for vertex in self.open.drain(place as usize - 1..) {
            pace.steps(1)?;
            self.marks[vertex as usize] = u32::MAX - self.count;
        }
        self.count += 1;
        Ok(())
    }

    /// The number of the component of a vertex that the search has seen, from 0.
    pub(crate) fn of(&self, vertex: Vertex) -> u32 {
        u32::MAX - self.marks[vertex as usize]
    }

    /// How many components there are.
    pub(crate) fn count(&self) -> usize {
        self.count as usize
    }

    /// The vertices that the search has seen, which are those that `contains` accepts, component by
    /// component and in order within each. Also says where each component ends.
    ///
    /// # Complexity
    /// O(V) time, `8 V` bytes.
    pub(crate) fn members(
        &self,
        contains: impl Fn(Vertex) -> bool,
        pace: &mut Pace<'_>,
    ) -> Result<(Vec<u32>, Vec<Vertex>), Stopped> {
        let seen = || (0..self.marks.len() as Vertex).filter(|&vertex| contains(vertex));
        let mut ends = vec![0; self.count as usize];
        for vertex in seen() {
            pace.steps(1)?;
            ends[self.of(vertex) as usize] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            total += std::mem::replace(end, total);
        }
        let mut members = vec![0; total as usize];
        for vertex in seen() {
            pace.steps(1)?;
            // Until all are in place, where a component's next vertex goes.
            let end = &mut ends[self.of(vertex) as usize];
            members[*end as usize] = vertex;
            *end += 1;
        }
        Ok((ends, members))
    }

    /// Whether `vertex` lies on a cycle.
    pub(crate) fn on_cycle(&self, graph: &impl Moves, vertex: Vertex) -> bool {
        let mut at = 0;
        std::iter::from_fn(|| graph.next(vertex, &mut at)).any(|to| self.of(to) == self.of(vertex))
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Control, Graph};

    use super::*;

    /// All vertices but one.
    struct Without<'a>(&'a Graph, Vertex);

    impl Moves for Without<'_> {
        fn vertices(&self) -> usize {
            self.0.vertex_count()
        }

        fn contains(&self, vertex: Vertex) -> bool {
            vertex != self.1
        }

        fn next(&self, vertex: Vertex, at: &mut usize) -> Option<Vertex> {
            next_seen(self.0.successors(vertex), at, |to| to != self.1)
        }
    }

    #[test]
    fn every_graph_of_four_vertices_by_its_walks() {
        let mut components = Components::default();
        let mut pace = Control::ALONE.pace();
        for bits in 0..1u32 << 16 {
            let edges = (0..16).filter(|bit| bits >> bit & 1 != 0).map(|bit| (bit / 4, bit % 4));
            let graph = Graph::from_edges(4, edges).unwrap();
            let without = bits % 5;
            // Bit 4 u + v: a walk of at least one move leads from u to v.
            let edge =
                |u: u32, v: u32| u != without && v != without && bits >> (4 * u + v) & 1 != 0;
            let mut walk = [[false; 4]; 4];
            (0..4).for_each(|u| (0..4).for_each(|v| walk[u][v] = edge(u as u32, v as u32)));
            for (w, u, v) in (0..64).map(|i| (i / 16, i / 4 % 4, i % 4)) {
                walk[u][v] |= walk[u][w] && walk[w][v];
            }
            let seen = Without(&graph, without);
            components.find(&seen, &mut pace).unwrap();
            let (ends, members) = components.members(|v| v != without, &mut pace).unwrap();
            assert_eq!(members.len(), if without < 4 { 3 } else { 4 });
            let within = |place: u32| ends.iter().position(|&end| place < end).unwrap() as u32;
            for (place, &v) in (0..).zip(&members) {
                assert_eq!(within(place), components.of(v), "{graph:?} {members:?}");
            }
            for u in (0..4).filter(|&u| u != without) {
                assert_eq!(components.on_cycle(&seen, u), walk[u as usize][u as usize]);
                for v in (0..4).filter(|&v| v != without && v != u) {
                    let both = walk[u as usize][v as usize] && walk[v as usize][u as usize];
                    assert_eq!(components.of(u) == components.of(v), both, "{graph:?} {u} {v}");
                }
            }
        }
    }
}
