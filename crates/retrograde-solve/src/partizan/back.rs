//! The edges turned around, arranged so that each side's moves into a vertex are one piece.

use std::ops::Range;

use retrograde_core::{Control, Graph, Offsets, PartizanGame, Side, Stopped, Vertex, sys};

/// For each vertex the sources of the moves into it: Left's own, then those of both, then Right's
/// own. Left's moves are all but the end of that, Right's all but the beginning.
///
/// It is the transpose of a graph in which every vertex is three, one for each kind of move into
/// it: row `3 v` has Left's own, row `3 v + 1` those of both, row `3 v + 2` Right's own.
pub(super) struct Back {
    rows: Graph,
}

impl Back {
    /// The most vertices there can be.
    pub(super) const MOST: u32 = u32::MAX / 3;

    /// # Complexity
    /// O(V + E) time, `4 E + 12 V` bytes, and as much again while it is built.
    pub(super) fn new(game: &PartizanGame<'_>, control: &Control<'_>) -> Result<Self, Stopped> {
        let mut pace = control.pace();
        let graph = game.graph();
        let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
        let mut targets: Vec<Vertex> = sys::zeroed(edges);
        for (edge, (target, &to)) in targets.iter_mut().zip(graph.targets()).enumerate() {
            pace.steps(1)?;
            *target = 3 * to + kind(game, edge);
        }
        let mut offsets = Offsets::zeroed(3 * vertices, edges as u64);
        for row in 0..=3 * vertices {
            pace.steps(1)?;
            offsets.set(row, graph.offsets().get(row.min(vertices)));
        }
        let forward = Graph::from_parts(offsets, targets);
        let forward = forward.expect("the rows of a graph with targets below three times as many");
        Ok(Back { rows: forward.transposed(control)? })
    }

    pub(super) fn sources(&self) -> &[Vertex] {
        self.rows.targets()
    }

    /// Where the moves into `vertex` that `side` can make stand.
    #[inline(always)]
    pub(super) fn row(&self, vertex: Vertex, side: Side) -> Range<usize> {
        let first = first_row(vertex, side);
        let offsets = self.rows.offsets();
        offsets.get(first as usize) as usize..offsets.get(first as usize + 2) as usize
    }

    #[inline(always)]
    pub(super) fn prefetch_row(&self, vertex: Vertex, side: Side) {
        self.rows.prefetch_offset(first_row(vertex, side));
    }

    #[inline(always)]
    pub(super) fn prefetch_sources(&self, vertex: Vertex, side: Side, length: usize) {
        self.rows.prefetch_row(first_row(vertex, side), length);
    }
}

/// The first of the two rows that `side` can use.
#[inline(always)]
fn first_row(vertex: Vertex, side: Side) -> Vertex {
    match side {
        Side::Left => 3 * vertex,
        Side::Right => 3 * vertex + 1,
    }
}

/// 0 for a move of Left's own, 1 for one of both, 2 for one of Right's own.
fn kind(game: &PartizanGame<'_>, edge: usize) -> u32 {
    match Side::BOTH.map(|side| game.may_move(edge, side)) {
        [true, false] => 0,
        [false, true] => 2,
        _ => 1,
    }
}
