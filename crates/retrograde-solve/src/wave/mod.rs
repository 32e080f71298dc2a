//! The backward wave: what a settled vertex forces on its predecessors, level by level.
//!
//! A lost vertex settles each open predecessor as won at once. A won vertex takes one move away
//! from each open predecessor, and the one that has none left is lost. The count of moves left
//! lives in the very mark that later holds the vertex's distance.
//!
//! This is [`trace`](crate::outcome::trace) with the memory system in mind. A level is a list of vertices
//! in no particular order, so their rows can be asked for well before they are needed, and so can
//! the marks of their predecessors. Marks are bytes as long as no degree and no distance passes
//! 255, which in most graphs is to the end. The predecessors of a large level are [dealt out](deal)
//! first, so that they are looked at in an order that suits the cache, by all threads; a level of a
//! few vertices, of which a long thin graph has millions, is not worth any preparation.
//!
//! What a vertex is, the [`Ground`] says: games where it matters whose turn it is have two states a
//! vertex, and run through the same wave.

mod deal;
mod field;
mod ground;
mod marks;
mod rows;

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use retrograde_core::{
    Bitmap, Control, Distances, Outcome, Pace, Progress, Stopped, Values, Vertex, sys,
};

use deal::Deal;
use field::{Field, Told};
pub(crate) use ground::{Ground, Plain};
use marks::Mark;
use rows::{Batch, Rows, empty_batch};

/// Levels up to this size are taken one vertex after the other.
const THIN: usize = 16;

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
    front: Front,
    deal: Deal,
    done: u64,
    report_at: u64,
}

/// A level, and lists that are used again for the next: there may be ten million levels.
#[derive(Default)]
struct Front {
    level: u32,
    /// Vertices won at this level.
    wins: Vec<Vertex>,
    /// Vertices lost at this level.
    losses: Vec<Vertex>,
    next_wins: Vec<Vertex>,
    next_losses: Vec<Vertex>,
}

impl Front {
    fn len(&self) -> usize {
        self.wins.len() + self.losses.len()
    }

    /// Makes the next level this one.
    fn turn(&mut self) {
        mem::swap(&mut self.wins, &mut self.next_wins);
        mem::swap(&mut self.losses, &mut self.next_losses);
        self.next_wins.clear();
        self.next_losses.clear();
    }
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
            front: Front::default(),
            deal: Deal::new(vertices, control),
            done: 0,
            report_at: 0,
        };
        for (piece, marks) in marks.chunks(LOOK_EVERY).enumerate() {
            wave.pace.steps(marks.len())?;
            for (word, marks) in marks.chunks(64).enumerate() {
                let bit = |(place, &mark)| u64::from(mark == S::default()) << place;
                let mut ends = marks.iter().enumerate().map(bit).fold(0, |all, one| all | one);
                while ends != 0 {
                    let place = word * 64 + ends.trailing_zeros() as usize;
                    wave.settle_end((piece * LOOK_EVERY + place) as Vertex);
                    ends &= ends - 1;
                }
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
                    self.front.wins.push(vertex);
                }
            }
            Outcome::Lose => {
                self.settled.set(vertex as usize);
                if !self.ground.is_spent(vertex) {
                    self.front.losses.push(vertex);
                }
            }
            // Never settled, so a move to it is never taken away.
            Outcome::Draw => {}
        }
    }

    /// Whether the last level was empty, so that nothing more follows.
    fn is_over(&self) -> bool {
        self.front.len() == 0
    }

    /// Goes on to the end, or as far as the marks can hold the distances.
    fn advance<S: Mark>(&mut self, marks: &mut [S]) -> Result<(), Stopped> {
        let total = marks.len() as u64;
        let mut field = Field::all(marks, &mut self.settled, &mut self.win);
        let (ground, control, front) = (self.ground, &self.control, &mut self.front);
        let mut batch = Box::new(empty_batch());
        while front.len() > 0 && front.level < S::MAX {
            if front.len() <= THIN {
                self.done += thin(ground, front, &mut field, &mut self.pace)?;
            } else {
                self.pace.steps(1 + front.len())?;
                front.level += 1;
                let level = front.level;
                let losses = (Told::Lost, &front.losses, &mut front.next_wins);
                let wins = (Told::Won, &front.wins, &mut front.next_losses);
                for (told, from, next) in [losses, wins] {
                    if self.deal.is_for(from.len()) {
                        *next = self.deal.step(told, (ground, from), level, &mut field, control)?;
                    } else {
                        step(told, (ground, from), level, &mut field, (&mut batch, next), control)?;
                    }
                }
                front.turn();
                self.done += front.len() as u64;
            }
            if self.done >= self.report_at {
                control.tell(Progress::new("labelling", self.done, total));
                self.report_at = self.done + REPORT_EVERY;
            }
        }
        Ok(())
    }
}

/// Tells the predecessors of a level, on this thread.
fn step<B: Ground, S: Mark>(
    told: Told,
    (ground, from): (&B, &[Vertex]),
    level: u32,
    field: &mut Field<'_, S>,
    (batch, next): (&mut Batch, &mut Vec<Vertex>),
    control: &Control<'_>,
) -> Result<(), Stopped> {
    let mut rows = Rows::new(ground, from);
    for round in 1.. {
        if round % (LOOK_EVERY / rows::BATCH) == 0 {
            control.check()?;
        }
        let batch = rows.fill(batch);
        if batch.is_empty() {
            break;
        }
        field.tell(told, batch, level, next);
    }
    Ok(())
}

/// Goes on while levels are thin and there is nothing to report; how many vertices were settled.
fn thin<B: Ground, S: Mark>(
    ground: &B,
    front: &mut Front,
    field: &mut Field<'_, S>,
    pace: &mut Pace<'_>,
) -> Result<u64, Stopped> {
    let losses = front.losses.drain(..).map(|state| (state, Told::Lost));
    let wins = front.wins.drain(..).map(|state| (state, Told::Won));
    let mut now: Vec<(Vertex, Told)> = losses.chain(wins).collect();
    let (mut next, mut done) = (Vec::new(), 0);
    while (1..=THIN).contains(&now.len()) && front.level < S::MAX && done < REPORT_EVERY {
        front.level += 1;
        for &(state, told) in &now {
            let (mut row, shift) = (ground.row(state), ground.shift(state));
            while !row.is_empty() {
                let part = row.start..row.end.min(row.start + LOOK_EVERY / 2);
                row.start = part.end;
                pace.steps(1 + part.len())?;
                for &source in &ground.sources()[part] {
                    let source = source + shift;
                    if field.is_open(source) && field.tell_one(told, source, front.level) {
                        next.push((source, told.turned()));
                    }
                }
            }
        }
        mem::swap(&mut now, &mut next);
        next.clear();
        done += now.len() as u64;
    }
    for (state, told) in now {
        match told {
            Told::Lost => front.losses.push(state),
            Told::Won => front.wins.push(state),
        }
    }
    Ok(done)
}
