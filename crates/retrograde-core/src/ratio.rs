//! Exact fractions, as mean payoffs are.

use std::cmp::Ordering;
use std::fmt;

/// A fraction in lowest terms.
///
/// The numerator is wider than a weight: the mean of two weights near the largest `i64` is a
/// fraction whose numerator is near twice that.
///
/// ```
/// use retrograde_core::Ratio;
/// let half = Ratio::new(-2, 4).unwrap();
/// assert_eq!((half.numerator(), half.denominator()), (-1, 2));
/// assert_eq!(half.to_string(), "-1/2");
/// assert_eq!(Ratio::from(3).to_string(), "3");
/// assert!(half < Ratio::from(0));
/// assert_eq!(Ratio::parse("-1/2"), Some(half));
/// assert_eq!(Ratio::new(1, 0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ratio {
    numerator: i128,
    denominator: u32,
}

impl Ratio {
    /// `numerator / denominator`, reduced; `None` if the denominator is zero.
    #[must_use]
    pub fn new(numerator: i128, denominator: u32) -> Option<Self> {
        if denominator == 0 {
            return None;
        }
        let remainder = numerator.rem_euclid(i128::from(denominator)) as u32;
        let common = greatest_common_divisor(remainder, denominator);
        Some(Ratio { numerator: numerator / i128::from(common), denominator: denominator / common })
    }

    /// What stands above the line.
    #[inline]
    #[must_use]
    pub fn numerator(self) -> i128 {
        self.numerator
    }

    /// What stands below the line, at least 1.
    #[inline]
    #[must_use]
    pub fn denominator(self) -> u32 {
        self.denominator
    }

    /// Reads what is printed: `p` or `p/q`, reduced or not, `q` positive.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        Ratio::new(numerator.parse().ok()?, denominator.parse().ok()?)
    }
}

/// Of a number that may be zero and one that is not.
fn greatest_common_divisor(mut a: u32, mut b: u32) -> u32 {
    while a != 0 {
        (a, b) = (b % a, a);
    }
    b
}

impl From<i64> for Ratio {
    fn from(whole: i64) -> Self {
        Ratio { numerator: i128::from(whole), denominator: 1 }
    }
}

impl Ord for Ratio {
    fn cmp(&self, other: &Self) -> Ordering {
        // Whole parts first, so that nothing is multiplied that could overflow.
        let split = |ratio: &Ratio| {
            let denominator = i128::from(ratio.denominator);
            (ratio.numerator.div_euclid(denominator), ratio.numerator.rem_euclid(denominator))
        };
        let ((whole, rest), (other_whole, other_rest)) = (split(self), split(other));
        whole.cmp(&other_whole).then_with(|| {
            (rest * i128::from(other.denominator)).cmp(&(other_rest * i128::from(self.denominator)))
        })
    }
}

impl PartialOrd for Ratio {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            fmt::Display::fmt(&self.numerator, f)
        } else {
            f.pad(&format!("{}/{}", self.numerator, self.denominator))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_that_of_the_fractions() {
        let mut all = Vec::new();
        for numerator in -6..=6 {
            for denominator in 1..=5u32 {
                all.push((numerator, denominator));
            }
        }
        for &(a, b) in &all {
            for &(c, d) in &all {
                let plain = (a * i128::from(d)).cmp(&(c * i128::from(b)));
                let (left, right) = (Ratio::new(a, b).unwrap(), Ratio::new(c, d).unwrap());
                assert_eq!(left.cmp(&right), plain, "{left} and {right}");
                assert_eq!(left == right, plain == Ordering::Equal, "{left} and {right}");
            }
        }
    }

    #[test]
    fn extremes_neither_overflow_nor_lose_their_sign() {
        let (least, largest) =
            (Ratio::new(i128::MIN, u32::MAX).unwrap(), Ratio::new(i128::MAX, 1).unwrap());
        assert!(least < largest);
        assert_eq!(Ratio::new(i128::MIN, 2).unwrap().numerator(), i128::MIN / 2);
        assert_eq!(Ratio::parse(&least.to_string()), Some(least));
        for text in ["", "/", "1/", "/2", "1/0", "1/-2", "1.5", "1/2/3"] {
            assert_eq!(Ratio::parse(text), None, "{text}");
        }
    }
}
