//! A piece of a block: some positions next to each other, and what their moves lead to.

use std::hash::{BuildHasher, Hash};
use std::ops::Range;

use hashbrown::DefaultHashBuilder;
use retrograde_core::{Outcome, Vertex};

use super::shard::{Shard, split};
use crate::Game;

/// A piece with more moves than this does without the rest of its parents.
const MOST_MOVES: usize = 1 << 15;

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
pub(super) struct Piece<P> {
    pub(super) parents: Range<usize>,
    pub(super) children: Vec<P>,
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
}

impl<P> Piece<P> {
    pub(super) fn new(shards: usize) -> Self {
        Piece {
            parents: 0..0,
            children: Vec::new(),
            ends: Vec::new(),
            verdicts: Vec::new(),
            records: (0..shards).map(|_| Vec::new()).collect(),
            fresh: Vec::new(),
            fresh_before: Vec::new(),
            fresh_count: 0,
            first: 0,
            targets: Vec::new(),
        }
    }

    /// The number of a child that is met for the first time.
    pub(super) fn number(&self, place: u32) -> Vertex {
        let (word, bit) = (place as usize / 64, place % 64);
        let before = self.fresh[word] & ((1 << bit) - 1);
        self.first + self.fresh_before[word] + before.count_ones()
    }
}

impl<P: Clone + Eq + Hash> Piece<P> {
    pub(super) fn push<G: Game<Position = P>>(
        &mut self,
        game: &G,
        child: P,
        symmetry: bool,
        hasher: &DefaultHashBuilder,
    ) {
        let child = if symmetry { game.canonical(&child) } else { child };
        let (shard, tag) = split(hasher.hash_one(&child), self.records.len());
        self.records[shard].push(Record { place: self.children.len() as u32, word: tag });
        self.children.push(child);
    }

    /// Makes all moves of the parents, or of the first of them where they are too many.
    pub(super) fn generate<G: Game<Position = P>>(
        &mut self,
        game: &G,
        positions: &[P],
        symmetry: bool,
        hasher: &DefaultHashBuilder,
        moves: &mut Vec<G::Move>,
    ) {
        self.children.clear();
        self.ends.clear();
        self.verdicts.clear();
        self.records.iter_mut().for_each(Vec::clear);
        for vertex in self.parents.clone() {
            if self.children.len() > MOST_MOVES {
                self.parents.end = vertex;
                return;
            }
            let parent = &positions[vertex];
            if let Some(verdict) = game.verdict(parent) {
                self.verdicts.push((vertex, verdict));
            } else {
                moves.clear();
                game.moves(parent, moves);
                for chosen in &*moves {
                    self.push(game, game.play(parent, chosen), symmetry, hasher);
                }
            }
            self.ends.push(self.children.len() as u32);
        }
    }

    /// Notes which children are new.
    pub(super) fn mark(&mut self, shards: &[Shard], index: usize) {
        self.fresh.clear();
        self.fresh.resize(self.children.len().div_ceil(64), 0);
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

    /// Makes the rows of the parents, and keeps of the children only the new ones.
    pub(super) fn settle(&mut self, shards: &[Shard], index: usize, known: Vertex) {
        self.targets.clear();
        self.targets.resize(self.children.len(), 0);
        for shard in shards {
            for record in &shard.records[index] {
                self.targets[record.place as usize] = match record.word.checked_sub(known) {
                    Some(new) => shard.new[new as usize].number,
                    None => record.word,
                };
            }
        }
        // Rows lose what occurs twice in them and move up to close the gaps.
        let (mut start, mut kept) = (0, 0);
        for end in &mut self.ends {
            let row = &mut self.targets[start..*end as usize];
            row.sort_unstable();
            let from = kept;
            for at in start..*end as usize {
                let target = self.targets[at];
                if kept == from || self.targets[kept - 1] != target {
                    self.targets[kept] = target;
                    kept += 1;
                }
            }
            start = *end as usize;
            *end = kept as u32;
        }
        self.targets.truncate(kept);
        let mut place = 0;
        let fresh = &self.fresh;
        self.children.retain(|_| {
            let is_fresh = fresh[place / 64] >> (place % 64) & 1 == 1;
            place += 1;
            is_fresh
        });
    }
}
