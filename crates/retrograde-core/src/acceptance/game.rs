//! Games won by a condition on colours.

use super::{Acceptance, Colors};
use crate::arena::Arena;
use crate::column::Column;
use crate::graph::Vertex;
use crate::owned::OwnedGraph;
use crate::question::QuestionError;

/// A graph with owners, a set of colours on each vertex, and the condition that player 0 wants to
/// hold of the colours that come up infinitely often. A player who must move and cannot loses.
///
/// ```
/// use retrograde_core::{Acceptance, Arena, Colors, EmersonLeiGame};
/// let arena = Arena::sketch()
///     .vertex("a").owner(0).to("b")
///     .vertex("b").owner(1).colors([0]).to("a")
///     .arena()?;
/// let game = EmersonLeiGame::of(&arena, Acceptance::buchi())?;
/// assert_eq!(game.colors, [Colors::EMPTY, Colors(1)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    /// The game that an arena's owners and colours make with a condition, which need not be the
    /// arena's.
    ///
    /// # Errors
    /// [`QuestionError::Missing`] for the first vertex without an owner.
    pub fn of(arena: &'a Arena, acceptance: Acceptance) -> Result<Self, QuestionError> {
        Ok(Self::new(OwnedGraph::of(arena)?, &arena.colors, acceptance))
    }

    /// A game with the colours that a file gave; a vertex without the attribute has none.
    #[must_use]
    pub fn new(arena: OwnedGraph<'a>, colors: &Column<u64>, acceptance: Acceptance) -> Self {
        let given = |vertex: Vertex| Colors(colors.get(vertex as usize).unwrap_or(0));
        let colors = arena.graph().vertices().map(given).collect();
        EmersonLeiGame { arena, colors, acceptance }
    }
}
