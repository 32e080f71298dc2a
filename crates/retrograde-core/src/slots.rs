//! A hash table of vertices that can be asked for before it is looked at.

use crate::graph::Vertex;
use crate::sys;

/// Vertices by the hashes of their names, which somebody else keeps.
///
/// Open addressing, one slot after the other: a look is at one line of the cache, mostly, and which
/// one that is can be told from the hash alone, so that the processor can be asked for it in time.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    /// A power of two of them, at most three quarters in use, or none.
    slots: Vec<Slot>,
    used: usize,
}

/// A vertex, with its hash so that a growing table need not look at names.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    hash: u32,
    /// One more than the vertex; 0 where there is none.
    vertex: u32,
}

impl Slots {
    /// Where the search for a hash begins.
    #[inline(always)]
    fn place(&self, hash: u32) -> usize {
        let spread = u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        // No slots, no bits: then nobody looks at the place.
        (spread >> 1 >> (63 - self.slots.len().trailing_zeros().min(63))) as usize
    }

    /// The slots that may hold a hash, up to the first that is empty.
    #[inline(always)]
    fn chain(&self, hash: u32) -> impl Iterator<Item = Slot> + '_ {
        let (first, mask) = (self.place(hash), self.slots.len().wrapping_sub(1));
        (0..self.slots.len())
            .map(move |step| self.slots[(first + step) & mask])
            .take_while(|slot| slot.vertex > 0)
    }

    /// The vertex of this hash that is the one meant.
    #[inline]
    pub(crate) fn find(&self, hash: u32, is: impl Fn(Vertex) -> bool) -> Option<Vertex> {
        self.chain(hash)
            .filter(|slot| slot.hash == hash)
            .map(|slot| slot.vertex - 1)
            .find(|&vertex| is(vertex))
    }

    /// Asks the processor for where the search for a hash begins.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u32) {
        sys::prefetch(&self.slots, self.place(hash));
    }

    /// Adds a vertex that is not there; never more than `u32` can number.
    pub(crate) fn insert(&mut self, hash: u32, vertex: Vertex) {
        if self.used + 1 > self.slots.len() / 4 * 3 {
            self.rebuild((self.slots.len() * 2).max(16), |_| true);
        }
        self.put(Slot { hash, vertex: vertex + 1 });
    }

    fn put(&mut self, slot: Slot) {
        let mask = self.slots.len() - 1;
        let mut place = self.place(slot.hash);
        while self.slots[place].vertex > 0 {
            place = (place + 1) & mask;
        }
        self.slots[place] = slot;
        self.used += 1;
    }

    fn rebuild(&mut self, len: usize, mut keep: impl FnMut(Vertex) -> bool) {
        let before = std::mem::replace(&mut self.slots, sys::zeroed(len));
        self.used = 0;
        for slot in before {
            if slot.vertex > 0 && keep(slot.vertex - 1) {
                self.put(slot);
            }
        }
    }

    /// Drops the vertices that `keep` does not accept.
    pub(crate) fn retain(&mut self, keep: impl FnMut(Vertex) -> bool) {
        self.rebuild(self.slots.len(), keep);
    }

    /// Drops all.
    pub(crate) fn clear(&mut self) {
        *self = Slots::default();
    }

    pub(crate) fn heap_bytes(&self) -> u64 {
        (self.slots.capacity() * size_of::<Slot>()) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_is_found_whatever_the_hashes() {
        for many in [1, 7, 100_000] {
            let hash = |vertex: u32| (vertex % many).wrapping_mul(0x0100_0001);
            let mut slots = Slots::default();
            assert_eq!(slots.find(5, |_| true), None);
            slots.prefetch(5);
            let count = if many < 10 { 300 } else { 200_000 };
            for vertex in 0..count {
                assert_eq!(slots.find(hash(vertex), |other| other == vertex), None);
                slots.insert(hash(vertex), vertex);
            }
            slots.retain(|vertex| vertex % 3 == 0);
            for vertex in 0..count {
                let found = slots.find(hash(vertex), |other| other == vertex);
                assert_eq!(found, (vertex % 3 == 0).then_some(vertex));
            }
            slots.clear();
            assert_eq!((slots.find(0, |_| true), slots.heap_bytes()), (None, 0));
        }
    }
}
