//! The backward wave: what a settled vertex forces on its predecessors, level by level.
//!
//! A lost vertex settles each open predecessor as won at once. A won vertex takes one move away
//! from each open predecessor, and the one that has none left is lost. The count of moves left
//! lives in the very slot that later holds the vertex's distance.
//!
//! This is [`trace`](super::trace) with the memory system in mind. A level is a list of vertices
//! in no particular order, so their rows can be asked for well before they are needed, and what an
//! open vertex has left to lose is asked for before it is counted down.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;
use retrograde_core::{Bitmap, Graph, Outcome, OutcomeGame, Threads, Values, Vertex, sys};

use super::{Options, Progress};

/// A level with fewer settled vertices than this is not worth waking other threads for.
const PARALLEL_FROM: usize = 1 << 12;

/// Frontier vertices one thread takes at a time.
const PIECE: usize = 1 << 10;

/// How many frontier vertices, and how many predecessors, to ask for ahead of their use.
const AHEAD: usize = 32;

/// Predecessors handled at a time.
const BATCH: usize = 512;

/// Rows up to this length are copied without looking at their length.
const SHORT: usize = 8;

/// Settled vertices between two reports of progress.
const REPORT_EVERY: u64 = 1 << 20;

/// Labels every vertex. `back` is the game's graph with every edge turned around.
pub(super) fn run(game: &OutcomeGame<'_>, back: &Graph, options: &Options<'_>) -> Values {
    let Seeds { mut win, mut settled, mut slots, mut wins, mut losses } = Seeds::new(game);
    let total = slots.len() as u64;
    let mut done = (wins.len() + losses.len()) as u64;
    let mut report_at = done;
    let front = Front {
        back,
        win: sys::as_atomic_words(win.words_mut()),
        settled: sys::as_atomic_words(settled.words_mut()),
        slots: sys::as_atomic(&mut slots),
    };
    let mut level = 0;
    while !losses.is_empty() || !wins.is_empty() {
        level += 1;
        let next_wins = front.spread(&losses, options.threads, |shared, piece, out| {
            front.win_predecessors(shared, piece, level, out);
        });
        // Only now: a count must not be lowered while another thread writes a distance there.
        let next_losses = front.spread(&wins, options.threads, |shared, piece, out| {
            front.lower_predecessors(shared, piece, level, out);
        });
        (wins, losses) = (next_wins, next_losses);
        done += (wins.len() + losses.len()) as u64;
        if let Some(progress) = options.progress
            && done >= report_at
        {
            progress(Progress { phase: "labelling", settled: done, total });
            report_at = done + REPORT_EVERY;
        }
    }
    let mut lose = settled;
    for (word, win) in lose.words_mut().iter_mut().zip(win.words()) {
        *word &= !win;
    }
    Values::from_parts(win, lose, slots)
}

/// Level 0: what is known before the first step.
struct Seeds {
    win: Bitmap,
    settled: Bitmap,
    /// The number of moves of each vertex. At a vertex without moves this is its distance, too.
    slots: Vec<u32>,
    wins: Vec<Vertex>,
    losses: Vec<Vertex>,
}

impl Seeds {
    fn new(game: &OutcomeGame<'_>) -> Self {
        let graph = game.graph();
        let vertices = graph.vertex_count();
        let mut seeds = Seeds {
            win: Bitmap::new(vertices),
            settled: Bitmap::new(vertices),
            slots: sys::zeroed_u32(vertices),
            wins: Vec::new(),
            losses: Vec::new(),
        };
        for (vertex, slot) in graph.vertices().zip(&mut seeds.slots) {
            *slot = graph.out_degree(vertex);
            if *slot > 0 {
                continue;
            }
            match game.terminal_outcome(vertex) {
                Outcome::Win => {
                    seeds.win.set(vertex as usize);
                    seeds.settled.set(vertex as usize);
                    seeds.wins.push(vertex);
                }
                Outcome::Lose => {
                    seeds.settled.set(vertex as usize);
                    seeds.losses.push(vertex);
                }
                // Never settled, so a move to it is never taken away.
                Outcome::Draw => {}
            }
        }
        seeds
    }
}

/// Whether other threads write to the same arrays, so that updates must be atomic.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sharing {
    Alone,
    Shared,
}

/// What the threads share while one level is turned into the next.
struct Front<'a> {
    back: &'a Graph,
    win: &'a [AtomicU64],
    settled: &'a [AtomicU64],
    /// Moves left of an open vertex, distance of a settled one.
    slots: &'a [AtomicU32],
}

impl Front<'_> {
    /// Applies `step` to all of `frontier`, in pieces, and gathers what it settles.
    fn spread(
        &self,
        frontier: &[Vertex],
        threads: Threads,
        step: impl Fn(Sharing, &[Vertex], &mut Vec<Vertex>) + Sync,
    ) -> Vec<Vertex> {
        let mut next = Vec::new();
        if threads.is_one() || frontier.len() < PARALLEL_FROM {
            step(Sharing::Alone, frontier, &mut next);
            return next;
        }
        let pieces: Vec<Vec<Vertex>> = threads.install(|| {
            frontier
                .par_chunks(PIECE)
                .fold(Vec::new, |mut out, piece| {
                    step(Sharing::Shared, piece, &mut out);
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

    /// Every open predecessor of a lost vertex is won.
    fn win_predecessors(
        &self,
        sharing: Sharing,
        lost: &[Vertex],
        level: u32,
        out: &mut Vec<Vertex>,
    ) {
        self.each_batch(lost, |batch| {
            let new = &*compact(batch, |from| set_bit(sharing, self.settled, from));
            for &from in new {
                set_bit(sharing, self.win, from);
                self.slots[from as usize].store(level, Relaxed);
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
        out: &mut Vec<Vertex>,
    ) {
        self.each_batch(won, |batch| {
            for &from in batch.iter().take(AHEAD) {
                sys::prefetch(self.slots, from as usize);
            }
            let mut new = 0;
            for index in 0..batch.len() {
                if let Some(&far) = batch.get(index + AHEAD) {
                    sys::prefetch(self.slots, far as usize);
                }
                let from = batch[index];
                let left = lower(sharing, &self.slots[from as usize]);
                batch[new] = from;
                new += usize::from(left == 0);
            }
            let new = &batch[..new];
            for &from in new {
                set_bit(sharing, self.settled, from);
                self.slots[from as usize].store(level, Relaxed);
            }
            out.extend_from_slice(new);
        });
    }

    /// Calls `work` with the open predecessors of the frontier, some at a time.
    ///
    /// Neither the length of a row nor whether a vertex is open can be predicted, and a wrong guess
    /// costs as much as several edges. So rows are copied whole, a fixed length each, and what is
    /// not wanted is overwritten by what follows.
    fn each_batch(&self, frontier: &[Vertex], mut work: impl FnMut(&mut [Vertex])) {
        let targets = self.back.targets();
        let mut batch = [0; BATCH + SHORT];
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
                batch[filled..filled + SHORT]
                    .copy_from_slice(&targets[row.start..row.start + SHORT]);
                filled += row.len();
            } else {
                while !row.is_empty() {
                    let part = row.len().min(BATCH - filled);
                    batch[filled..filled + part]
                        .copy_from_slice(&targets[row.start..row.start + part]);
                    filled += part;
                    row.start += part;
                    if filled == BATCH {
                        work(compact(&mut batch[..filled], |from| !has_bit(self.settled, from)));
                        filled = 0;
                    }
                }
            }
            if filled >= BATCH {
                work(compact(&mut batch[..filled], |from| !has_bit(self.settled, from)));
                filled = 0;
            }
        }
        work(compact(&mut batch[..filled], |from| !has_bit(self.settled, from)));
    }
}

/// Moves the vertices that `keep` accepts to the front, in order, without a branch.
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

/// Takes one away; what is left.
#[inline(always)]
fn lower(sharing: Sharing, slot: &AtomicU32) -> u32 {
    match sharing {
        Sharing::Shared => slot.fetch_sub(1, Relaxed) - 1,
        Sharing::Alone => {
            let left = slot.load(Relaxed) - 1;
            slot.store(left, Relaxed);
            left
        }
    }
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
