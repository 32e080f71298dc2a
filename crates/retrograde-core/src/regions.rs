//! What a solver of games with two owners hands back: who wins where, and how.

use crate::bitmap::Bitmap;
use crate::graph::Vertex;
use crate::strategy::Strategy;
use crate::value::Player;

/// Who wins from each vertex, as far as that is known.
///
/// ```
/// use retrograde_core::{Player, Winners};
/// let winners: Winners = [Some(Player::One), None].into_iter().collect();
/// assert_eq!(winners.get(0), Some(Player::One));
/// assert_eq!(winners.count(Player::Zero), 0);
/// assert!(!winners.is_complete());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Winners {
    zero: Bitmap,
    one: Bitmap,
}

impl Winners {
    /// Winners from the region of each player.
    ///
    /// # Panics
    /// If the two differ in length or have a vertex in common.
    #[must_use]
    pub fn from_regions(zero: Bitmap, one: Bitmap) -> Self {
        assert_eq!(zero.len(), one.len(), "one entry a vertex");
        assert!(
            zero.words().iter().zip(one.words()).all(|(z, o)| z & o == 0),
            "no vertex is won by both"
        );
        Winners { zero, one }
    }

    /// Player 1 wins from the vertices of `one`, player 0 from all others.
    #[must_use]
    pub fn of_one(one: Bitmap) -> Self {
        Winners { zero: one.clone().complement(), one }
    }

    /// How many vertices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.one.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.one.is_empty()
    }

    /// The winner from `vertex`; `None` where the solver was stopped before it knew.
    #[inline]
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> Option<Player> {
        if self.one.get(vertex as usize) {
            Some(Player::One)
        } else if self.zero.get(vertex as usize) {
            Some(Player::Zero)
        } else {
            None
        }
    }

    /// The vertices that `player` wins.
    #[must_use]
    pub fn region(&self, player: Player) -> &Bitmap {
        match player {
            Player::Zero => &self.zero,
            Player::One => &self.one,
        }
    }

    /// How many vertices `player` wins.
    #[must_use]
    pub fn count(&self, player: Player) -> usize {
        self.region(player).count_ones()
    }

    /// How many vertices have no known winner.
    #[must_use]
    pub fn unknown(&self) -> usize {
        self.len() - self.count(Player::Zero) - self.count(Player::One)
    }

    /// Whether the winner is known everywhere.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unknown() == 0
    }

    /// The winners in vertex order.
    pub fn iter(&self) -> impl Iterator<Item = Option<Player>> + '_ {
        (0..self.len() as Vertex).map(|vertex| self.get(vertex))
    }
}

impl FromIterator<Option<Player>> for Winners {
    fn from_iter<I: IntoIterator<Item = Option<Player>>>(winners: I) -> Self {
        let mut result = Winners::default();
        for (vertex, winner) in winners.into_iter().enumerate() {
            result.zero.grow(vertex + 1);
            result.one.grow(vertex + 1);
            match winner {
                Some(Player::Zero) => result.zero.set(vertex),
                Some(Player::One) => result.one.set(vertex),
                None => {}
            }
        }
        result
    }
}

/// A solved game with two owners: the winner from each vertex and one strategy for both players.
///
/// At a vertex whose owner wins there, the strategy has the move that wins; elsewhere it has none.
/// It needs no memory: reachability, safety, Büchi, parity and payoff games never do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RegionSolution {
    /// Who wins where.
    pub winners: Winners,
    /// The winners' moves, unless they were left out.
    pub strategy: Option<Strategy>,
}

/// Makes claims of who wins and by which moves.
macro_rules! claim_winners {
    ($solution:ty, $moves:ident) => {
        impl $crate::Claims for $solution {
            fn vertices(&self) -> usize {
                self.winners.len()
            }

            #[inline]
            fn cell(&self, vertex: $crate::Vertex, _column: usize) -> $crate::Cell<'_> {
                self.winners.get(vertex).into()
            }

            fn strategies(&self) -> Vec<&$crate::Strategy> {
                self.$moves.iter().collect()
            }

            fn summary(&self, _terms: $crate::Terms) -> $crate::Summary<'_> {
                $crate::Fact::of_winners(&self.winners)
            }

            fn unknown(&self) -> usize {
                self.winners.unknown()
            }
        }
    };
}
pub(crate) use claim_winners;

claim_winners!(RegionSolution, strategy);
