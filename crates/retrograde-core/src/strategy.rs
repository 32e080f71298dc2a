//! One move for each vertex: what a player who needs no memory plays.

use std::ops::Range;

use crate::control::{Control, Stopped};
use crate::graph::Vertex;
use crate::sys;

/// One move for each vertex that has one.
///
/// ```
/// use retrograde_core::Strategy;
/// let strategy: Strategy = [Some(1), None].into_iter().collect();
/// assert_eq!(strategy.get(0), Some(1));
/// assert_eq!(strategy.get(1), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strategy {
    /// The vertex moved to, or `NO_MOVE`: there is never a vertex of that number.
    moves: Vec<u32>,
}

const NO_MOVE: u32 = u32::MAX;

impl Strategy {
    /// No move anywhere, for `len` vertices.
    #[must_use]
    pub fn empty(len: usize) -> Self {
        Strategy { moves: vec![NO_MOVE; len] }
    }

    /// The strategy with the move `choose(v)` at each vertex `v` below `len`.
    ///
    /// # Errors
    /// It was stopped.
    pub fn fill(
        len: usize,
        control: &Control<'_>,
        choose: impl Fn(Vertex) -> Option<Vertex> + Sync,
    ) -> Result<Self, Stopped> {
        Self::fill_parts(len, control, |part| {
            for vertex in part.vertices() {
                part.set(vertex, choose(vertex));
            }
        })
    }

    /// As [`fill`](Self::fill), for whoever has something to prepare for many vertices at a time: `fill`
    /// is called with some thousands of neighbours, without moves so far.
    ///
    /// # Errors
    /// It was stopped.
    pub fn fill_parts(
        len: usize,
        control: &Control<'_>,
        fill: impl Fn(&mut Part<'_>) + Sync,
    ) -> Result<Self, Stopped> {
        Self::fill_room(sys::zeroed(len), control, fill)
    }

    /// As [`fill_parts`](Self::fill_parts), for as many vertices as `room` has numbers, in that very array:
    /// to use one again takes less time than to take another from the system.
    ///
    /// # Errors
    /// It was stopped.
    #[doc(hidden)]
    pub fn fill_room(
        room: Vec<u32>,
        control: &Control<'_>,
        fill: impl Fn(&mut Part<'_>) + Sync,
    ) -> Result<Self, Stopped> {
        const PER_TASK: usize = 1 << 14;
        let mut strategy = Strategy { moves: room };
        let tasks = strategy.moves.chunks_mut(PER_TASK).enumerate().collect();
        control.for_each(tasks, |(task, moves): (usize, &mut [u32])| {
            moves.fill(NO_MOVE);
            fill(&mut Part { first: (task * PER_TASK) as Vertex, moves });
        })?;
        Ok(strategy)
    }

    /// How many vertices it covers, with or without a move.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether it covers no vertex.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Where to move from `vertex`.
    #[inline]
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> Option<Vertex> {
        let to = self.moves[vertex as usize];
        (to != NO_MOVE).then_some(to)
    }

    /// Asks the processor to fetch the move at `vertex`.
    #[doc(hidden)]
    #[inline(always)]
    pub fn prefetch(&self, vertex: Vertex) {
        sys::prefetch(&self.moves, vertex as usize);
    }

    /// Takes over the moves of a part, for as many vertices from `first` on.
    ///
    /// # Panics
    /// If there are not so many vertices.
    ///
    /// ```
    /// use retrograde_core::Strategy;
    /// let mut strategy = Strategy::empty(3);
    /// strategy.paste(1, &[Some(0), None].into_iter().collect());
    /// assert_eq!([0, 1, 2].map(|vertex| strategy.get(vertex)), [None, Some(0), None]);
    /// ```
    pub fn paste(&mut self, first: Vertex, part: &Strategy) {
        let first = first as usize;
        self.moves[first..first + part.len()].copy_from_slice(&part.moves);
    }

    /// Sets or clears the move at `vertex`.
    pub fn set(&mut self, vertex: Vertex, to: Option<Vertex>) {
        self.moves[vertex as usize] = to.unwrap_or(NO_MOVE);
    }
}

/// Some neighbouring vertices of a strategy that is being [filled](Strategy::fill_parts).
pub struct Part<'a> {
    first: Vertex,
    moves: &'a mut [u32],
}

impl Part<'_> {
    /// Which vertices they are.
    #[must_use]
    pub fn vertices(&self) -> Range<Vertex> {
        self.first..self.first + self.moves.len() as Vertex
    }

    /// Sets or clears the move at one of them.
    ///
    /// # Panics
    /// If `vertex` is none of them.
    #[inline(always)]
    pub fn set(&mut self, vertex: Vertex, to: Option<Vertex>) {
        self.moves[(vertex - self.first) as usize] = to.unwrap_or(NO_MOVE);
    }
}

impl FromIterator<Option<Vertex>> for Strategy {
    fn from_iter<I: IntoIterator<Item = Option<Vertex>>>(moves: I) -> Self {
        Strategy { moves: moves.into_iter().map(|to| to.unwrap_or(NO_MOVE)).collect() }
    }
}
