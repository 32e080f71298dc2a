//! What solvers of energy games hand back, and the values of mean-payoff games.

use crate::cell::{Cell, Fact, Summary};
use crate::graph::Vertex;
use crate::ratio::Ratio;
use crate::regions::Winners;
use crate::solution::Claims;
use crate::strategy::Strategy;
use crate::terms::Terms;

/// The least initial credit of each vertex, where one suffices: eight bytes a vertex unless one of
/// them needs more.
///
/// ```
/// use retrograde_core::Credits;
/// let credits: Credits = [Some(3), None, Some(1 << 70)].into_iter().collect();
/// assert_eq!(credits.get(0), Some(3));
/// assert_eq!(credits.get(1), None);
/// assert_eq!(credits.largest(), Some((2, 1 << 70)));
/// ```
#[derive(Clone, Debug)]
pub struct Credits {
    store: Store,
}

#[derive(Clone, Debug)]
enum Store {
    /// `u64::MAX` where there is none.
    Narrow(Vec<u64>),
    /// `u128::MAX` where there is none.
    Wide(Vec<u128>),
}

impl Credits {
    /// How many vertices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.store {
            Store::Narrow(credits) => credits.len(),
            Store::Wide(credits) => credits.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The least credit that suffices at `vertex`; `None` where none does, and where the solver was
    /// stopped before it knew.
    #[inline]
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> Option<u128> {
        match &self.store {
            Store::Narrow(credits) => {
                Some(credits[vertex as usize]).filter(|&credit| credit != u64::MAX).map(u128::from)
            }
            Store::Wide(credits) => {
                Some(credits[vertex as usize]).filter(|&credit| credit != u128::MAX)
            }
        }
    }

    /// The credits in vertex order.
    pub fn iter(&self) -> impl Iterator<Item = Option<u128>> + '_ {
        (0..self.len() as Vertex).map(|vertex| self.get(vertex))
    }

    /// The largest credit and the first vertex that needs it.
    #[must_use]
    pub fn largest(&self) -> Option<(Vertex, u128)> {
        (0..self.len() as Vertex)
            .filter_map(|vertex| Some((vertex, self.get(vertex)?)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

impl Default for Credits {
    fn default() -> Self {
        Credits { store: Store::Narrow(Vec::new()) }
    }
}

impl PartialEq for Credits {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for Credits {}

impl FromIterator<Option<u128>> for Credits {
    /// # Panics
    /// If a credit is `u128::MAX`, which no game needs.
    fn from_iter<I: IntoIterator<Item = Option<u128>>>(credits: I) -> Self {
        let mut credits = credits.into_iter();
        let mut narrow = Vec::with_capacity(credits.size_hint().0);
        while let Some(credit) = credits.next() {
            match credit.map(u64::try_from) {
                None => narrow.push(u64::MAX),
                Some(Ok(small)) if small != u64::MAX => narrow.push(small),
                Some(_) => {
                    let widen = |&credit: &u64| match credit {
                        u64::MAX => u128::MAX,
                        credit => u128::from(credit),
                    };
                    let wide = |credit: Option<u128>| {
                        assert_ne!(credit, Some(u128::MAX), "a credit no game needs");
                        credit.unwrap_or(u128::MAX)
                    };
                    let rest = std::iter::once(credit).chain(credits).map(wide);
                    let store = Store::Wide(narrow.iter().map(widen).chain(rest).collect());
                    return Credits { store };
                }
            }
        }
        Credits { store: Store::Narrow(narrow) }
    }
}

/// A solved energy game: who wins where, what player 0 needs to start with, and both players' moves.
///
/// Where player 0 wins there is a least initial credit with which the running sum of weights never
/// falls below zero; where player 1 wins no credit suffices. As in
/// [`RegionSolution`](crate::RegionSolution), the strategy has a move at a vertex whose owner wins
/// there. Among parallel edges the move means the best one for the mover: the heaviest for player 0,
/// the lightest for player 1.
///
/// ```
/// use retrograde_core::{EnergySolution, Player};
/// let solution = EnergySolution {
///     winners: [Some(Player::Zero), Some(Player::One)].into_iter().collect(),
///     credits: [Some(2), None].into_iter().collect(),
///     strategy: None,
/// };
/// assert_eq!(solution.credits.get(0), Some(2));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EnergySolution {
    /// Who wins where; unknown where the solver was stopped too early.
    pub winners: Winners,
    /// The least initial credits, where player 0 wins.
    pub credits: Credits,
    /// The winners' moves, unless they were left out.
    pub strategy: Option<Strategy>,
}

impl Claims for EnergySolution {
    fn vertices(&self) -> usize {
        self.winners.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_> {
        match column {
            0 => self.winners.get(vertex).into(),
            _ => self.credits.get(vertex).into(),
        }
    }

    fn strategies(&self) -> Vec<&Strategy> {
        self.strategy.iter().collect()
    }

    fn summary(&self, _terms: Terms) -> Summary<'_> {
        let mut facts = Fact::of_winners(&self.winners);
        let largest = self.credits.largest().map(|(_, credit)| credit);
        facts.push(("largest", Fact::Cell(largest.into())));
        facts
    }

    fn unknown(&self) -> usize {
        self.winners.unknown()
    }
}

/// The value of every vertex of a mean-payoff game, as far as known: four bytes a vertex, and each
/// group of vertices with a value in common has it stored once.
///
/// ```
/// use retrograde_core::{MeanPayoffs, Ratio};
/// let mut values = MeanPayoffs::unknown(3);
/// values.settle([0, 2], Ratio::new(1, 2).unwrap());
/// assert_eq!(values.get(2), Ratio::new(2, 4));
/// assert_eq!(values.get(1), None);
/// assert!(!values.is_complete());
/// ```
#[derive(Clone, Debug, Default)]
pub struct MeanPayoffs {
    /// The place of the value in `table`, or `UNKNOWN`.
    places: Vec<u32>,
    table: Vec<Ratio>,
}

/// There are never so many vertices, hence never so many values.
const UNKNOWN: u32 = u32::MAX;

impl MeanPayoffs {
    /// No value anywhere yet, for `len` vertices.
    #[must_use]
    pub fn unknown(len: usize) -> Self {
        MeanPayoffs { places: vec![UNKNOWN; len], table: Vec::new() }
    }

    /// Gives all of `vertices` the same value.
    ///
    /// # Panics
    /// If a vertex is out of range, or after 2³² - 1 calls.
    pub fn settle(&mut self, vertices: impl IntoIterator<Item = Vertex>, value: Ratio) {
        let place = self.table.len() as u32;
        assert!(place != UNKNOWN, "more values than vertices");
        self.table.push(value);
        for vertex in vertices {
            self.places[vertex as usize] = place;
        }
    }

    /// Forgets the values of all vertices but those to keep.
    pub fn retain(&mut self, keep: impl Fn(Vertex) -> bool) {
        for (vertex, place) in (0..).zip(&mut self.places) {
            if !keep(vertex) {
                *place = UNKNOWN;
            }
        }
    }

    /// How many vertices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The value of `vertex`; `None` where the solver was stopped before it knew.
    #[inline]
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> Option<Ratio> {
        self.table.get(self.places[vertex as usize] as usize).copied()
    }

    /// How many vertices have no known value.
    #[must_use]
    pub fn unknown_count(&self) -> usize {
        self.places.iter().filter(|&&place| place == UNKNOWN).count()
    }

    /// Whether the value is known everywhere.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.unknown_count() == 0
    }

    /// The values in vertex order.
    pub fn iter(&self) -> impl Iterator<Item = Option<Ratio>> + '_ {
        (0..self.len() as Vertex).map(|vertex| self.get(vertex))
    }
}

impl PartialEq for MeanPayoffs {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for MeanPayoffs {}

impl FromIterator<Option<Ratio>> for MeanPayoffs {
    fn from_iter<I: IntoIterator<Item = Option<Ratio>>>(values: I) -> Self {
        let mut result = MeanPayoffs::default();
        for value in values {
            let place = match value {
                None => UNKNOWN,
                Some(value) if result.table.last() == Some(&value) => result.table.len() as u32 - 1,
                Some(value) => {
                    result.table.push(value);
                    result.table.len() as u32 - 1
                }
            };
            result.places.push(place);
        }
        result
    }
}
