//! The backward wave: what a settled vertex forces on its predecessors, level by level.
//!
//! A lost vertex settles each open predecessor as won at once. A won vertex takes one move away
//! from each open predecessor, and the one that has none left is lost. The count of moves left
//! lives in the very slot that later holds the vertex's distance.
//!
//! This is [`trace`](crate::outcome::trace) with the memory system in mind. A level is a list of vertices
//! in no particular order, so their rows can be asked for well before they are needed, and so can
//! the slots of their predecessors. Slots are bytes as long as no degree and no distance passes
//! 255, which in most graphs is to the end. A large level is read off the bitmap of settled
//! vertices, which puts it in order for nothing: its distances are then written, and its rows read,
//! in the order in which they lie in memory.
//!
//! What a vertex is, the [`Board`] says: games where it matters whose turn it is have two states a
//! vertex, and run through the same wave.

mod board;
mod front;
mod slots;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;
use retrograde_core::{Bitmap, Distances, Outcome, Threads, Values, Vertex, sys};

use crate::options::Progress;

pub(crate) use board::{Board, Plain};
use front::{Batch, Front, empty_batch};
use slots::{Sharing, Slot};

/// A level with fewer settled vertices than this is not worth waking other threads for.
const PARALLEL_FROM: usize = 1 << 12;

/// Frontier vertices one thread takes at a time.
const PIECE: usize = 1 << 10;

/// A step from at least one in this many vertices is read off the bitmap.
const SORTED_FROM_ONE_IN: usize = 256;

/// Settled vertices between two reports of progress.
const REPORT_EVERY: u64 = 1 << 20;

/// How a wave is to run.
#[derive(Clone, Copy)]
pub(crate) struct Control<'a> {
    pub(crate) threads: Threads,
    pub(crate) progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

impl<'a> Control<'a> {
    pub(crate) fn of<M>(options: &crate::Options<'a, M>) -> Self {
        Control { threads: options.threads, progress: options.progress }
    }
}

/// Labels every state.
pub(crate) fn run<B: Board>(board: &B, control: Control<'_>) -> Values {
    let (wave, distances) = match moves_of_each(board, control.threads) {
        Some(mut slots) => {
            let mut wave = Wave::seed(board, control, &slots);
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
            let mut slots: Vec<u32> = sys::zeroed(board.states());
            board.for_each_degree(0..slots.len(), |state, degree| slots[state] = degree);
            let mut wave = Wave::seed(board, control, &slots);
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

/// The number of moves of each state, if they all fit in a byte.
fn moves_of_each(board: &impl Board, threads: Threads) -> Option<Vec<u8>> {
    const PER_TASK: usize = 1 << 16;
    let mut slots: Vec<u8> = sys::zeroed(board.states());
    let fit = AtomicBool::new(true);
    let tasks = slots.chunks_mut(PER_TASK).enumerate().collect();
    threads.for_each(tasks, |(task, slots): (usize, &mut [u8])| {
        let first = task * PER_TASK;
        let mut largest = 0;
        board.for_each_degree(first..first + slots.len(), |state, degree| {
            slots[state - first] = degree as u8;
            largest = largest.max(degree);
        });
        if largest > u8::MAX.into() {
            fit.store(false, Relaxed);
        }
    });
    fit.into_inner().then_some(slots)
}

/// Everything settled so far, and the level settled last.
struct Wave<'a, B> {
    board: &'a B,
    control: Control<'a>,
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

impl<'a, B: Board> Wave<'a, B> {
    /// Level 0: the vertices without moves. Their slots, the number of their moves, are 0, which
    /// is their distance, too.
    fn seed<S: Slot>(board: &'a B, control: Control<'a>, slots: &[S]) -> Self {
        let vertices = slots.len();
        let mut wave = Wave {
            board,
            control,
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
            match board.stuck(vertex) {
                Outcome::Win => {
                    wave.win.set(vertex as usize);
                    wave.settled.set(vertex as usize);
                    if !board.is_spent(vertex) {
                        wave.wins.push(vertex);
                    }
                }
                Outcome::Lose => {
                    wave.settled.set(vertex as usize);
                    if !board.is_spent(vertex) {
                        wave.losses.push(vertex);
                    }
                }
                // Never settled, so a move to it is never taken away.
                Outcome::Draw => {}
            }
        }
        wave.done = wave.settled.count_ones() as u64;
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
        let front = Front::<S, B> {
            board: self.board,
            win: sys::as_atomic_words(self.win.words_mut()),
            settled: sys::as_atomic_words(self.settled.words_mut()),
            slots: S::share(slots),
        };
        let mut scratch = Scratch::default();
        let threads = self.control.threads;
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
            if let Some(progress) = self.control.progress
                && self.done >= self.report_at
            {
                progress(Progress { phase: "labelling", settled: self.done, total });
                self.report_at = self.done + REPORT_EVERY;
            }
        }
    }
}

/// Memory used again from level to level: there may be ten million of them.
struct Scratch {
    batch: Box<Batch>,
    lists: Vec<Vec<Vertex>>,
    /// What was settled before a large step.
    before: Vec<u64>,
}

impl Default for Scratch {
    fn default() -> Self {
        Scratch { batch: Box::new(empty_batch()), lists: Vec::new(), before: Vec::new() }
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
                step(Sharing::Shared, piece, &mut empty_batch(), &mut out);
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
