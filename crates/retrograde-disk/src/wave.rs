//! What a settled vertex does to where its moves come from, level by level, with the edges on disk.
//!
//! This is the wave of the solvers in memory, with two differences. The edges into the vertices of a level
//! are read when the level comes up, in the order in which they lie in the file: what lies close together in
//! one go, so that a small level costs a few reads and a large one a pass over the file, whichever is less.
//! And nothing is kept of a vertex but its mark and four bits.

use std::sync::Mutex;
use std::sync::atomic::AtomicU64;

use retrograde_core::{Bitmap, Control, Progress, Vertex, memory, sys};
use retrograde_io::RggFile;

use crate::checkpoint::{Asked, Keeper};
use crate::error::DiskError;
use crate::level::{Ground, Worker};
use crate::marks::{Marks, Narrow, Wide};
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
    /// How far the level after it has come, where work was stopped in the middle of that.
    pub(crate) begun: Option<Begun>,
}

/// A level that was begun.
#[derive(Clone, Debug)]
pub(crate) struct Begun {
    /// The vertices of the level before that have not taken effect.
    pub(crate) front: Bitmap,
    /// Those that the others have settled.
    pub(crate) next: Bitmap,
}

/// When a state is offered to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Between two levels: there will be others.
    Between,
    /// There is no other: the work ends here.
    Last,
}

/// Whoever keeps states.
pub(crate) type Keep<'k> = &'k mut dyn FnMut(&State, Moment) -> Result<(), DiskError>;

impl State {
    /// All of the level settled last, and nothing of the next.
    fn whole_level(&self) -> Begun {
        let vertices = self.marks.len();
        let (mut front, next) = (Bitmap::new(vertices), Bitmap::new(vertices));
        for vertex in self.settled.ones() {
            if self.marks.get(vertex) == self.level {
                front.set(vertex);
            }
        }
        Begun { front, next }
    }

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
pub(crate) enum Front {
    List(Vec<Vertex>),
    Bits,
}

/// A wave that is running.
pub(crate) struct Wave<'a, R> {
    file: &'a RggFile,
    rule: &'a R,
    control: Control<'a>,
    state: State,
    /// Those of the level settled last that have not taken effect, and the level being settled.
    front: Bitmap,
    next: Bitmap,
    shape: Front,
    /// Whether it goes on from the middle of a level.
    is_begun: bool,
    done: u64,
    workers: Mutex<Vec<Worker<'a>>>,
}

impl<'a, R: Rule> Wave<'a, R> {
    /// A wave that goes on from the vertices whose distance is the level of `state`, or from the middle of
    /// the level after it.
    pub(crate) fn new(
        file: &'a RggFile,
        rule: &'a R,
        mut state: State,
        control: &Control<'a>,
    ) -> Self {
        let is_begun = state.begun.is_some();
        let Begun { front, next } = state.begun.take().unwrap_or_else(|| state.whole_level());
        let done = state.settled.count_ones() as u64;
        let mut wave = Wave {
            file,
            rule,
            control: *control,
            state,
            front,
            next,
            shape: Front::Bits,
            is_begun,
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
            && self.next.words().iter().all(|&word| word == 0)
    }

    /// Goes on to the end. Offers the state after each level to `keep`, and that in which it is stopped,
    /// in the middle of a level or not.
    ///
    /// # Errors
    /// What `keep` or the system reports; it was stopped; there is no room for distances past 255.
    pub(crate) fn run(mut self, mut keep: Option<Keep<'_>>) -> Result<State, DiskError> {
        while !self.is_over() {
            match (self.step(keep.is_some()), &mut keep) {
                (Ok(()), Some(keep)) => keep(&self.state, Moment::Between)?,
                (Ok(()), None) => {}
                (Err(error), Some(keep)) if error.leaves_sense() => {
                    let Wave { mut state, front, next, .. } = self;
                    state.begun = Some(Begun { front, next });
                    keep(&state, Moment::Last)?;
                    return Err(error);
                }
                (Err(error), _) => return Err(error),
            }
        }
        Ok(self.state)
    }

    /// Settles one level more, if it may; by whole pieces, if what there is when it is stopped is to be kept.
    fn step(&mut self, by_pieces: bool) -> Result<(), DiskError> {
        if self.state.level.is_multiple_of(LOOK_EVERY) {
            self.control.check_memory()?;
        }
        if self.state.level == self.state.marks.most() {
            self.widen()?;
        }
        self.advance(by_pieces)
    }

    /// Makes room for distances past 255.
    fn widen(&mut self) -> Result<(), DiskError> {
        let threads = self.control.threads.get();
        let vertices = self.state.marks.len() as u64;
        let (needed, allowed) = (bytes(vertices, true, threads), self.control.room());
        if needed > allowed {
            return Err(DiskError::NoRoom { needed, allowed });
        }
        // What is there already is taken off what the system has left.
        check_room(4 * vertices, &self.control)?;
        let marks = std::mem::replace(&mut self.state.marks, Marks::Wide(Vec::new()));
        let settled = &self.state.settled;
        self.state.marks = marks.widened(|vertex| settled.get(vertex));
        Ok(())
    }

    /// Settles one level more.
    fn advance(&mut self, by_pieces: bool) -> Result<(), DiskError> {
        let level = self.state.level + 1;
        let most = self.listed();
        // Those that were settled before work was stopped in the middle of it.
        let before = if self.is_begun { self.next.count_ones() as u64 } else { 0 };
        let State { marks, settled, claimed, .. } = &mut self.state;
        let mut ground = Ground {
            file: self.file,
            rule: self.rule,
            control: &self.control,
            workers: &self.workers,
            by_pieces,
            front: sys::as_atomic_words(self.front.words_mut()),
            shape: &self.shape,
            settled: sys::as_atomic_words(settled.words_mut()),
            claimed: sys::as_atomic_words(claimed.words_mut()),
            next: sys::as_atomic_words(self.next.words_mut()),
            level,
            most,
            count: AtomicU64::new(before),
            lists: Mutex::new((before == 0).then(Vec::new)),
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
        (self.state.level, self.is_begun) = (level, false);
        self.done += count - before;
        // All of the level before has taken effect and is gone.
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

/// The memory that may be taken, and that there is: a limit on the size of the process may leave less than
/// what was allowed.
fn room(control: &Control<'_>) -> u64 {
    match control.memory {
        Some(_) => control.room().min(memory::available().unwrap_or(u64::MAX)),
        None => control.room(),
    }
}

/// Whoever asked for more than there is room for is told before anything is taken.
pub(crate) fn check_room(needed: u64, control: &Control<'_>) -> Result<(), DiskError> {
    control.check()?;
    let allowed = room(control);
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
    let mut keeper = options.keeper(file, asked)?;
    let kept = keeper.as_ref().map_or(Ok(None), Keeper::load)?;
    let state = kept.and_then(|mut kept| kept.states.pop()).map_or_else(begin, Ok)?;
    let wave = Wave::new(file, rule, state, &options.control);
    let Some(keeper) = &mut keeper else { return wave.run(None) };
    let mut keep = |state: &State, moment| keeper.keep(&[state], &[], moment);
    let state = wave.run(Some(&mut keep))?;
    // There is more to do, during which nothing is lost any more.
    keep(&state, Moment::Last)?;
    Ok(state)
}
