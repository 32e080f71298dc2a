//! Games won by a condition on colours.

use super::{Acceptance, Colors};
use crate::column::Column;
use crate::graph::Vertex;
use crate::owned::OwnedGraph;

/// A graph with owners, a set of colours on each vertex, and the condition that player 0 wants to
/// hold of the colours that come up infinitely often. A player who must move and cannot loses.
///
/// ```
/// use retrograde_core::{Acceptance, Bitmap, Colors, Column, EmersonLeiGame, Graph, OwnedGraph};
/// let graph = Graph::from_edges(2, [(0, 1), (1, 0)])?;
/// let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(2));
/// let colors: Column<u64> = [(1, 0b1)].into_iter().collect();
/// let game = EmersonLeiGame::new(arena, &colors, Acceptance::buchi());
/// assert_eq!(game.colors, [Colors::EMPTY, Colors(1)]);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct EmersonLeiGame<'a> {
    /// The graph and who moves where.
    pub arena: OwnedGraph<'a>,
    /// The colours of each vertex.
    pub colors: Vec<Colors>,
    /// What player 0 wants.
    pub acceptance: Acceptance,
}

impl<'a> EmersonLeiGame<'a> {
    /// A game with the colours that a file gave; a vertex without the attribute has none.
    #[must_use]
    pub fn new(arena: OwnedGraph<'a>, colors: &Column<u64>, acceptance: Acceptance) -> Self {
        let given = |vertex: Vertex| Colors(colors.get(vertex as usize).unwrap_or(0));
        let colors = arena.graph().vertices().map(given).collect();
        EmersonLeiGame { arena, colors, acceptance }
    }
}
