//! A priority queue of vertices whose keys are rows of numbers and may shrink.

use std::cmp::Ordering;

use retrograde_core::Vertex;

const ABSENT: u32 = u32::MAX;

/// A binary heap of vertices that knows where each one stands. The keys, one row a vertex, are the
/// heap's too, so that comparing needs no copies.
pub(super) struct Heap {
    keys: Vec<i32>,
    width: usize,
    heap: Vec<Vertex>,
    place: Vec<u32>,
    /// Places passed on the way up and down since somebody asked.
    passed: u32,
}

impl Heap {
    pub(super) fn new(vertices: usize, width: usize) -> Self {
        Heap {
            keys: vec![0; vertices * width],
            width,
            heap: Vec::new(),
            place: vec![ABSENT; vertices],
            passed: 0,
        }
    }

    /// How many keys were compared with their neighbours since this was last asked.
    pub(super) fn take_passed(&mut self) -> u32 {
        std::mem::take(&mut self.passed)
    }

    pub(super) fn key(&self, vertex: Vertex) -> &[i32] {
        let start = vertex as usize * self.width;
        &self.keys[start..start + self.width]
    }

    pub(super) fn contains(&self, vertex: Vertex) -> bool {
        self.place[vertex as usize] != ABSENT
    }

    /// Sets the key of a vertex outside the heap and leaves it outside.
    pub(super) fn set_key(&mut self, vertex: Vertex, key: &[i32]) {
        debug_assert!(!self.contains(vertex));
        let start = vertex as usize * self.width;
        self.keys[start..start + self.width].copy_from_slice(key);
    }

    /// Puts a vertex in, or lowers its key if it is in with a larger one.
    pub(super) fn lower(&mut self, vertex: Vertex, key: &[i32]) {
        if self.contains(vertex) {
            if key.cmp(self.key(vertex)) != Ordering::Less {
                return;
            }
        } else {
            self.place[vertex as usize] = self.heap.len() as u32;
            self.heap.push(vertex);
        }
        let start = vertex as usize * self.width;
        self.keys[start..start + self.width].copy_from_slice(key);
        self.rise(self.place[vertex as usize] as usize);
    }

    /// Takes out the vertex with the least key.
    pub(super) fn pop(&mut self) -> Option<Vertex> {
        let least = *self.heap.first()?;
        self.remove(least);
        Some(least)
    }

    /// Takes out a vertex that is in; its key stays readable.
    pub(super) fn remove(&mut self, vertex: Vertex) {
        let place = self.place[vertex as usize] as usize;
        self.place[vertex as usize] = ABSENT;
        if let Some(last) = self.heap.pop()
            && last != vertex
        {
            self.put(place, last);
            self.rise(place);
            self.sink(self.place[last as usize] as usize);
        }
    }

    fn put(&mut self, place: usize, vertex: Vertex) {
        self.heap[place] = vertex;
        self.place[vertex as usize] = place as u32;
    }

    fn less(&self, a: usize, b: usize) -> bool {
        self.key(self.heap[a]) < self.key(self.heap[b])
    }

    fn swap(&mut self, a: usize, b: usize) {
        let (at_a, at_b) = (self.heap[a], self.heap[b]);
        self.put(a, at_b);
        self.put(b, at_a);
    }

    fn rise(&mut self, mut place: usize) {
        while place > 0 {
            self.passed += 1;
            if !self.less(place, (place - 1) / 2) {
                return;
            }
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn sink(&mut self, mut place: usize) {
        loop {
            let children = [2 * place + 1, 2 * place + 2];
            let mut least = place;
            self.passed += 2;
            for child in children.into_iter().filter(|&child| child < self.heap.len()) {
                if self.less(child, least) {
                    least = child;
                }
            }
            if least == place {
                return;
            }
            self.swap(place, least);
            place = least;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn vertices_come_out_by_their_least_keys(
            steps in proptest::collection::vec((0..8u32, -3..3i32, -3..3i32, 0..4u8), 0..60),
        ) {
            let mut heap = Heap::new(8, 2);
            let mut model: [Option<[i32; 2]>; 8] = [None; 8];
            for (vertex, high, low, step) in steps {
                let slot = &mut model[vertex as usize];
                if step == 0 {
                    let least = model.iter().flatten().min().copied();
                    let popped = heap.pop();
                    let key = popped.and_then(|vertex| model[vertex as usize].take());
                    prop_assert_eq!(key, least);
                    if let Some(vertex) = popped {
                        prop_assert_eq!(heap.key(vertex), key.unwrap());
                    }
                } else if step == 1 && slot.is_some() {
                    heap.remove(vertex);
                    *slot = None;
                } else {
                    heap.lower(vertex, &[high, low]);
                    *slot = Some(slot.map_or([high, low], |key| key.min([high, low])));
                }
                for vertex in 0..8 {
                    prop_assert_eq!(heap.contains(vertex), model[vertex as usize].is_some());
                }
            }
        }
    }
}
