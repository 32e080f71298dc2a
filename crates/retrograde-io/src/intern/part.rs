//! A part of the table of names: where each has appeared first.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use retrograde_core::sys;

use super::name::{PART_BITS, PARTS, Word};
use super::tables::Tables;

/// How long the direct table may be while few numbers have come.
const SMALL_DIRECT: usize = 1 << 20;

/// How long it may be for each name that has come.
const PER_NAME: usize = 32;

/// Finds where names appeared first. It has its own places in tables that all parts have in common, and only
/// one thread at a time has it.
pub(crate) struct Part<'t> {
    tables: &'t Tables,
    /// Which part it is.
    index: usize,
    /// Numbers below this are in the direct table.
    direct_len: usize,
    /// The other names, in the first empty slot of this part from where their search begins. A slot is the head
    /// of a name, and then its tail and one more than the position; 0 where there is no name.
    slots: Arc<Vec<AtomicU64>>,
    /// How many of the slots are those of this part, and how many of these are in use.
    len: usize,
    used: usize,
    /// How many names there are.
    known: usize,
}

impl<'t> Part<'t> {
    pub(crate) fn new(tables: &'t Tables, index: usize) -> Self {
        let (direct_len, slots, len, used, known) = (0, Arc::default(), 0, 0, 0);
        Part { tables, index, direct_len, slots, len, used, known }
    }

    #[inline(always)]
    pub(crate) fn announce_number(&self, number: u64) {
        sys::prefetch(&self.tables.direct, usize::try_from(number).unwrap_or(usize::MAX));
    }

    #[inline(always)]
    pub(crate) fn announce_word(&self, word: Word) {
        sys::prefetch(&self.slots, 2 * (self.index * self.len + self.place(word)));
    }

    /// Where a number appeared first; `at`, if it has not yet.
    #[inline(always)]
    pub(crate) fn first_of_number(&mut self, number: u64, at: u32) -> u32 {
        if number >= self.direct_len as u64 {
            return self.first_of_far_number(number, at);
        }
        let slot = &self.tables.direct[number as usize];
        let known = slot.load(Relaxed);
        if known != 0 {
            return known - 1;
        }
        slot.store(at + 1, Relaxed);
        self.known += 1;
        at
    }

    /// A number past the end of the direct table: makes that longer if it is in proportion to how many
    /// names there are, so that one huge number does not cost gigabytes.
    #[inline(never)]
    fn first_of_far_number(&mut self, number: u64, at: u32) -> u32 {
        let in_proportion = self.known.saturating_mul(PER_NAME * PARTS).max(SMALL_DIRECT);
        if number < in_proportion.min(self.tables.direct.len()) as u64 {
            self.lengthen_direct(number as usize + 1);
            return self.first_of_number(number, at);
        }
        self.first_of_word(self.tables.keys.number(number), at)
    }

    /// Moves numbers below `len`, and some more, to the direct table.
    fn lengthen_direct(&mut self, len: usize) {
        self.direct_len = len.next_power_of_two().min(self.tables.direct.len());
        self.tables.note_direct(self.direct_len);
        let slots: Vec<_> = self.used_slots().collect();
        for slot in self.own_slots() {
            slot.store(0, Relaxed);
        }
        self.used = 0;
        for (head, second) in slots {
            match head < self.direct_len as u64 {
                true => self.tables.direct[head as usize].store(second as u32, Relaxed),
                false => self.put(head, second),
            }
        }
        if self.used == 0 {
            (self.slots, self.len) = (Arc::default(), 0);
        }
    }

    /// Where a word appeared first; `at`, if it has not yet.
    #[inline(always)]
    pub(crate) fn first_of_word(&mut self, word: Word, at: u32) -> u32 {
        // At most two thirds are in use.
        if 3 * self.used >= 2 * self.len {
            self.grow();
        }
        let slots = &self.slots[2 * self.index * self.len..][..2 * self.len];
        let mut place = self.place(word);
        loop {
            let second = slots[2 * place + 1].load(Relaxed);
            if second as u32 == 0 {
                slots[2 * place].store(word.head, Relaxed);
                slots[2 * place + 1].store(u64::from(word.tail) << 32 | u64::from(at + 1), Relaxed);
                self.used += 1;
                self.known += 1;
                return at;
            }
            if (second >> 32) as u32 == word.tail && slots[2 * place].load(Relaxed) == word.head {
                return second as u32 - 1;
            }
            place = (place + 1) & (self.len - 1);
        }
    }

    /// Where the search for a word begins. Its highest bits have chosen the part.
    #[inline(always)]
    fn place(&self, word: Word) -> usize {
        ((u64::from(word.place << PART_BITS) * self.len as u64) >> 32) as usize
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let len = (self.len * 2).max(16);
        let mut longer =
            Part { slots: self.tables.slots(len), len, ..Part::new(self.tables, self.index) };
        self.used_slots().for_each(|(head, second)| longer.put(head, second));
        (self.slots, self.len) = (longer.slots, len);
    }

    fn own_slots(&self) -> &[AtomicU64] {
        &self.slots[2 * self.index * self.len..][..2 * self.len]
    }

    fn used_slots(&self) -> impl Iterator<Item = (u64, u64)> {
        let slots = self.own_slots().chunks_exact(2);
        let slots = slots.map(|slot| (slot[0].load(Relaxed), slot[1].load(Relaxed)));
        slots.filter(|&(_, second)| second as u32 != 0)
    }

    /// Adds a slot that is not there, where there is room.
    fn put(&mut self, head: u64, second: u64) {
        let mut place = self.place(self.tables.keys.key(head, (second >> 32) as u32));
        let slots = self.own_slots();
        while slots[2 * place + 1].load(Relaxed) as u32 != 0 {
            place = (place + 1) & (self.len - 1);
        }
        slots[2 * place].store(head, Relaxed);
        slots[2 * place + 1].store(second, Relaxed);
        self.used += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::intern::name::Name;

    #[test]
    fn the_first_appearance_is_found() {
        let near: fn(u64) -> u64 = |draw| draw * draw % 700_001;
        let far: fn(u64) -> u64 = |draw| (draw % 50_000) << (draw % 3 * 20);
        for (number, direct) in [(near, 1 << 24), (near, 1000), (far, 1 << 24)] {
            let tables = Tables::new(direct);
            let mut parts: Vec<_> = (0..PARTS).map(|index| Part::new(&tables, index)).collect();
            let mut seen = HashMap::new();
            for at in 0..400_000 {
                let number = number(u64::from(at));
                let first = *seen.entry(number).or_insert(at);
                let part = &mut parts[number.part(&tables.keys)];
                part.announce_number(number);
                assert_eq!(part.first_of_number(number, at), first);
            }
            let other = Tables::new(0);
            let mut words: Vec<_> = (0..PARTS).map(|index| Part::new(&other, index)).collect();
            seen.clear();
            for at in 0..400_000 {
                let number = number(u64::from(at));
                let first = *seen.entry(number).or_insert(at);
                let text = format!("v{number}");
                let word = other.keys.word(text.as_bytes(), 0, text.len());
                let word = word.unwrap_or_else(|| other.keys.number(number));
                let part = &mut words[word.part(&other.keys)];
                part.announce_word(word);
                assert_eq!(part.first_of_word(word, at), first);
            }
        }
    }

    #[test]
    fn one_huge_number_takes_little_memory() {
        let tables = Tables::new(1 << 24);
        let mut part = Part::new(&tables, 3);
        assert_eq!(part.first_of_number(u64::MAX, 7), 7);
        assert_eq!(part.first_of_number(1 << 50, 8), 8);
        assert_eq!(part.first_of_number(u64::MAX, 9), 7);
        assert!(tables.heap_bytes() < 100_000);
    }
}
