//! Who owns which vertex.

use std::ops::Range;

use retrograde_link::ClusterError;

/// Vertices in blocks of consecutive ones, dealt to workers.
///
/// Every run of as many blocks as there are workers goes round among all of them, beginning with one that
/// a hash of the run picks: each worker has the same number of blocks, give or take one, where a vertex
/// lies is found without looking anything up, and a regular graph has no worker that it prefers. Which
/// blocks there are does not depend on the number of workers, so that what is kept by block can be read
/// by any number of them.
///
/// ```
/// use retrograde_cluster::Partition;
/// let partition = Partition::new(1_000_000, 3).unwrap();
/// let (owner, place) = partition.place(123_456);
/// assert_eq!(partition.vertex(owner, place), 123_456);
/// let counts: u64 = (0..3).map(|worker| partition.count(worker)).sum();
/// assert_eq!(counts, 1_000_000);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partition {
    size: u64,
    workers: u64,
    shift: u32,
    /// 2⁵² divided by the number of workers, rounded up: what division is done with.
    inverse: u64,
}

impl Partition {
    /// The largest block has 2 to the power of this many vertices.
    const MOST: u32 = 16;

    /// A block is one in 2 to the power of this many, at most.
    const PARTS: u32 = 10;

    /// `size` vertices among so many workers; `None` if that is more than 2³² for one of them.
    #[must_use]
    pub fn new(size: u64, workers: usize) -> Option<Self> {
        let shift = (64 - size.leading_zeros()).saturating_sub(Self::PARTS).min(Self::MOST);
        let workers = u64::try_from(workers).ok().filter(|&workers| workers > 0)?;
        let inverse = (1_u64 << 52).div_ceil(workers);
        let partition = Partition { size, workers, shift, inverse };
        // With fewer than 2³² blocks and 2²⁰ workers the division is exact.
        let runs = partition.blocks().div_ceil(workers);
        let fits = partition.blocks() < 1 << 32 && workers < 1 << 20;
        (fits && runs << shift <= 1 << 32).then_some(partition)
    }

    /// As [`new`](Self::new), with an error that says how many workers it takes.
    pub(crate) fn of(size: u64, workers: usize) -> Result<Self, ClusterError> {
        Partition::new(size, workers).ok_or_else(|| {
            let fits = |&workers: &u64| Partition::new(size, workers as usize).is_some();
            let needed = (1..1 << 20).find(fits).unwrap_or(1 << 20);
            ClusterError::TooFewWorkers { size, workers, needed }
        })
    }

    /// How many vertices there are.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }

    /// How many workers there are.
    #[must_use]
    pub fn workers(&self) -> usize {
        self.workers as usize
    }

    /// How many vertices a block has, but for the last one.
    #[must_use]
    pub fn block_len(&self) -> u64 {
        1 << self.shift
    }

    /// How many blocks there are.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.size.div_ceil(1 << self.shift)
    }

    /// The vertices of a block.
    #[must_use]
    pub fn block(&self, block: u64) -> Range<u64> {
        let start = block << self.shift;
        start..self.size.min(start + self.block_len())
    }

    /// The worker that the first block of a run goes to.
    #[inline(always)]
    fn first(&self, run: u64) -> u64 {
        // The constant is 2⁶⁴ divided by the golden ratio; the high bits of the product are mixed well.
        let mixed = run.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        mixed - self.divided(mixed) * self.workers
    }

    #[inline(always)]
    fn divided(&self, number: u64) -> u64 {
        ((u128::from(self.inverse) * u128::from(number)) >> 52) as u64
    }

    /// Who owns a vertex, and under which number.
    #[inline(always)]
    #[must_use]
    pub fn place(&self, vertex: u64) -> (usize, u32) {
        let block = vertex >> self.shift;
        let run = self.divided(block);
        let turn = block - run * self.workers + self.first(run);
        let owner = if turn >= self.workers { turn - self.workers } else { turn };
        let place = run << self.shift | (vertex & (self.block_len() - 1));
        (owner as usize, place as u32)
    }

    /// Who owns a block.
    #[must_use]
    pub fn owner(&self, block: u64) -> usize {
        self.place(block << self.shift).0
    }

    /// The block of a worker in a run of blocks, which may be past the last one.
    #[inline]
    fn block_of(&self, worker: usize, run: u64) -> u64 {
        let first = self.first(run);
        let turn = worker as u64 + if (worker as u64) < first { self.workers } else { 0 } - first;
        run * self.workers + turn
    }

    /// The vertex that a worker has under a number.
    #[inline]
    #[must_use]
    pub fn vertex(&self, worker: usize, place: u32) -> u64 {
        let block = self.block_of(worker, u64::from(place) >> self.shift);
        block << self.shift | (u64::from(place) & (self.block_len() - 1))
    }

    /// The blocks of a worker in rising order, each with the number of its first vertex there.
    pub fn blocks_of(&self, worker: usize) -> impl Iterator<Item = (u64, u32)> + use<> {
        let this = *self;
        (0..self.blocks().div_ceil(self.workers))
            .map(move |run| (this.block_of(worker, run), (run << this.shift) as u32))
            .filter(move |&(block, _)| block < this.blocks())
    }

    /// How many vertices a worker has. Their numbers are those below [`room`](Self::room), not all of
    /// which need be in use: the last block may be shorter, and not the last of its owner.
    #[must_use]
    pub fn count(&self, worker: usize) -> u64 {
        self.blocks_of(worker).map(|(block, _)| self.block(block)).map(|b| b.end - b.start).sum()
    }

    /// One more than the largest number a worker may have for a vertex.
    #[must_use]
    pub fn room(&self, worker: usize) -> usize {
        let last = self.blocks_of(worker).last();
        last.map_or(0, |(block, place)| {
            let block = self.block(block);
            place as usize + (block.end - block.start) as usize
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vertex_has_one_owner_and_the_owners_have_equal_shares() {
        for size in [0, 1, 2, 5, 1023, 1024, 1025, 4096, 70_000] {
            for workers in [1, 2, 3, 4, 7, 16, 100] {
                let partition = Partition::new(size, workers).unwrap();
                let mut seen = 0;
                for worker in 0..workers {
                    let mut before = None;
                    for (block, place) in partition.blocks_of(worker) {
                        assert_eq!(partition.owner(block), worker);
                        for vertex in partition.block(block) {
                            let here = place + (vertex - partition.block(block).start) as u32;
                            assert_eq!(partition.place(vertex), (worker, here));
                            assert_eq!(partition.vertex(worker, here), vertex);
                            assert!((here as usize) < partition.room(worker));
                            assert!(before < Some(vertex));
                            before = Some(vertex);
                            seen += 1;
                        }
                    }
                    let even = partition.blocks() / workers as u64;
                    let blocks = partition.blocks_of(worker).count() as u64;
                    assert!(blocks == even || blocks == even + 1);
                }
                assert_eq!(seen, size);
            }
        }
    }

    #[test]
    fn huge_sizes_are_placed_by_arithmetic_alone() {
        let partition = Partition::new(1_000_000_000_000, 1600).unwrap();
        for vertex in [0, 1, 65_535, 65_536, 123_456_789_012, 999_999_999_999] {
            let (owner, place) = partition.place(vertex);
            assert_eq!(partition.vertex(owner, place), vertex);
        }
        assert!(Partition::new(1_000_000_000_000, 10).is_none());
        assert!(Partition::new(1_000_000_000_000, 1000).is_some());
        assert!(Partition::new(u64::MAX, 1 << 19).is_none());
        assert!(Partition::new(5, 0).is_none());
    }
}
