//! One step of the wave: from the states settled last to their predecessors.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use retrograde_core::{Vertex, sys};

use super::ground::Ground;
use super::marks::{Mark, Sharing};

/// How many frontier vertices, and how many predecessors, to ask for ahead of their use.
const AHEAD: usize = 16;

/// Predecessors handled at a time.
const BATCH: usize = 128;

/// Rows up to this length are copied without looking at their length.
const SHORT: usize = 8;

/// Predecessors on their way through.
pub(super) type Batch = [Vertex; BATCH + SHORT];

pub(super) fn empty_batch() -> Batch {
    [0; BATCH + SHORT]
}

/// What the threads share while one level is turned into the next.
pub(super) struct Front<'a, S: Mark, B> {
    pub(super) ground: &'a B,
    pub(super) win: &'a [AtomicU64],
    pub(super) settled: &'a [AtomicU64],
    pub(super) marks: &'a [S::Atomic],
}

impl<S: Mark, B: Ground> Front<'_, S, B> {
    /// Every open predecessor of a lost vertex is won.
    pub(super) fn win_predecessors(
        &self,
        sharing: Sharing,
        lost: &[Vertex],
        level: u32,
        batch: &mut Batch,
        out: &mut Vec<Vertex>,
    ) {
        self.each_batch(lost, batch, |batch| {
            let batch = compact(batch, |from| !has_bit(self.settled, from));
            let new = &*compact(batch, |from| set_bit(sharing, self.settled, from));
            for &from in new {
                set_bit(sharing, self.win, from);
                S::store(&self.marks[from as usize], level);
            }
            out.extend_from_slice(new);
        });
    }

    /// Every open predecessor of a won vertex has one move less; with none left it is lost.
    pub(super) fn lower_predecessors(
        &self,
        sharing: Sharing,
        won: &[Vertex],
        level: u32,
        batch: &mut Batch,
        out: &mut Vec<Vertex>,
    ) {
        self.each_batch(won, batch, |batch| {
            let batch = compact(batch, |from| !has_bit(self.settled, from));
            for &from in batch.iter() {
                sys::prefetch(self.marks, from as usize);
            }
            let new = &*compact(batch, |from| S::lower(&self.marks[from as usize], sharing));
            for &from in new {
                set_bit(sharing, self.settled, from);
                S::store(&self.marks[from as usize], level);
            }
            out.extend_from_slice(new);
        });
    }

    /// As [`win_predecessors`](Self::win_predecessors), but notes only that they are settled, for
    /// [`take_wins`](Self::take_wins) to do the rest.
    pub(super) fn claim_predecessors(&self, sharing: Sharing, lost: &[Vertex], batch: &mut Batch) {
        self.each_batch(lost, batch, |batch| {
            let batch = compact(batch, |from| !has_bit(self.settled, from));
            for &from in batch.iter() {
                set_bit(sharing, self.settled, from);
            }
        });
    }

    /// Remembers what is settled now.
    pub(super) fn remember(&self, before: &mut Vec<u64>) {
        before.clear();
        before.extend(self.settled.iter().map(|word| word.load(Relaxed)));
    }

    /// Makes wins of all vertices settled since `before`, and adds them to the list.
    pub(super) fn take_wins(
        &self,
        before: &[u64],
        level: u32,
        mut wins: Vec<Vertex>,
    ) -> Vec<Vertex> {
        self.each_settled_since(
            before,
            |index, new| {
                let word = &self.win[index];
                word.store(word.load(Relaxed) | new, Relaxed);
            },
            |vertex| {
                S::store(&self.marks[vertex as usize], level);
                wins.push(vertex);
            },
        );
        wins
    }

    /// Calls `each_word` with each word of the bitmap that has changed since `before`, and
    /// `each_vertex` with each vertex settled since then, in ascending order.
    pub(super) fn each_settled_since(
        &self,
        before: &[u64],
        mut each_word: impl FnMut(usize, u64),
        mut each_vertex: impl FnMut(Vertex),
    ) {
        for (index, (word, before)) in self.settled.iter().zip(before).enumerate() {
            let mut new = word.load(Relaxed) & !before;
            if new != 0 {
                each_word(index, new);
            }
            while new != 0 {
                each_vertex((index * 64) as Vertex + new.trailing_zeros());
                new &= new - 1;
            }
        }
    }

    /// Calls `work` with the predecessors of the frontier, some at a time.
    ///
    /// The length of a row cannot be predicted, and a wrong guess costs as much as several edges.
    /// So rows are copied whole, a fixed length each, and the excess is overwritten by what follows.
    fn each_batch(
        &self,
        frontier: &[Vertex],
        batch: &mut Batch,
        mut work: impl FnMut(&mut [Vertex]),
    ) {
        let sources = self.ground.sources();
        let mut filled = 0;
        for (index, &vertex) in frontier.iter().enumerate() {
            if let Some(&far) = frontier.get(index + 2 * AHEAD) {
                self.ground.prefetch_row(far);
            }
            if let Some(&near) = frontier.get(index + AHEAD) {
                self.ground.prefetch_sources(near, SHORT);
            }
            let shift = self.ground.shift(vertex);
            let mut row = self.ground.row(vertex);
            if row.len() <= SHORT && row.start + SHORT <= sources.len() {
                let short = &sources[row.start..][..SHORT];
                copy_shifted(&mut batch[filled..filled + SHORT], short, shift);
                filled += row.len();
            } else {
                while row.len() > BATCH - filled.min(BATCH) {
                    let part = BATCH - filled.min(BATCH);
                    let sources = &sources[row.start..][..part];
                    copy_shifted(&mut batch[filled..filled + part], sources, shift);
                    row.start += part;
                    work(&mut batch[..filled + part]);
                    filled = 0;
                }
                let to = &mut batch[filled..filled + row.len()];
                copy_shifted(to, &sources[row.clone()], shift);
                filled += row.len();
            }
            if filled >= BATCH {
                work(&mut batch[..filled]);
                filled = 0;
            }
        }
        work(&mut batch[..filled]);
    }
}

/// Turns vertices into states. What lies past the end of a row may be any vertex of another, and
/// its sum any number.
#[inline(always)]
fn copy_shifted(to: &mut [Vertex], from: &[Vertex], shift: u32) {
    for (to, &from) in to.iter_mut().zip(from) {
        *to = from.wrapping_add(shift);
    }
}

/// Moves the vertices that `keep` accepts to the front, in order. Which ones it accepts cannot be
/// predicted either, so there is no branch.
#[inline(always)]
fn compact(batch: &mut [Vertex], keep: impl Fn(Vertex) -> bool) -> &mut [Vertex] {
    let mut kept = 0;
    for index in 0..batch.len() {
        let vertex = batch[index];
        batch[kept] = vertex;
        kept += usize::from(keep(vertex));
    }
    &mut batch[..kept]
}

#[inline(always)]
fn has_bit(words: &[AtomicU64], vertex: Vertex) -> bool {
    words[vertex as usize / 64].load(Relaxed) >> (vertex % 64) & 1 != 0
}

/// Sets a bit; whether it was this call that set it.
#[inline(always)]
fn set_bit(sharing: Sharing, words: &[AtomicU64], vertex: Vertex) -> bool {
    let word = &words[vertex as usize / 64];
    let bit = 1 << (vertex % 64);
    let before = match sharing {
        Sharing::Shared => word.fetch_or(bit, Relaxed),
        Sharing::Alone => {
            let before = word.load(Relaxed);
            word.store(before | bit, Relaxed);
            before
        }
    };
    before & bit == 0
}
