//! Reading names one by one: which vertex has this one, and is it new?

use std::sync::Arc;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

use crate::error::GraphError;
use crate::graph::Vertex;
use crate::known::Known;
use crate::names::{Names, canonical_number, text_name};
use crate::slots::{Key, Keys, Slots};
use crate::sys;

/// How long the direct table may be while few names have come, and how long it is made at once when there are
/// more. Of what is not used of it there are addresses and no memory.
const SMALL_DENSE: usize = 1 << 20;
const AT_ONCE: usize = 1 << 24;

/// With fewer bytes to be had, addresses may be few as well.
const PLENTY: u64 = 1 << 30;

/// Hands out vertices for names in order of first appearance.
#[derive(Debug)]
pub(crate) struct Interner {
    /// Names seen so far while all of them are numbers.
    numbers: Vec<u64>,
    /// For each number below `dense_len`, one more than its vertex, or 0 if it has not appeared. Others may
    /// look at it while it is filled. What is behind that has not been touched, and takes no memory.
    dense: Arc<Vec<AtomicU32>>,
    dense_len: usize,
    /// Names seen so far once one of them is not a number: `Some((text, ends))`.
    text: Option<(String, Vec<u64>)>,
    /// Names past the end of `dense`, or all of them once they are text, and how many.
    table: Arc<Slots>,
    used: usize,
    keys: Keys,
    /// How long `dense` may be, and how long it is made at once where many names come.
    most_dense: u64,
    at_once: usize,
}

impl Default for Interner {
    fn default() -> Self {
        Interner {
            numbers: Vec::new(),
            dense: Arc::default(),
            dense_len: 0,
            text: None,
            table: Arc::default(),
            used: 0,
            keys: Keys::default(),
            most_dense: u64::MAX,
            at_once: AT_ONCE,
        }
    }
}

impl Interner {
    /// With a direct table, which is long before many names have come, that leaves most of so many bytes to
    /// names. For one that has none yet.
    pub(crate) fn within(self, bytes: u64) -> Self {
        Interner { most_dense: bytes / 32, at_once: 0, ..self }
    }

    /// Takes no addresses ahead of time where a process may have few of them.
    pub(crate) fn limit_addresses(&mut self, bytes: u64) {
        if bytes < PLENTY {
            self.at_once = 0;
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.text.as_ref().map_or(self.numbers.len(), |(_, ends)| ends.len())
    }

    /// The vertex called `name`, new or known.
    pub(crate) fn intern(&mut self, name: &str) -> Result<Vertex, GraphError> {
        let key = self.keys.word(name);
        self.intern_keyed(key, name)
    }

    /// The same, for a name whose [key](Self::key) is at hand.
    pub(crate) fn intern_keyed(&mut self, key: Key, name: &str) -> Result<Vertex, GraphError> {
        if self.text.is_none() {
            if let Some(number) = canonical_number(name) {
                return self.intern_number(number);
            }
            self.switch_to_text();
        }
        self.intern_text(key, name)
    }

    /// The vertex called `number`, new or known, without going through text where possible.
    pub(crate) fn intern_number(&mut self, number: u64) -> Result<Vertex, GraphError> {
        if self.text.is_some() {
            return self.intern(&number.to_string());
        }
        let Some(slot) = self.dense[..self.dense_len].get(number as usize) else {
            return self.intern_large_number(number);
        };
        let known = slot.load(Relaxed);
        if known != 0 {
            return Ok(known - 1);
        }
        let vertex = next_vertex(self.numbers.len())?;
        push(&mut self.numbers, number);
        slot.store(vertex + 1, Relaxed);
        Ok(vertex)
    }

    /// A number past the end of the direct table: makes the table longer if that is in proportion
    /// to what has been read, so that one line with a huge number does not cost gigabytes.
    fn intern_large_number(&mut self, number: u64) -> Result<Vertex, GraphError> {
        let in_proportion = (self.numbers.len() as u64).saturating_mul(8).max(1 << 20);
        if number < in_proportion.min(self.most_dense) {
            self.lengthen_dense(number);
            return self.intern_number(number);
        }
        let key = self.keys.number(number);
        if let Some(known) = self.table.find(key, |_| true) {
            return Ok(known);
        }
        let vertex = next_vertex(self.numbers.len())?;
        push(&mut self.numbers, number);
        self.insert(key, vertex);
        Ok(vertex)
    }

    /// Makes room for `number` in the direct table and moves there what belongs there now.
    fn lengthen_dense(&mut self, number: u64) {
        let len = (number + 1).next_power_of_two().min(self.most_dense) as usize;
        if len > self.dense.len() {
            // Where many names come it is not copied each time that it doubles.
            let longer =
                sys::zeroed_atomics(len.max(if len > SMALL_DENSE { self.at_once } else { 0 }));
            for (slot, before) in longer.iter().zip(&self.dense[..self.dense_len]) {
                slot.store(before.load(Relaxed), Relaxed);
            }
            self.dense = Arc::new(longer);
        }
        self.dense_len = len;
        let longer = &self.dense[..len];
        let keep = |number: u64, vertex: Vertex| {
            if let Some(slot) = longer.get(number as usize) {
                slot.store(vertex + 1, Relaxed);
            }
            number >= len as u64
        };
        let (table, used) = self.table.rebuilt(self.table.len(), &self.keys, keep);
        (self.table, self.used) = (Arc::new(table), used);
    }

    /// Asks for the place where the vertex of `number` is noted.
    #[inline]
    pub(crate) fn prefetch_number(&self, number: u64) {
        match (number as usize) < self.dense_len {
            true => sys::prefetch(&self.dense, number as usize),
            false => self.table.prefetch(self.keys.number(number)),
        }
    }

    /// The key of a name, which the processor is asked to look for.
    #[inline]
    pub(crate) fn key(&self, name: &str) -> Key {
        let key = self.keys.word(name);
        self.table.prefetch(key);
        key
    }

    fn intern_text(&mut self, key: Key, name: &str) -> Result<Vertex, GraphError> {
        let (text, ends) = self.text.as_mut().expect("called once names are text");
        let same = |vertex: Vertex| text_name(text, ends, vertex) == name;
        if let Some(known) = self.table.find(key, same) {
            return Ok(known);
        }
        let vertex = next_vertex(ends.len())?;
        text.push_str(name);
        push(ends, text.len() as u64);
        self.insert(key, vertex);
        Ok(vertex)
    }

    /// Adds a vertex to the table, of which at most three quarters are in use.
    fn insert(&mut self, key: Key, vertex: Vertex) {
        if self.used + 1 > self.table.len() / 4 * 3 {
            let len = (self.table.len() * 2).max(16);
            self.table = Arc::new(self.table.rebuilt(len, &self.keys, |_, _| true).0);
        }
        self.table.put(key, vertex);
        self.used += 1;
    }

    fn switch_to_text(&mut self) {
        self.text = Some((String::new(), Vec::new()));
        (self.dense, self.dense_len) = (Arc::default(), 0);
        (self.table, self.used) = (Arc::default(), 0);
        for number in std::mem::take(&mut self.numbers) {
            self.intern(&number.to_string()).expect("it had a vertex before");
        }
    }

    /// What is known by now, for others to look at.
    pub(crate) fn known(&self) -> Known {
        let is_text = self.text.is_some();
        let dense = (Arc::clone(&self.dense), self.dense_len);
        Known::new(dense, (Arc::clone(&self.table), self.keys.clone()), is_text)
    }

    /// An interner without names that makes the same keys.
    pub(crate) fn emptied(&self) -> Self {
        let Interner { most_dense, at_once, .. } = *self;
        Interner { keys: self.keys.clone(), most_dense, at_once, ..Interner::default() }
    }

    pub(crate) fn finish(self) -> Names {
        match self.text {
            Some((text, ends)) => Names::of_text(text, ends),
            None => Names::of_numbers(self.numbers),
        }
    }

    /// The name of a vertex already handed out.
    pub(crate) fn name(&self, vertex: Vertex) -> String {
        match &self.text {
            Some((text, ends)) => text_name(text, ends, vertex).to_owned(),
            None => self.numbers[vertex as usize].to_string(),
        }
    }

    pub(crate) fn heap_bytes(&self) -> u64 {
        let text =
            self.text.as_ref().map_or(0, |(text, ends)| text.capacity() + ends.capacity() * 8);
        (text + self.numbers.capacity() * 8 + self.dense_len * 4) as u64 + self.table.heap_bytes()
    }
}

/// Adds to a list that grows on huge pages.
#[inline]
fn push(list: &mut Vec<u64>, item: u64) {
    if list.len() == list.capacity() {
        sys::grow(list);
    }
    list.push(item);
}

fn next_vertex(count: usize) -> Result<Vertex, GraphError> {
    if count >= u32::MAX as usize { Err(GraphError::TooManyVertices) } else { Ok(count as Vertex) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_large_number_stays_known_when_the_direct_table_grows_past_it() {
        let mut interner = Interner::default();
        let far_number = 1_500_000;
        let far = interner.intern_number(far_number).unwrap();
        assert!(interner.heap_bytes() < 10_000);
        for number in 0..200_000 {
            interner.intern_number(number).unwrap();
        }
        assert_eq!(interner.intern_number(far_number).unwrap(), far);
        assert_eq!(interner.len(), 200_001);
        assert!(interner.heap_bytes() < 16_000_000);
    }

    #[test]
    fn addresses_taken_ahead_of_time_change_nothing() {
        let (mut one, mut other) = (Interner::default(), Interner::default());
        other.limit_addresses(PLENTY - 1);
        let number = |index: u64| index * 0x9e37 % 3_000_017;
        let mut looks = Vec::new();
        for index in 0..500_000 {
            let vertex = one.intern_number(number(index)).unwrap();
            assert_eq!(other.intern_number(number(index)).unwrap(), vertex);
            assert_eq!(one.dense_len, other.dense_len);
            if index % 50_000 == 0 {
                assert_eq!(one.heap_bytes(), other.heap_bytes());
                looks.push((one.known(), index, vertex));
            }
        }
        assert_eq!((one.dense.len(), other.dense.len()), (AT_ONCE, 1 << 22));
        for (known, index, vertex) in looks {
            assert_eq!(known.number(number(index)), Some(vertex));
            assert_eq!(known.number(3_000_017), None);
        }
        assert_eq!(one.finish(), other.finish());
    }

    #[test]
    fn the_direct_table_leaves_room_for_names() {
        let mut interner = Interner::default().within(1 << 16);
        for number in (0..1 << 20).rev().step_by(1 << 10) {
            assert_eq!(
                interner.intern_number(number).unwrap(),
                interner.intern_number(number).unwrap()
            );
        }
        assert_eq!(interner.len(), 1 << 10);
        assert!(interner.heap_bytes() < 1 << 16);
    }

    #[test]
    fn the_first_word_turns_earlier_numbers_into_text() {
        let mut interner = Interner::default();
        assert_eq!(interner.intern("5").unwrap(), 0);
        assert_eq!(interner.intern("a").unwrap(), 1);
        assert_eq!(interner.intern_number(5).unwrap(), 0);
        assert_eq!(interner.name(0), "5");
        let names = interner.finish();
        assert_eq!((names.get(0), names.get(1)), ("5".into(), "a".into()));
    }
}
