//! One bit per vertex.

use std::ops::Range;

use crate::sys;

/// A fixed number of bits, all zero at first. A bitmap over ten million vertices is 1.25 MB: random
/// look-ups stay in the cache, which is what the sweeping phase of the solver lives on.
///
/// ```
/// use retrograde_core::Bitmap;
/// let mut bits = Bitmap::new(100);
/// bits.set(70);
/// assert!(bits.get(70) && !bits.get(71));
/// assert_eq!(bits.ones().collect::<Vec<_>>(), [70]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bitmap {
    words: Vec<u64>,
    len: usize,
}

impl Bitmap {
    /// `len` bits, all zero.
    #[must_use]
    pub fn new(len: usize) -> Self {
        Bitmap { words: sys::zeroed(len.div_ceil(64)), len }
    }

    /// How many bits there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no bits at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bit at `index`.
    ///
    /// # Panics
    /// If `index` is past the last word.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 != 0
    }

    /// Sets the bit at `index`.
    ///
    /// # Panics
    /// If `index` is past the last word.
    #[inline]
    pub fn set(&mut self, index: usize) {
        debug_assert!(index < self.len);
        self.words[index / 64] |= 1 << (index % 64);
    }

    /// The bits of a range, as a bitmap of their own.
    ///
    /// # Panics
    /// If the range reaches past the last bit.
    ///
    /// ```
    /// use retrograde_core::Bitmap;
    /// let mut bits = Bitmap::new(200);
    /// bits.set(70);
    /// assert_eq!(bits.slice(65..140).ones().collect::<Vec<_>>(), [5]);
    /// ```
    #[must_use]
    pub fn slice(&self, range: Range<usize>) -> Self {
        assert!(range.end <= self.len, "a range within the bits");
        let (first, shift) = (range.start / 64, range.start % 64);
        let word = |index: usize| self.words.get(first + index).copied().unwrap_or(0);
        let joined = |index: usize| match shift {
            0 => word(index),
            _ => word(index) >> shift | word(index + 1) << (64 - shift),
        };
        let mut slice = Bitmap { words: Vec::new(), len: range.len() };
        slice.words.extend((0..range.len().div_ceil(64)).map(joined));
        slice.trim();
        slice
    }

    /// Sets those bits that are set in `part`, whose first bit is the one at `at` here.
    ///
    /// # Panics
    /// If `part` reaches past the last bit.
    ///
    /// ```
    /// use retrograde_core::Bitmap;
    /// let (mut bits, mut part) = (Bitmap::new(200), Bitmap::new(75));
    /// part.set(5);
    /// bits.paste(65, &part);
    /// assert_eq!(bits.ones().collect::<Vec<_>>(), [70]);
    /// ```
    pub fn paste(&mut self, at: usize, part: &Bitmap) {
        assert!(part.len <= self.len && at <= self.len - part.len, "a part within the bits");
        let (first, shift) = (at / 64, at % 64);
        for (index, &word) in part.words.iter().enumerate() {
            self.words[first + index] |= word << shift;
            // What does not fit into one word goes on in the next.
            let over = if shift == 0 { 0 } else { word >> (64 - shift) };
            if over != 0 {
                self.words[first + index + 1] |= over;
            }
        }
    }

    /// The bitmap with every bit turned over.
    #[must_use]
    pub fn complement(mut self) -> Self {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self.trim();
        self
    }

    /// Clears what lies past the last bit.
    fn trim(&mut self) {
        if let Some(last) = self.words.last_mut()
            && !self.len.is_multiple_of(64)
        {
            *last &= u64::MAX >> (64 - self.len % 64);
        }
    }

    /// Clears the bit at `index`.
    ///
    /// # Panics
    /// If `index` is past the last word.
    #[inline]
    pub fn clear(&mut self, index: usize) {
        self.words[index / 64] &= !(1 << (index % 64));
    }

    /// Lengthens the bitmap with zeros; never shortens it.
    pub fn grow(&mut self, len: usize) {
        if len > self.len {
            self.words.resize(len.div_ceil(64), 0);
            self.len = len;
        }
    }

    /// How many bits are set.
    #[must_use]
    pub fn count_ones(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The set bits in ascending order.
    pub fn ones(&self) -> impl Iterator<Item = usize> + '_ {
        self.words.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors((word != 0).then_some(word), |rest| {
                let rest = rest & (rest - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |rest| index * 64 + rest.trailing_zeros() as usize)
        })
    }

    /// The bits as words, lowest index in the lowest bit; bits past the end are zero.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The words, to be written to. Bits past the end must stay zero.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_cut_out_and_pasted_is_what_it_was() {
        let mut bits = Bitmap::new(150);
        (0..150).filter(|index| index * index % 7 < 3).for_each(|index| bits.set(index));
        for middle in 0..=150 {
            let mut again = Bitmap::new(150);
            again.paste(middle, &bits.slice(middle..150));
            again.paste(0, &bits.slice(0..middle));
            assert_eq!(again, bits);
        }
    }

    #[test]
    fn slices_and_complements_agree_with_the_bits_one_by_one() {
        let mut bits = Bitmap::new(150);
        (0..150).filter(|index| index * index % 7 < 3).for_each(|index| bits.set(index));
        for start in 0..=150 {
            for end in start..=150 {
                let slice = bits.slice(start..end);
                assert_eq!(slice.len(), end - start);
                assert!((start..end).all(|index| slice.get(index - start) == bits.get(index)));
                let expected = (start..end).filter(|&index| bits.get(index)).count();
                assert_eq!(slice.count_ones(), expected);
                assert_eq!(slice.complement().count_ones(), end - start - expected);
            }
        }
    }
}
