//! Names as the table has them: numbers, and short words that are numbers of twelve bytes.

use std::hash::{BuildHasher, RandomState};

use super::part::Part;

/// The table is in so many parts: several for each thread, so that one mostly finds the next part free.
pub(crate) const PARTS: usize = 1 << PART_BITS;
pub(crate) const PART_BITS: u32 = 6;

/// The longest word that is its own key.
const SHORT: usize = 11;

/// What marks the tail of a number: no word is so long.
const NUMBER: u32 = 0xff << 24;

/// A name that can be looked up.
pub(crate) trait Name: Copy {
    /// Which part of the table it is in.
    fn part(self, keys: &Keys) -> usize;

    /// Asks the processor for what [`first`](Self::first) looks at.
    fn announce(self, part: &Part<'_>);

    /// Where it appeared first; `at`, if it has not yet.
    fn first(self, part: &mut Part<'_>, at: u32) -> u32;
}

impl Name for u64 {
    /// Numbers that the direct table has in one line of the cache are in one part.
    #[inline(always)]
    fn part(self, keys: &Keys) -> usize {
        let Keys([first, second]) = *keys;
        ((self >> 4 ^ first).wrapping_mul(second) >> (64 - PART_BITS)) as usize
    }

    #[inline(always)]
    fn announce(self, part: &Part<'_>) {
        part.announce_number(self);
    }

    #[inline(always)]
    fn first(self, part: &mut Part<'_>, at: u32) -> u32 {
        part.first_of_number(self, at)
    }
}

/// A name of up to twelve bytes with its length, or a number.
#[derive(Clone, Copy)]
pub(crate) struct Word {
    pub(crate) head: u64,
    pub(crate) tail: u32,
    /// Where its search begins: its part, and then how far in that.
    pub(crate) place: u32,
}

impl Name for Word {
    #[inline(always)]
    fn part(self, _: &Keys) -> usize {
        (self.place >> (32 - PART_BITS)) as usize
    }

    #[inline(always)]
    fn announce(self, part: &Part<'_>) {
        part.announce_word(self);
    }

    #[inline(always)]
    fn first(self, part: &mut Part<'_>, at: u32) -> u32 {
        part.first_of_word(self, at)
    }
}

/// Makes words that nobody can foresee the place of, so that no file can make all of them meet in one.
#[derive(Clone, Copy)]
pub(crate) struct Keys([u64; 2]);

impl Keys {
    pub(crate) fn new() -> Self {
        let hasher = RandomState::new();
        Keys([hasher.hash_one(0), hasher.hash_one(1) | 1])
    }

    #[inline(always)]
    pub(crate) fn key(self, head: u64, tail: u32) -> Word {
        let Keys([first, second]) = self;
        let product = u128::from(head ^ first) * u128::from(u64::from(tail) << 1 ^ second);
        let folded = (product >> 64) as u64 ^ product as u64;
        Word { head, tail, place: (folded >> 32) as u32 ^ folded as u32 }
    }

    #[inline(always)]
    pub(crate) fn number(self, number: u64) -> Word {
        self.key(number, NUMBER)
    }

    /// The word that begins at `at` of a text; none if it is too long to be a key.
    #[inline(always)]
    pub(crate) fn word(self, text: &[u8], at: usize, length: usize) -> Option<Word> {
        if length > SHORT {
            return None;
        }
        let sixteen = match text[at..].first_chunk() {
            Some(sixteen) => *sixteen,
            None => padded(&text[at..]),
        };
        let bytes = u128::from_le_bytes(sixteen) & ((1 << (8 * length)) - 1);
        Some(self.key(bytes as u64, (bytes >> 64) as u32 | (length as u32) << 24))
    }
}

#[cold]
fn padded(rest: &[u8]) -> [u8; 16] {
    let mut sixteen = [0; 16];
    sixteen[..rest.len()].copy_from_slice(rest);
    sixteen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn different_words_are_different_keys() {
        let keys = Keys::new();
        let mut names = vec![String::new()];
        for length in 1..=SHORT + 1 {
            for letter in ["a", "b", "\0", "é"] {
                for end in ["", "x", "\0"] {
                    names.push(letter.repeat(length) + end);
                }
            }
        }
        names.sort();
        names.dedup();
        let mut seen = Vec::new();
        for name in &names {
            for text in [name.clone(), format!("{name} and more after it")] {
                let word = keys.word(text.as_bytes(), 0, name.len());
                assert_eq!(word.is_some(), name.len() <= SHORT);
                let behind = keys.word(format!("x{text}").as_bytes(), 1, name.len());
                assert_eq!(word.map(|word| word.head), behind.map(|word| word.head));
                if text.len() == name.len() {
                    seen.extend(word.map(|word| (word.head, word.tail)));
                }
            }
        }
        let count = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), count);
        assert!(seen.iter().all(|&(_, tail)| tail < NUMBER));
    }

    #[test]
    fn numbers_are_shared_out() {
        let keys = Keys::new();
        for step in [1, 2, 64, 1000, 4096] {
            let mut counts = [0; PARTS];
            for number in 0..64_000_u64 {
                counts[(number * step).part(&keys)] += 1;
            }
            assert!(counts.iter().all(|&count| count <= 64_000 / 8), "{step}: {counts:?}");
        }
    }
}
