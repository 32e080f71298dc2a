//! The backward wave: what a settled vertex forces on its predecessors, level by level.
//!
//! A lost vertex settles each open predecessor as won at once. A won vertex takes one move away
//! from each open predecessor, and the one that has none left is lost. The count of moves left
//! lives in the very slot that later holds the vertex's distance.
//!
//! This is [`trace`](super::trace) with the memory system in mind. A level is a list of vertices
//! in no particular order, so their rows can be asked for well before they are needed, and so can
//! the slots of their predecessors. Slots are bytes as long as no degree and no distance passes
//! 255, which in most graphs is to the end. A large level is read off the bitmap of settled
//! vertices, which puts it in order for nothing: its distances are then written, and its rows read,
//! in the order in which they lie in memory.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use retrograde_core::{
    Bitmap, Distances, Graph, Outcome, OutcomeGame, Threads, Values, Vertex, sys,
};

use super::slots::{Sharing, Slot};
use super::{Options, Progress};

/// A level with fewer settled vertices than this is not worth waking other threads for.
const PARALLEL_FROM: usize = 1 << 12;

/// Frontier vertices one thread takes at a time.
const PIECE: usize = 1 << 10;

/// How many frontier vertices, and how many predecessors, to ask for ahead of their use.
const AHEAD: usize = 16;

/// Predecessors handled at a time.
const BATCH: usize = 128;

/// Rows up to this length are copied without looking at their length.
const SHORT: usize = 8;

/// A step from at least one in this many vertices is read off the bitmap.
const SORTED_FROM_ONE_IN: usize = 256;

/// Settled vertices between two reports of progress.
const REPORT_EVERY: u64 = 1 << 20;

/// Labels every vertex. `back` is the game's graph with every edge turned around.
pub(super) fn run(game: &OutcomeGame<'_>, back: &Graph, options: &Options<'_>) -> Values {
    let graph = game.graph();
    let (wave, distances) = match moves_of_each(graph, options.threads) {
        Some(mut slots) => {
            let mut wave = Wave::seed(game, back, options, &slots);
            wave.advance(&mut slots);
            if wave.is_over() {
                (wave, Distances::Narrow(slots))
            } else {
                let mut wide: Vec<u32> = sys::zeroed(slots.len());
                for (wide, &slot) in wide.iter_mut().zip(&slots) {
                    *wide = slot.into();
                }
                drop(slots);
                wave.advance(&mut wide);
                (wave, Distances::Wide(wide))
            }
        }
        None => {
            let mut slots: Vec<u32> = sys::zeroed(graph.vertex_count());
            graph.for_each_out_degree(0..slots.len(), |vertex, degree| {
                slots[vertex as usize] = degree;
            });
            let mut wave = Wave::seed(game, back, options, &slots);
            wave.advance(&mut slots);
            (wave, Distances::Wide(slots))
        }
    };
    let mut lose = wave.settled;
    for (word, win) in lose.words_mut().iter_mut().zip(wave.win.words()) {
        *word &= !win;
    }
    Values::from_parts(wave.win, lose, distances)
}

/// The number of moves of each vertex, if they all fit in a byte.
fn moves_of_each(graph: &Graph, threads: Threads) -> Option<Vec<u8>> {
    const PER_TASK: usize = 1 << 16;
    let mut slots: Vec<u8> = sys::zeroed(graph.vertex_count());
    let fit = AtomicBool::new(true);
    let tasks = slots.chunks_mut(PER_TASK).enumerate().collect();
    threads.for_each(tasks, |(task, slots): (usize, &mut [u8])| {
        let first = task * PER_TASK;
        let mut largest = 0;
        graph.for_each_out_degree(first..first + slots.len(), |vertex, degree| {
            slots[vertex as usize - first] = degree as u8;
            largest = largest.max(degree);
        });
        if largest > u8::MAX.into() {
            fit.store(false, Relaxed);
        }
    });
    fit.into_inner().then_some(slots)
}

/// Everything settled so far, and the level settled last.
struct Wave<'a> {
    back: &'a Graph,
    options: &'a Options<'a>,
    win: Bitmap,
    settled: Bitmap,
    /// Vertices won at `level`.
    wins: Vec<Vertex>,
    /// Vertices lost at `level`.
    losses: Vec<Vertex>,
    level: u32,
    done: u64,
    report_at: u64,
}

impl<'a> Wave<'a> {
    /// Level 0: the vertices without moves. Their slots, the number of their moves, are 0, which
    /// is their distance, too.
    fn seed<S: Slot>(
        game: &OutcomeGame<'_>,
        back: &'a Graph,
        options: &'a Options<'a>,
        slots: &[S],
    ) -> Self {
        let vertices = slots.len();
        let mut wave = Wave {
            back,
            options,
            win: Bitmap::new(vertices),
            settled: Bitmap::new(vertices),
            wins: Vec::new(),
            losses: Vec::new(),
            level: 0,
            done: 0,
            report_at: 0,
        };
        let terminals = slots.iter().enumerate().filter(|(_, slot)| **slot == S::default());
        for vertex in terminals.map(|(vertex, _)| vertex as Vertex) {
            match game.terminal_outcome(vertex) {
                Outcome::Win => {
                    wave.win.set(vertex as usize);
                    wave.settled.set(vertex as usize);
                    wave.wins.push(vertex);
                }
                Outcome::Lose => {
                    wave.settled.set(vertex as usize);
                    wave.losses.push(vertex);
                }
                // Never settled, so a move to it is never taken away.
                Outcome::Draw => {}
            }
        }
        wave.done = (wave.wins.len() + wave.losses.len()) as u64;
        wave
    }

    /// Whether the last level was empty, so that nothing more follows.
    fn is_over(&self) -> bool {
        self.wins.is_empty() && self.losses.is_empty()
    }

    /// Goes on to the end, or as far as the slots can hold the distances.
    fn advance<S: Slot>(&mut self, slots: &mut [S]) {
        let total = slots.len() as u64;
        let many = slots.len() / SORTED_FROM_ONE_IN;
        let front = Front::<S> {
            back: self.back,
            win: sys::as_atomic_words(self.win.words_mut()),
            settled: sys::as_atomic_words(self.settled.words_mut()),
            slots: S::share(slots),
        };
        let mut scratch = Scratch::default();
        let threads = self.options.threads;
        while !(self.wins.is_empty() && self.losses.is_empty()) && self.level < S::MAX {
            self.level += 1;
            let level = self.level;
            let next_wins = if self.losses.len() > many {
                front.remember(&mut scratch.before);
                let none =
                    spread(&self.losses, threads, &mut scratch, |sharing, piece, batch, _| {
                        front.claim_predecessors(sharing, piece, batch);
                    });
                front.take_wins(&scratch.before, level, none)
            } else {
                spread(&self.losses, threads, &mut scratch, |sharing, piece, batch, out| {
                    front.win_predecessors(sharing, piece, level, batch, out);
                })
            };
            // Only now: a count must not be lowered while another thread writes a distance there.
            let in_order = self.wins.len() > many;
            if in_order {
                front.remember(&mut scratch.before);
            }
            let mut next_losses =
                spread(&self.wins, threads, &mut scratch, |sharing, piece, batch, out| {
                    front.lower_predecessors(sharing, piece, level, batch, out);
                });
            if in_order {
                next_losses.clear();
                front.each_settled_since(&scratch.before, |_, _| {}, |v| next_losses.push(v));
            }
            scratch.recycle(std::mem::replace(&mut self.wins, next_wins));
            scratch.recycle(std::mem::replace(&mut self.losses, next_losses));
            self.done += (self.wins.len() + self.losses.len()) as u64;
            if let Some(progress) = self.options.progress
                && self.done >= self.report_at
            {
                progress(Progress { phase: "labelling", settled: self.done, total });
                self.report_at = self.done + REPORT_EVERY;
            }
        }
    }
}

/// Predecessors on their way through.
type Batch = [Vertex; BATCH + SHORT];

/// Memory used again from level to level: there may be ten million of them.
struct Scratch {
    batch: Box<Batch>,
    lists: Vec<Vec<Vertex>>,
    /// What was settled before a large step.
    before: Vec<u64>,
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch { batch: Box::new([0; BATCH + SHORT]), lists: Vec::new(), before: Vec::new() }
    }
}

impl Scratch {
    fn list(&mut self) -> Vec<Vertex> {
        self.lists.pop().unwrap_or_default()
    }

    fn recycle(&mut self, mut list: Vec<Vertex>) {
        list.clear();
        self.lists.push(list);
    }
}

/// Applies `step` to all of `frontier`, in pieces, and gathers what it settles.
fn spread(
    frontier: &[Vertex],
    threads: Threads,
    scratch: &mut Scratch,
    step: impl Fn(Sharing, &[Vertex], &mut Batch, &mut Vec<Vertex>) + Sync,
) -> Vec<Vertex> {
    let mut next = scratch.list();
    if frontier.is_empty() {
        return next;
    }
    if threads.is_one() || frontier.len() < PARALLEL_FROM {
        step(Sharing::Alone, frontier, &mut scratch.batch, &mut next);
        return next;
    }
    let pieces: Vec<Vec<Vertex>> = threads.install(|| {
        frontier
            .par_chunks(PIECE)
            .fold(Vec::new, |mut out, piece| {
                step(Sharing::Shared, piece, &mut [0; BATCH + SHORT], &mut out);
                out
            })
            .collect()
    });
    next.reserve_exact(pieces.iter().map(Vec::len).sum());
    for piece in pieces {
        next.extend_from_slice(&piece);
    }
    next
}

/// What the threads share while one level is turned into the next.
struct Front<'a, S: Slot> {
    back: &'a Graph,
    win: &'a [AtomicU64],
    settled: &'a [AtomicU64],
    slots: &'a [S::Atomic],
}

impl<S: Slot> Front<'_, S> {
    /// Every open predecessor of a lost vertex is won.
    fn win_predecessors(
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
                S::store(&self.slots[from as usize], level);
            }
            out.extend_from_slice(new);
        });
    }

    /// Every open predecessor of a won vertex has one move less; with none left it is lost.
    fn lower_predecessors(
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
                sys::prefetch(self.slots, from as usize);
            }
            let new = &*compact(batch, |from| S::lower(&self.slots[from as usize], sharing));
            for &from in new {
                set_bit(sharing, self.settled, from);
                S::store(&self.slots[from as usize], level);
            }
            out.extend_from_slice(new);
        });
    }

    /// As [`win_predecessors`](Self::win_predecessors), but notes only that they are settled, for
    /// [`take_wins`](Self::take_wins) to do the rest.
    fn claim_predecessors(&self, sharing: Sharing, lost: &[Vertex], batch: &mut Batch) {
        self.each_batch(lost, batch, |batch| {
            let batch = compact(batch, |from| !has_bit(self.settled, from));
            for &from in batch.iter() {
                set_bit(sharing, self.settled, from);
            }
        });
    }

    /// Remembers what is settled now.
    fn remember(&self, before: &mut Vec<u64>) {
        before.clear();
        before.extend(self.settled.iter().map(|word| word.load(Relaxed)));
    }

    /// Makes wins of all vertices settled since `before`, and adds them to the list.
    fn take_wins(&self, before: &[u64], level: u32, mut wins: Vec<Vertex>) -> Vec<Vertex> {
        self.each_settled_since(
            before,
            |index, new| {
                let word = &self.win[index];
                word.store(word.load(Relaxed) | new, Relaxed);
            },
            |vertex| {
                S::store(&self.slots[vertex as usize], level);
                wins.push(vertex);
            },
        );
        wins
    }

    /// Calls `each_word` with each word of the bitmap that has changed since `before`, and
    /// `each_vertex` with each vertex settled since then, in ascending order.
    fn each_settled_since(
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
        let targets = self.back.targets();
        let mut filled = 0;
        for (index, &vertex) in frontier.iter().enumerate() {
            if let Some(&far) = frontier.get(index + 2 * AHEAD) {
                self.back.prefetch_offset(far);
            }
            if let Some(&near) = frontier.get(index + AHEAD) {
                self.back.prefetch_row(near, SHORT);
            }
            let mut row = self.back.edge_range(vertex);
            if row.len() <= SHORT && row.start + SHORT <= targets.len() {
                batch[filled..filled + SHORT].copy_from_slice(&targets[row.start..][..SHORT]);
                filled += row.len();
            } else {
                while row.len() > BATCH - filled.min(BATCH) {
                    let part = BATCH - filled.min(BATCH);
                    batch[filled..filled + part].copy_from_slice(&targets[row.start..][..part]);
                    row.start += part;
                    work(&mut batch[..filled + part]);
                    filled = 0;
                }
                batch[filled..filled + row.len()].copy_from_slice(&targets[row.clone()]);
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
