//! Numbers on their way to other workers, gathered until there are enough to send.

use crate::partition::Partition;

/// Numbers that all lists of a worker together may hold before one of them is sent.
const ROOM: usize = 1 << 20;

/// Blocks up to which it is written down who owns which.
const BLOCKS: u64 = 1 << 16;

/// Lists of numbers, one for each worker.
#[derive(Debug)]
pub(crate) struct Outbox {
    partition: Partition,
    /// For each block its owner, above the number of its first vertex there; nothing if they are many.
    blocks: Vec<u64>,
    shift: u32,
    lists: Vec<Vec<u32>>,
    full: Vec<(usize, Vec<u32>)>,
    /// Lists that were read, to be filled again.
    spare: Vec<Vec<u32>>,
    length: usize,
}

impl Outbox {
    pub(crate) fn new(partition: Partition) -> Self {
        let length = (ROOM / partition.workers()).clamp(1 << 8, 1 << 13);
        let lists = (0..partition.workers()).map(|_| Vec::with_capacity(length)).collect();
        let blocks = if partition.blocks() > BLOCKS { 0 } else { partition.blocks() };
        let entry = |block: u64| {
            let (owner, place) = partition.place(block * partition.block_len());
            (owner as u64) << 32 | u64::from(place)
        };
        let blocks = (0..blocks).map(entry).collect();
        let shift = partition.block_len().trailing_zeros();
        Outbox { partition, blocks, shift, lists, full: Vec::new(), spare: Vec::new(), length }
    }

    /// Takes down the number that a vertex has with its owner.
    #[inline(always)]
    pub(crate) fn push(&mut self, vertex: u64) {
        let (owner, place) = match self.blocks.get((vertex >> self.shift) as usize) {
            Some(&entry) => {
                let offset = vertex & ((1 << self.shift) - 1);
                ((entry >> 32) as usize, (entry as u32) + offset as u32)
            }
            None => self.partition.place(vertex),
        };
        self.push_to(owner, [place]);
    }

    /// Takes down numbers for a worker that stay together.
    #[inline(always)]
    pub(crate) fn push_to<const N: usize>(&mut self, owner: usize, words: [u32; N]) {
        let list = &mut self.lists[owner];
        list.extend_from_slice(&words);
        if list.len() + N > self.length {
            self.turn_over(owner);
        }
    }

    #[cold]
    fn turn_over(&mut self, owner: usize) {
        let empty = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(self.length));
        let list = std::mem::replace(&mut self.lists[owner], empty);
        self.full.push((owner, list));
    }

    /// The next list that is to be sent, and to whom.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(usize, Vec<u32>)> {
        self.full.pop()
    }

    /// Makes all that is left to be sent.
    pub(crate) fn finish(&mut self) {
        for owner in 0..self.lists.len() {
            if !self.lists[owner].is_empty() {
                self.turn_over(owner);
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
