//! The tiers of a game that have slots, in the order in which they are solved.

use std::ops::Range;

use crate::Index;
use crate::dense::DenseError;

/// The tiers of a game, the empty ones left out. They are known by their places in this list.
#[derive(Clone, Debug)]
pub(crate) struct Tiers {
    ranges: Vec<Range<usize>>,
    /// Which of the game's tiers they are.
    numbers: Vec<usize>,
    /// Their places in the order of their slots.
    sorted: Vec<usize>,
}

/// What a tier leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LedTo {
    /// Whether moves stay in the tier.
    pub(crate) itself: bool,
    /// The places of the others, in rising order.
    pub(crate) others: Vec<Range<usize>>,
    /// Those of them that moves lead only to some slots of, with these.
    pub(crate) parts: Vec<(usize, Range<usize>)>,
}

impl LedTo {
    /// The slots that moves lead to of one of the others.
    pub(crate) fn slots(&self, tiers: &Tiers, place: usize) -> Range<usize> {
        let part = self.parts.iter().find(|(other, _)| *other == place);
        part.map_or_else(|| tiers.ranges()[place].clone(), |(_, slots)| slots.clone())
    }

    /// How many slots of others moves lead to.
    pub(crate) fn count(&self, tiers: &Tiers) -> u64 {
        let places = self.others.iter().flat_map(Clone::clone);
        places.map(|place| self.slots(tiers, place).len() as u64).sum()
    }
}

impl Tiers {
    /// Those of a game, if they are all slots, each once.
    pub(crate) fn of(game: &dyn Index) -> Result<Self, DenseError> {
        let count = game.slots().ok_or(DenseError::NoIndex)?;
        let tiers = game.tiers();
        let (mut ranges, mut numbers) = (Vec::new(), Vec::new());
        for (number, tier) in tiers.iter().enumerate().filter(|(_, tier)| !tier.is_empty()) {
            ranges.push(tier.start as usize..tier.end as usize);
            numbers.push(number);
        }
        let mut sorted: Vec<usize> = (0..ranges.len()).collect();
        sorted.sort_unstable_by_key(|&place| ranges[place].start);
        let mut end = 0;
        for tier in sorted.iter().map(|&place| &tiers[numbers[place]]) {
            if tier.start != end || tier.end > count {
                return Err(DenseError::Tiers { slot: end.min(tier.start) });
            }
            end = tier.end;
        }
        match end == count {
            true => Ok(Tiers { ranges, numbers, sorted }),
            false => Err(DenseError::Tiers { slot: end }),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.ranges.len()
    }

    /// The slots of a tier; `None` past the last one.
    pub(crate) fn get(&self, tier: usize) -> Option<Range<usize>> {
        self.ranges.get(tier).cloned()
    }

    /// The slots of all tiers, in the order of solving.
    pub(crate) fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// How many slots there are in all.
    pub(crate) fn slots(&self) -> u64 {
        self.sorted.last().map_or(0, |&last| self.ranges[last].end as u64)
    }

    /// The tier of a slot.
    pub(crate) fn of_slot(&self, slot: u64) -> Option<usize> {
        let after = self.sorted.partition_point(|&place| self.ranges[place].start as u64 <= slot);
        let place = *self.sorted.get(after.checked_sub(1)?)?;
        (slot < self.ranges[place].end as u64).then_some(place)
    }

    /// What the moves of a tier lead to, as the game says. Later tiers are left out: where moves lead
    /// to one of those, solving says so.
    pub(crate) fn led_to(&self, game: &dyn Index, tier: usize) -> LedTo {
        let Some(&number) = self.numbers.get(tier) else {
            return LedTo { itself: false, others: Vec::new(), parts: Vec::new() };
        };
        let mut led_to = LedTo { itself: false, others: Vec::new(), parts: Vec::new() };
        for some in game.leads_to(number) {
            led_to.itself |= some.contains(&number);
            let place = |number| self.numbers.partition_point(|&other| other < number).min(tier);
            let others = place(some.start)..place(some.end);
            if !others.is_empty() {
                led_to.others.push(others);
            }
        }
        led_to.others.sort_unstable_by_key(|others| (others.start, others.end));
        // Games may name a tier twice.
        let mut after = 0;
        for others in &mut led_to.others {
            others.start = others.start.max(after);
            after = after.max(others.end);
        }
        led_to.others.retain(|others| !others.is_empty());
        for place in led_to.others.iter().flat_map(Clone::clone) {
            let whole = &self.ranges[place];
            let part = game.leads_to_part(number, self.numbers[place]);
            let part = part.map(|slots| slots.start as usize..slots.end as usize);
            let within = |part: &Range<usize>| {
                !part.is_empty() && part.start >= whole.start && part.end <= whole.end
            };
            led_to.parts.extend(part.filter(within).map(|part| (place, part)));
        }
        led_to
    }
}

#[cfg(test)]
mod tests {
    use retrograde_games::rules::{Connect, FoxAndHounds};

    use super::*;

    #[test]
    fn what_a_tier_leads_to_is_before_it() {
        let game = Connect::new(3, 3, 3).unwrap();
        let tiers = Tiers::of(&game).unwrap();
        assert_eq!(
            tiers.led_to(&game, 0),
            LedTo { itself: false, others: Vec::new(), parts: Vec::new() }
        );
        let led_to = tiers.led_to(&game, 4);
        assert!(!led_to.itself && led_to.others.first() == Some(&(3..4)));
        let game = FoxAndHounds::new();
        let tiers = Tiers::of(&game).unwrap();
        for tier in 0..tiers.len() {
            let led_to = tiers.led_to(&game, tier);
            assert!(led_to.itself && led_to.others.iter().all(|others| others.end <= tier));
        }
        assert_eq!(tiers.of_slot(0), Some(0));
        assert_eq!(tiers.of_slot(tiers.slots() - 1), Some(tiers.len() - 1));
        assert_eq!(tiers.of_slot(tiers.slots()), None);
    }
}
