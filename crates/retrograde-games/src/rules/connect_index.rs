//! An index of stones in columns: how high the columns are, then which of the stones are whose.

use std::ops::Range;

use crate::combinatorics::{choose, rank_among, unrank_among};

/// Numbers for the ways to fill columns from below with as many stones of the first player as of the
/// second, or one more. A group of numbers holds the ways with the same number of stones, the full
/// board first.
#[derive(Clone, Debug)]
pub(super) struct ColumnIndex {
    width: u32,
    height: u32,
    /// By the columns left, the stones left for them and the height of the next column: how many
    /// ways have a lower next column.
    lower: Vec<u64>,
    /// Where the numbers of so many stones begin.
    starts: Vec<u64>,
    len: u64,
}

impl ColumnIndex {
    /// `None` if there are too many ways to be numbered.
    pub(super) fn new(width: u32, height: u32) -> Option<Self> {
        let most = width * height;
        let mut index = ColumnIndex { width, height, lower: Vec::new(), starts: vec![], len: 0 };
        // With no column left there is one way to place no stones.
        let mut ways: Vec<u64> = (0..=most).map(|stones| u64::from(stones == 0)).collect();
        for _ in 0..width {
            let mut more = Vec::with_capacity(ways.len());
            for stones in 0..=most {
                let mut lower = 0u64;
                for next in 0..=height {
                    index.lower.push(lower);
                    let rest = stones.checked_sub(next).map_or(0, |rest| ways[rest as usize]);
                    lower = lower.checked_add(rest)?;
                }
                more.push(lower);
            }
            ways = more;
        }
        index.starts = vec![0; most as usize + 1];
        for stones in (0..=most).rev() {
            index.starts[stones as usize] = index.len;
            let colours = choose(stones, stones.div_ceil(2));
            let slots = ways[stones as usize].checked_mul(colours)?;
            index.len = index.len.checked_add(slots)?;
        }
        Some(index)
    }

    pub(super) fn len(&self) -> u64 {
        self.len
    }

    pub(super) fn tiers(&self) -> Vec<Range<u64>> {
        let mut tiers = Vec::with_capacity(self.starts.len());
        let mut end = self.len;
        for &start in &self.starts {
            tiers.push(start..end);
            end = start;
        }
        tiers.reverse();
        tiers
    }

    fn lower(&self, columns_left: u32, stones_left: u32, next: u32) -> u64 {
        let most = self.width * self.height;
        let row = (columns_left - 1) * (most + 1) + stones_left;
        self.lower[(row * (self.height + 1) + next) as usize]
    }

    /// The number of columns, each of which is its stones with a one above them.
    pub(super) fn rank(&self, columns: u64) -> u64 {
        let bits = self.height + 1;
        let column = |c: u32| columns >> (c * bits) & (u64::MAX >> (64 - bits));
        let stones: u32 = (0..self.width).map(|c| column(c).ilog2()).sum();
        let (mut heights, mut left, mut first) = (0, stones, 0u64);
        for c in 0..self.width {
            let high = column(c).ilog2();
            heights += self.lower(self.width - c, left, high);
            first |= (column(c) ^ 1 << high) << (stones - left);
            left -= high;
        }
        let colours = choose(stones, stones.div_ceil(2));
        self.starts[stones as usize] + heights * colours + rank_among(first, all(stones))
    }

    /// The columns that have this number.
    pub(super) fn unrank(&self, slot: u64) -> Option<u64> {
        if slot >= self.len {
            return None;
        }
        let (stones, row, heights) = self.row(slot);
        let first = unrank_among(slot - row, stones.div_ceil(2), all(stones));
        let (mut before, mut columns) = (0, 0);
        for (high, c) in heights.into_iter().zip(0..) {
            let own = first >> before & all(high) | 1 << high;
            columns |= own << (c * (self.height + 1));
            before += high;
        }
        Some(columns)
    }

    /// How many stones there are at a slot, the first slot of those with columns of the same heights,
    /// and these heights.
    pub(super) fn row(&self, slot: u64) -> (u32, u64, Vec<u32>) {
        // Fewer stones come later.
        let stones = self.starts.partition_point(|&start| start > slot) as u32;
        let start = self.starts[stones as usize];
        let colours = choose(stones, stones.div_ceil(2));
        let number = (slot - start) / colours;
        let (mut rest, mut left) = (number, stones);
        let column = |c: u32| {
            let mut high = self.height.min(left);
            while self.lower(self.width - c, left, high) > rest {
                high -= 1;
            }
            rest -= self.lower(self.width - c, left, high);
            left -= high;
            high
        };
        (stones, start + number * colours, (0..self.width).map(column).collect())
    }

    /// The first slot of those with columns of these heights.
    pub(super) fn first_of(&self, stones: u32, heights: &[u32]) -> u64 {
        let mut left = stones;
        let columns_left = (1..=self.width).rev();
        let number: u64 = columns_left
            .zip(heights)
            .map(|(columns_left, &high)| {
                let lower = self.lower(columns_left, left, high);
                left -= high;
                lower
            })
            .sum();
        self.starts[stones as usize] + number * choose(stones, stones.div_ceil(2))
    }
}

/// So many ones; fewer than 64.
fn all(ones: u32) -> u64 {
    (1 << ones) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_filling_has_its_own_number() {
        for (width, height) in [(1, 1), (1, 5), (5, 1), (2, 3), (3, 2), (3, 3), (4, 2)] {
            let index = ColumnIndex::new(width, height).unwrap();
            let mut seen: Vec<u64> = (0..index.len())
                .map(|slot| {
                    let columns = index.unrank(slot).unwrap();
                    assert_eq!(index.rank(columns), slot, "{width}x{height}");
                    columns
                })
                .collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len() as u64, count(width, height), "{width}x{height}");
            assert_eq!(index.unrank(index.len()), None);
        }
    }

    /// Counts the numbers of `width` columns that are not zero and have as many ones as zeros below
    /// their highest ones, or one more.
    fn count(width: u32, height: u32) -> u64 {
        let bits = height + 1;
        let balanced = |columns: u64| {
            let column = |c: u32| columns >> (c * bits) & ((1 << bits) - 1);
            if (0..width).any(|c| column(c) == 0) {
                return false;
            }
            let ones: u32 = (0..width).map(|c| column(c).count_ones() - 1).sum();
            let stones: u32 = (0..width).map(|c| column(c).ilog2()).sum();
            ones == stones.div_ceil(2)
        };
        (0..1u64 << (width * bits)).filter(|&columns| balanced(columns)).count() as u64
    }

    /// L. V. Allis, A Knowledge-based Approach of Connect-Four, 1988, counts the positions of 0 to 42
    /// stones in this way (OEIS A090224).
    #[test]
    fn tiers_of_the_standard_board_have_the_known_sizes() {
        let tiers = ColumnIndex::new(7, 6).unwrap().tiers();
        let sizes: Vec<u64> = tiers.iter().rev().map(|tier| tier.end - tier.start).collect();
        assert_eq!(sizes.len(), 43);
        let known = [1, 7, 56, 252, 1260, 4620, 18480, 59815, 206_780, 605_934, 1_869_840];
        assert_eq!(sizes[..11], known);
        assert_eq!(sizes.iter().sum::<u64>(), 70_728_639_995_483);
    }

    #[test]
    fn the_largest_boards_do_not_overflow() {
        for (width, height) in [(1, 63), (2, 31), (8, 7), (16, 3), (26, 1), (9, 6), (12, 4)] {
            if let Some(index) = ColumnIndex::new(width, height) {
                for slot in [0, 1, index.len() / 3, index.len() - 1] {
                    assert_eq!(index.rank(index.unrank(slot).unwrap()), slot);
                }
            }
        }
    }
}
