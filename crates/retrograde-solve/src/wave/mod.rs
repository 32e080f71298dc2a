//! The backward wave: what a settled vertex forces on its predecessors, level by level.
//!
//! A lost vertex settles each open predecessor as won at once. A won vertex takes one move away
//! from each open predecessor, and the one that has none left is lost. The count of moves left
//! lives in the very mark that later holds the vertex's distance.
//!
//! This is [`trace`](crate::outcome::trace) with the memory system in mind. A level is a list of vertices
//! in no particular order, so their rows can be asked for well before they are needed, and so can
//! the marks of their predecessors. Marks are bytes as long as no degree and no distance passes
//! 255, which in most graphs is to the end. A large level is read off the bitmap of settled
//! vertices, which puts it in order for nothing: its distances are then written, and its rows read,
//! in the order in which they lie in memory.
//!
//! What a vertex is, the [`Ground`] says: games where it matters whose turn it is have two states a
//! vertex, and run through the same wave.

mod front;
mod ground;
mod marks;

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rayon::prelude::*;
use retrograde_core::{
    Bitmap, Control, Distances, Outcome, Pace, Progress, Stopped, Values, Vertex, sys,
};

use front::{Batch, Front, empty_batch};
pub(crate) use ground::{Ground, Plain};
use marks::{Mark, Sharing};

/// A level with fewer settled vertices than this is not worth waking other threads for.
const PARALLEL_FROM: usize = 1 << 12;

/// Frontier vertices one thread takes at a time.
const PIECE: usize = 1 << 10;

/// A step from at least one in this many vertices is read off the bitmap.
const SORTED_FROM_ONE_IN: usize = 256;

/// Settled vertices between two reports of progress.
const REPORT_EVERY: u64 = 1 << 20;

/// States looked at between two looks at the clock.
const LOOK_EVERY: usize = 1 << 14;

/// Labels every state, unless it is stopped.
pub(crate) fn run<B: Ground>(ground: &B, control: &Control<'_>) -> Result<Values, Stopped> {
    control.check()?;
    let (wave, distances) = match moves_of_each(ground, control)? {
        Some(mut marks) => {
            let mut wave = Wave::seed(ground, control, &marks)?;
            wave.advance(&mut marks)?;
            if wave.is_over() {
                (wave, Distances::Narrow(marks))
            } else {
                let mut wide: Vec<u32> = sys::zeroed(marks.len());
                for (wide, &mark) in wide.iter_mut().zip(&marks) {
                    *wide = mark.into();
                }
                drop(marks);
                wave.advance(&mut wide)?;
                (wave, Distances::Wide(wide))
            }
        }
        None => {
            let mut marks: Vec<u32> = sys::zeroed(ground.states());
            for first in (0..marks.len()).step_by(LOOK_EVERY) {
                control.check()?;
                let states = first..marks.len().min(first + LOOK_EVERY);
                ground.for_each_degree(states, |state, degree| marks[state] = degree);
            }
            let mut wave = Wave::seed(ground, control, &marks)?;
            wave.advance(&mut marks)?;
            (wave, Distances::Wide(marks))
        }
    };
    let mut lose = wave.settled;
    for (word, win) in lose.words_mut().iter_mut().zip(wave.win.words()) {
        *word &= !win;
    }
    Ok(Values::from_parts(wave.win, lose, distances))
}

/// The number of moves of each state, if they all fit in a byte.
fn moves_of_each(ground: &impl Ground, control: &Control<'_>) -> Result<Option<Vec<u8>>, Stopped> {
    const PER_TASK: usize = 1 << 16;
    let mut marks: Vec<u8> = sys::zeroed(ground.states());
    let fit = AtomicBool::new(true);
    let tasks = marks.chunks_mut(PER_TASK).enumerate().collect();
    control.for_each(tasks, |(task, marks): (usize, &mut [u8])| {
        let first = task * PER_TASK;
        let mut largest = 0;
        ground.for_each_degree(first..first + marks.len(), |state, degree| {
            marks[state - first] = degree as u8;
            largest = largest.max(degree);
        });
        if largest > u8::MAX.into() {
            fit.store(false, Relaxed);
        }
    })?;
    Ok(fit.into_inner().then_some(marks))
}

/// Everything settled so far, and the level settled last.
struct Wave<'a, B> {
    ground: &'a B,
    control: Control<'a>,
    pace: Pace<'a>,
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

impl<'a, B: Ground> Wave<'a, B> {
    /// Level 0: the vertices without moves. Their marks, the number of their moves, are 0, which
    /// is their distance, too.
    fn seed<S: Mark>(ground: &'a B, control: &Control<'a>, marks: &[S]) -> Result<Self, Stopped> {
        let vertices = marks.len();
        let mut wave = Wave {
            ground,
            control: *control,
            pace: control.pace(),
            win: Bitmap::new(vertices),
            settled: Bitmap::new(vertices),
            wins: Vec::new(),
            losses: Vec::new(),
            level: 0,
            done: 0,
            report_at: 0,
        };
        for (piece, marks) in marks.chunks(LOOK_EVERY).enumerate() {
            wave.pace.steps(marks.len())?;
            let terminals = marks.iter().enumerate().filter(|(_, mark)| **mark == S::default());
            for (place, _) in terminals {
                wave.settle_end((piece * LOOK_EVERY + place) as Vertex);
            }
        }
        wave.done = wave.settled.count_ones() as u64;
        Ok(wave)
    }

    /// Settles a vertex without moves, unless it is drawn.
    fn settle_end(&mut self, vertex: Vertex) {
        match self.ground.stuck(vertex) {
            Outcome::Win => {
                self.win.set(vertex as usize);
                self.settled.set(vertex as usize);
                if !self.ground.is_spent(vertex) {
                    self.wins.push(vertex);
                }
            }
            Outcome::Lose => {
                self.settled.set(vertex as usize);
                if !self.ground.is_spent(vertex) {
                    self.losses.push(vertex);
                }
            }
            // Never settled, so a move to it is never taken away.
            Outcome::Draw => {}
        }
    }

    /// Whether the last level was empty, so that nothing more follows.
    fn is_over(&self) -> bool {
        self.wins.is_empty() && self.losses.is_empty()
    }

    /// Goes on to the end, or as far as the marks can hold the distances.
    fn advance<S: Mark>(&mut self, marks: &mut [S]) -> Result<(), Stopped> {
        let total = marks.len() as u64;
        let many = marks.len() / SORTED_FROM_ONE_IN;
        let front = Front::<S, B> {
            ground: self.ground,
            win: sys::as_atomic_words(self.win.words_mut()),
            settled: sys::as_atomic_words(self.settled.words_mut()),
            marks: S::share(marks),
        };
        let mut scratch = Scratch::default();
        let control = self.control;
        while !(self.wins.is_empty() && self.losses.is_empty()) && self.level < S::MAX {
            self.pace.steps(1 + self.wins.len() + self.losses.len())?;
            self.level += 1;
            let level = self.level;
            let next_wins = if self.losses.len() > many {
                front.remember(&mut scratch.before);
                let none =
                    spread(&self.losses, &control, &mut scratch, |sharing, piece, batch, _| {
                        front.claim_predecessors(sharing, piece, batch);
                    })?;
                front.take_wins(&scratch.before, level, none)
            } else {
                spread(&self.losses, &control, &mut scratch, |sharing, piece, batch, out| {
                    front.win_predecessors(sharing, piece, level, batch, out);
                })?
            };
            // Only now: a count must not be lowered while another thread writes a distance there.
            let in_order = self.wins.len() > many;
            if in_order {
                front.remember(&mut scratch.before);
            }
            let mut next_losses =
                spread(&self.wins, &control, &mut scratch, |sharing, piece, batch, out| {
                    front.lower_predecessors(sharing, piece, level, batch, out);
                })?;
            if in_order {
                next_losses.clear();
                front.each_settled_since(&scratch.before, |_, _| {}, |v| next_losses.push(v));
            }
            scratch.recycle(std::mem::replace(&mut self.wins, next_wins));
            scratch.recycle(std::mem::replace(&mut self.losses, next_losses));
            self.done += (self.wins.len() + self.losses.len()) as u64;
            if self.done >= self.report_at {
                control.tell(Progress::new("labelling", self.done, total));
                self.report_at = self.done + REPORT_EVERY;
            }
        }
        Ok(())
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
    control: &Control<'_>,
    scratch: &mut Scratch,
    step: impl Fn(Sharing, &[Vertex], &mut Batch, &mut Vec<Vertex>) + Sync,
) -> Result<Vec<Vertex>, Stopped> {
    let mut next = scratch.list();
    let threads = control.threads;
    if threads.is_one() || frontier.len() < PARALLEL_FROM {
        for (index, piece) in frontier.chunks(LOOK_EVERY).enumerate() {
            if index > 0 {
                control.check()?;
            }
            step(Sharing::Alone, piece, &mut scratch.batch, &mut next);
        }
        return Ok(next);
    }
    let pieces: Vec<Vec<Vertex>> = threads.install(|| {
        frontier
            .par_chunks(PIECE)
            .fold(Vec::new, |mut out, piece| {
                if !control.is_stopped() {
                    step(Sharing::Shared, piece, &mut empty_batch(), &mut out);
                }
                out
            })
            .collect()
    });
    control.check()?;
    next.reserve_exact(pieces.iter().map(Vec::len).sum());
    for piece in pieces {
        next.extend_from_slice(&piece);
    }
    Ok(next)
}
