//! Grundy values, with those of loopy positions.

use std::fmt;
use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::cell::{Cell, Fact, Summary};
use crate::graph::Vertex;
use crate::solution::Claims;
use crate::strategy::Strategy;
use crate::terms::Terms;
use crate::value::Outcome;

/// The generalised Grundy value of a position in normal play.
///
/// Source: C. A. B. Smith, *Graphs and composite games* (1966); A. S. Fraenkel and Y. Perl,
/// *Constructions in combinatorial games with cycles* (1975).
///
/// ```
/// use retrograde_core::{Grundy, Outcome};
/// assert_eq!(Grundy::Finite(3).to_string(), "3");
/// assert_eq!(Grundy::Loopy(&[0, 2]).to_string(), "inf{0,2}");
/// assert_eq!(Grundy::Loopy(&[0, 2]).outcome(), Outcome::Win);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grundy<'a> {
    /// The position is worth as much as a heap of this many counters in Nim.
    Finite(u32),
    /// Play need not end; these are the finite values among the options, in ascending order.
    Loopy(&'a [u32]),
}

impl Grundy<'_> {
    /// Who wins the position on its own: zero is lost, any other finite value won, and a loopy
    /// position is won if it has an option of value zero and drawn otherwise.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self {
            Grundy::Finite(0) => Outcome::Lose,
            Grundy::Finite(_) | Grundy::Loopy([0, ..]) => Outcome::Win,
            Grundy::Loopy(_) => Outcome::Draw,
        }
    }
}

impl fmt::Display for Grundy<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Grundy::Finite(value) => value.fmt(f),
            Grundy::Loopy(options) => {
                f.write_str("inf{")?;
                for (index, option) in options.iter().enumerate() {
                    write!(f, "{}{option}", if index == 0 { "" } else { "," })?;
                }
                f.write_str("}")
            }
        }
    }
}

/// The Grundy value of every vertex, in four bytes each. The sets of loopy positions are few
/// different ones as a rule, and each is stored once.
///
/// ```
/// use retrograde_core::{Grundy, GrundyValues};
/// let mut values = GrundyValues::default();
/// values.push(Grundy::Finite(2));
/// values.push(Grundy::Loopy(&[0]));
/// assert_eq!(values.get(1), Grundy::Loopy(&[0]));
/// assert_eq!(values.finite(0), Some(2));
/// ```
#[derive(Clone, Debug, Default)]
pub struct GrundyValues {
    /// A finite value, or `LOOPY` and the place of the set.
    packed: Vec<u32>,
    sets: Vec<Box<[u32]>>,
    /// The places of the sets, by what is in them.
    places: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

/// No finite value comes near it: a value of n takes n (n + 1) / 2 moves below it.
const LOOPY: u32 = 1 << 31;

impl GrundyValues {
    /// Values that are all finite.
    ///
    /// # Panics
    /// If a value is 2³¹ or more, which no graph can bring about.
    #[must_use]
    pub fn from_finite(values: Vec<u32>) -> Self {
        assert!(values.iter().all(|&value| value < LOOPY), "a Grundy value no graph has");
        GrundyValues { packed: values, ..GrundyValues::default() }
    }

    /// Adds the value of the next vertex.
    ///
    /// # Panics
    /// If a finite value is 2³¹ or more, or the options are not strictly ascending.
    pub fn push(&mut self, value: Grundy<'_>) {
        let packed = match value {
            Grundy::Finite(value) => {
                assert!(value < LOOPY, "a Grundy value no graph has");
                value
            }
            Grundy::Loopy(options) => {
                assert!(options.is_sorted_by(|a, b| a < b), "options in ascending order");
                LOOPY | self.place(options)
            }
        };
        self.packed.push(packed);
    }

    fn place(&mut self, options: &[u32]) -> u32 {
        // The same set often comes several times in a row.
        if let Some(&last) = self.packed.last()
            && last & LOOPY != 0
            && *self.sets[(last & !LOOPY) as usize] == *options
        {
            return last & !LOOPY;
        }
        let GrundyValues { sets, places, hasher, .. } = self;
        let is_same = |&place: &u32| *sets[place as usize] == *options;
        let hash = hasher.hash_one(options);
        if let Some(&place) = places.find(hash, is_same) {
            return place;
        }
        let place = sets.len() as u32;
        sets.push(options.into());
        places.insert_unique(hash, place, |&place| hasher.hash_one(&*sets[place as usize]));
        place
    }

    /// How many vertices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.packed.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.packed.is_empty()
    }

    /// The value of `vertex`.
    #[inline]
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> Grundy<'_> {
        match self.packed[vertex as usize] {
            packed if packed & LOOPY != 0 => Grundy::Loopy(&self.sets[(packed & !LOOPY) as usize]),
            value => Grundy::Finite(value),
        }
    }

    /// The value of `vertex`, if it is finite.
    #[inline]
    #[must_use]
    pub fn finite(&self, vertex: Vertex) -> Option<u32> {
        Some(self.packed[vertex as usize]).filter(|packed| packed & LOOPY == 0)
    }

    /// The values in vertex order.
    pub fn iter(&self) -> impl Iterator<Item = Grundy<'_>> {
        (0..self.len() as Vertex).map(|vertex| self.get(vertex))
    }

    /// The largest finite value and the first vertex that has it.
    #[must_use]
    pub fn largest(&self) -> Option<(Vertex, u32)> {
        (0..self.len() as Vertex)
            .filter_map(|vertex| Some((vertex, self.finite(vertex)?)))
            .reduce(|best, next| if next.1 > best.1 { next } else { best })
    }
}

impl PartialEq for GrundyValues {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl Eq for GrundyValues {}

impl Claims for GrundyValues {
    fn vertices(&self) -> usize {
        self.len()
    }

    #[inline]
    fn cell(&self, vertex: Vertex, _column: usize) -> Cell<'_> {
        Cell::Grundy(self.get(vertex))
    }

    fn strategies(&self) -> Vec<&Strategy> {
        Vec::new()
    }

    fn summary(&self, terms: Terms) -> Summary<'_> {
        let finite = (0..self.len() as Vertex).filter(|&v| self.finite(v).is_some()).count();
        let largest = self.largest().map(|(_, value)| u64::from(value));
        let mut counts = [0; 3];
        for value in self.iter() {
            counts[value.outcome() as usize] += 1;
        }
        let mut facts = vec![
            ("finite", Fact::count(finite)),
            ("loopy", Fact::count(self.len() - finite)),
            ("largest", Fact::Cell(largest.into())),
        ];
        facts.extend(Fact::of_outcomes(terms, |outcome: Outcome| counts[outcome as usize]));
        facts
    }
}
