//! How far workers are, as they tell each other at the end of a round.

/// What all workers tell all others at the end of a round: counts that are added up, a number of which the
/// least is taken, and flags that one of them is enough to raise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// They are added up.
    pub counts: [u64; 3],
    /// The least is taken.
    pub least: u64,
    /// One worker is enough to raise one.
    pub flags: u32,
}

impl Default for Tally {
    fn default() -> Self {
        Tally { counts: [0; 3], least: u64::MAX, flags: 0 }
    }
}

impl Tally {
    const WORDS: usize = 9;

    pub(crate) fn add(&mut self, other: &Tally) {
        for (sum, count) in self.counts.iter_mut().zip(other.counts) {
            *sum = sum.saturating_add(count);
        }
        self.least = self.least.min(other.least);
        self.flags |= other.flags;
    }

    pub(crate) fn words(&self) -> Vec<u32> {
        let numbers = self.counts.into_iter().chain([self.least]);
        let halves = numbers.flat_map(|number| [number as u32, (number >> 32) as u32]);
        halves.chain([self.flags]).collect()
    }

    pub(crate) fn parse(words: &[u32]) -> Option<Self> {
        let words: &[u32; Tally::WORDS] = words.try_into().ok()?;
        let number =
            |index: usize| u64::from(words[2 * index]) | u64::from(words[2 * index + 1]) << 32;
        Some(Tally { counts: [0, 1, 2].map(number), least: number(3), flags: words[8] })
    }
}
