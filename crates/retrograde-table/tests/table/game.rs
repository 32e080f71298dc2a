//! A game whose moves are random numbers: tiers, holes, ties, draws, and as many slots as one likes.

use std::ops::Range;

use retrograde_core::Outcome;
use retrograde_games::{Game, ParseError};

/// Hops between numbers, within a tier or to one below. Whoever cannot hop loses.
#[derive(Clone, Debug)]
pub(crate) struct Hops {
    pub(crate) seed: u64,
    pub(crate) per_tier: u32,
    pub(crate) tiers: u32,
    /// A position that has this verdict, whatever the others have.
    pub(crate) changed: Option<(u32, Option<Outcome>)>,
}

impl Hops {
    pub(crate) fn new(seed: u64, per_tier: u32, tiers: u32) -> Self {
        Hops { seed, per_tier, tiers, changed: None }
    }

    pub(crate) fn spec(&self) -> String {
        format!("hops:{}:{}x{}", self.seed, self.per_tier, self.tiers)
    }

    fn noise(&self, at: u32, what: u32) -> u32 {
        let mut x = self.seed ^ (u64::from(at) << 32) ^ u64::from(what);
        for _ in 0..2 {
            x = (x ^ (x >> 31)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
        }
        (x >> 20) as u32
    }

    fn is_hole(&self, at: u32) -> bool {
        self.noise(at, 100).is_multiple_of(4)
    }
}

impl Game for Hops {
    type Position = u32;
    type Move = u32;

    fn start(&self) -> Option<u32> {
        None
    }

    fn verdict(&self, &at: &u32) -> Option<Outcome> {
        if let Some((changed, verdict)) = self.changed
            && changed == at
        {
            return verdict;
        }
        match self.noise(at, 101) % 40 {
            0 => Some(Outcome::Win),
            1 => Some(Outcome::Draw),
            2 | 3 => Some(Outcome::Lose),
            _ => None,
        }
    }

    fn moves(&self, &at: &u32, moves: &mut Vec<u32>) {
        let tier = at / self.per_tier;
        for chosen in 0..self.noise(at, 102) % 5 {
            // Now and then a tier below, so that tiers differ.
            let below =
                tier.saturating_sub(u32::from(self.noise(at, 103 + chosen).is_multiple_of(4)));
            let to = below * self.per_tier + self.noise(at, 200 + chosen) % self.per_tier;
            if !self.is_hole(to) {
                moves.push(to);
            }
        }
    }

    fn play(&self, _: &u32, &to: &u32) -> u32 {
        to
    }

    fn show(&self, at: &u32) -> String {
        format!("at {at}")
    }

    fn parse(&self, text: &str) -> Result<u32, ParseError> {
        let number = text.strip_prefix("at ").and_then(|number| number.parse().ok());
        number.ok_or_else(|| ParseError::new("write a number, such as 'at 7'"))
    }

    fn show_move(&self, _: &u32, to: &u32) -> String {
        format!("to {to}")
    }

    fn slots(&self) -> Option<u64> {
        Some(u64::from(self.per_tier) * u64::from(self.tiers))
    }

    fn rank(&self, &at: &u32) -> u64 {
        at.into()
    }

    fn unrank(&self, slot: u64) -> Option<u32> {
        let at = slot as u32;
        (!self.is_hole(at)).then_some(at)
    }

    fn tiers(&self) -> Vec<Range<u64>> {
        let size = u64::from(self.per_tier);
        (0..u64::from(self.tiers)).map(|tier| tier * size..(tier + 1) * size).collect()
    }

    #[allow(clippy::single_range_in_vec_init, reason = "one range of tiers is what there is")]
    fn leads_to(&self, tier: usize) -> Vec<Range<usize>> {
        vec![tier.saturating_sub(1)..tier + 1]
    }
}
