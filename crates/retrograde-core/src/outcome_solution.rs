//! What a solver of outcomes hands back.

use crate::bitmap::Bitmap;
use crate::cell::{Cell, Fact, Summary};
use crate::graph::Vertex;
use crate::solution::Claims;
use crate::strategy::Strategy;
use crate::terms::Terms;
use crate::value::Outcome;
use crate::values::Values;

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
    /// The draws that are ties, ended by the rules, in a game that can end so and where somebody
    /// looked. Nothing follows from it for the values.
    pub ties: Option<Bitmap>,
}

impl OutcomeSolution {
    /// A solution of which nobody has looked for ties.
    #[must_use]
    pub fn new(values: Values, strategy: Option<Strategy>) -> Self {
        OutcomeSolution { values, strategy, ties: None }
    }
}

impl Claims for OutcomeSolution {
    fn vertices(&self) -> usize {
        self.values.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_> {
        match column {
            0 => Cell::Outcome(self.values.outcome(vertex)),
            _ => self.values.get(vertex).distance().map(|distance| u64::from(distance.0)).into(),
        }
    }

    fn strategies(&self) -> Vec<&Strategy> {
        self.strategy.iter().collect()
    }

    fn summary(&self, terms: Terms) -> Summary<'_> {
        let values = &self.values;
        let mut facts = Fact::of_outcomes(terms, |outcome| values.count(outcome));
        let longest = [Outcome::Win, Outcome::Lose].map(|outcome| values.longest(outcome));
        let longest: Option<u64> =
            longest.into_iter().flatten().map(|(_, distance)| distance.0.into()).max();
        facts.push(("longest", Fact::Cell(longest.into())));
        facts.extend(self.ties.as_ref().map(|ties| ("ties", Fact::count(ties.count_ones()))));
        facts
    }
}
