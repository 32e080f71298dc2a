//! Strongly connected components.

use retrograde_core::{Graph, Vertex};

/// The components of a graph, numbered so that every edge between two components leads from a
/// higher number to a lower one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    component: Vec<u32>,
    count: usize,
}

impl Components {
    /// How many components there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// The component of `vertex`.
    #[must_use]
    pub fn of(&self, vertex: Vertex) -> u32 {
        self.component[vertex as usize]
    }

    /// The number of vertices of each component.
    #[must_use]
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.count];
        for &component in &self.component {
            sizes[component as usize] += 1;
        }
        sizes
    }
}

/// Finds the strongly connected components.
///
/// # Complexity
/// O(V + E) time; 8 bytes a vertex, and up to 16 more a vertex on long paths.
///
/// Source: R. Tarjan, *Depth-first search and linear graph algorithms* (1972), in the
/// single-array form of D. Pearce, *A space-efficient algorithm for finding strongly connected
/// components* (2016), with its own stack.
///
/// ```
/// use retrograde_core::Graph;
/// let graph = Graph::from_edges(3, [(0, 1), (1, 0), (1, 2)])?;
/// let components = retrograde_solve::scc::components(&graph);
/// assert_eq!(components.count(), 2);
/// assert_eq!(components.of(0), components.of(1));
/// assert!(components.of(2) < components.of(1));
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn components(graph: &Graph) -> Components {
    let vertices = graph.vertex_count();
    // 0: not visited. Otherwise the low-link while open, then `u32::MAX - component`: visited
    // numbers count up and finished ones down, and together they never pass V.
    let mut rank = vec![0u32; vertices];
    let mut path: Vec<(Vertex, usize)> = Vec::new();
    let mut open: Vec<Vertex> = Vec::new();
    let mut is_root = retrograde_core::Bitmap::new(vertices);
    let mut next_rank = 1u32;
    let mut count = 0u32;
    for start in graph.vertices() {
        if rank[start as usize] != 0 {
            continue;
        }
        path.push((start, 0));
        rank[start as usize] = next_rank;
        is_root.set(start as usize);
        next_rank += 1;
        while let Some(&mut (vertex, ref mut next)) = path.last_mut() {
            if let Some(&to) = graph.successors(vertex).get(*next) {
                if rank[to as usize] == 0 {
                    rank[to as usize] = next_rank;
                    is_root.set(to as usize);
                    next_rank += 1;
                    path.push((to, 0));
                    continue;
                }
                *next += 1;
                if rank[to as usize] < rank[vertex as usize] {
                    rank[vertex as usize] = rank[to as usize];
                    is_root.clear(vertex as usize);
                }
                continue;
            }
            path.pop();
            if !is_root.get(vertex as usize) {
                open.push(vertex);
                continue;
            }
            let low = rank[vertex as usize];
            let mut members = 1;
            while let Some(&member) = open.last()
                && rank[member as usize] >= low
            {
                rank[member as usize] = u32::MAX - count;
                open.pop();
                members += 1;
            }
            rank[vertex as usize] = u32::MAX - count;
            next_rank -= members;
            count += 1;
        }
    }
    for rank in &mut rank {
        *rank = u32::MAX - *rank;
    }
    Components { component: rank, count: count as usize }
}
