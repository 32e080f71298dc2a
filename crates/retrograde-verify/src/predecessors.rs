//! The moves that lead to a vertex.

use retrograde_core::{Graph, Offsets, Pace, Stopped, Vertex};

/// The edges of a graph, or some of them, by the vertex they lead to. Parallel edges are kept.
///
/// Takes `4 E + 4 V` bytes below 2³² edges, and `4 V` more while it is made.
pub(crate) struct Predecessors {
    starts: Offsets,
    sources: Vec<Vertex>,
}

impl Predecessors {
    /// The edges, by their source and their place in [`Graph::targets`], that `keep` accepts. Every row has its
    /// predecessors in the order in which `sources` names them; edges from vertices that it leaves
    /// out are left out, and it must not name a vertex twice.
    ///
    /// # Complexity
    /// O(V + E).
    pub(crate) fn new(
        graph: &Graph,
        sources: impl Iterator<Item = Vertex> + Clone,
        keep: impl Fn(Vertex, usize) -> bool,
        pace: &mut Pace<'_>,
    ) -> Result<Self, Stopped> {
        let vertices = graph.vertex_count();
        let mut starts = Offsets::zeroed(vertices, graph.edge_count() as u64);
        let keep = &keep;
        let kept = |source| graph.edge_range(source).filter(move |&edge| keep(source, edge));
        let target = |edge: usize| graph.targets()[edge] as usize;
        for source in sources.clone() {
            pace.steps(1 + graph.out_degree(source) as usize)?;
            for edge in kept(source) {
                let row = target(edge) + 1;
                starts.set(row, starts.get(row) + 1);
            }
        }
        for row in 0..vertices {
            pace.steps(1)?;
            starts.set(row + 1, starts.get(row + 1) + starts.get(row));
        }
        let mut by_target = vec![0; starts.get(vertices) as usize];
        let mut next = starts.clone();
        for source in sources {
            pace.steps(1 + graph.out_degree(source) as usize)?;
            for edge in kept(source) {
                let place = next.get(target(edge));
                by_target[place as usize] = source;
                next.set(target(edge), place + 1);
            }
        }
        Ok(Predecessors { starts, sources: by_target })
    }

    /// The sources of the edges to `vertex`.
    pub(crate) fn of(&self, vertex: Vertex) -> &[Vertex] {
        &self.sources[self.start(vertex)..self.end(vertex)]
    }

    /// Where the row of `vertex` begins in [`sources`](Self::sources).
    pub(crate) fn start(&self, vertex: Vertex) -> usize {
        self.starts.get(vertex as usize) as usize
    }

    /// Where it ends.
    pub(crate) fn end(&self, vertex: Vertex) -> usize {
        self.starts.get(vertex as usize + 1) as usize
    }

    /// All rows, one after the other.
    pub(crate) fn sources(&self) -> &[Vertex] {
        &self.sources
    }

    /// A copy of where the rows begin, for reading each row step by step.
    pub(crate) fn starts(&self) -> Offsets {
        self.starts.clone()
    }
}
