//! Numbers for the ways to put stones of two kinds on a board, in groups by how many there are.

use std::ops::Range;

use crate::combinatorics::{choose, rank_among, unrank_among};

/// An index of pairs of disjoint sets of squares.
#[derive(Clone, Debug)]
pub(super) struct Placement {
    /// Where stones of the first kind can be, and those of the second.
    first: u64,
    second: u64,
    blocks: Vec<Block>,
    /// The block of so many of the first kind and so many of the second, if there is one.
    of: Vec<Option<u32>>,
    groups: Vec<Range<u64>>,
}

/// The pairs with the same numbers of stones.
#[derive(Clone, Copy, Debug)]
struct Block {
    start: u64,
    counts: (u32, u32),
    /// How many ways to put the second kind go with each way to put the first.
    ways: u64,
}

impl Placement {
    /// An index of the pairs with the given numbers of stones, group after group. `second` has all
    /// squares of `first`. `None` if there are too many of them to be numbered.
    pub(super) fn new(
        first: u64,
        second: u64,
        counts: impl IntoIterator<Item = Vec<(u32, u32)>>,
    ) -> Option<Self> {
        let mut placement = Placement {
            first,
            second,
            blocks: Vec::new(),
            of: vec![None; 65 * 65],
            groups: vec![],
        };
        let mut start = 0u64;
        for group in counts {
            let group_start = start;
            for (a, b) in group {
                let ways = choose(second.count_ones().saturating_sub(a), b);
                let slots = choose(first.count_ones(), a).checked_mul(ways)?;
                if slots == 0 {
                    continue;
                }
                placement.of[(a * 65 + b) as usize] = Some(placement.blocks.len() as u32);
                placement.blocks.push(Block { start, counts: (a, b), ways });
                start = start.checked_add(slots)?;
            }
            placement.groups.push(group_start..start);
        }
        Some(placement)
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> u64 {
        self.groups.last().map_or(0, |group| group.end)
    }

    /// The numbers of each group.
    pub(super) fn groups(&self) -> &[Range<u64>] {
        &self.groups
    }

    /// The number of a pair, if it has one.
    pub(super) fn rank(&self, first: u64, second: u64) -> Option<u64> {
        let (a, b) = (first.count_ones(), second.count_ones());
        let block = self.blocks[self.of[(a * 65 + b) as usize]? as usize];
        let (one, other) =
            (rank_among(first, self.first), rank_among(second, self.second & !first));
        Some(block.start + one * block.ways + other)
    }

    /// The pair that has this number.
    pub(super) fn unrank(&self, slot: u64) -> Option<(u64, u64)> {
        if slot >= self.len() {
            return None;
        }
        let block = self.blocks[self.blocks.partition_point(|block| block.start <= slot) - 1];
        let within = slot - block.start;
        let first = unrank_among(within / block.ways, block.counts.0, self.first);
        Some((first, unrank_among(within % block.ways, block.counts.1, self.second & !first)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_its_own_number() {
        let groups = vec![vec![(2, 2), (2, 1)], vec![], vec![(0, 0), (1, 3), (9, 9)], vec![(1, 0)]];
        let placement = Placement::new(0b111, 0b11111, groups).unwrap();
        assert_eq!(placement.groups(), [0..18, 18..18, 18..31, 31..34]);
        for slot in 0..34 {
            let (first, second) = placement.unrank(slot).unwrap();
            assert_eq!((first & !0b111, second & !0b11111, first & second), (0, 0, 0));
            assert_eq!(placement.rank(first, second), Some(slot));
        }
        assert_eq!(placement.unrank(34), None);
        assert_eq!(placement.rank(0b1, 0b10), None);
    }

    #[test]
    fn too_many_pairs_have_no_numbers() {
        let counts = || (0..=64u32).map(|n| vec![(n.div_ceil(2), n / 2)]);
        assert!(Placement::new(u64::MAX, u64::MAX, counts()).is_none());
    }
}
