//! Numbers on their way to other workers, gathered until there are enough to send.
//!
//! What is told of vertices lies all over the cells of whoever is told, which are larger than a core's
//! cache. So a worker has several lists for each other one, and for itself: numbers that are close together
//! are on one list, and whoever reads it stays in a part of the cells that the cache holds.
//!
//! Source: S. Beamer, K. Asanović, D. Patterson, *Reducing Pagerank Communication via Propagation
//! Blocking* (2017).

use retrograde_core::Vertex;

use crate::partition::Partition;

/// Numbers that all lists of a worker together may hold before one of them is sent.
const ROOM: usize = 1 << 20;

/// Blocks up to which it is written down who owns which.
const BLOCKS: u64 = 1 << 16;

/// A list is for 2 to the power of this many numbers, whose cells stay in a core's cache.
const NEAR: u32 = 16;

/// Lists up to which there are several for a worker: the ends of more would not stay in the cache.
const LISTS: usize = 1 << 9;

/// Lists of numbers, one or several for each worker.
#[derive(Debug)]
pub(crate) struct Outbox {
    partition: Partition,
    /// For each block its list, above the number of its first vertex there; nothing if they are many.
    blocks: Vec<u64>,
    shift: u32,
    /// The lists of each worker in turn.
    lists: Vec<Vec<u32>>,
    /// How many lists a worker has.
    piles: usize,
    /// A list is for 2 to the power of this many numbers of a worker.
    bits: u32,
    full: Vec<(usize, Vec<u32>)>,
    /// Lists that were read, to be filled again.
    spare: Vec<Vec<u32>>,
    length: usize,
}

impl Outbox {
    /// With one list for each worker, for numbers of any kind.
    pub(crate) fn new(partition: Partition) -> Self {
        Outbox::with_piles(partition, 1, u32::MAX)
    }

    /// With as many lists for each worker as are good for its cells, for numbers of vertices.
    pub(crate) fn near(partition: Partition) -> Self {
        let room = partition.blocks().div_ceil(partition.workers() as u64) * partition.block_len();
        let piles = |bits: u32| room.div_ceil(1 << bits).max(1) as usize;
        let fits = |&bits: &u32| piles(bits).saturating_mul(partition.workers()) <= LISTS;
        match (NEAR.max(partition.block_len().trailing_zeros())..33).find(fits) {
            Some(bits) if piles(bits) > 1 => Outbox::with_piles(partition, piles(bits), bits),
            _ => Outbox::new(partition),
        }
    }

    fn with_piles(partition: Partition, piles: usize, bits: u32) -> Self {
        let count = partition.workers() * piles;
        let length = (ROOM / count).clamp(1 << 8, 1 << 13);
        let blocks = if partition.blocks() > BLOCKS { 0 } else { partition.blocks() };
        let mut outbox = Outbox {
            partition,
            blocks: Vec::new(),
            shift: partition.block_len().trailing_zeros(),
            lists: (0..count).map(|_| Vec::with_capacity(length)).collect(),
            piles,
            bits,
            full: Vec::new(),
            spare: Vec::new(),
            length,
        };
        let entry = |block: u64| {
            let (owner, place) = partition.place(block * partition.block_len());
            (outbox.list(owner, place) as u64) << 32 | u64::from(place)
        };
        outbox.blocks = (0..blocks).map(entry).collect();
        outbox
    }

    /// The list for a number of a worker.
    #[inline(always)]
    fn list(&self, owner: usize, place: u32) -> usize {
        match self.piles {
            1 => owner,
            piles => owner * piles + ((place >> self.bits) as usize).min(piles - 1),
        }
    }

    /// Takes down the number that a vertex has with its owner.
    #[inline(always)]
    pub(crate) fn push(&mut self, vertex: u64) {
        let (list, place) = match self.blocks.get((vertex >> self.shift) as usize) {
            Some(&entry) => {
                let offset = vertex & ((1 << self.shift) - 1);
                ((entry >> 32) as usize, (entry as u32) + offset as u32)
            }
            None => {
                let (owner, place) = self.partition.place(vertex);
                (self.list(owner, place), place)
            }
        };
        self.add(list, [place]);
    }

    /// Takes down the numbers that vertices have with their owners.
    #[inline]
    pub(crate) fn push_all(&mut self, vertices: &[Vertex]) {
        vertices.iter().for_each(|&vertex| self.push(vertex.into()));
    }

    /// Takes down numbers for a worker that stay together, the first of which is for a vertex where there
    /// are several lists.
    #[inline(always)]
    pub(crate) fn push_to<const N: usize>(&mut self, owner: usize, words: [u32; N]) {
        self.add(self.list(owner, words[0]), words);
    }

    #[inline(always)]
    fn add<const N: usize>(&mut self, index: usize, words: [u32; N]) {
        let list = &mut self.lists[index];
        list.extend_from_slice(&words);
        if list.len() + N > self.length {
            self.turn_over(index);
        }
    }

    #[cold]
    fn turn_over(&mut self, index: usize) {
        let empty = self.empty();
        let list = std::mem::replace(&mut self.lists[index], empty);
        self.full.push((index / self.piles, list));
    }

    fn empty(&mut self) -> Vec<u32> {
        self.spare.pop().unwrap_or_else(|| Vec::with_capacity(self.length))
    }

    /// The next list that is to be sent, and to whom.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(usize, Vec<u32>)> {
        self.full.pop()
    }

    /// Makes all that is left to be sent: short lists for the same worker as one.
    pub(crate) fn finish(&mut self) {
        for first in (0..self.lists.len()).step_by(self.piles) {
            for index in first + 1..first + self.piles {
                match self.lists[index].len() {
                    0 => {}
                    long if long > self.length / 8 => self.turn_over(index),
                    short => {
                        if self.lists[first].len() + short > self.length {
                            self.turn_over(first);
                        }
                        let list = std::mem::take(&mut self.lists[index]);
                        self.lists[first].extend_from_slice(&list);
                        self.lists[index] = list;
                        self.lists[index].clear();
                    }
                }
            }
            if !self.lists[first].is_empty() {
                self.turn_over(first);
            }
        }
    }

    /// Gives back a list that was read.
    pub(crate) fn give_back(&mut self, mut list: Vec<u32>) {
        if self.spare.len() < 64 && list.capacity() <= 2 * self.length {
            list.clear();
            self.spare.push(list);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_pushed_comes_out_for_its_owner_and_lists_are_of_neighbours() {
        for (size, workers) in [(1, 1), (5000, 3), (1 << 20, 2), (3 << 20, 5), (1 << 20, 700)] {
            let partition = Partition::new(size, workers).unwrap();
            for mut outbox in [Outbox::new(partition), Outbox::near(partition)] {
                let mut expected = vec![Vec::new(); workers];
                let mut found = expected.clone();
                for number in 0..200_000_u64 {
                    let vertex = number * 7919 % size;
                    let (owner, place) = partition.place(vertex);
                    expected[owner].push(place);
                    match number % 2 {
                        0 => outbox.push(vertex),
                        _ => outbox.push_all(&[vertex as Vertex]),
                    }
                    while let Some((owner, list)) = outbox.pop() {
                        let near = |place: &u32| place >> outbox.bits.min(31);
                        assert!(outbox.piles == 1 || list.iter().map(near).is_sorted());
                        assert!(outbox.piles == 1 || near(&list[0]) == near(&list[list.len() - 1]));
                        assert!(list.len() <= outbox.length);
                        found[owner].extend_from_slice(&list);
                        outbox.give_back(list);
                    }
                }
                outbox.finish();
                while let Some((owner, list)) = outbox.pop() {
                    assert!(list.len() <= outbox.length);
                    found[owner].extend(list);
                }
                expected.iter_mut().chain(&mut found).for_each(|list| list.sort_unstable());
                assert_eq!(found, expected);
            }
        }
    }
}
