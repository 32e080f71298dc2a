//! Values as small numbers in the same order, so that comparing them costs nothing.

use std::cmp::Ordering;

use retrograde_core::{Pace, PayoffGame, Player, Ratio, Vertex};

use crate::distinct::distinct;
use crate::error::VerifyError;
use crate::fault::Fault;
use crate::fixed::{NO_CLASS, extremes};
use crate::payoff_rule::PayoffRule;

/// What a solution says of vertices.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Said {
    /// The value.
    Value,
    /// What this player is sure of.
    Bound(Player),
}

/// The values of a solution, or its bounds, all of them possible, numbered from the smallest on.
pub(crate) struct ValueClasses {
    /// For each vertex the number of its value, or [`NO_CLASS`].
    numbers: Vec<u32>,
    /// The value of class 1, 2, …
    values: Vec<Ratio>,
}

/// A value between two weights: its whole part, which is a weight's size, and what is left of it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Split {
    whole: i64,
    rest: u32,
    denominator: u32,
    vertex: Vertex,
}

impl Split {
    fn compare(&self, other: &Split) -> Ordering {
        let crosswise = |a: &Split, b: &Split| u64::from(a.rest) * u64::from(b.denominator);
        self.whole
            .cmp(&other.whole)
            .then_with(|| crosswise(self, other).cmp(&crosswise(other, self)))
    }
}

impl ValueClasses {
    /// # Errors
    /// The lowest vertex with a value that none can have.
    ///
    /// # Complexity
    /// O(V log V + E) time. `4 V` bytes and `24 V` more while they are made, with 32 bytes for each
    /// different value and 48 more while they are made.
    pub(crate) fn new(
        game: &PayoffGame<'_>,
        said: Said,
        values: impl Fn(Vertex) -> Option<Ratio>,
        pace: &mut Pace<'_>,
    ) -> Result<Self, VerifyError> {
        let (lightest, heaviest) = extremes(game, pace)?;
        let vertices = game.arena.graph().vertex_count();
        let mut splits = Vec::with_capacity(vertices);
        for vertex in game.arena.graph().vertices() {
            pace.steps(1)?;
            let Some(value) = values(vertex) else { continue };
            let split = check(game, said, (lightest, heaviest), vertex, value);
            splits.push(split.map_err(|rule| Fault::at(vertex, rule))?);
        }
        let order = distinct(splits.iter().copied(), Split::compare, pace)?;
        let mut numbers = vec![NO_CLASS; vertices];
        let mut last: Option<(Split, u32)> = None;
        for split in splits {
            pace.steps(1)?;
            // Neighbours mostly have the same value.
            let class = match last {
                Some((last, class)) if last.compare(&split) == Ordering::Equal => class,
                _ => order.partition_point(|other| other.compare(&split).is_le()) as u32,
            };
            numbers[split.vertex as usize] = class;
            last = Some((split, class));
        }
        let values = order.iter().filter_map(|split| values(split.vertex)).collect();
        Ok(ValueClasses { numbers, values })
    }

    /// The class of `vertex`: a larger number for a larger value, [`NO_CLASS`] where there is none.
    #[inline]
    pub(crate) fn of(&self, vertex: Vertex) -> u32 {
        self.numbers[vertex as usize]
    }

    pub(crate) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The value of a class that a vertex has.
    #[inline]
    pub(crate) fn value(&self, class: u32) -> Ratio {
        self.values[class as usize - 1]
    }

    /// How many different values there are.
    pub(crate) fn count(&self) -> u64 {
        self.values.len() as u64
    }
}

/// A value in the range of the weights, with a denominator that the length of a cycle can have; a
/// bound may have any.
fn check(
    game: &PayoffGame<'_>,
    said: Said,
    (least, most): (i64, i64),
    vertex: Vertex,
    value: Ratio,
) -> Result<Split, PayoffRule> {
    let vertices = game.arena.graph().vertex_count() as u64;
    let denominator = i128::from(value.denominator());
    let (lowest, highest) = (i128::from(least) * denominator, i128::from(most) * denominator);
    if !(lowest..=highest).contains(&value.numerator()) {
        return Err(match said {
            Said::Value => PayoffRule::ValueImpossible { value, least, most },
            Said::Bound(player) => {
                PayoffRule::BoundImpossible { player, bound: value, least, most }
            }
        });
    }
    if said == Said::Value && u64::from(value.denominator()) > vertices {
        return Err(PayoffRule::DenominatorImpossible { value, vertices });
    }
    Ok(Split {
        whole: value.numerator().div_euclid(denominator) as i64,
        rest: value.numerator().rem_euclid(denominator) as u32,
        denominator: value.denominator(),
        vertex,
    })
}
