//! The asymmetric game: one player wants it to end, the other wants it to go on forever.

use crate::cell::{Cell, Fact, Summary};
use crate::graph::Vertex;
use crate::outcomes::Outcomes;
use crate::solution::Claims;
use crate::strategy::Strategy;
use crate::terms::Terms;

/// A solved asymmetric game.
///
/// Player 0 wins by moving the token into a vertex without moves; if player 1 is the one who moves
/// it there the game is a draw; if nobody ever does, player 1 wins. Every vertex therefore has two
/// values, both from the view of whoever is to move: one with player 0 to move, one with player 1.
///
/// Source: T. de Jager and B. Löwe, *Nonmonotone Game Labellings* (2007).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AsymmetricSolution {
    /// With player 0 to move, for player 0.
    pub first: Outcomes,
    /// With player 1 to move, for player 1.
    pub second: Outcomes,
    /// How to achieve the values, unless that was left out.
    pub strategies: Option<Strategies>,
}

/// One strategy for each player, with a move at every vertex that has moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strategies {
    /// Player 0's moves.
    pub first: Strategy,
    /// Player 1's moves.
    pub second: Strategy,
}

impl Claims for AsymmetricSolution {
    fn vertices(&self) -> usize {
        self.first.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_> {
        let outcomes = if column == 0 { &self.first } else { &self.second };
        Cell::Outcome(outcomes.get(vertex))
    }

    fn strategies(&self) -> Vec<&Strategy> {
        self.strategies.iter().flat_map(|both| [&both.first, &both.second]).collect()
    }

    fn summary(&self, terms: Terms) -> Summary<'_> {
        let counts = |outcomes: &Outcomes| {
            Fact::Group(Fact::of_outcomes(terms, |outcome| outcomes.count(outcome)))
        };
        vec![("first", counts(&self.first)), ("second", counts(&self.second))]
    }
}
