//! A partition of the vertices that can only get finer, within a coarser one that lags behind.
//!
//! All vertices stand in one array, the members of each block side by side, and blocks of one
//! *compound* side by side. Splitting a block rearranges its own stretch of the array and nothing
//! else; taking a block out of a compound takes it off one end. So neither needs lists, and a
//! compound is no more than a range.

use std::ops::Range;

use retrograde_core::{Vertex, sys};

use super::Partition;
use super::labels::Index;

/// What the refinement looks up for a vertex, side by side because it is needed together.
#[derive(Clone, Copy, Default)]
pub(super) struct Place<I> {
    position: u32,
    block: u32,
    /// 0 between splits and [`Blocks::ALONE`] for good once the vertex has a block for itself;
    /// otherwise free for use.
    pub(super) work: I,
}

/// A stretch of the array, `start..end`. While vertices are being picked out, those picked for the
/// front stand in `start..front` and those picked for the back in `back..end`.
struct Block {
    start: u32,
    end: u32,
    front: u32,
    back: u32,
    /// Whether the block is a compound by itself.
    is_whole: bool,
}

impl Block {
    fn new(range: Range<u32>, is_whole: bool) -> Self {
        let Range { start, end } = range;
        Block { start, end, front: start, back: end, is_whole }
    }
}

/// The part of its block a vertex is picked out for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Front,
    Back,
}

pub(super) struct Blocks<I> {
    /// The vertices, block after block.
    pub(super) order: Vec<Vertex>,
    /// Where each vertex is.
    pub(super) places: Vec<Place<I>>,
    blocks: Vec<Block>,
    /// Blocks out of which vertices have been picked.
    touched: Vec<u32>,
    /// Compounds of several blocks.
    unsettled: Vec<Range<u32>>,
}

impl<I: Index> Blocks<I> {
    /// Marks a vertex that is all of its block, which no split can change any more.
    pub(super) const ALONE: I = I::MAX;

    /// A block for each class, all in one compound. Every class below the highest must have members.
    pub(super) fn new(classes: &[u32]) -> Self {
        let count = classes.iter().max().map_or(0, |&last| last as usize + 1);
        let mut next = vec![0u32; count + 1];
        for &class in classes {
            next[class as usize + 1] += 1;
        }
        let mut blocks = Vec::with_capacity(classes.len());
        for class in 0..count {
            next[class + 1] += next[class];
            blocks.push(Block::new(next[class]..next[class + 1], count == 1));
        }
        let mut order = sys::zeroed(classes.len());
        let mut places: Vec<Place<I>> = sys::zeroed(classes.len());
        for (vertex, &class) in classes.iter().enumerate() {
            let position = next[class as usize];
            next[class as usize] += 1;
            order[position as usize] = vertex as Vertex;
            let block = &blocks[class as usize];
            let work = if block.end - block.start == 1 { Self::ALONE } else { I::default() };
            places[vertex] = Place { position, block: class, work };
        }
        let all = 0..classes.len() as u32;
        let unsettled = if count > 1 { vec![all] } else { Vec::new() };
        Blocks { order, places, blocks, touched: Vec::new(), unsettled }
    }

    /// A compound of several blocks, if there is one left. It has to be taken apart by
    /// [`take_smaller`](Self::take_smaller).
    pub(super) fn next_unsettled(&mut self) -> Option<Range<u32>> {
        self.unsettled.pop()
    }

    /// Takes a block with at most half of a compound's vertices out of it, and makes it a compound
    /// of its own. `None` if there is but one block.
    pub(super) fn take_smaller(&mut self, compound: &mut Range<u32>) -> Option<Range<u32>> {
        let block_at = |index: u32| self.places[self.order[index as usize] as usize].block as usize;
        let (first, last) = (block_at(compound.start), block_at(compound.end - 1));
        if first == last {
            self.blocks[first].is_whole = true;
            return None;
        }
        let size = |block: usize| self.blocks[block].end - self.blocks[block].start;
        let taken = if size(first) <= size(last) {
            compound.start = self.blocks[first].end;
            first
        } else {
            compound.end = self.blocks[last].start;
            last
        };
        let taken = &mut self.blocks[taken];
        taken.is_whole = true;
        Some(taken.start..taken.end)
    }

    /// Picks a vertex out of its block, once before the next [`split`](Self::split).
    #[inline(always)]
    pub(super) fn pick(&mut self, vertex: Vertex, part: Part) {
        let Place { position, block: number, .. } = self.places[vertex as usize];
        let block = &mut self.blocks[number as usize];
        if block.front == block.start && block.back == block.end {
            self.touched.push(number);
        }
        let to = match part {
            Part::Front => {
                block.front += 1;
                block.front - 1
            }
            Part::Back => {
                block.back -= 1;
                block.back
            }
        };
        let other = self.order[to as usize];
        self.order[to as usize] = vertex;
        self.order[position as usize] = other;
        self.places[other as usize].position = position;
        self.places[vertex as usize].position = to;
    }

    /// Makes blocks of the vertices picked for the front of their block, of those picked for the
    /// back and of those not picked.
    ///
    /// # Complexity
    /// Linear in the number of vertices picked: the largest part keeps the block's number, and only
    /// the members of the others get a new one.
    pub(super) fn split(&mut self) {
        while let Some(number) = self.touched.pop() {
            let block = &mut self.blocks[number as usize];
            let Block { start, end, front, back, is_whole } = *block;
            let parts = [start..front, front..back, back..end];
            let largest = parts.iter().max_by_key(|part| part.len()).cloned().unwrap_or_default();
            if largest == (start..end) {
                *block = Block::new(largest, is_whole);
                continue;
            }
            if is_whole {
                self.unsettled.push(start..end);
            }
            for part in parts.into_iter().filter(|part| !part.is_empty()) {
                let members = &self.order[part.start as usize..part.end as usize];
                if let [member] = *members {
                    self.places[member as usize].work = Self::ALONE;
                }
                if part == largest {
                    self.blocks[number as usize] = Block::new(part, false);
                } else {
                    let fresh = self.blocks.len() as u32;
                    for &member in members {
                        self.places[member as usize].block = fresh;
                    }
                    self.blocks.push(Block::new(part, false));
                }
            }
        }
    }

    /// The blocks as classes, numbered by first appearance.
    pub(super) fn finish(self) -> Partition {
        let Blocks { places, blocks, .. } = self;
        let mut numbers: Vec<Option<u32>> = vec![None; blocks.len()];
        let mut count = 0;
        let mut class = Vec::with_capacity(places.len());
        for place in places {
            class.push(*numbers[place.block as usize].get_or_insert_with(|| {
                count += 1;
                count - 1
            }));
        }
        Partition { class, count: count as usize }
    }
}
