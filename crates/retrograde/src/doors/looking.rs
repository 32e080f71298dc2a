//! What a graph is like, without solving it.

use retrograde_core::{Arena, Attribute, Objective, Vertex};
use retrograde_solve::plays::{self, LongestPlays};
use retrograde_solve::scc;

use super::solving::{check_room, estimate};
use crate::error::Error;
use crate::options::Options;

/// The figures that describe a graph.
#[derive(Clone, Debug)]
pub struct Shape {
    /// How many vertices there are.
    pub vertices: usize,
    /// How many edges.
    pub edges: usize,
    /// Vertices without a move.
    pub terminals: usize,
    /// Edges from a vertex to itself.
    pub self_loops: usize,
    /// Strongly connected components.
    pub components: usize,
    /// Vertices of the largest of them.
    pub largest_component: usize,
    /// Whether there is no cycle.
    pub acyclic: bool,
    /// How long plays can be.
    pub plays: LongestPlays,
    /// Vertices that no move leads to.
    pub starts: Vec<Vertex>,
    /// What is said about vertices, edges or the graph.
    pub attributes: Vec<Attribute>,
    /// Bytes that the graph takes.
    pub graph_bytes: u64,
    /// Bytes that solving it for outcomes adds at most.
    pub solver_bytes: u64,
    /// Bytes there are; `None` where nobody knows.
    pub room: Option<u64>,
}

impl Shape {
    /// Looks at a graph.
    ///
    /// # Errors
    /// Not enough memory; the work was stopped.
    ///
    /// ```
    /// use retrograde::{Arena, Options, Shape};
    /// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("b", "c")]).arena()?;
    /// let shape = Shape::of(&arena, &Options::default())?;
    /// assert_eq!((shape.components, shape.acyclic), (2, false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(arena: &Arena, options: &Options<'_>) -> Result<Self, Error> {
        let graph = &arena.graph;
        // Components and their sizes, while the lengths of plays are found, and the starts.
        check_room(arena, graph.vertex_count() as u64 * 28, options)?;
        let control = options.control(arena.heap_bytes());
        let components = scc::components(graph, &control)?;
        let loops =
            |vertex: Vertex| graph.successors(vertex).iter().filter(|&&to| to == vertex).count();
        let self_loops = graph.vertices().map(loops).sum();
        let plain = Options { solver: None, ..*options };
        let memory = estimate(arena, &Objective::OUTCOME, &plain)?;
        Ok(Shape {
            vertices: graph.vertex_count(),
            edges: graph.edge_count(),
            terminals: graph.vertices().filter(|&vertex| graph.is_terminal(vertex)).count(),
            self_loops,
            components: components.count(),
            largest_component: components.sizes().iter().copied().max().unwrap_or(0) as usize,
            acyclic: components.count() == graph.vertex_count() && self_loops == 0,
            plays: plays::longest(graph, &control)?,
            starts: plays::starts(graph, &control)?,
            attributes: arena.attributes(),
            graph_bytes: graph.heap_bytes(),
            solver_bytes: memory.solver,
            room: retrograde_core::memory::available(),
        })
    }
}
