//! Several kinds of pieces on the squares of one board: permutations of a multiset.

use super::{Subsets, rank_among, unrank_among};

/// Ways to put pieces on a board of at most 64 squares, so many of each kind, at most one a square.
///
/// Each kind is a set of the squares that the kinds before it leave free.
///
/// ```
/// use retrograde_games::combinatorics::Placements;
/// // A king of either colour and two white rooks.
/// let men = Placements::new(64, [1, 1, 2]).unwrap();
/// assert_eq!(men.count(), 64 * 63 * (62 * 61 / 2));
/// let board = [1 << 4, 1 << 60, 1 | 1 << 7];
/// assert_eq!(men.unrank(men.rank(&board)), board);
/// ```
///
/// # Complexity
/// A few operations for each piece to rank, for each square and kind to unrank; no allocation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placements<const KINDS: usize> {
    squares: u32,
    kinds: [Subsets; KINDS],
    count: u64,
}

impl<const KINDS: usize> Placements<KINDS> {
    /// So many pieces of each kind on so many squares; `None` if they do not fit on the board, the
    /// board has more than 64 squares, or there are more ways than 64 bits count.
    #[must_use]
    pub fn new(squares: u32, pieces: [u32; KINDS]) -> Option<Self> {
        let mut kinds = [Subsets::new(squares, 0)?; KINDS];
        let (mut free, mut count) = (squares, 1u64);
        for (kind, &size) in kinds.iter_mut().zip(&pieces) {
            *kind = Subsets::new(free, size)?;
            count = count.checked_mul(kind.count())?;
            free -= size;
        }
        Some(Placements { squares, kinds, count })
    }

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The number of a placement, given by the squares of each kind. Sets of other sizes, or ones
    /// that overlap, get a number that means nothing.
    #[inline]
    #[must_use]
    pub fn rank(&self, sets: &[u64; KINDS]) -> u64 {
        let mut free = all(self.squares);
        let mut number = 0u64;
        for (kind, &set) in self.kinds.iter().zip(sets) {
            number = number.wrapping_mul(kind.count()).wrapping_add(rank_among(set, free));
            free &= !set;
        }
        number
    }

    /// The placement of a number: the squares of each kind.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    #[must_use]
    pub fn unrank(&self, number: u64) -> [u64; KINDS] {
        assert!(number < self.count, "placement {number} of {}", self.count);
        let (mut sets, mut rest) = ([0; KINDS], number);
        for (kind, set) in self.kinds.iter().zip(&mut sets).rev() {
            *set = rest % kind.count();
            rest /= kind.count();
        }
        let mut free = all(self.squares);
        for (kind, set) in self.kinds.iter().zip(&mut sets) {
            *set = unrank_among(*set, kind.size(), free);
            free &= !*set;
        }
        sets
    }
}

fn all(squares: u32) -> u64 {
    if squares == 64 { u64::MAX } else { (1 << squares) - 1 }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn factorial(n: u32) -> u64 {
        (1..=u64::from(n)).product()
    }

    #[test]
    fn every_number_is_another_placement_of_the_right_sizes() {
        for squares in 0..=6u32 {
            for a in 0..=squares {
                for b in 0..=squares - a {
                    for c in 0..=squares - a - b {
                        let placements = Placements::new(squares, [a, b, c]).unwrap();
                        let ways = factorial(squares)
                            / [a, b, c, squares - a - b - c].map(factorial).iter().product::<u64>();
                        assert_eq!(placements.count(), ways);
                        let mut seen = HashSet::new();
                        for number in 0..ways {
                            let sets = placements.unrank(number);
                            assert_eq!(sets.map(u64::count_ones), [a, b, c]);
                            assert_eq!((sets[0] | sets[1] | sets[2]).count_ones(), a + b + c);
                            assert!(sets.iter().all(|&set| set <= all(squares)));
                            assert_eq!(placements.rank(&sets), number);
                            seen.insert(sets);
                        }
                        assert_eq!(seen.len() as u64, ways);
                    }
                }
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        assert!(Placements::new(65, [1]).is_none());
        assert!(Placements::new(4, [3, 2]).is_none());
        assert!(Placements::new(4, [u32::MAX, u32::MAX]).is_none());
        assert!(Placements::new(64, [32, 16, 8]).is_none());
        assert_eq!(Placements::new(0, []).unwrap().count(), 1);
    }

    proptest! {
        #[test]
        fn placements_on_a_large_board_are_found_again(
            squares in prop::collection::hash_set(0u32..64, 6),
        ) {
            let squares: Vec<u64> = squares.into_iter().map(|square| 1 << square).collect();
            let sets = [squares[0] | squares[1], squares[2], squares[3] | squares[4] | squares[5]];
            let placements = Placements::new(64, [2, 1, 3]).unwrap();
            prop_assert_eq!(placements.unrank(placements.rank(&sets)), sets);
        }
    }
}
