//! A hash table of vertices that can be asked for before it is looked at, and looked at while it is filled.

use std::hash::BuildHasher;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use hashbrown::DefaultHashBuilder;

use crate::graph::Vertex;
use crate::sys;

/// The longest name that is its own key.
const SHORT: usize = 11;

/// What marks the tails of keys that are no short names.
const NUMBER: u32 = 0xfe << 24;
const LONG: u32 = 0xff << 24;

/// A name as the table knows it: short names and numbers are all there, of long ones there is a hash.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    head: u64,
    /// The rest of a short name, with its length in the highest byte, or one of the marks.
    tail: u32,
    /// Where the search begins.
    hash: u64,
}

/// Makes keys that nobody can foresee, so that no file can make all of them meet in one place.
#[derive(Clone, Debug)]
pub(crate) struct Keys {
    seeds: [u64; 2],
    hasher: DefaultHashBuilder,
}

impl Default for Keys {
    fn default() -> Self {
        let hasher = DefaultHashBuilder::default();
        Keys { seeds: [hasher.hash_one(0), hasher.hash_one(1) | 1], hasher }
    }
}

impl Keys {
    #[inline]
    fn key(&self, head: u64, tail: u32) -> Key {
        let product =
            u128::from(head ^ self.seeds[0]) * u128::from(u64::from(tail) << 1 ^ self.seeds[1]);
        Key { head, tail, hash: (product >> 64) as u64 ^ product as u64 }
    }

    pub(crate) fn number(&self, number: u64) -> Key {
        self.key(number, NUMBER)
    }

    #[inline]
    pub(crate) fn word(&self, name: &str) -> Key {
        match short(name.as_bytes()) {
            Some((head, tail)) => self.key(head, tail),
            None => self.key(self.hasher.hash_one(name), LONG | name.len() as u32 & 0xff_ffff),
        }
    }
}

/// A short name as numbers. Two different ones are never the same: the length is among them.
#[inline]
fn short(name: &[u8]) -> Option<(u64, u32)> {
    let length = name.len();
    if length > SHORT {
        return None;
    }
    let four = |at: usize| name[at..].first_chunk().map_or(0, |four| u32::from_le_bytes(*four));
    let (head, tail) = match length {
        8.. => {
            let head = name.first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
            (head, u64::from(four(length - 4)) >> (8 * (12 - length)))
        }
        // What is in both halves is the same in both.
        4..8 => (u64::from(four(0)) | u64::from(four(length - 4)) << (8 * (length - 4)), 0),
        _ => (name.iter().rev().fold(0, |head, &byte| head << 8 | u64::from(byte)), 0),
    };
    Some((head, tail as u32 | (length as u32) << 24))
}

/// Vertices by the keys of their names.
///
/// Open addressing, one slot after the other: a look is at one line of the cache, mostly, and which
/// one that is can be told from the hash alone, so that the processor can be asked for it in time.
/// A slot is written once: first the head of a key, then its tail with the vertex. Whoever sees the vertex
/// sees the key.
#[derive(Debug, Default)]
pub(crate) struct Slots {
    /// Two words for each of a power of two of slots, or none. The second is a tail and one more than the
    /// vertex; 0 where there is none.
    words: Vec<AtomicU64>,
}

impl Slots {
    pub(crate) fn new(len: usize) -> Self {
        Slots { words: sys::zeroed_atomic_words(2 * len) }
    }

    /// How many slots there are.
    pub(crate) fn len(&self) -> usize {
        self.words.len() / 2
    }

    /// Where the search for a key begins.
    #[inline(always)]
    fn place(&self, key: Key) -> usize {
        // No slots, no bits: then nobody looks at the place.
        (key.hash >> 1 >> (63 - self.len().trailing_zeros().min(63))) as usize
    }

    /// The vertex of this key. Of a long name there may be several, one of which `is` meant.
    #[inline]
    pub(crate) fn find(&self, key: Key, is: impl Fn(Vertex) -> bool) -> Option<Vertex> {
        let (mut place, mask) = (self.place(key), self.len().wrapping_sub(1));
        for _ in 0..self.len() {
            let second = self.words[2 * place + 1].load(Acquire);
            if second as u32 == 0 {
                return None;
            }
            let vertex = second as u32 - 1;
            if (second >> 32) as u32 == key.tail
                && self.words[2 * place].load(Relaxed) == key.head
                && (!key.is_long() || is(vertex))
            {
                return Some(vertex);
            }
            place = (place + 1) & mask;
        }
        None
    }

    /// Asks the processor for where the search for a key begins.
    #[inline]
    pub(crate) fn prefetch(&self, key: Key) {
        sys::prefetch(&self.words, 2 * self.place(key));
    }

    /// Adds a vertex that is not there, where at least one slot is empty. Only one thread may at a time.
    pub(crate) fn put(&self, key: Key, vertex: Vertex) {
        let (mut place, mask) = (self.place(key), self.len() - 1);
        while self.words[2 * place + 1].load(Relaxed) as u32 != 0 {
            place = (place + 1) & mask;
        }
        self.words[2 * place].store(key.head, Relaxed);
        let second = u64::from(key.tail) << 32 | u64::from(vertex + 1);
        self.words[2 * place + 1].store(second, Release);
    }

    /// A table of `len` slots with the vertices that `keep` accepts, and how many they are. It is told the head of
    /// the key besides: of a number, that is the number.
    pub(crate) fn rebuilt(
        &self,
        len: usize,
        keys: &Keys,
        mut keep: impl FnMut(u64, Vertex) -> bool,
    ) -> (Self, usize) {
        let (other, mut used) = (Slots::new(len), 0);
        for slot in self.words.chunks_exact(2) {
            let (head, second) = (slot[0].load(Relaxed), slot[1].load(Relaxed));
            if second as u32 != 0 && keep(head, second as u32 - 1) {
                other.put(keys.key(head, (second >> 32) as u32), second as u32 - 1);
                used += 1;
            }
        }
        (other, used)
    }

    pub(crate) fn heap_bytes(&self) -> u64 {
        (self.words.capacity() * 8) as u64
    }
}

impl Key {
    #[inline]
    pub(crate) fn is_long(self) -> bool {
        self.tail >= LONG
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_put_in_is_found() {
        let keys = Keys::default();
        assert_eq!(Slots::default().find(keys.number(5), |_| true), None);
        Slots::default().prefetch(keys.number(5));
        let long = |vertex: u32| format!("a name that is longer {vertex}");
        let kinds: [fn(u32) -> String; 3] = [
            |vertex| vertex.to_string(),
            |vertex| format!("v{vertex}"),
            |vertex| format!("a name that is longer {vertex}"),
        ];
        for name in kinds {
            let slots = Slots::new(4096);
            for vertex in 0..3000 {
                let key = keys.word(&name(vertex));
                assert_eq!(slots.find(key, |other| other == vertex), None);
                slots.put(key, vertex);
            }
            let (some, used) = slots.rebuilt(2048, &keys, |_, vertex| vertex % 3 == 0);
            assert_eq!(used, 1000);
            for vertex in 0..3000 {
                let key = keys.word(&name(vertex));
                assert_eq!(slots.find(key, |other| other == vertex), Some(vertex));
                let expected = (vertex % 3 == 0).then_some(vertex);
                assert_eq!(some.find(key, |other| other == vertex), expected);
            }
        }
        let slots = Slots::new(2);
        slots.put(keys.word(&long(7)), 7);
        assert_eq!(slots.find(keys.word(&long(7)), |_| false), None, "a hash is no proof");
    }

    #[test]
    fn different_short_names_are_different_keys() {
        let mut names = vec![String::new()];
        for length in 1..=SHORT + 1 {
            for letter in ["a", "b", "\0", "é"] {
                for end in ["", "x", "\0"] {
                    let mut name = letter.repeat(length);
                    name.push_str(end);
                    names.push(name);
                }
            }
        }
        names.sort();
        names.dedup();
        let mut keys: Vec<_> = names.iter().filter_map(|name| short(name.as_bytes())).collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
        assert!(names.iter().all(|name| short(name.as_bytes()).is_some() == (name.len() <= SHORT)));
        assert_eq!(short(b"abcdefghijk").unwrap().0, u64::from_le_bytes(*b"abcdefgh"));
    }
}
