//! One move for each vertex: what a player who needs no memory plays.

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
        const PER_TASK: usize = 1 << 14;
        let mut strategy = Strategy { moves: sys::zeroed(len) };
        let tasks = strategy.moves.chunks_mut(PER_TASK).enumerate().collect();
        control.for_each(tasks, |(task, moves): (usize, &mut [u32])| {
            for (index, to) in moves.iter_mut().enumerate() {
                *to = choose((task * PER_TASK + index) as Vertex).unwrap_or(NO_MOVE);
            }
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

    /// Sets or clears the move at `vertex`.
    pub fn set(&mut self, vertex: Vertex, to: Option<Vertex>) {
        self.moves[vertex as usize] = to.unwrap_or(NO_MOVE);
    }
}

impl FromIterator<Option<Vertex>> for Strategy {
    fn from_iter<I: IntoIterator<Item = Option<Vertex>>>(moves: I) -> Self {
        Strategy { moves: moves.into_iter().map(|to| to.unwrap_or(NO_MOVE)).collect() }
    }
}
