//! Bits in as little room as their chances allow: an arithmetic coder, and chances that learn.
//!
//! All of it counts in whole numbers, so that it comes to the same on every machine.
//!
//! Source: J. Rissanen, *Generalized Kraft Inequality and Arithmetic Coding*, 1976; the form with two
//! bounds that share their first bytes is that of M. Mahoney, *Adaptive Weighing of Context Models for
//! Lossless Data Compression*, 2005, as are [`stretch`] and [`squash`].

/// Writes bits or reads them, so that what comes in which order is said once for both.
pub(crate) trait Coder {
    /// Codes a bit that is 1 with a chance of so many in 4096, of which 1 to 4095 make sense. Who writes
    /// is given the bit; who reads has it from the bytes.
    fn code(&mut self, bit: bool, chance: u32) -> bool;

    /// The same with a chance that learns from it.
    #[inline(always)]
    fn learn(&mut self, bit: bool, chance: &mut Chance) -> bool {
        let bit = self.code(bit, chance.of_4096().max(1));
        chance.learn(bit);
        bit
    }
}

/// The numbers that are still possible, both included; their first bytes differ.
struct Bounds {
    low: u32,
    high: u32,
}

impl Bounds {
    const ALL: Bounds = Bounds { low: 0, high: u32::MAX };

    /// The last number that stands for a 1.
    #[inline(always)]
    fn middle(&self, chance: u32) -> u32 {
        self.low + ((self.high - self.low) >> 12) * chance
    }

    /// Goes on with one side of the middle.
    #[inline(always)]
    fn choose(&mut self, bit: bool, middle: u32) {
        if bit { self.high = middle } else { self.low = middle + 1 }
    }

    /// The first byte, if both have the same, which is taken off.
    #[inline(always)]
    fn settled(&mut self) -> Option<u8> {
        if (self.low ^ self.high) >> 24 != 0 {
            return None;
        }
        let byte = (self.high >> 24) as u8;
        self.low <<= 8;
        self.high = self.high << 8 | 0xff;
        Some(byte)
    }
}

/// Writes bits.
pub(crate) struct Encoder {
    bounds: Bounds,
    bytes: Vec<u8>,
}

impl Encoder {
    pub(crate) fn new() -> Self {
        Encoder { bounds: Bounds::ALL, bytes: Vec::new() }
    }

    /// How many bytes are written so far.
    pub(crate) fn len(&self) -> usize {
        self.bytes.len()
    }

    /// All bytes: after the last, zeros are read.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        // The first bytes differ, so the next one after that of the lower bound is not too large.
        self.bytes.push((self.bounds.low >> 24) as u8 + 1);
        self.bytes
    }
}

impl Coder for Encoder {
    #[inline(always)]
    fn code(&mut self, bit: bool, chance: u32) -> bool {
        self.bounds.choose(bit, self.bounds.middle(chance));
        while let Some(byte) = self.bounds.settled() {
            self.bytes.push(byte);
        }
        bit
    }
}

/// Reads bits.
pub(crate) struct Decoder<'a> {
    bounds: Bounds,
    number: u32,
    bytes: &'a [u8],
    read: usize,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Decoder { bounds: Bounds::ALL, number: 0, bytes, read: 0 };
        (0..4).for_each(|_| decoder.next());
        decoder
    }

    #[inline(always)]
    fn next(&mut self) {
        let byte = self.bytes.get(self.read).copied().unwrap_or(0);
        self.number = self.number << 8 | u32::from(byte);
        self.read += 1;
    }

    /// Whether no more bytes and no fewer were read than are written for as many bits.
    pub(crate) fn is_over(&self) -> bool {
        // One byte was written in the end, of the four that are always read ahead.
        self.read == self.bytes.len() + 3
    }
}

impl Coder for Decoder<'_> {
    #[inline(always)]
    fn code(&mut self, _: bool, chance: u32) -> bool {
        let middle = self.bounds.middle(chance);
        let bit = self.number <= middle;
        self.bounds.choose(bit, middle);
        while self.bounds.settled().is_some() {
            self.next();
        }
        bit
    }
}

/// The chance of a 1, in the upper 22 bits, and how often it has learned, in the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chance(u32);

impl Chance {
    /// Nothing is known: one half.
    pub(crate) const FRESH: Chance = Chance(1 << 31);

    /// From so many times on, what is new counts as much as before.
    const MOST: u32 = 60;

    /// How much the chance goes towards what has come, in 65536 parts, for how often it has learned.
    const STEPS: [u32; Chance::MOST as usize + 1] = {
        let mut steps = [0; Chance::MOST as usize + 1];
        let mut times = 0;
        while times < steps.len() {
            steps[times] = 2 * 65536 / (2 * times as u32 + 3);
            times += 1;
        }
        steps
    };

    #[inline(always)]
    pub(crate) fn of_4096(self) -> u32 {
        self.0 >> 20
    }

    #[inline(always)]
    pub(crate) fn times(self) -> u32 {
        self.0 & 0x3ff
    }

    #[inline(always)]
    pub(crate) fn learn(&mut self, bit: bool) {
        let (chance, times) = ((self.0 >> 10) as i32, self.times());
        let towards = if bit { (1 << 22) - 1 } else { 0 };
        let step = i64::from(Chance::STEPS[times as usize]);
        let change = (i64::from((towards - chance) >> 3) * step) >> 13;
        let chance = (chance + change as i32) as u32;
        self.0 = chance << 10 | (times + 1).min(Chance::MOST);
    }
}

/// The logarithm of how many times more likely a 1 is than a 0, as 256 natural ones are counted, for a
/// chance in 4096: that is what chances from different sources are weighed and added in.
#[inline(always)]
pub(crate) fn stretch(chance: u32) -> i32 {
    SCALES.stretched[chance as usize].into()
}

/// The chance in 4096 that such a logarithm means.
#[inline(always)]
pub(crate) fn squash(logarithm: i32) -> i32 {
    SCALES.squashed[(logarithm.clamp(-2047, 2047) + 2047) as usize].into()
}

struct Scales {
    stretched: [i16; 4096],
    squashed: [i16; 4095],
}

static SCALES: Scales = {
    let mut scales = Scales { stretched: [2047; 4096], squashed: [0; 4095] };
    let (mut chance, mut logarithm) = (0, -2047);
    while logarithm <= 2047 {
        let squashed = between(logarithm);
        scales.squashed[(logarithm + 2047) as usize] = squashed as i16;
        while chance <= squashed {
            scales.stretched[chance as usize] = logarithm as i16;
            chance += 1;
        }
        logarithm += 1;
    }
    scales
};

/// The chance in 4096 for a logarithm, on straight lines between those at every half.
const fn between(logarithm: i32) -> i32 {
    const AT: [i32; 33] = [
        1, 2, 3, 6, 10, 16, 27, 45, 73, 120, 194, 310, 488, 747, 1101, 1546, 2047, 2549, 2994,
        3348, 3607, 3785, 3901, 3975, 4022, 4050, 4068, 4079, 4085, 4089, 4092, 4093, 4094,
    ];
    let (at, over) = (((logarithm >> 7) + 16) as usize, logarithm & 127);
    (AT[at] * (128 - over) + AT[at + 1] * over + 64) >> 7
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_scales_are_those_of_logarithms() {
        for chance in 1..4096 {
            let exact = (f64::from(chance) / (4096.0 - f64::from(chance))).ln() * 256.0;
            let found = f64::from(stretch(chance));
            assert!(
                (found - exact).abs() < 24.0 || exact.abs() > 1500.0,
                "{chance}: {found}, {exact}"
            );
        }
        for logarithm in -3000..3000 {
            let chance = squash(logarithm);
            assert!((1..4096).contains(&chance) && squash(logarithm + 1) >= chance);
        }
    }

    proptest! {
        #[test]
        fn bits_come_back(
            bits in prop::collection::vec((any::<bool>(), 1u32..4096, any::<bool>()), 0..3000),
        ) {
            let (mut encoder, mut chance) = (Encoder::new(), Chance::FRESH);
            for &(bit, fixed, learns) in &bits {
                match learns {
                    true => encoder.learn(bit, &mut chance),
                    false => encoder.code(bit, fixed),
                };
            }
            let bytes = encoder.finish();
            let (mut decoder, mut chance) = (Decoder::new(&bytes), Chance::FRESH);
            for &(bit, fixed, learns) in &bits {
                let read = match learns {
                    true => decoder.learn(false, &mut chance),
                    false => decoder.code(false, fixed),
                };
                prop_assert_eq!(read, bit);
            }
            prop_assert!(decoder.is_over());
        }
    }

    #[test]
    fn what_is_likely_takes_little_room() {
        let (mut encoder, mut chance) = (Encoder::new(), Chance::FRESH);
        (0..100_000).for_each(|n| {
            encoder.learn(n % 50 == 7, &mut chance);
        });
        // The entropy is 1768 bytes; a chance that goes on learning pays for that.
        assert!(encoder.finish().len() < 2200);
    }
}
