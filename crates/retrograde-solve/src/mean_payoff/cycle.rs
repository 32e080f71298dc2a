//! The cycles that play runs into, and which of them has the larger mean.

use std::cmp::Ordering;

use retrograde_core::Ratio;

use crate::energy::cost::Number;

/// A cycle, by its mean in lowest terms.
#[derive(Clone, Copy)]
pub(super) struct Cycle<T> {
    pub(super) numerator: T,
    pub(super) denominator: u32,
    /// Where the mean stands among all of them, equal ones on a par.
    pub(super) rank: u32,
}

impl<T: Number> Cycle<T> {
    pub(super) fn mean(&self) -> Ratio {
        Ratio::new(self.numerator.wide(), self.denominator).expect("a cycle has vertices")
    }

    /// The mean, as nearly as a floating-point number has it.
    pub(super) fn rough_mean(&self) -> f64 {
        self.numerator.wide() as f64 * self.rough_scale()
    }

    /// What biases are to be multiplied by, likewise.
    pub(super) fn rough_scale(&self) -> f64 {
        f64::from(self.denominator).recip()
    }

    /// What an edge pays over the mean, times the mean's denominator.
    #[inline]
    pub(super) fn excess(&self, weight: i64) -> T {
        T::from_weight(weight) * T::from_weight(i64::from(self.denominator)) - self.numerator
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        // A mean is no larger than a weight: 93 bits times 30.
        let product = |a: &Self, b: &Self| a.numerator.wide() * i128::from(b.denominator);
        product(self, other).cmp(&product(other, self))
    }
}
