//! What is known of the slots of a tier in half a byte each, where only outcomes are asked for.

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

/// What is known of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    /// There is no position, or nobody has looked yet.
    Hole = 0,
    /// Nobody can force anything, as far as is known.
    Open = 1,
    Lose = 2,
    Win = 3,
}

impl State {
    fn of(bits: u16) -> Self {
        [State::Hole, State::Open, State::Lose, State::Win][usize::from(bits & 3)]
    }

    /// A packed slot with this outcome.
    pub(super) fn code(self) -> u16 {
        [0, 0x8000, 0x4001, 1][self as usize]
    }
}

/// The slots of a tier: two bits for what is known of each, and two that say whether those before it are
/// still to be told of it, in this round or in the next.
pub(super) struct Planes<'a> {
    states: &'a [AtomicU16],
    fresh: [&'a [AtomicU16]; 2],
}

/// Slots in a word of states, and in one of what is fresh.
const STATES: usize = 8;
const FRESH: usize = 16;

/// How many words so many slots take: two bytes for every four of them.
pub(super) fn words(slots: usize) -> usize {
    slots.div_ceil(STATES) + 2 * slots.div_ceil(FRESH)
}

/// What the slots of a range are, of a tier of so many.
pub(super) fn states(words: &[u16], slots: Range<usize>) -> impl Iterator<Item = State> + '_ {
    slots.map(|slot| State::of(words[slot / STATES] >> (2 * (slot % STATES))))
}

impl<'a> Planes<'a> {
    /// The words of so many slots.
    pub(super) fn new(words: &'a [AtomicU16], slots: usize) -> Self {
        let (states, fresh) = words.split_at(slots.div_ceil(STATES));
        Planes { states, fresh: fresh.split_at(slots.div_ceil(FRESH)).into() }
    }

    pub(super) fn get(&self, slot: usize) -> State {
        State::of(self.states[slot / STATES].load(Relaxed) >> (2 * (slot % STATES)))
    }

    /// Makes something else of a slot if it is what it should be; whether it was.
    pub(super) fn replace(&self, slot: usize, old: State, new: State) -> bool {
        let shift = 2 * (slot % STATES);
        let change = |word: u16| {
            (State::of(word >> shift) == old)
                .then_some(word & !(3 << shift) | (new as u16) << shift)
        };
        self.states[slot / STATES].fetch_update(Relaxed, Relaxed, change).is_ok()
    }

    /// Those before a slot are to be told of it in this round.
    pub(super) fn tell(&self, round: usize, slot: usize) {
        self.fresh[round][slot / FRESH].fetch_or(1 << (slot % FRESH), Relaxed);
    }

    /// Those before a slot have been told of it.
    pub(super) fn told(&self, round: usize, slot: usize) {
        self.fresh[round][slot / FRESH].fetch_and(!(1 << (slot % FRESH)), Relaxed);
    }

    /// The slots of a range that those before are to be told of in this round.
    pub(super) fn fresh(&self, round: usize, slots: Range<usize>) -> impl Iterator<Item = usize> {
        let fresh = self.fresh[round];
        let words = slots.start / FRESH..slots.end.div_ceil(FRESH);
        words.flat_map(move |word| {
            let mut bits = fresh[word].load(Relaxed);
            let within = slots.clone();
            std::iter::from_fn(move || {
                let bit = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
                bits &= bits - 1;
                Some(word * FRESH + bit)
            })
            .filter(move |slot| within.contains(slot))
        })
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::sys;

    use super::*;

    #[test]
    fn slots_do_not_disturb_each_other() {
        for slots in [1, 7, 8, 15, 16, 17, 33, 100] {
            let mut all = vec![0; words(slots)];
            assert!(slots < 32 || all.len() * 2 <= slots / 2 + 8);
            let planes = Planes::new(sys::as_atomic_pairs(&mut all), slots);
            let state = |slot: usize| State::of(slot as u16 * 7 / 3);
            for slot in 0..slots {
                assert!(planes.replace(slot, State::Hole, state(slot)));
                assert!(!planes.replace(slot, State::of(state(slot) as u16 + 1), State::Win));
                if slot % 3 == 0 {
                    planes.tell(slot % 2, slot);
                }
            }
            for round in [0, 1] {
                let fresh: Vec<usize> = planes.fresh(round, 0..slots).collect();
                let expected = (0..slots).filter(|slot| slot % 3 == 0 && slot % 2 == round);
                assert_eq!(fresh, expected.collect::<Vec<_>>());
                assert!(
                    planes
                        .fresh(round, 2..slots.min(20))
                        .eq(fresh.iter().copied().filter(|slot| (2..slots.min(20)).contains(slot)))
                );
                fresh.iter().for_each(|&slot| planes.told(round, slot));
                assert_eq!(planes.fresh(round, 0..slots).count(), 0);
            }
            assert!((0..slots).all(|slot| planes.get(slot) == state(slot)));
            let found: Vec<State> = states(&all, 0..slots).collect();
            assert_eq!(found, (0..slots).map(state).collect::<Vec<_>>());
        }
    }
}
