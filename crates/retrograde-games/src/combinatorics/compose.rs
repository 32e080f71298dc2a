//! One number out of several, and several ranges of numbers in a row.

use std::ops::Range;

/// One number made of several independent ones, as days, hours and minutes make one time.
///
/// ```
/// use retrograde_games::combinatorics::Product;
/// let time = Product::new([24, 60]).unwrap();
/// assert_eq!(time.count(), 1440);
/// assert_eq!(time.join([23, 59]), 1439);
/// assert_eq!(time.split(61), [1, 1]);
/// assert!(Product::new([u64::MAX, 2]).is_none());
/// ```
///
/// # Complexity
/// A multiplication for each part to join, a division for each to split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product<const PARTS: usize> {
    counts: [u64; PARTS],
    count: u64,
}

impl<const PARTS: usize> Product<PARTS> {
    /// Numbers below these counts; `None` if 64 bits do not hold all there are together.
    #[must_use]
    pub fn new(counts: [u64; PARTS]) -> Option<Self> {
        let count = match counts.contains(&0) {
            true => 0,
            false => counts.iter().try_fold(1u64, |product, &count| product.checked_mul(count))?,
        };
        Some(Product { counts, count })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The one number. Parts out of bounds give one that means nothing.
    #[inline]
    #[must_use]
    pub fn join(&self, parts: [u64; PARTS]) -> u64 {
        let both = self.counts.iter().zip(parts);
        both.fold(0, |number, (&count, part)| number.wrapping_mul(count).wrapping_add(part))
    }

    /// The parts of a number.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    #[must_use]
    pub fn split(&self, number: u64) -> [u64; PARTS] {
        assert!(number < self.count, "number {number} of {}", self.count);
        let (mut parts, mut rest) = ([0; PARTS], number);
        for (part, &count) in parts.iter_mut().zip(&self.counts).rev() {
            *part = rest % count;
            rest /= count;
        }
        parts
    }
}

/// Ranges of numbers behind each other: a number says which range it is of and which one there.
///
/// ```
/// use retrograde_games::combinatorics::Union;
/// let parts = Union::new([10, 0, 5]).unwrap();
/// assert_eq!(parts.count(), 15);
/// assert_eq!(parts.join(2, 3), 13);
/// assert_eq!(parts.split(13), (2, 3));
/// assert_eq!(parts.ranges().collect::<Vec<_>>(), [0..10, 10..10, 10..15]);
/// ```
///
/// # Complexity
/// One look to join, as many as the number of ranges has bits to split.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Union {
    /// Where each range ends.
    ends: Vec<u64>,
}

impl Union {
    /// Ranges of these lengths; `None` if 64 bits do not hold their sum.
    #[must_use]
    pub fn new(counts: impl IntoIterator<Item = u64>) -> Option<Self> {
        let mut end = 0u64;
        let ends = counts.into_iter().map(|count| {
            end = end.checked_add(count)?;
            Some(end)
        });
        Some(Union { ends: ends.collect::<Option<_>>()? })
    }

    /// How many numbers there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    fn start(&self, part: usize) -> u64 {
        if part == 0 { 0 } else { self.ends[part - 1] }
    }

    /// The number of the one `within` a range. One that is not within gives a number that means
    /// nothing.
    ///
    /// # Panics
    /// If there is no such range.
    #[inline]
    #[must_use]
    pub fn join(&self, part: usize, within: u64) -> u64 {
        assert!(part < self.ends.len(), "range {part} of {}", self.ends.len());
        self.start(part).wrapping_add(within)
    }

    /// The range of a number, and which one it is there.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    #[must_use]
    pub fn split(&self, number: u64) -> (usize, u64) {
        assert!(number < self.count(), "number {number} of {}", self.count());
        let part = self.ends.partition_point(|&end| end <= number);
        (part, number - self.start(part))
    }

    /// The ranges, as a game's tiers.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> + '_ {
        self.ends.iter().enumerate().map(|(part, &end)| self.start(part)..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_count_like_nested_loops() {
        for a in 0..4 {
            for b in 0..4 {
                for c in 0..4 {
                    let product = Product::new([a, b, c]).unwrap();
                    assert_eq!(product.count(), a * b * c);
                    let loops = (0..a)
                        .flat_map(|x| (0..b).flat_map(move |y| (0..c).map(move |z| [x, y, z])));
                    for (number, parts) in loops.enumerate() {
                        assert_eq!(product.join(parts), number as u64);
                        assert_eq!(product.split(number as u64), parts);
                    }
                }
            }
        }
        assert_eq!(Product::new([]).unwrap().count(), 1);
        assert_eq!(Product::new([u64::MAX, 0, 5]).unwrap().count(), 0);
        assert!(Product::new([1 << 32, 1 << 32]).is_none());
        assert_eq!(Product::new([1 << 32, 1 << 31]).unwrap().count(), 1 << 63);
    }

    #[test]
    fn unions_count_one_range_after_the_other() {
        for counts in [vec![], vec![0], vec![3], vec![0, 2, 0, 0, 5, 1, 0]] {
            let union = Union::new(counts.iter().copied()).unwrap();
            assert_eq!(union.count(), counts.iter().sum());
            let numbers = counts.iter().enumerate().flat_map(|(p, &n)| (0..n).map(move |i| (p, i)));
            for (number, (part, within)) in numbers.enumerate() {
                assert_eq!(union.join(part, within), number as u64);
                assert_eq!(union.split(number as u64), (part, within));
                assert!(union.ranges().nth(part).unwrap().contains(&(number as u64)));
            }
        }
        assert!(Union::new([u64::MAX, 1]).is_none());
    }
}
