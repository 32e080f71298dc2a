//! Random numbers that never change: xoshiro256**, seeded by SplitMix64.

/// The generator behind every random family.
///
/// xoshiro256** by Blackman and Vigna (2021), *Scrambled linear pseudorandom number generators*;
/// its state is filled, as the authors advise, by SplitMix64: Steele, Lea and Flood (2014), *Fast
/// splittable pseudorandom number generators*. Both are written out here rather than taken from a
/// library, so that the sequence of a seed stays the same for ever and on every platform. Not for
/// secrets.
///
/// ```
/// use retrograde_games::generate::Rng;
/// let mut rng = Rng::from_seed(42);
/// assert_eq!(rng.next_u64(), 1546998764402558742);
/// assert!(rng.below(6) < 6);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rng {
    state: [u64; 4],
}

impl Rng {
    /// The sequence that belongs to `seed`.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut mixer = SplitMix64(seed);
        Rng { state: [mixer.next_u64(), mixer.next_u64(), mixer.next_u64(), mixer.next_u64()] }
    }

    /// The next 64 random bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let [s0, s1, s2, s3] = &mut self.state;
        let result = s1.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *s1 << 17;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= shifted;
        *s3 = s3.rotate_left(45);
        result
    }

    /// A number below `bound`, each equally likely; 0 if `bound` is 0.
    ///
    /// Lemire (2019), *Fast random integer generation in an interval*: the high half of a product,
    /// drawn again in the rare case that would favour some numbers.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        let mut product = u128::from(self.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            let unfair = bound.wrapping_neg() % bound;
            while (product as u64) < unfair {
                product = u128::from(self.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }
}

/// Turns any seed, also 0 or 1, into well-mixed state.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}

/// A coin that falls on its head with a given probability, in 53 bits of fixed point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coin {
    heads: u64,
}

impl Coin {
    const SIDES: u64 = 1 << 53;

    /// `probability` from 0 to 1; what lies outside counts as the nearer end.
    pub(super) fn new(probability: f64) -> Self {
        Coin { heads: (probability.clamp(0.0, 1.0) * Self::SIDES as f64) as u64 }
    }

    /// Draws nothing where there is nothing to decide.
    #[inline]
    pub(super) fn toss(self, rng: &mut Rng) -> bool {
        match self.heads {
            0 => false,
            Self::SIDES => true,
            heads => rng.next_u64() >> 11 < heads,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Output of the authors' `splitmix64.c` for the state 1234567.
    #[test]
    fn splitmix64_agrees_with_its_reference() {
        let mut mixer = SplitMix64(1_234_567);
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(expected.map(|_| mixer.next_u64()), expected);
    }

    /// Output of the authors' `xoshiro256starstar.c` for the state 1, 2, 3, 4.
    #[test]
    fn xoshiro_agrees_with_its_reference() {
        let mut rng = Rng { state: [1, 2, 3, 4] };
        let expected = [
            11_520,
            0,
            1_509_978_240,
            1_215_971_899_390_074_240,
            1_216_172_134_540_287_360,
            607_988_272_756_665_600,
            16_172_922_978_634_559_625,
            8_476_171_486_693_032_832,
            10_595_114_339_597_558_777,
            2_904_607_092_377_533_576,
        ];
        assert_eq!(expected.map(|_| rng.next_u64()), expected);
    }

    #[test]
    fn every_number_below_the_bound_is_equally_likely() {
        let mut rng = Rng::from_seed(1);
        let mut counts = [0u32; 7];
        for _ in 0..70_000 {
            counts[rng.below(7) as usize] += 1;
        }
        // Chi-squared with 6 degrees of freedom passes 22.5 once in a thousand seeds.
        let chi: f64 = counts.iter().map(|&c| (f64::from(c) - 1e4).powi(2) / 1e4).sum();
        assert!(chi < 22.5, "{counts:?}");
    }

    #[test]
    fn bounds_at_the_ends_of_the_range_are_kept() {
        let mut rng = Rng::from_seed(0);
        for _ in 0..1000 {
            assert_eq!(rng.below(0), 0);
            assert_eq!(rng.below(1), 0);
            assert!(rng.below(u64::MAX) < u64::MAX);
            assert!(rng.below((1 << 63) + 1) <= 1 << 63);
        }
    }

    #[test]
    fn coins_fall_as_often_as_they_should() {
        let mut rng = Rng::from_seed(2);
        for (probability, low, high) in
            [(0.0, 0, 0), (1.0, 10_000, 10_000), (0.25, 2300, 2700), (f64::NAN, 0, 0)]
        {
            let coin = Coin::new(probability);
            let heads = (0..10_000).filter(|_| coin.toss(&mut rng)).count();
            assert!((low..=high).contains(&heads), "{probability}: {heads}");
        }
    }
}
