//! What the wave runs over.

use std::ops::Range;

use retrograde_core::{Graph, Outcome, OutcomeGame, Vertex};

/// States, the moves into each, and what happens where no move is left.
///
/// A state is a vertex, or a vertex together with whose turn it is: then there are twice as many
/// states as vertices, those of the second player after those of the first, and the edges are
/// still stored once.
pub(crate) trait Ground: Sync {
    /// How many states there are.
    fn states(&self) -> usize;

    /// Writes how many moves each state has from `first` on, as many as there is room for. Moves already
    /// known to be refuted need not be counted.
    fn copy_degrees(&self, first: usize, degrees: &mut [u32]);

    /// The outcome at a state without moves, for whoever is to move there.
    fn stuck(&self, state: u32) -> Outcome;

    /// Whether what a state without moves forces on its predecessors is known already: it is in
    /// their counts, or they are without moves themselves.
    fn is_spent(&self, _: u32) -> bool {
        false
    }

    /// The vertices that moves come from, those into one state side by side.
    fn sources(&self) -> &[Vertex];

    /// Where in [`sources`](Self::sources) the moves into `state` stand.
    fn row(&self, state: u32) -> Range<usize>;

    /// What to add to the vertices of a row of `state` to get states.
    fn shift(&self, state: u32) -> u32;

    /// Asks the processor for what [`row`](Self::row) will look at.
    fn prefetch_row(&self, state: u32);

    /// Asks the processor for the first `length` sources of the row of `state`.
    fn prefetch_sources(&self, state: u32, length: usize);
}

/// The plain game: a state is a vertex.
pub(crate) struct Plain<'a> {
    pub(crate) game: &'a OutcomeGame<'a>,
    /// The game's graph with every edge turned around.
    pub(crate) back: &'a Graph,
}

impl Ground for Plain<'_> {
    fn states(&self) -> usize {
        self.back.vertex_count()
    }

    fn copy_degrees(&self, first: usize, degrees: &mut [u32]) {
        self.game.graph().copy_out_degrees(first as Vertex, degrees);
    }

    fn stuck(&self, state: u32) -> Outcome {
        self.game.terminal_outcome(state)
    }

    #[inline(always)]
    fn sources(&self) -> &[Vertex] {
        self.back.targets()
    }

    #[inline(always)]
    fn row(&self, state: u32) -> Range<usize> {
        self.back.edge_range(state)
    }

    #[inline(always)]
    fn shift(&self, _: u32) -> u32 {
        0
    }

    #[inline(always)]
    fn prefetch_row(&self, state: u32) {
        self.back.prefetch_offset(state);
    }

    #[inline(always)]
    fn prefetch_sources(&self, state: u32, length: usize) {
        self.back.prefetch_row(state, length);
    }
}
