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
    let (wave, distances) = match Wave::seed::<u8>(ground, control)? {
        Some((mut wave, mut marks)) => {
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
            let seeded = Wave::seed::<u32>(ground, control)?;
            let (mut wave, mut marks) = seeded.expect("no vertex has more moves than that");
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

/// Vertices without moves that tell their predecessors something.
#[derive(Default)]
struct Ends {
    wins: Vec<Vertex>,
    losses: Vec<Vertex>,
}

impl Ends {
    /// Finds those of a part, by their marks, and settles those that are not drawn.
    fn find<B: Ground, S: Mark>(&mut self, ground: &B, field: &mut Field<'_, S>) {
        for (word, marks) in field.marks.chunks(64).enumerate() {
            let bit = |(place, &mark)| u64::from(mark == S::default()) << place;
            let mut ends = marks.iter().enumerate().map(bit).fold(0, |all, one| all | one);
            while ends != 0 {
                let place = ends.trailing_zeros();
                ends &= ends - 1;
                let vertex = field.first + word as Vertex * 64 + place;
                let list = match ground.stuck(vertex) {
                    Outcome::Win => {
                        field.win[word] |= 1 << place;
                        &mut self.wins
                    }
                    Outcome::Lose => &mut self.losses,
                    // Never settled, so a move to it is never taken away.
                    Outcome::Draw => continue,
                };
                field.settled[word] |= 1 << place;
                if !ground.is_spent(vertex) {
                    list.push(vertex);
                }
            }
        }
    }
}

impl<'a, B: Ground> Wave<'a, B> {
    /// Level 0, the vertices without moves, and the marks: the numbers of moves, if they all fit. Those of
    /// level 0 are 0, which is their distance, too.
    fn seed<S: Mark>(
        ground: &'a B,
        control: &Control<'a>,
    ) -> Result<Option<(Self, Vec<S>)>, Stopped> {
        const BITS: u32 = 14;
        let states = ground.states();
        let mut marks: Vec<S> = sys::zeroed(states);
        let (mut settled, mut win) = (Bitmap::new(states), Bitmap::new(states));
        let mut ends: Vec<Ends> = Vec::new();
        ends.resize_with(states.div_ceil(1 << BITS), Ends::default);
        let fit = AtomicBool::new(true);
        let mut field = Field::all(&mut marks, &mut settled, &mut win);
        let tasks = field.parts(BITS).zip(&mut ends).collect();
        control.for_each(tasks, |(mut field, ends): (Field<'_, S>, &mut Ends)| {
            let first = field.first as usize;
            let (mut degrees, mut all) = ([0; 256], 0);
            for (piece, marks) in field.marks.chunks_mut(degrees.len()).enumerate() {
                let degrees = &mut degrees[..marks.len()];
                ground.copy_degrees(first + piece * 256, degrees);
                for (mark, &degree) in marks.iter_mut().zip(&*degrees) {
                    *mark = S::moves(degree);
                    all |= degree;
                }
            }
            // As large as marks can hold is a number of ones.
            match all <= S::MAX {
                true => ends.find(ground, &mut field),
                false => fit.store(false, Relaxed),
            }
        })?;
        if !fit.into_inner() {
            return Ok(None);
        }
        let joined = |list: fn(&Ends) -> &Vec<Vertex>| {
            let mut all = sys::reserved(ends.iter().map(|ends| list(ends).len()).sum());
            ends.iter().for_each(|ends| all.extend_from_slice(list(ends)));
            all
        };
        let (wins, losses) = (joined(|ends| &ends.wins), joined(|ends| &ends.losses));
        let wave = Wave {
            ground,
            control: *control,
            pace: control.pace(),
            done: settled.count_ones() as u64,
            win,
            settled,
            front: Front { wins, losses, ..Front::default() },
            deal: Deal::new(states, control),
            report_at: 0,
        };
        Ok(Some((wave, marks)))
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
