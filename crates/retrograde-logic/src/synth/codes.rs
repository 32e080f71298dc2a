//! How latches tell blocks apart.

/// The numbers of blocks in as few latches as there can be.
pub(crate) fn binary(blocks: usize, order: impl Fn(usize) -> usize) -> Vec<Vec<bool>> {
    let bits = blocks.next_power_of_two().trailing_zeros() as usize;
    (0..blocks).map(|block| (0..bits).map(|bit| order(block) >> bit & 1 == 1).collect()).collect()
}

/// A latch for each block but the first.
pub(crate) fn one_hot(blocks: usize) -> Vec<Vec<bool>> {
    (0..blocks).map(|block| (1..blocks).map(|bit| bit == block).collect()).collect()
}

/// The same with the numbers shuffled, except that of the first block.
pub(crate) fn shuffled(blocks: usize, seed: u64) -> Vec<Vec<bool>> {
    let mut numbers: Vec<usize> = (0..blocks.next_power_of_two()).collect();
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for place in (2..numbers.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        numbers.swap(place, 1 + (state >> 33) as usize % place);
    }
    binary(blocks, |block| numbers[block])
}
