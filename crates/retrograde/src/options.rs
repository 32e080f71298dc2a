//! What every door can be told.

use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use retrograde_core::memory;
use retrograde_core::{Allowance, Cancel, Control, Progress, Threads};

use crate::engines::Engine;

/// How much memory may be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MemoryLimit {
    /// What the machine has free.
    #[default]
    Available,
    /// So many bytes, the game itself included.
    Bytes(u64),
    /// Whatever it takes, without any check.
    Unlimited,
}

impl MemoryLimit {
    /// The bytes that may be taken beside `held` bytes that are taken already; `None` for no limit.
    #[must_use]
    pub fn room(self, held: u64) -> Option<u64> {
        match self {
            MemoryLimit::Available => lately_available(),
            MemoryLimit::Bytes(bytes) => Some(bytes.saturating_sub(held)),
            MemoryLimit::Unlimited => None,
        }
    }
}

/// What the machine had free a moment ago at most: to ask takes longer than to solve a small game.
fn lately_available() -> Option<u64> {
    const MOMENT: Duration = Duration::from_millis(20);
    static LATEST: Mutex<Option<(Instant, Option<u64>)>> = Mutex::new(None);
    let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
    match *latest {
        Some((asked, available)) if asked.elapsed() < MOMENT => available,
        _ => {
            let available = memory::available();
            *latest = Some((Instant::now(), available));
            available
        }
    }
}

/// How to do what a door does. The default is what one wants: all threads, all the memory there is,
/// no end of time.
///
/// ```
/// use std::time::Duration;
/// use retrograde::{MemoryLimit, Options};
/// let options = Options {
///     memory: MemoryLimit::Bytes(1 << 30),
///     timeout: Some(Duration::from_secs(60)),
///     ..Options::default()
/// };
/// # assert_eq!(options.solver, None);
/// ```
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    /// The solver to use, by its name in the [registry](crate::solve::registry); `None` for the best.
    pub solver: Option<&'a str>,
    /// Where and how to solve.
    pub engine: Engine,
    /// The folder for what does not fit in memory while work goes on; `None` for the system's.
    pub scratch: Option<&'a Path>,
    /// The folder for checkpoints of long work, from which it goes on; `None` for none.
    pub checkpoint: Option<&'a Path>,
    /// How often to keep one; `None` for every two minutes, and more often where that costs little.
    pub checkpoint_every: Option<Duration>,
    /// Whether to refuse graphs with cycles.
    pub acyclic: bool,
    /// Whether to leave out the moves.
    pub values_only: bool,
    /// Whether the checker takes a solution that leaves vertices open.
    pub partial: bool,
    /// How many threads to use; answers are the same for any number.
    pub threads: Threads,
    /// How much memory may be used.
    pub memory: MemoryLimit,
    /// Bytes that count towards the limit beside the game at hand: other games, say.
    pub held: u64,
    /// How long it may take, from when the door is entered.
    pub timeout: Option<Duration>,
    /// Who may end it before it is done.
    pub cancel: Option<&'a Cancel>,
    /// Called now and then, from any thread.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

impl<'a> Options<'a> {
    /// The bytes that may be taken beside a game of `held` bytes; `None` for no limit.
    #[must_use]
    pub fn room(&self, held: u64) -> Option<u64> {
        self.memory.room(self.held.saturating_add(held))
    }

    /// The same with so much of the time gone.
    #[must_use]
    pub fn after(&self, spent: Duration) -> Self {
        Options { timeout: self.timeout.map(|time| time.saturating_sub(spent)), ..*self }
    }

    /// What work beside a game of `held` bytes has to look out for, from now on.
    #[must_use]
    pub fn control(&self, held: u64) -> Control<'a> {
        Control {
            threads: self.threads,
            deadline: self.timeout.and_then(|time| Instant::now().checked_add(time)),
            cancel: self.cancel,
            memory: self.room(held).map(Allowance::from_now),
            progress: self.progress,
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("solver", &self.solver)
            .field("engine", &self.engine)
            .field("acyclic", &self.acyclic)
            .field("values_only", &self.values_only)
            .field("partial", &self.partial)
            .field("threads", &self.threads)
            .field("memory", &self.memory)
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}
