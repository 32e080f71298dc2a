//! Sorted lists, in which a value may occur several times.

use super::binomial;

/// Lists of so many values below a bound, in ascending order: multisets, such as heaps of which it
/// does not matter which is which.
///
/// Adding 0, 1, 2, … to the values makes them different: the number is that of a set, as in
/// [`Subsets`](super::Subsets), but without its limit of 64.
///
/// ```
/// use retrograde_games::combinatorics::Multisets;
/// let heaps = Multisets::new(3, 2).unwrap();
/// assert_eq!(heaps.count(), 6);
/// let mut values = [0; 2];
/// heaps.unrank(4, &mut values);
/// assert_eq!(values, [1, 2]);
/// assert_eq!(heaps.rank(&values), 4);
/// ```
///
/// # Complexity
/// A table look-up for each value to rank, and as many as the bound has bits for each to unrank;
/// eight bytes for each value and each number below the bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Multisets {
    bound: u32,
    size: usize,
    count: u64,
    /// `smaller[place * bound + value]`: how many lists differ from one first at this place, seen
    /// from the end, and have something smaller than `value` there.
    smaller: Vec<u64>,
}

/// The longest table: a megabyte.
const LONGEST: usize = 1 << 17;

impl Multisets {
    /// Lists of `size` values below `bound`; `None` if there are more of them than 64 bits count, or
    /// tables would take more than a megabyte.
    #[must_use]
    pub fn new(bound: u32, size: usize) -> Option<Self> {
        if size.checked_mul(bound as usize)? > LONGEST {
            return None;
        }
        let count = match size {
            0 => 1,
            _ if bound == 0 => 0,
            _ => binomial(u64::from(bound) + size as u64 - 1, size as u64)?,
        };
        let mut smaller = Vec::with_capacity(size * bound as usize);
        for place in 0..size as u64 {
            for value in 0..u64::from(bound) {
                smaller.push(binomial(value + place, place + 1)?);
            }
        }
        Some(Multisets { bound, size, count, smaller })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    fn row(&self, place: usize) -> &[u64] {
        &self.smaller[place * self.bound as usize..][..self.bound as usize]
    }

    /// The number of a list in ascending order. Another list, if it is as long and has no values out
    /// of bounds, gets a number that means nothing.
    ///
    /// # Panics
    /// If the list is of another length, or a value is out of bounds.
    #[inline]
    #[must_use]
    pub fn rank(&self, values: &[u32]) -> u64 {
        assert_eq!(values.len(), self.size, "a list of the right length");
        let terms = values.iter().enumerate();
        terms.fold(0, |sum, (place, &value)| sum.wrapping_add(self.row(place)[value as usize]))
    }

    /// Writes down the list of a number.
    ///
    /// # Panics
    /// If there are not so many, or the list is of another length.
    #[inline]
    pub fn unrank(&self, number: u64, values: &mut [u32]) {
        assert!(number < self.count, "list {number} of {}", self.count);
        assert_eq!(values.len(), self.size, "a list of the right length");
        let mut rest = number;
        for (place, value) in values.iter_mut().enumerate().rev() {
            let row = self.row(place);
            *value = row.partition_point(|&smaller| smaller <= rest) as u32 - 1;
            rest -= row[*value as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lists in ascending order, by their last values first.
    fn all(bound: u32, size: usize) -> Vec<Vec<u32>> {
        let mut lists: Vec<Vec<u32>> = vec![vec![]];
        for _ in 0..size {
            let longer = lists.iter().flat_map(|list| {
                let least = list.last().copied().unwrap_or(0);
                (least..bound).map(|value| [list.as_slice(), &[value]].concat())
            });
            lists = longer.collect();
        }
        lists.sort_by_key(|list| list.iter().rev().copied().collect::<Vec<_>>());
        lists
    }

    #[test]
    fn numbers_are_the_places_among_all_lists() {
        for bound in 0..6 {
            for size in 0..6 {
                let (multisets, lists) = (Multisets::new(bound, size).unwrap(), all(bound, size));
                assert_eq!(multisets.count(), lists.len() as u64);
                let mut found = vec![0; size];
                for (number, list) in lists.iter().enumerate() {
                    assert_eq!(multisets.rank(list), number as u64);
                    multisets.unrank(number as u64, &mut found);
                    assert_eq!(&found, list);
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(Multisets::new(256, 8).is_some());
        assert!(Multisets::new(256, 64).is_none());
        assert!(Multisets::new(u32::MAX, 1).is_none());
        assert!(Multisets::new(u32::MAX, usize::MAX).is_none());
        assert!(Multisets::new(1 << 10, 1 << 8).is_none());
    }
}
