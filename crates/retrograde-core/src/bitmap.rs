//! One bit per vertex.

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
        Bitmap { words: vec![0; len.div_ceil(64)], len }
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
