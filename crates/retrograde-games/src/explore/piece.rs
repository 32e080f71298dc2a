//! A piece of a block: some positions next to each other, and what their moves lead to.

use std::any::Any;
use std::ops::Range;

use retrograde_core::{Outcome, Vertex};

use super::shard::Shard;

/// A position that a move leads to, on its way through a shard.
#[derive(Clone, Copy)]
pub(super) struct Record {
    /// Which of the piece's children it is.
    pub(super) place: u32,
    /// The tag of its hash, and once it is looked up its vertex. A vertex past those known before
    /// the block stands for one of the shard's new ones.
    pub(super) word: u32,
}

/// Some positions next to each other, and what their moves lead to.
pub(super) struct Piece {
    pub(super) parents: Range<usize>,
    /// The positions that their moves lead to, in a list that only the rules can read, and how many
    /// they are.
    pub(super) children: Box<dyn Any + Send + Sync>,
    pub(super) count: usize,
    /// Where the children of each parent end.
    pub(super) ends: Vec<u32>,
    pub(super) verdicts: Vec<(usize, Outcome)>,
    /// The children by shard.
    pub(super) records: Vec<Vec<Record>>,
    /// Which children are met for the first time, a bit each, and how many are before each word.
    pub(super) fresh: Vec<u64>,
    pub(super) fresh_before: Vec<u32>,
    pub(super) fresh_count: u32,
    /// The number of the first of them.
    pub(super) first: Vertex,
    /// The rows of the graph, one after the other.
    pub(super) targets: Vec<Vertex>,
    /// A row with its places, in order.
    sorted: Vec<(Vertex, u32)>,
}

impl Piece {
    /// One whose children will be in `children`, which is empty.
    pub(super) fn new(children: Box<dyn Any + Send + Sync>, shards: usize) -> Self {
        Piece {
            parents: 0..0,
            children,
            count: 0,
            ends: Vec::new(),
            verdicts: Vec::new(),
            records: (0..shards).map(|_| Vec::new()).collect(),
            fresh: Vec::new(),
            fresh_before: Vec::new(),
            fresh_count: 0,
            first: 0,
            targets: Vec::new(),
            sorted: Vec::new(),
        }
    }

    /// Forgets what it found, to begin anew.
    pub(super) fn clear(&mut self) {
        self.count = 0;
        self.ends.clear();
        self.verdicts.clear();
        self.records.iter_mut().for_each(Vec::clear);
    }

    /// Whether a child is met for the first time.
    pub(super) fn is_fresh(&self, place: usize) -> bool {
        self.fresh[place / 64] >> (place % 64) & 1 == 1
    }

    /// The number of a child that is met for the first time.
    pub(super) fn number(&self, place: u32) -> Vertex {
        let (word, bit) = (place as usize / 64, place % 64);
        let before = self.fresh[word] & ((1 << bit) - 1);
        self.first + self.fresh_before[word] + before.count_ones()
    }

    /// Notes which children are new.
    pub(super) fn mark(&mut self, shards: &[Shard], index: usize) {
        self.fresh.clear();
        self.fresh.resize(self.count.div_ceil(64), 0);
        for shard in shards {
            let start = if index == 0 { 0 } else { shard.new_ends[index - 1] };
            for new in &shard.new[start..shard.new_ends[index]] {
                self.fresh[new.place as usize / 64] |= 1 << (new.place % 64);
            }
        }
        self.fresh_before.clear();
        self.fresh_count = 0;
        for word in &self.fresh {
            self.fresh_before.push(self.fresh_count);
            self.fresh_count += word.count_ones();
        }
    }

    /// Makes the rows of the parents.
    pub(super) fn settle(&mut self, shards: &[Shard], index: usize, known: Vertex) {
        self.targets.clear();
        self.targets.resize(self.count, 0);
        for shard in shards {
            for record in &shard.records[index] {
                self.targets[record.place as usize] = match record.word.checked_sub(known) {
                    Some(new) => shard.new[new as usize].number,
                    None => record.word,
                };
            }
        }
        // Rows keep the order of the moves, lose what occurs a second time and move up to close the gaps.
        let (mut start, mut kept) = (0, 0);
        for end in &mut self.ends {
            let row = start..*end as usize;
            let length = keep_first(&mut self.targets[row.clone()], &mut self.sorted);
            self.targets.copy_within(start..start + length, kept);
            kept += length;
            start = row.end;
            *end = kept as u32;
        }
        self.targets.truncate(kept);
    }
}

/// Moves what occurs for the first time in a row to its front, in the order given, and says how many
/// there are.
fn keep_first(row: &mut [Vertex], sorted: &mut Vec<(Vertex, u32)>) -> usize {
    /// So few are compared with each other in no time.
    const FEW: usize = 16;
    let mut kept = 0;
    if row.len() <= FEW {
        for at in 0..row.len() {
            if !row[..kept].contains(&row[at]) {
                row[kept] = row[at];
                kept += 1;
            }
        }
        return kept;
    }
    sorted.clear();
    sorted.extend(row.iter().copied().zip(0..));
    sorted.sort_unstable();
    sorted.dedup_by_key(|&mut (target, _)| target);
    if sorted.len() < row.len() {
        sorted.sort_unstable_by_key(|&(_, place)| place);
        row.iter_mut().zip(&*sorted).for_each(|(slot, &(target, _))| *slot = target);
    }
    sorted.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_several_stays_where_it_is() {
        let mut sorted = Vec::new();
        for length in 0..60_u32 {
            for different in 1..20 {
                let row: Vec<Vertex> = (0..length).map(|n| n * n * 7 % different).collect();
                let mut expected = Vec::new();
                row.iter().for_each(|target| {
                    if !expected.contains(target) {
                        expected.push(*target);
                    }
                });
                let mut kept = row.clone();
                let count = keep_first(&mut kept, &mut sorted);
                assert_eq!(kept[..count], expected, "{row:?}");
            }
        }
    }
}
