//! Reading names one by one: which vertex has this one, and is it new?

use std::hash::BuildHasher;

use hashbrown::DefaultHashBuilder;

use crate::error::GraphError;
use crate::graph::Vertex;
use crate::names::{Names, canonical_number, text_name};
use crate::slots::Slots;
use crate::sys;

/// Hands out vertices for names in order of first appearance.
#[derive(Debug)]
pub(crate) struct Interner {
    /// Names seen so far while all of them are numbers.
    numbers: Vec<u64>,
    /// For each number below its length, one more than its vertex, or 0 if it has not appeared.
    dense: Vec<u32>,
    /// Names seen so far once one of them is not a number: `Some((text, ends))`.
    text: Option<(String, Vec<u64>)>,
    /// Names past the end of `dense`, or all of them once they are text.
    table: Slots,
    hasher: DefaultHashBuilder,
    /// How long `dense` may be.
    most_dense: u64,
}

impl Default for Interner {
    fn default() -> Self {
        Interner::within(u64::MAX)
    }
}

impl Interner {
    /// One whose direct table, which is as long before many names have come, leaves most of so many bytes to
    /// them.
    pub(crate) fn within(bytes: u64) -> Self {
        Interner {
            numbers: Vec::new(),
            dense: Vec::new(),
            text: None,
            table: Slots::default(),
            hasher: DefaultHashBuilder::default(),
            most_dense: bytes / 32,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.text.as_ref().map_or(self.numbers.len(), |(_, ends)| ends.len())
    }

    /// The vertex called `name`, new or known.
    pub(crate) fn intern(&mut self, name: &str) -> Result<Vertex, GraphError> {
        if self.text.is_none() {
            if let Some(number) = canonical_number(name) {
                return self.intern_number(number);
            }
            self.switch_to_text();
        }
        self.intern_text(name)
    }

    /// The vertex called `number`, new or known, without going through text where possible.
    pub(crate) fn intern_number(&mut self, number: u64) -> Result<Vertex, GraphError> {
        if self.text.is_some() {
            return self.intern_text(&number.to_string());
        }
        if number >= self.dense.len() as u64 {
            return self.intern_large_number(number);
        }
        let slot = &mut self.dense[number as usize];
        if *slot == 0 {
            let vertex = next_vertex(self.numbers.len())?;
            self.numbers.push(number);
            *slot = vertex + 1;
        }
        Ok(*slot - 1)
    }

    /// A number past the end of the direct table: makes the table longer if that is in proportion
    /// to what has been read, so that one line with a huge number does not cost gigabytes.
    fn intern_large_number(&mut self, number: u64) -> Result<Vertex, GraphError> {
        let in_proportion = (self.numbers.len() as u64).saturating_mul(8).max(1 << 20);
        if number < in_proportion.min(self.most_dense) {
            self.lengthen_dense(number);
            return self.intern_number(number);
        }
        let hash = self.hasher.hash_one(number) as u32;
        let same = |vertex: Vertex| self.numbers[vertex as usize] == number;
        if let Some(known) = self.table.find(hash, same) {
            return Ok(known);
        }
        let vertex = next_vertex(self.numbers.len())?;
        self.numbers.push(number);
        self.table.insert(hash, vertex);
        Ok(vertex)
    }

    /// Makes room for `number` in the direct table and moves there what belongs there now.
    fn lengthen_dense(&mut self, number: u64) {
        let len = (number + 1).next_power_of_two().min(self.most_dense) as usize;
        let mut longer = sys::zeroed(len);
        longer[..self.dense.len()].copy_from_slice(&self.dense);
        let numbers = &self.numbers;
        self.table.retain(|vertex| {
            let number = numbers[vertex as usize];
            if number < len as u64 {
                longer[number as usize] = vertex + 1;
            }
            number >= len as u64
        });
        self.dense = longer;
    }

    /// Asks for the place where the vertex of `number` is noted.
    #[inline]
    pub(crate) fn prefetch_number(&self, number: u64) {
        sys::prefetch(&self.dense, number as usize);
    }

    fn intern_text(&mut self, name: &str) -> Result<Vertex, GraphError> {
        let hash = self.hasher.hash_one(name) as u32;
        let (text, ends) = self.text.as_mut().expect("called once names are text");
        let same = |vertex: Vertex| text_name(text, ends, vertex) == name;
        if let Some(known) = self.table.find(hash, same) {
            return Ok(known);
        }
        let vertex = next_vertex(ends.len())?;
        text.push_str(name);
        ends.push(text.len() as u64);
        self.table.insert(hash, vertex);
        Ok(vertex)
    }

    /// Asks the processor for what [`intern`](Self::intern) will look at for each of some names, first
    /// where to look, then what is there: no name waits for another.
    pub(crate) fn foresee<'n>(&self, names: impl Iterator<Item = &'n str>) {
        const MANY: usize = 64;
        let Some((text, ends)) = &self.text else { return };
        let mut hashes = [0; MANY];
        let mut count = 0;
        for (hash, name) in hashes.iter_mut().zip(names) {
            *hash = self.hasher.hash_one(name) as u32;
            self.table.prefetch(*hash);
            count += 1;
        }
        let mut known = [0; MANY];
        let mut found = 0;
        for &hash in &hashes[..count] {
            if let Some(vertex) = self.table.find(hash, |_| true) {
                sys::prefetch(ends, vertex as usize);
                known[found] = vertex as usize;
                found += 1;
            }
        }
        for &vertex in &known[..found] {
            sys::prefetch(text.as_bytes(), ends[vertex].saturating_sub(1) as usize);
        }
    }

    fn switch_to_text(&mut self) {
        self.text = Some((String::new(), Vec::new()));
        self.dense = Vec::new();
        self.table.clear();
        for number in std::mem::take(&mut self.numbers) {
            self.intern_text(&number.to_string()).expect("it had a vertex before");
        }
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
        (text + self.numbers.capacity() * 8 + self.dense.capacity() * 4) as u64
            + self.table.heap_bytes()
    }
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
    fn the_direct_table_leaves_room_for_names() {
        let mut interner = Interner::within(1 << 16);
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
