//! The graph itself: compressed sparse rows.

use std::ops::Range;

use crate::error::GraphError;
use crate::grouping;
use crate::offsets::Offsets;
use crate::sys::{self, Numbers};
use crate::threads::Threads;

/// A position, numbered from 0.
pub type Vertex = u32;

/// A directed graph in compressed sparse rows: the successors of each vertex stand side by side.
///
/// Self-loops and parallel edges are kept as they are, in the order they were given.
/// Takes `4 E + 4 V` bytes below 2³² edges, `4 E + 8 V` beyond; none of its own where both arrays are
/// [kept by somebody else](Numbers::shared).
///
/// ```
/// use retrograde_core::Graph;
/// let graph = Graph::from_edges(3, [(2, 0), (0, 1), (0, 1), (2, 2)])?;
/// assert_eq!(graph.successors(0), [1, 1]);
/// assert_eq!(graph.successors(2), [0, 2]);
/// assert_eq!((graph.vertex_count(), graph.edge_count()), (3, 4));
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    offsets: Offsets,
    targets: Numbers<Vertex>,
}

/// The graph without vertices.
impl Default for Graph {
    fn default() -> Self {
        Graph { offsets: Offsets::zeroed(0, 0), targets: Numbers::default() }
    }
}

impl Graph {
    /// A graph from its rows: `offsets[v]..offsets[v + 1]` are the positions of `v`'s successors
    /// in `targets`.
    ///
    /// # Errors
    /// Offsets that fall or do not span `targets`, a target out of range, a row longer than `u32`.
    pub fn from_parts(
        offsets: Offsets,
        targets: impl Into<Numbers<Vertex>>,
    ) -> Result<Self, GraphError> {
        let graph = Self::from_parts_while(offsets, targets, || true)?;
        Ok(graph.expect("nobody can stop it"))
    }

    /// As [`from_parts`](Self::from_parts), for rows so many that looking at them takes time: `go_on` is
    /// asked now and then, and if it says no there is no graph.
    ///
    /// # Errors
    /// As there.
    pub fn from_parts_while(
        offsets: Offsets,
        targets: impl Into<Numbers<Vertex>>,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Option<Self>, GraphError> {
        const LOOK_EVERY: usize = 1 << 20;
        let targets = targets.into();
        let rows = offsets.rows();
        if rows > u32::MAX as usize {
            return Err(GraphError::TooManyVertices);
        }
        let mut before = 0;
        if offsets.get(0) != 0 {
            return Err(GraphError::BadOffsets { row: 0 });
        }
        for row in 0..rows {
            if row % LOOK_EVERY == 0 && !go_on() {
                return Ok(None);
            }
            let after = offsets.get(row + 1);
            if after < before || after > targets.len() as u64 {
                return Err(GraphError::BadOffsets { row: row as u64 });
            }
            if after - before > u64::from(u32::MAX) {
                return Err(GraphError::TooManyMoves { vertex: row as Vertex });
            }
            before = after;
        }
        if before != targets.len() as u64 {
            return Err(GraphError::BadOffsets { row: rows as u64 });
        }
        for part in targets.chunks(LOOK_EVERY) {
            if !go_on() {
                return Ok(None);
            }
            if let Some(&bad) = part.iter().find(|&&target| target as usize >= rows) {
                return Err(GraphError::VertexOutOfRange {
                    vertex: u64::from(bad),
                    vertices: rows as u64,
                });
            }
        }
        Ok(Some(Graph { offsets, targets }))
    }

    /// Rows already known to be right, as the transpose and the builder make them.
    pub(crate) fn from_trusted_parts(offsets: Offsets, targets: Vec<Vertex>) -> Self {
        debug_assert_eq!(offsets.get(offsets.rows()), targets.len() as u64);
        Graph { offsets, targets: targets.into() }
    }

    /// A graph of `vertices` vertices with the given edges, in any order.
    ///
    /// # Errors
    /// An end of an edge out of range, more vertices than a `u32` can number.
    pub fn from_edges(
        vertices: usize,
        edges: impl IntoIterator<Item = (Vertex, Vertex)>,
    ) -> Result<Self, GraphError> {
        let (sources, targets): (Vec<_>, Vec<_>) = edges.into_iter().unzip();
        Ok(Self::sort_edges(vertices, sources, targets, Threads::ONE)?.0)
    }

    /// Groups edges by source, keeping the order within a source. Also says where each edge came
    /// from, unless the edges were grouped in ascending order already.
    pub(crate) fn sort_edges(
        vertices: usize,
        sources: Vec<Vertex>,
        targets: Vec<Vertex>,
        threads: Threads,
    ) -> Result<(Self, Option<EdgeOrder>), GraphError> {
        if vertices > u32::MAX as usize {
            return Err(GraphError::TooManyVertices);
        }
        let is_bad = |&&vertex: &&Vertex| vertex as usize >= vertices;
        if [&sources, &targets].iter().any(|ends| ends.iter().max().is_some_and(|it| is_bad(&it)))
            && let Some(&bad) = sources.iter().chain(&targets).find(is_bad)
        {
            return Err(GraphError::VertexOutOfRange {
                vertex: u64::from(bad),
                vertices: vertices as u64,
            });
        }
        if !sources.is_sorted() && u32::try_from(targets.len()).is_ok() {
            let (offsets, sorted) = grouping::group(vertices, &sources, &targets, threads);
            let graph = Self::from_trusted_parts(Offsets::Narrow(offsets.into()), sorted);
            return Ok((graph, Some(EdgeOrder { sources })));
        }
        let mut offsets = Offsets::zeroed(vertices, targets.len() as u64);
        for (index, &source) in sources.iter().enumerate() {
            offsets.prefetch_ahead(&sources, index);
            let row = source as usize + 1;
            offsets.set(row, offsets.get(row) + 1);
        }
        for row in 0..vertices {
            if offsets.get(row + 1) > u64::from(u32::MAX) {
                return Err(GraphError::TooManyMoves { vertex: row as Vertex });
            }
            offsets.set(row + 1, offsets.get(row + 1) + offsets.get(row));
        }
        if sources.is_sorted() {
            return Ok((Self::from_trusted_parts(offsets, targets), None));
        }
        let order = EdgeOrder { sources };
        let mut sorted = sys::zeroed(targets.len());
        for (new, old) in order.moves(&offsets) {
            sorted[new] = targets[old];
        }
        Ok((Self::from_trusted_parts(offsets, sorted), Some(order)))
    }

    /// How many positions there are.
    #[inline]
    #[must_use]
    pub fn vertex_count(&self) -> usize {
        self.offsets.rows()
    }

    /// How many moves there are, parallel ones counted each.
    #[inline]
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// All vertices, in order.
    pub fn vertices(&self) -> Range<Vertex> {
        0..self.vertex_count() as Vertex
    }

    /// Where the row of vertex `row` begins; the end of all rows for the number of vertices.
    #[inline(always)]
    pub(crate) fn row_start(&self, row: usize) -> usize {
        self.offsets.get(row) as usize
    }

    /// Where the edges of `vertex` stand in [`targets`](Self::targets).
    #[inline]
    #[must_use]
    pub fn edge_range(&self, vertex: Vertex) -> Range<usize> {
        let row = vertex as usize;
        self.offsets.get(row) as usize..self.offsets.get(row + 1) as usize
    }

    /// Where the moves from `vertex` lead, in the order given.
    ///
    /// # Panics
    /// If `vertex` is not in the graph.
    #[inline]
    #[must_use]
    pub fn successors(&self, vertex: Vertex) -> &[Vertex] {
        &self.targets[self.edge_range(vertex)]
    }

    /// How many moves `vertex` has.
    #[inline]
    #[must_use]
    pub fn out_degree(&self, vertex: Vertex) -> u32 {
        self.edge_range(vertex).len() as u32
    }

    /// Calls `visit(vertex, degree)` for each vertex of the range, in order: a fast way to see all
    /// degrees.
    #[inline(always)]
    pub fn for_each_out_degree(&self, vertices: Range<usize>, mut visit: impl FnMut(Vertex, u32)) {
        self.offsets.for_each_length(vertices, |row, length| visit(row as Vertex, length as u32));
    }

    /// Writes how many moves each vertex has from `first` on, as many as there is room for: the fastest way
    /// to see all degrees.
    ///
    /// # Panics
    /// If there are not so many vertices.
    pub fn copy_out_degrees(&self, first: Vertex, degrees: &mut [u32]) {
        self.offsets.copy_lengths(first as usize, degrees);
    }

    /// Whether `vertex` has no move.
    #[inline]
    #[must_use]
    pub fn is_terminal(&self, vertex: Vertex) -> bool {
        self.edge_range(vertex).is_empty()
    }

    /// All edges as `(from, to)`, by source.
    pub fn edges(&self) -> impl Iterator<Item = (Vertex, Vertex)> + '_ {
        self.vertices().flat_map(|from| self.successors(from).iter().map(move |&to| (from, to)))
    }

    /// The row offsets.
    #[inline]
    #[must_use]
    pub fn offsets(&self) -> &Offsets {
        &self.offsets
    }

    /// The targets of all edges, row by row.
    #[inline]
    #[must_use]
    pub fn targets(&self) -> &[Vertex] {
        &self.targets
    }

    /// Asks the processor to fetch where the row of `vertex` begins.
    #[doc(hidden)]
    #[inline(always)]
    pub fn prefetch_offset(&self, vertex: Vertex) {
        match &self.offsets {
            Offsets::Narrow(offsets) => sys::prefetch(offsets, vertex as usize),
            Offsets::Wide(offsets) => sys::prefetch(offsets, vertex as usize),
        }
    }

    /// Asks the processor to fetch the first `length` targets of the row of `vertex`, which may lie
    /// across two cache lines but should not lie across more.
    #[doc(hidden)]
    #[inline(always)]
    pub fn prefetch_row(&self, vertex: Vertex, length: usize) {
        let start = self.row_start(vertex as usize);
        sys::prefetch(&self.targets, start);
        sys::prefetch(&self.targets, start + length - 1);
    }

    /// The row offsets and the targets of all edges, for whoever has no more use for the graph.
    #[must_use]
    pub fn into_parts(self) -> (Offsets, Numbers<Vertex>) {
        (self.offsets, self.targets)
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        self.targets.heap_bytes() + self.offsets.heap_bytes()
    }
}

/// The order in which edges were given, for carrying their attributes along.
pub(crate) struct EdgeOrder {
    sources: Vec<Vertex>,
}

impl EdgeOrder {
    /// `(new, old)` for each edge, where `new` is its place in rows that begin at `offsets`.
    pub(crate) fn moves(&self, offsets: &Offsets) -> impl Iterator<Item = (usize, usize)> + '_ {
        let mut next = offsets.clone();
        self.sources.iter().enumerate().map(move |(old, &source)| {
            next.prefetch_ahead(&self.sources, old);
            let new = next.get(source as usize);
            next.set(source as usize, new + 1);
            (new as usize, old)
        })
    }
}
