//! What a solver of outcomes hands back.

use std::ops::Range;

use crate::bitmap::Bitmap;
use crate::distances::Distances;
use crate::graph::Vertex;
use crate::outcomes::Outcomes;
use crate::sys;
use crate::threads::Threads;
use crate::value::{Distance, Outcome, Value};

/// The value of every vertex: two bits of outcome, and a distance of one byte if none is larger
/// than 255, of four otherwise.
///
/// ```
/// use retrograde_core::{Distance, Value, Values};
/// let values: Values = [Value::Draw, Value::Win(Distance(1))].into_iter().collect();
/// assert_eq!(values.get(1), Value::Win(Distance(1)));
/// assert_eq!(values.len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Values {
    outcomes: Outcomes,
    distances: Distances,
}

impl Default for Values {
    fn default() -> Self {
        Values::from_iter([])
    }
}

impl Values {
    /// Values from their parts. Distances of draws are not looked at.
    ///
    /// # Panics
    /// If the parts differ in length or a vertex is both won and lost.
    #[must_use]
    pub fn from_parts(win: Bitmap, lose: Bitmap, distances: Distances) -> Self {
        let outcomes = Outcomes::from_parts(win, lose);
        assert_eq!(outcomes.len(), distances.len(), "one entry a vertex");
        Values { outcomes, distances }
    }

    /// How many vertices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.distances.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.distances.is_empty()
    }

    /// The outcome of `vertex`.
    #[inline]
    #[must_use]
    pub fn outcome(&self, vertex: Vertex) -> Outcome {
        self.outcomes.get(vertex)
    }

    /// All outcomes.
    #[must_use]
    pub fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    /// The outcomes alone, for whoever has no more use for the distances.
    #[must_use]
    pub fn into_outcomes(self) -> Outcomes {
        self.outcomes
    }

    /// The values below `at` and those from there on.
    ///
    /// # Panics
    /// If `at` is past the end.
    #[must_use]
    pub fn split_at(mut self, at: usize) -> (Self, Self) {
        let (len, outcomes) = (self.len(), &self.outcomes);
        let part = |range: Range<usize>| {
            Outcomes::from_parts(outcomes.won().slice(range.clone()), outcomes.lost().slice(range))
        };
        let (below, above) = (part(0..at), part(at..len));
        let distances = self.distances.split_off(at);
        let below = Values { outcomes: below, distances: self.distances };
        (below, Values { outcomes: above, distances })
    }

    /// The value of `vertex`.
    #[inline]
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> Value {
        Value::new(self.outcome(vertex), Distance(self.distances.get(vertex as usize)))
    }

    /// Asks the processor to fetch the distance of `vertex`.
    #[inline(always)]
    pub fn prefetch(&self, vertex: Vertex) {
        match &self.distances {
            Distances::Narrow(distances) => sys::prefetch(distances, vertex as usize),
            Distances::Wide(distances) => sys::prefetch(distances, vertex as usize),
        }
    }

    /// The values in vertex order.
    pub fn iter(&self) -> impl Iterator<Item = Value> + '_ {
        (0..self.len() as Vertex).map(|vertex| self.get(vertex))
    }

    /// How many vertices have this outcome.
    #[must_use]
    pub fn count(&self, outcome: Outcome) -> usize {
        self.outcomes.count(outcome)
    }

    /// The first vertex with the largest distance among those with this outcome.
    #[must_use]
    pub fn longest(&self, outcome: Outcome) -> Option<(Vertex, Distance)> {
        let vertices = match outcome {
            Outcome::Win => self.outcomes.won(),
            Outcome::Lose => self.outcomes.lost(),
            Outcome::Draw => return None,
        };
        vertices
            .ones()
            .map(|vertex| (vertex as Vertex, Distance(self.distances.get(vertex))))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

impl PartialEq for Values {
    fn eq(&self, other: &Self) -> bool {
        let mut decided = self.outcomes.won().ones().chain(self.outcomes.lost().ones());
        self.outcomes == other.outcomes
            && decided.all(|vertex| self.distances.get(vertex) == other.distances.get(vertex))
    }
}

impl Eq for Values {}

impl FromIterator<Value> for Values {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut distances = Vec::new();
        let outcomes = values
            .into_iter()
            .map(|value| {
                distances.push(value.distance().map_or(0, |distance| distance.0));
                value.outcome()
            })
            .collect();
        Values { outcomes, distances: Distances::Wide(distances) }
    }
}

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
    #[must_use]
    pub fn fill(
        len: usize,
        threads: Threads,
        choose: impl Fn(Vertex) -> Option<Vertex> + Sync,
    ) -> Self {
        const PER_TASK: usize = 1 << 14;
        let mut strategy = Strategy { moves: sys::zeroed(len) };
        let tasks = strategy.moves.chunks_mut(PER_TASK).enumerate().collect();
        threads.for_each(tasks, |(task, moves): (usize, &mut [u32])| {
            for (index, to) in moves.iter_mut().enumerate() {
                *to = choose((task * PER_TASK + index) as Vertex).unwrap_or(NO_MOVE);
            }
        });
        strategy
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

/// A solved game: every vertex's value and, where asked for, a best move.
///
/// Together they are a proof: `retrograde-verify` checks them without trusting who made them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutcomeSolution {
    /// The value of every vertex.
    pub values: Values,
    /// A best move at every vertex that has moves: the fastest win, a move that keeps the draw,
    /// the slowest loss.
    pub strategy: Option<Strategy>,
}
