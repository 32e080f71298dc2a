//! What an edge costs the player who keeps the sum of costs from growing, and the numbers for it.

use std::fmt::Debug;
use std::ops::{Add, Mul, Neg, Sub};

use retrograde_core::{Player, Ratio, Vertex};

use super::board::MoveRows;
use crate::stop::Stop;

/// An integer type for heights and costs.
pub(crate) trait Number:
    Copy + Ord + Debug + Default + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self>
{
    /// Stands for a height that no number reaches.
    const LOST: Self;
    fn from_weight(weight: i64) -> Self;
    fn wide(self) -> i128;
    /// The number, if it fits.
    fn narrow(number: i128) -> Option<Self>;
}

impl Number for i64 {
    const LOST: Self = i64::MAX;
    #[inline]
    fn from_weight(weight: i64) -> Self {
        weight
    }
    fn wide(self) -> i128 {
        i128::from(self)
    }
    fn narrow(number: i128) -> Option<Self> {
        number.try_into().ok()
    }
}

impl Number for i128 {
    const LOST: Self = i128::MAX;
    #[inline]
    fn from_weight(weight: i64) -> Self {
        i128::from(weight)
    }
    fn wide(self) -> i128 {
        self
    }
    fn narrow(number: i128) -> Option<Self> {
        Some(number)
    }
}

/// The cost of an edge as a function of its weight, `factor · weight + shift`, so chosen that no
/// cycle costs exactly nothing.
///
/// Costs are multiplied by one more than the number of vertices and lowered by one. A cycle that
/// cost nothing now costs less than nothing, and any other keeps its sign, having fewer edges than
/// the factor. A sum over at most as many edges as there are vertices is got back by dividing and
/// rounding up.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cost<T> {
    pub(crate) factor: T,
    pub(crate) shift: T,
    /// No height that is not [`Number::LOST`] is above it.
    pub(crate) bound: T,
}

impl<T: Number> Cost<T> {
    #[inline]
    pub(crate) fn of(&self, weight: i64) -> T {
        self.factor * T::from_weight(weight) + self.shift
    }
}

/// [`Cost`] in the narrowest numbers that will do.
pub(crate) enum AnyCost {
    Narrow(Cost<i64>),
    Wide(Cost<i128>),
}

impl AnyCost {
    /// Costs for the game in which `keeper` wants the average weight to be on the keeper's side of
    /// `threshold` or right on it. `None` if even 128 bits are too few, or if stopped.
    pub(crate) fn new(
        moves: &MoveRows<'_>,
        keeper: Player,
        threshold: Ratio,
        stop: &Stop<'_>,
    ) -> Option<Self> {
        let vertices = moves.offsets.rows();
        let scale = vertices as i128 + 1;
        let denominator = scale.checked_mul(i128::from(threshold.denominator()))?;
        let numerator = scale.checked_mul(threshold.numerator())?;
        let (factor, shift) = match keeper {
            Player::Zero => (denominator.neg(), numerator.checked_sub(1)?),
            Player::One => (denominator, numerator.checked_neg()?.checked_sub(1)?),
        };
        let mut largest: i128 = 0;
        let mut bound: i128 = 0;
        for vertex in 0..vertices as Vertex {
            if stop.spend(moves.degree(vertex)) {
                return None;
            }
            let mut dearest = 0;
            for (_, weight) in moves.row(vertex) {
                let cost = factor.checked_mul(i128::from(weight))?.checked_add(shift)?;
                largest = largest.max(cost.checked_abs()?);
                dearest = dearest.max(cost);
            }
            bound = bound.checked_add(dearest)?;
        }
        // The largest number formed is a height and a gain, both within the bound, and two costs.
        let room = bound.checked_add(largest)?.checked_mul(3)?.checked_add(shift.checked_abs()?)?;
        let fits = |most: i128| room < most && factor.abs() < most && largest + shift.abs() < most;
        if fits(i128::from(i64::MAX)) {
            let (factor, shift, bound) = (factor as i64, shift as i64, bound as i64);
            Some(AnyCost::Narrow(Cost { factor, shift, bound }))
        } else {
            Some(AnyCost::Wide(Cost { factor, shift, bound }))
        }
    }
}
