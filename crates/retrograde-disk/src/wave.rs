//! What a settled vertex does to where its moves come from, level by level, with the edges on disk.
//!
//! This is the wave of the solvers in memory, with two differences. The edges into the vertices of a level
//! are read when the level comes up, in the order in which they lie in the file: what lies close together in
//! one go, so that a small level costs a few reads and a large one a pass over the file, whichever is less.
//! And nothing is kept of a vertex but its mark and four bits.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use retrograde_core::{Bitmap, Control, Progress, RowError, Stopped, Vertex, sys};
use retrograde_io::{RggFile, RggRowReader};

use crate::checkpoint::{Asked, Keeper};
use crate::error::DiskError;
use crate::marks::{Counts, Marks, Narrow, Wide};
use crate::options::Options;

/// What a settled vertex does to an open one with a move to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    Nothing,
    /// Settles it, the first way.
    Claim,
    /// Takes one move off its count; without any left it is settled, the second way.
    Lower,
}

/// The vertices of a level that go first or second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// Those settled the first way.
    Claimed,
    /// Those settled the second way.
    Counted,
    /// All.
    All,
}

/// What settled vertices do.
pub(crate) trait Rule: Sync {
    /// Which vertices of a level take effect one after the other.
    const TURNS: &'static [Turn];

    /// What one of a turn does to a vertex with a move to it.
    fn effect(&self, turn: Turn, from: Vertex) -> Effect;
}

/// All that is known between two levels.
#[derive(Clone, Debug)]
pub(crate) struct State {
    pub(crate) marks: Marks,
    pub(crate) settled: Bitmap,
    /// Those settled the first way.
    pub(crate) claimed: Bitmap,
    /// The level settled last, whose vertices have it for a distance.
    pub(crate) level: u32,
}

impl State {
    /// Settles vertices at a level that is higher than all before.
    pub(crate) fn begin_at(&mut self, level: u32, vertices: &Bitmap) {
        if level > self.marks.most() {
            let marks = std::mem::replace(&mut self.marks, Marks::Wide(Vec::new()));
            self.marks = marks.widened(|vertex| self.settled.get(vertex));
        }
        for vertex in vertices.ones() {
            self.settled.set(vertex);
            self.marks.set(vertex, level);
        }
        self.level = level;
    }
}

/// Vertices that one thread takes at a time from a large level, and from a small one.
const RANGE: usize = 1 << 15;
const PIECE: usize = 1 << 9;

/// A level of at most one in this many vertices is kept as a list.
const LISTED_ONE_IN: usize = 256;

/// Levels between two looks at the memory that is taken.
const LOOK_EVERY: u32 = 64;

/// Bytes that a wave takes for so many vertices: marks of one byte each and four bitmaps, buffers for
/// each thread, and lists.
pub(crate) fn bytes(vertices: u64, wide: bool, threads: usize) -> u64 {
    let marks = if wide { 5 } else { 1 };
    let threads = threads as u64;
    let lists = (threads + 3) * 4 * (vertices / LISTED_ONE_IN as u64 + 1024);
    vertices * marks + vertices.div_ceil(64) * 8 * 4 + lists + threads * (2 << 20)
}

/// The vertices settled last.
enum Front {
    List(Vec<Vertex>),
    Bits,
}

/// A wave that is running.
pub(crate) struct Wave<'a, R> {
    file: &'a RggFile,
    rule: &'a R,
    control: Control<'a>,
    state: State,
    /// The level settled last, and the one being settled. Nothing is set in `next` between levels.
    front: Bitmap,
    next: Bitmap,
    shape: Front,
    done: u64,
    workers: Mutex<Vec<Worker<'a>>>,
}

/// What a thread has for itself.
struct Worker<'a> {
    reader: RggRowReader<'a>,
    list: Vec<Vertex>,
    settled: Vec<Vertex>,
}

impl<'a, R: Rule> Wave<'a, R> {
    /// A wave that goes on from the vertices whose distance is the level of `state`.
    pub(crate) fn new(file: &'a RggFile, rule: &'a R, state: State, control: &Control<'a>) -> Self {
        let vertices = state.marks.len();
        let mut front = Bitmap::new(vertices);
        for vertex in state.settled.ones() {
            if state.marks.get(vertex) == state.level {
                front.set(vertex);
            }
        }
        let done = state.settled.count_ones() as u64;
        let mut wave = Wave {
            file,
            rule,
            control: *control,
            next: Bitmap::new(vertices),
            state,
            front,
            shape: Front::Bits,
            done,
            workers: Mutex::new(Vec::new()),
        };
        if wave.front.count_ones() <= wave.listed() {
            wave.shape = Front::List(wave.front.ones().map(|vertex| vertex as Vertex).collect());
        }
        wave
    }

    /// The length of a level that is kept as a list.
    fn listed(&self) -> usize {
        self.state.marks.len() / LISTED_ONE_IN + 1024
    }

    /// Whether the last level was empty, so that nothing more follows.
    fn is_over(&self) -> bool {
        matches!(&self.shape, Front::List(list) if list.is_empty())
    }

    /// Goes on to the end; calls `between` with the state after each level.
    ///
    /// # Errors
    /// What `between` or the system reports; it was stopped, in the middle of a level.
    pub(crate) fn run(
        mut self,
        mut between: impl FnMut(&State) -> Result<(), DiskError>,
    ) -> Result<State, DiskError> {
        while !self.is_over() {
            if self.state.level.is_multiple_of(LOOK_EVERY) {
                self.control.check_memory()?;
            }
            if self.state.level == self.state.marks.most() {
                self.widen()?;
            }
            self.advance()?;
            between(&self.state)?;
        }
        Ok(self.state)
    }

    /// Makes room for distances past 255.
    fn widen(&mut self) -> Result<(), DiskError> {
        let threads = self.control.threads.get();
        let (needed, allowed) =
            (bytes(self.state.marks.len() as u64, true, threads), self.control.room());
        if needed > allowed {
            return Err(DiskError::NoRoom { needed, allowed });
        }
        let marks = std::mem::replace(&mut self.state.marks, Marks::Wide(Vec::new()));
        let settled = &self.state.settled;
        self.state.marks = marks.widened(|vertex| settled.get(vertex));
        Ok(())
    }

    /// Settles one level more.
    fn advance(&mut self) -> Result<(), DiskError> {
        let level = self.state.level + 1;
        let most = self.listed();
        let State { marks, settled, claimed, .. } = &mut self.state;
        let mut ground = Ground {
            file: self.file,
            rule: self.rule,
            control: &self.control,
            workers: &self.workers,
            front: &self.front,
            shape: &self.shape,
            settled: sys::as_atomic_words(settled.words_mut()),
            claimed: sys::as_atomic_words(claimed.words_mut()),
            next: sys::as_atomic_words(self.next.words_mut()),
            level,
            most,
            count: AtomicU64::new(0),
            lists: Mutex::new(Some(Vec::new())),
        };
        match marks {
            Marks::Narrow(marks, rest) => {
                let narrow = Narrow::new(marks, rest);
                let advanced = ground.turns(&narrow);
                *rest = narrow.into_rest();
                advanced?;
            }
            Marks::Wide(marks) => ground.turns(&Wide(sys::as_atomic(marks)))?,
        }
        let (count, list) = (*ground.count.get_mut(), ground.list());
        self.state.level = level;
        self.done += count;
        // The level before goes, bit by bit where it is small.
        match &self.shape {
            Front::List(before) => before.iter().for_each(|&v| self.front.clear(v as usize)),
            Front::Bits => self.front.words_mut().fill(0),
        }
        std::mem::swap(&mut self.front, &mut self.next);
        self.shape = match list {
            Some(mut list) => {
                list.sort_unstable();
                Front::List(list)
            }
            None if count as usize <= most => {
                Front::List(self.front.ones().map(|vertex| vertex as Vertex).collect())
            }
            None => Front::Bits,
        };
        let total = self.state.marks.len() as u64;
        self.control.tell(Progress::new("labelling", self.done, total));
        Ok(())
    }
}

/// What the threads share while a level is settled.
struct Ground<'g, 'a, R> {
    file: &'a RggFile,
    rule: &'g R,
    control: &'g Control<'a>,
    workers: &'g Mutex<Vec<Worker<'a>>>,
    front: &'g Bitmap,
    shape: &'g Front,
    settled: &'g [AtomicU64],
    claimed: &'g [AtomicU64],
    next: &'g [AtomicU64],
    level: u32,
    /// How long a list may be.
    most: usize,
    /// How many vertices have been settled.
    count: AtomicU64,
    /// Which, unless there are too many.
    lists: Mutex<Option<Vec<Vertex>>>,
}

impl<'a, R: Rule> Ground<'_, 'a, R> {
    fn list(&self) -> Option<Vec<Vertex>> {
        self.lists.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn turns<C: Counts>(&self, counts: &C) -> Result<(), DiskError> {
        R::TURNS.iter().try_for_each(|&turn| self.turn(turn, counts))
    }

    fn turn<C: Counts>(&self, turn: Turn, counts: &C) -> Result<(), DiskError> {
        let pieces = match self.shape {
            Front::List(list) => list.len().div_ceil(PIECE),
            Front::Bits => self.front.len().div_ceil(RANGE),
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

    /// One piece of a level.
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
                let words =
                    piece * RANGE / 64..self.front.words().len().min((piece + 1) * RANGE / 64);
                for (number, &word) in words.clone().zip(&self.front.words()[words]) {
                    let mut rest = word;
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
        reader.list(list, |_, row| {
            pace.steps(1 + row.len())?;
            for &from in row {
                self.one::<C, SHARED>(turn, from, counts, settled);
            }
            if settled.len() > self.most {
                self.gather(settled);
            }
            Ok(())
        })
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

/// Whoever asked for more than there is room for is told before anything is taken.
pub(crate) fn check_room(needed: u64, control: &Control<'_>) -> Result<(), DiskError> {
    control.check().map_err(|stopped: Stopped| DiskError::from(stopped))?;
    let allowed = control.room();
    if needed > allowed { Err(DiskError::NoRoom { needed, allowed }) } else { Ok(()) }
}

/// Goes on from what was kept, or else from the beginning, to the end.
pub(crate) fn resumed<R: Rule>(
    file: &RggFile,
    rule: &R,
    asked: Asked,
    options: &Options<'_>,
    begin: impl FnOnce() -> Result<State, DiskError>,
) -> Result<State, DiskError> {
    let control = &options.control;
    let mut keeper = options
        .checkpoints
        .as_ref()
        .map(|checkpoints| Keeper::new(checkpoints, file, asked, control));
    let kept = keeper.as_ref().map_or(Ok(None), Keeper::load)?;
    let state = kept.map_or_else(begin, Ok)?;
    Wave::new(file, rule, state, control)
        .run(|state| keeper.as_mut().map_or(Ok(()), |keeper| keeper.keep(state)))
}
