//! The value of every vertex: outcome and distance.

use std::ops::Range;

use crate::bitmap::Bitmap;
use crate::distances::Distances;
use crate::graph::Vertex;
use crate::outcomes::Outcomes;
use crate::sys;
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

    /// All distances; those of draws mean nothing.
    #[must_use]
    pub fn distances(&self) -> &Distances {
        &self.distances
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
    #[doc(hidden)]
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
