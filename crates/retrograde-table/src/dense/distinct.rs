//! The distinct numbers of a short list, without sorting it.

/// Places in the table: a power of two.
const PLACES: usize = 256;

/// Lists longer than this, or with larger numbers, are sorted after all.
const SHORT: usize = PLACES / 2;
const SMALL: u32 = 40;

/// A small hash table that is emptied by counting up.
///
/// Moves to the same slot are few but there, so lists of some twenty slots must be made distinct
/// for every position of a game, twice. This is quicker than sorting them.
pub(super) struct Distinct {
    /// What was put here last: the number, and above it the round.
    places: Box<[u64; PLACES]>,
    round: u64,
}

impl Distinct {
    pub(super) fn new() -> Self {
        Distinct { places: Box::new([0; PLACES]), round: 0 }
    }

    /// Keeps each number once.
    #[inline]
    pub(super) fn keep(&mut self, list: &mut Vec<u64>) {
        if list.len() > SHORT || list.iter().any(|&number| number >> SMALL != 0) {
            list.sort_unstable();
            list.dedup();
            return;
        }
        self.round += 1;
        if self.round >> (64 - SMALL) != 0 {
            self.places.fill(0);
            self.round = 1;
        }
        let mut kept = 0;
        for index in 0..list.len() {
            let entry = self.round << SMALL | list[index];
            // The multiplier is 2^64 by the golden ratio, as D. E. Knuth proposes.
            let mut place = (list[index].wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 56) as usize;
            while self.places[place] >> SMALL == self.round && self.places[place] != entry {
                place = (place + 1) % PLACES;
            }
            let new = self.places[place] != entry;
            self.places[place] = entry;
            list[kept] = list[index];
            kept += usize::from(new);
        }
        list.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_number_is_kept_once_in_lists_of_any_length() {
        let mut distinct = Distinct::new();
        // Some rounds before the table is emptied, and after.
        for rounds in [0, (1 << (64 - SMALL)) - 40] {
            distinct.round = rounds;
            let mut state = 7u64;
            for length in (0..2 * SHORT).chain(0..40) {
                let list: Vec<u64> = (0..length)
                    .map(|_| {
                        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                        (state >> 58) * if length % 7 == 0 { 1 << 36 } else { 257 }
                    })
                    .collect();
                let mut expected = list.clone();
                expected.sort_unstable();
                expected.dedup();
                let mut kept = list;
                distinct.keep(&mut kept);
                kept.sort_unstable();
                assert_eq!(kept, expected);
            }
        }
    }
}
