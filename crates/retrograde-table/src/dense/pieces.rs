//! A pass in pieces, shared out among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use rayon::ThreadPool;
use rayon::prelude::*;
use retrograde_core::{Control, Threads};

use super::DenseError;
use super::code::Code;
use super::tally::Tally;

/// Slots that a thread takes at a time: some milliseconds' worth, even if moves are slow to find.
const PIECE: usize = 1 << 12;

/// Rows of slots that a thread takes at a time.
const ROWS: usize = 1 << 8;

/// Slots of a wave that a thread takes at a time.
const FRONT: usize = 1 << 9;

/// Slots that are compared at once.
const LANES: usize = 64;

/// The slots of a pass, cut into pieces that are known by their numbers.
pub(super) enum Pieces {
    /// All slots of a part of the tier.
    Part(Range<usize>),
    /// Rows of slots, all of them.
    Rows(Range<usize>),
    /// Slots that were listed.
    Lists(Vec<Vec<usize>>),
}

impl Pieces {
    /// These lists, the long ones cut.
    pub(super) fn lists(lists: Vec<Vec<usize>>) -> Self {
        let mut pieces = Vec::new();
        for list in lists {
            match list.len() {
                0 => {}
                1..=FRONT => pieces.push(list),
                _ => pieces.extend(list.chunks(FRONT).map(<[usize]>::to_vec)),
            }
        }
        Pieces::Lists(pieces)
    }

    fn count(&self) -> usize {
        match self {
            Pieces::Part(part) => part.len().div_ceil(PIECE),
            Pieces::Rows(rows) => rows.len().div_ceil(ROWS),
            Pieces::Lists(lists) => lists.len(),
        }
    }

    /// The first slot that is left when so many pieces are done; `None` if none is.
    pub(super) fn left_from(&self, done: usize) -> Option<usize> {
        (done < self.count()).then(|| match self {
            Pieces::Part(_) | Pieces::Rows(_) => self.range(done).start,
            Pieces::Lists(lists) => lists[done][0],
        })
    }

    /// The slots of a piece of a part, or the rows of one of these.
    pub(super) fn range(&self, number: usize) -> Range<usize> {
        let piece = |of: &Range<usize>, size: usize| {
            let start = of.start + number * size;
            start..of.end.min(start + size)
        };
        match self {
            Pieces::Part(part) => piece(part, PIECE),
            Pieces::Rows(rows) => piece(rows, ROWS),
            Pieces::Lists(_) => unreachable!("lists have no ranges"),
        }
    }

    /// The slots of a list.
    pub(super) fn list(&self, number: usize) -> &[usize] {
        match self {
            Pieces::Part(_) | Pieces::Rows(_) => unreachable!("a part is not listed"),
            Pieces::Lists(lists) => &lists[number],
        }
    }
}

/// What a thread does: the pieces whose numbers it is given.
pub(super) type Worker<'a> =
    dyn Fn(&mut (dyn Iterator<Item = usize> + '_)) -> Result<Tally, DenseError> + Sync + 'a;

/// Does the pieces of the work and adds up what comes of them. Says how many were done: all, or the
/// first ones if somebody stopped it.
///
/// Pieces are given out in order and whoever has one does all of it, so that stopping leaves what a
/// shorter pass would have left.
///
/// Compiled once: there are many games, and only the workers know them.
pub(super) fn run(
    pool: Option<&ThreadPool>,
    control: &Control<'_>,
    pieces: &Pieces,
    worker: &Worker<'_>,
) -> Result<(Tally, usize), DenseError> {
    let count = pieces.count();
    let done = AtomicUsize::new(0);
    let work = |numbers: &mut (dyn Iterator<Item = usize> + '_)| {
        worker(&mut std::iter::from_fn(|| {
            if control.is_stopped() {
                return None;
            }
            let number = numbers.next()?;
            done.fetch_add(1, Relaxed);
            Some(number)
        }))
    };
    let tally = match pool.filter(|_| count > 1) {
        None => work(&mut (0..count)),
        Some(pool) => {
            let sum = Mutex::new(Ok(Tally::default()));
            let threads = Threads::new(pool.current_num_threads()).unwrap_or(Threads::ONE);
            let work = |numbers: &mut (dyn Iterator<Item = usize> + '_)| {
                let tally = work(numbers);
                let mut sum = sum.lock().unwrap_or_else(PoisonError::into_inner);
                match (&mut *sum, tally) {
                    (Ok(sum), Ok(tally)) => sum.add(tally),
                    (Ok(_), error) => *sum = error,
                    (Err(_), _) => {}
                }
            };
            pool.install(|| threads.share(count, &work));
            sum.into_inner().unwrap_or_else(PoisonError::into_inner)
        }
    };
    Ok((tally?, done.into_inner()))
}

/// Adds up what comes of each piece that a thread is given.
pub(super) fn each(
    numbers: &mut (dyn Iterator<Item = usize> + '_),
    mut work: impl FnMut(usize) -> Result<Tally, DenseError>,
) -> Result<Tally, DenseError> {
    let mut sum = Tally::default();
    for number in numbers {
        sum.add(work(number)?);
    }
    Ok(sum)
}

/// Lists the slots of a part whose code is the wanted one where the mask has bits. Those in memory
/// begin with the slot `first`.
pub(super) fn find(
    pool: Option<&ThreadPool>,
    (slots, first): (&[u16], usize),
    part: Range<usize>,
    (mask, wanted): (u16, Code),
) -> Vec<Vec<usize>> {
    let wanted = |code: u16| code & mask == wanted.0 & mask;
    let search = |piece: Range<usize>| {
        let mut found = Vec::new();
        for start in piece.clone().step_by(LANES) {
            let lanes = &slots[start - first..piece.end.min(start + LANES) - first];
            // Without a branch in it, this compares many slots at once; mostly there are none.
            if lanes.iter().fold(false, |any, &code| any | wanted(code)) {
                let hits = lanes.iter().enumerate().filter(|(_, code)| wanted(**code));
                found.extend(hits.map(|(index, _)| start + index));
            }
        }
        found
    };
    let pieces = Pieces::Part(part);
    let search = |number| search(pieces.range(number));
    match pool {
        Some(pool) if pieces.count() > 1 => {
            pool.install(|| (0..pieces.count()).into_par_iter().map(search).collect())
        }
        _ => (0..pieces.count()).map(search).collect(),
    }
}
