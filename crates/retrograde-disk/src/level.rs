//! One level of a wave, on several threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use retrograde_core::{Control, RowError, Stopped, Vertex};
use retrograde_io::{RggFile, RggRowReader};

use crate::error::DiskError;
use crate::marks::Counts;
use crate::wave::{Effect, Front, Rule, Turn};

/// Vertices that one thread takes at a time from a large level, and from a small one.
const RANGE: usize = 1 << 15;
const PIECE: usize = 1 << 9;

/// What a thread has for itself.
pub(crate) struct Worker<'a> {
    reader: RggRowReader<'a>,
    list: Vec<Vertex>,
    settled: Vec<Vertex>,
}

/// What the threads share while a level is settled.
pub(crate) struct Ground<'g, 'a, R> {
    pub(crate) file: &'a RggFile,
    pub(crate) rule: &'g R,
    pub(crate) control: &'g Control<'a>,
    pub(crate) workers: &'g Mutex<Vec<Worker<'a>>>,
    /// Whether a piece that was begun is done to its end: then what there is when work is stopped makes sense.
    pub(crate) by_pieces: bool,
    /// Those that have not taken effect.
    pub(crate) front: &'g [AtomicU64],
    pub(crate) shape: &'g Front,
    pub(crate) settled: &'g [AtomicU64],
    pub(crate) claimed: &'g [AtomicU64],
    pub(crate) next: &'g [AtomicU64],
    pub(crate) level: u32,
    /// How long a list may be.
    pub(crate) most: usize,
    /// How many vertices have been settled.
    pub(crate) count: AtomicU64,
    /// Which, unless there are too many.
    pub(crate) lists: Mutex<Option<Vec<Vertex>>>,
}

impl<'a, R: Rule> Ground<'_, 'a, R> {
    pub(crate) fn list(&self) -> Option<Vec<Vertex>> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(crate) fn turns<C: Counts>(&self, counts: &C) -> Result<(), DiskError> {
        R::TURNS.iter().try_for_each(|&turn| self.turn(turn, counts))
    }

    fn turn<C: Counts>(&self, turn: Turn, counts: &C) -> Result<(), DiskError> {
        let pieces = match self.shape {
            Front::List(list) => list.len().div_ceil(PIECE),
            Front::Bits => self.front.len().div_ceil(RANGE / 64),
        };
        let threads = self.control.threads;
        if threads.is_one() || pieces < 2 {
            let mut worker = self.worker();
            let worked = (0..pieces)
                .try_for_each(|piece| self.piece::<C, false>(turn, piece, counts, &mut worker));
            self.give_back(worker);
            return Ok(worked?);
        }
        let failed: Mutex<Option<RowError>> = Mutex::new(None);
        let is_over = AtomicBool::new(false);
        threads.share(pieces, &|numbers| {
            let mut worker = self.worker();
            for piece in numbers {
                if is_over.load(Relaxed) {
                    break;
                }
                if let Err(error) = self.piece::<C, true>(turn, piece, counts, &mut worker) {
                    is_over.store(true, Relaxed);
                    failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    break;
                }
            }
            self.give_back(worker);
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error.into()),
            None => Ok(()),
        }
    }

    fn worker(&self) -> Worker<'a> {
        let kept = self.workers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        kept.unwrap_or_else(|| Worker {
            reader: self.file.reverse().reader(),
            list: Vec::new(),
            settled: Vec::new(),
        })
    }

    /// Takes what a thread has settled, and keeps its buffers for the next level.
    fn give_back(&self, mut worker: Worker<'a>) {
        self.gather(&mut worker.settled);
        self.workers.lock().unwrap_or_else(PoisonError::into_inner).push(worker);
    }

    fn gather(&self, settled: &mut Vec<Vertex>) {
        let before = self.count.fetch_add(settled.len() as u64, Relaxed);
        let mut lists = self.lists.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *lists {
            Some(_) if before as usize + settled.len() > self.most => *lists = None,
            Some(list) => list.extend_from_slice(settled),
            None => {}
        }
        settled.clear();
    }

    /// One piece of a level, whose vertices are taken out of the front once they have taken effect.
    fn piece<C: Counts, const SHARED: bool>(
        &self,
        turn: Turn,
        piece: usize,
        counts: &C,
        worker: &mut Worker<'a>,
    ) -> Result<(), RowError> {
        self.control.check()?;
        let Worker { reader, list, settled } = worker;
        let is_of_turn = |vertex: usize| match turn {
            Turn::All => true,
            Turn::Claimed => is_set(self.claimed, vertex),
            Turn::Counted => !is_set(self.claimed, vertex),
        };
        list.clear();
        match self.shape {
            Front::List(all) => {
                let part = &all[piece * PIECE..all.len().min((piece + 1) * PIECE)];
                list.extend(part.iter().filter(|&&vertex| is_of_turn(vertex as usize)));
            }
            Front::Bits => {
                let words = piece * RANGE / 64..self.front.len().min((piece + 1) * RANGE / 64);
                for (number, word) in words.clone().zip(&self.front[words]) {
                    let mut rest = word.load(Relaxed);
                    while rest != 0 {
                        let vertex = number * 64 + rest.trailing_zeros() as usize;
                        rest &= rest - 1;
                        if is_of_turn(vertex) {
                            list.push(vertex as Vertex);
                        }
                    }
                }
            }
        }
        let mut pace = self.control.pace();
        let mut stopped: Option<Stopped> = None;
        reader.list(list, |_, row| {
            match pace.steps(1 + row.len()) {
                Err(why) if self.by_pieces => stopped = Some(why),
                steps => steps?,
            }
            for &from in row {
                self.one::<C, SHARED>(turn, from, counts, settled);
            }
            if settled.len() > self.most {
                self.gather(settled);
            }
            Ok(())
        })?;
        for &vertex in &*list {
            clear::<SHARED>(self.front, vertex as usize);
        }
        stopped.map_or(Ok(()), |why| Err(why.into()))
    }

    /// What a vertex of this turn does to one with a move to it.
    #[inline(always)]
    fn one<C: Counts, const SHARED: bool>(
        &self,
        turn: Turn,
        from: Vertex,
        counts: &C,
        settled: &mut Vec<Vertex>,
    ) {
        if is_set(self.settled, from as usize) {
            return;
        }
        let is_claimed = match self.rule.effect(turn, from) {
            Effect::Nothing => return,
            Effect::Claim => true,
            Effect::Lower => {
                let last = if SHARED { counts.lower(from) } else { counts.lower_alone(from) };
                if !last {
                    return;
                }
                false
            }
        };
        if !set::<SHARED>(self.settled, from as usize) {
            return;
        }
        if is_claimed {
            set::<SHARED>(self.claimed, from as usize);
        }
        counts.settle(from, self.level);
        set::<SHARED>(self.next, from as usize);
        settled.push(from);
    }
}

#[inline(always)]
fn is_set(words: &[AtomicU64], bit: usize) -> bool {
    words[bit / 64].load(Relaxed) >> (bit % 64) & 1 != 0
}

#[inline(always)]
fn clear<const SHARED: bool>(words: &[AtomicU64], bit: usize) {
    let (word, mask) = (&words[bit / 64], !(1 << (bit % 64)));
    match SHARED {
        true => _ = word.fetch_and(mask, Relaxed),
        false => word.store(word.load(Relaxed) & mask, Relaxed),
    }
}

/// Sets a bit; whether it was not set before.
#[inline(always)]
fn set<const SHARED: bool>(words: &[AtomicU64], bit: usize) -> bool {
    let (word, mask) = (&words[bit / 64], 1 << (bit % 64));
    let before = match SHARED {
        true => word.fetch_or(mask, Relaxed),
        false => {
            let before = word.load(Relaxed);
            word.store(before | mask, Relaxed);
            before
        }
    };
    before & mask == 0
}
