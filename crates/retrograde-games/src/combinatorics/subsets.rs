//! Sets of k out of n squares, numbered by their squares' binomial coefficients.

/// All binomial coefficients of up to 64: the largest is below 2⁶¹.
static BINOMIALS: [[u64; 65]; 65] = {
    let mut table = [[0; 65]; 65];
    let mut n = 0;
    while n <= 64 {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// How many sets of `k` there are out of `n`; `None` if 64 bits do not hold the number.
///
/// ```
/// use retrograde_games::combinatorics::binomial;
/// assert_eq!(binomial(49, 6), Some(13_983_816));
/// assert_eq!(binomial(3, 5), Some(0));
/// assert_eq!(binomial(1_000_000, 3), Some(166_666_166_667_000_000));
/// assert_eq!(binomial(1_000_000, 4), None);
/// ```
///
/// # Complexity
/// One look into a table for `n` up to 64, at most 34 steps beyond.
#[must_use]
pub fn binomial(n: u64, k: u64) -> Option<u64> {
    if k > n {
        return Some(0);
    }
    if n <= 64 {
        return Some(BINOMIALS[n as usize][k as usize]);
    }
    let mut result: u128 = 1;
    // Coefficients grow up to the middle, and with n above 64 past what fits after at most 34 steps.
    for step in 1..=k.min(n - k) {
        result = result * u128::from(n - step + 1) / u128::from(step);
        if result > u128::from(u64::MAX) {
            return None;
        }
    }
    Some(result as u64)
}

/// How many sets of `k` there are out of `n`, which is at most 64.
#[inline]
pub(crate) fn choose(n: u32, k: u32) -> u64 {
    BINOMIALS[n as usize].get(k as usize).copied().unwrap_or(0)
}

/// The number of a set among the sets of as many members of `among`, as [`Subsets`] would number them
/// if these were its squares. A set with other members gets a number that means nothing.
#[inline]
pub(crate) fn rank_among(set: u64, among: u64) -> u64 {
    let (mut rest, mut number, mut members) = (set, 0u64, 0);
    while rest != 0 && members < 64 {
        members += 1;
        let below = (rest & rest.wrapping_neg()) - 1;
        let place = (among & below).count_ones() as usize;
        number = number.wrapping_add(BINOMIALS[place][members]);
        rest &= rest - 1;
    }
    number
}

/// The set of `size` members of `among` that has this number, which must be one.
#[inline]
pub(crate) fn unrank_among(number: u64, size: u32, among: u64) -> u64 {
    let (mut rest, mut set, mut left) = (number, 0, among);
    let (mut place, mut members) = (among.count_ones() as usize, size as usize);
    while members > 0 && left != 0 {
        // Whether the highest square still to be looked at is in the set.
        let square = 1 << (63 - left.leading_zeros());
        place -= 1;
        left ^= square;
        let without = choose(place as u32, members as u32);
        if rest >= without {
            rest -= without;
            set |= square;
            members -= 1;
        }
    }
    set
}

/// The sets of `size` out of at most 64 squares, as bit sets.
///
/// A set's number is the sum of its squares' binomial coefficients, which orders sets by their
/// numbers as bits.
///
/// Source: D. H. Lehmer, *The machine tools of combinatorics* (1964).
///
/// ```
/// use retrograde_games::combinatorics::Subsets;
/// let pairs = Subsets::new(4, 2).unwrap();
/// let all: Vec<u64> = (0..pairs.count()).map(|number| pairs.unrank(number)).collect();
/// assert_eq!(all, [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100]);
/// assert_eq!(pairs.rank(0b1001), 3);
/// assert!(Subsets::new(65, 2).is_none() && Subsets::new(4, 5).is_none());
/// ```
///
/// # Complexity
/// A table look-up for each member to rank, for each square to unrank; no memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subsets {
    squares: u32,
    size: u32,
}

impl Subsets {
    /// Sets of `size` out of `squares`, of which there are at most 64.
    #[must_use]
    pub fn new(squares: u32, size: u32) -> Option<Self> {
        (squares <= 64 && size <= squares).then_some(Subsets { squares, size })
    }

    /// How many there are.
    #[must_use]
    pub fn count(self) -> u64 {
        BINOMIALS[self.squares as usize][self.size as usize]
    }

    /// How many members each has.
    pub(super) fn size(self) -> u32 {
        self.size
    }

    /// The number of a set. A set of another size, or with other squares, gets a number that means
    /// nothing.
    #[inline]
    #[must_use]
    pub fn rank(self, set: u64) -> u64 {
        debug_assert!(
            set.count_ones() == self.size && set.checked_shr(self.squares).unwrap_or(0) == 0
        );
        let (mut rest, mut number, mut members) = (set, 0u64, 0);
        while rest != 0 && members < 64 {
            members += 1;
            number = number.wrapping_add(BINOMIALS[rest.trailing_zeros() as usize][members]);
            rest &= rest - 1;
        }
        number
    }

    /// The set of a number.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    #[must_use]
    pub fn unrank(self, number: u64) -> u64 {
        assert!(number < self.count(), "set {number} of {}", self.count());
        let (mut rest, mut set) = (number, 0);
        let (mut square, mut members) = (self.squares as usize, self.size as usize);
        while members > 0 {
            square -= 1;
            let without = BINOMIALS[square][members];
            if rest >= without {
                rest -= without;
                set |= 1 << square;
                members -= 1;
            }
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn numbers_are_the_places_among_all_bit_sets_of_the_size() {
        for squares in 0..=12 {
            for size in 0..=squares {
                let subsets = Subsets::new(squares, size).unwrap();
                let all: Vec<u64> =
                    (0..1u64 << squares).filter(|set| set.count_ones() == size).collect();
                assert_eq!(subsets.count(), all.len() as u64);
                for (number, &set) in all.iter().enumerate() {
                    assert_eq!(subsets.rank(set), number as u64);
                    assert_eq!(subsets.unrank(number as u64), set);
                }
            }
        }
    }

    #[test]
    fn sets_among_some_squares_are_numbered_like_all_sets() {
        for among in [0, 0b1011_0110u64, 0xff, 0x8000_0000_0000_0081, u64::MAX] {
            let squares = among.count_ones();
            for size in 0..=squares {
                assert_eq!(choose(squares, size), Subsets::new(squares, size).unwrap().count());
                for number in 0..choose(squares, size).min(300) {
                    let set = unrank_among(number, size, among);
                    assert_eq!((set & !among, set.count_ones()), (0, size));
                    assert_eq!(rank_among(set, among), number);
                    if among == 0xff || among == u64::MAX {
                        assert_eq!(Subsets::new(squares, size).unwrap().unrank(number), set);
                    }
                }
            }
        }
        assert_eq!(choose(3, 70), 0);
    }

    #[test]
    fn large_binomials_are_exact_or_refused() {
        // Pascal's rule past the table, and the first row whose middle does not fit.
        for n in 60..200 {
            for k in 1..=n {
                if let Some(sum) = binomial(n, k) {
                    let parts = (binomial(n - 1, k - 1).unwrap(), binomial(n - 1, k).unwrap());
                    assert_eq!(parts.0 + parts.1, sum, "{n} over {k}");
                }
            }
        }
        assert!(binomial(67, 33).is_some() && binomial(68, 34).is_none());
        assert_eq!(binomial(u64::MAX, 1), Some(u64::MAX));
        assert_eq!(binomial(u64::MAX, u64::MAX - 1), Some(u64::MAX));
        assert_eq!(binomial(u64::MAX, u64::MAX / 2), None);
    }

    proptest! {
        #[test]
        fn large_sets_are_found_again(set: u64, squares in 0u32..=64) {
            let set = if squares == 64 { set } else { set & ((1 << squares) - 1) };
            let subsets = Subsets::new(squares, set.count_ones()).unwrap();
            prop_assert_eq!(subsets.unrank(subsets.rank(set)), set);
        }
    }
}
