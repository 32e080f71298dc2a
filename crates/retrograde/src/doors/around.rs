//! What is around a vertex of a large graph.

use retrograde_core::{Arena, Bitmap, GraphError, Pace, Stopped, Vertex};

use super::solving::check_room;
use crate::error::Error;
use crate::options::Options;

/// What is around a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Neighbourhood {
    /// The vertices, the one in the middle first and near ones before those further away.
    pub vertices: Vec<Vertex>,
    /// Whether each of them has neighbours that are not among them.
    pub open: Vec<bool>,
}

/// The vertices within some edges of one, whichever way the edges lead; at most so many, the nearest
/// first, and of equally near ones those that moves lead to before those that they come from.
///
/// ```
/// use retrograde::{Arena, Options, neighbourhood};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "c"), ("c", "d")]).arena()?;
/// let around = neighbourhood(&arena, 1, 1, 60, &Options::default())?;
/// assert_eq!(around.vertices, [1, 2, 0], "b, then c, then a");
/// assert_eq!(around.open, [false, true, false], "from c one can go on to d");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// There is no such vertex; not enough memory; the work was stopped.
///
/// # Complexity
/// O((V + E) · radius) time, since nothing but the graph itself is looked at, and a quarter of a byte a
/// vertex.
pub fn neighbourhood(
    arena: &Arena,
    vertex: Vertex,
    radius: u32,
    limit: usize,
    options: &Options<'_>,
) -> Result<Neighbourhood, Error> {
    let graph = &arena.graph;
    let count = graph.vertex_count();
    if vertex as usize >= count {
        let [vertex, vertices] = [u64::from(vertex), count as u64];
        return Err(GraphError::VertexOutOfRange { vertex, vertices }.into());
    }
    check_room(arena, count as u64 / 4, options)?;
    let control = options.control(arena.heap_bytes());
    let mut around =
        Around { arena, found: vec![vertex], is_found: Bitmap::new(count), limit: limit.max(1) };
    around.is_found.set(vertex as usize);
    let mut pace = control.pace();
    let mut begin = 0;
    for _ in 0..radius {
        let end = around.found.len();
        if begin == end || end >= around.limit {
            break;
        }
        around.grow(begin, &mut pace)?;
        begin = end;
    }
    let open = around.open(&mut pace)?;
    Ok(Neighbourhood { vertices: around.found, open })
}

struct Around<'a> {
    arena: &'a Arena,
    found: Vec<Vertex>,
    is_found: Bitmap,
    limit: usize,
}

impl Around<'_> {
    fn add(&mut self, vertex: Vertex) {
        if self.found.len() < self.limit && !self.is_found.get(vertex as usize) {
            self.is_found.set(vertex as usize);
            self.found.push(vertex);
        }
    }

    /// Adds the neighbours of those from `begin` on.
    fn grow(&mut self, begin: usize, pace: &mut Pace<'_>) -> Result<(), Stopped> {
        let graph = &self.arena.graph;
        let last: Vec<Vertex> = self.found[begin..].to_vec();
        let mut is_last = Bitmap::new(graph.vertex_count());
        for &vertex in &last {
            is_last.set(vertex as usize);
            for &to in graph.successors(vertex) {
                pace.steps(1)?;
                self.add(to);
            }
        }
        for vertex in graph.vertices() {
            let moves = graph.successors(vertex);
            pace.steps(1 + moves.len())?;
            if self.found.len() >= self.limit {
                break;
            }
            if moves.iter().any(|&to| is_last.get(to as usize)) {
                self.add(vertex);
            }
        }
        Ok(())
    }

    /// Which of them have neighbours that are not among them.
    fn open(&self, pace: &mut Pace<'_>) -> Result<Vec<bool>, Stopped> {
        let graph = &self.arena.graph;
        let mut is_open = Bitmap::new(graph.vertex_count());
        for vertex in graph.vertices() {
            let moves = graph.successors(vertex);
            pace.steps(1 + moves.len())?;
            let found = self.is_found.get(vertex as usize);
            for &to in moves {
                match (found, self.is_found.get(to as usize)) {
                    (true, false) => is_open.set(vertex as usize),
                    (false, true) => is_open.set(to as usize),
                    _ => {}
                }
            }
        }
        Ok(self.found.iter().map(|&vertex| is_open.get(vertex as usize)).collect())
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::Graph;

    use super::*;
    use crate::MemoryLimit;

    /// Asking the system how much memory there is takes longer than a small graph.
    fn plain() -> Options<'static> {
        Options { memory: MemoryLimit::Unlimited, ..Options::default() }
    }

    #[test]
    fn all_small_graphs_agree_with_distances_by_hand() {
        for edges in 0u32..1 << 16 {
            if edges % 7 != 0 {
                continue;
            }
            let pairs: Vec<(u32, u32)> =
                (0..16).filter(|bit| edges >> bit & 1 == 1).map(|bit| (bit / 4, bit % 4)).collect();
            let arena = Arena::from(Graph::from_edges(4, pairs.clone()).unwrap());
            for radius in 0..3 {
                let mut near = vec![0u32];
                for _ in 0..radius {
                    let next: Vec<u32> = pairs
                        .iter()
                        .flat_map(|&(a, b)| [(a, b), (b, a)])
                        .filter(|(a, _)| near.contains(a))
                        .map(|(_, b)| b)
                        .collect();
                    near.extend(next);
                }
                near.sort_unstable();
                near.dedup();
                let around = neighbourhood(&arena, 0, radius, 10, &plain()).unwrap();
                let mut found = around.vertices.clone();
                found.sort_unstable();
                assert_eq!(found, near, "{pairs:?}");
                for (&vertex, &open) in around.vertices.iter().zip(&around.open) {
                    let out = pairs.iter().any(|&(a, b)| {
                        (a == vertex && !near.contains(&b)) || (b == vertex && !near.contains(&a))
                    });
                    assert_eq!(open, out, "{pairs:?} {vertex}");
                }
            }
        }
    }

    #[test]
    fn there_are_never_more_than_asked_for() {
        let star = Graph::from_edges(1000, (1..1000).map(|v| (0, v))).unwrap();
        let around = neighbourhood(&star.into(), 5, 2, 10, &plain()).unwrap();
        assert_eq!((around.vertices.len(), around.vertices[0]), (10, 5));
        assert_eq!(around.open.iter().filter(|open| **open).count(), 1);
    }
}
