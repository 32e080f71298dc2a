//! What solvers of mean-payoff games hand back.

use std::collections::HashSet;

use crate::cell::{Cell, Fact, Summary};
use crate::graph::Vertex;
use crate::payoff::MeanPayoffs;
use crate::ratio::Ratio;
use crate::solution::Claims;
use crate::strategy::Strategy;
use crate::terms::Terms;
use crate::value::Player;

/// What is proven of the values of a mean-payoff game that is not solved to the end.
///
/// Vertices whose value is known may have it for both bounds.
///
/// ```
/// use retrograde_core::{MeanBounds, Player, Ratio};
/// let bounds = MeanBounds {
///     at_least: [Some(Ratio::from(-1)), None].into_iter().collect(),
///     at_most: [Ratio::new(1, 2), Some(Ratio::from(3))].into_iter().collect(),
/// };
/// assert_eq!(bounds.of(Player::One).get(1), Some(Ratio::from(3)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeanBounds {
    /// What player 0 is sure of.
    pub at_least: MeanPayoffs,
    /// What player 1 can hold player 0 to.
    pub at_most: MeanPayoffs,
}

impl MeanBounds {
    /// The bounds that a player's moves prove: `at_least` of player 0, `at_most` of player 1.
    #[must_use]
    pub fn of(&self, player: Player) -> &MeanPayoffs {
        match player {
            Player::Zero => &self.at_least,
            Player::One => &self.at_most,
        }
    }
}

/// A solved mean-payoff game: the value of each vertex and one strategy for both players.
///
/// The value is the long-run average weight that player 0 can guarantee and player 1 can hold player
/// 0 to. The strategy has the owner's move at every vertex whose value is known; with it the owner
/// of any vertex gets the value or better, whatever the other player does. Among parallel edges the
/// move means the best one for the mover: the heaviest for player 0, the lightest for player 1.
///
/// Where values are missing there may be bounds instead. Then the strategy has moves at vertices
/// without a value, too: those of player 0 guarantee the lower bounds, those of player 1 the upper
/// ones.
///
/// ```
/// use retrograde_core::{MeanBounds, MeanPayoffSolution, MeanPayoffs, Player, Ratio};
/// let values: MeanPayoffs = [Ratio::new(3, 2), None].into_iter().collect();
/// let bounds = MeanBounds {
///     at_least: [Ratio::new(3, 2), Some(Ratio::from(1))].into_iter().collect(),
///     at_most: [Ratio::new(3, 2), None].into_iter().collect(),
/// };
/// let solution = MeanPayoffSolution { values, strategy: None, bounds: Some(bounds) };
/// assert_eq!(solution.values.get(0).unwrap().to_string(), "3/2");
/// assert_eq!(solution.bound(Player::Zero, 1), Some(Ratio::from(1)));
/// assert_eq!(solution.bound(Player::One, 1), None);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MeanPayoffSolution {
    /// The values, as far as known.
    pub values: MeanPayoffs,
    /// The owners' moves, unless they were left out.
    pub strategy: Option<Strategy>,
    /// What is proven of values that are not known, if the solver was stopped too early.
    pub bounds: Option<MeanBounds>,
}

impl MeanPayoffSolution {
    /// The least that the value of `vertex` can be, which player 0 is sure of, or the most, to which
    /// player 1 can hold player 0: the value itself where it is known, or else a bound.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn bound(&self, player: Player, vertex: Vertex) -> Option<Ratio> {
        let bound = || self.bounds.as_ref()?.of(player).get(vertex);
        self.values.get(vertex).or_else(bound)
    }
}

impl Claims for MeanPayoffSolution {
    fn vertices(&self) -> usize {
        self.values.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, _column: usize) -> Cell<'_> {
        self.values.get(vertex).into()
    }

    fn strategies(&self) -> Vec<&Strategy> {
        self.strategy.iter().collect()
    }

    /// The lowest and the highest value, how many different ones there are, and where nobody knows.
    fn summary(&self, _terms: Terms) -> Summary<'_> {
        let mut different = HashSet::new();
        let mut last = None;
        for value in self.values.iter().flatten() {
            // Neighbours mostly have the same value, and comparing is faster than looking up.
            if last != Some(value) {
                different.insert(value);
                last = Some(value);
            }
        }
        vec![
            ("lowest", Fact::Cell(different.iter().min().copied().into())),
            ("highest", Fact::Cell(different.iter().max().copied().into())),
            ("values", Fact::count(different.len())),
            ("unknown", Fact::count(self.unknown())),
        ]
    }

    fn unknown(&self) -> usize {
        self.values.unknown_count()
    }

    fn has_bounds(&self) -> bool {
        self.bounds.is_some()
    }

    fn bound_cell(&self, vertex: Vertex, column: usize) -> Cell<'_> {
        let player = if column == 0 { Player::Zero } else { Player::One };
        self.bound(player, vertex).into()
    }
}
