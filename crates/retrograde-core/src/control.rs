//! What long work may use, who may stop it, and whom it tells how far it is.

use std::fmt;
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};
use std::time::Instant;

use crate::memory::{self, Bytes};
use crate::threads::Threads;

/// A switch that ends work from another thread, or from a signal handler. Whoever throws it can see
/// whether anybody has looked at it since: work that waits for something else never does.
///
/// ```
/// use retrograde_core::{Cancel, Control, Stopped};
/// static CANCEL: Cancel = Cancel::new();
/// let control = Control { cancel: Some(&CANCEL), ..Control::default() };
/// assert_eq!(control.check(), Ok(()));
/// CANCEL.cancel();
/// assert!(!CANCEL.is_noticed());
/// assert_eq!(control.check(), Err(Stopped::Cancelled));
/// assert!(CANCEL.is_noticed());
/// ```
#[derive(Debug, Default)]
pub struct Cancel(AtomicU8);

impl Cancel {
    const THROWN: u8 = 1;
    const NOTICED: u8 = 2;

    /// A switch that has not been thrown.
    #[must_use]
    pub const fn new() -> Self {
        Cancel(AtomicU8::new(0))
    }

    /// Ends all work that looks at this switch. Safe in a signal handler.
    pub fn cancel(&self) {
        self.0.fetch_max(Cancel::THROWN, Relaxed);
    }

    /// Whether it was thrown.
    #[inline]
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        match self.0.load(Relaxed) {
            0 => false,
            Cancel::THROWN => {
                self.0.store(Cancel::NOTICED, Relaxed);
                true
            }
            _ => true,
        }
    }

    /// Whether it was thrown and somebody has [seen](Self::is_cancelled) that.
    #[must_use]
    pub fn is_noticed(&self) -> bool {
        self.0.load(Relaxed) == Cancel::NOTICED
    }
}

/// Why work ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// Somebody threw the switch.
    #[error("cancelled")]
    Cancelled,
    /// Time was up.
    #[error("the time allowed was up")]
    Deadline,
    /// It took more memory than it may. Estimates refuse what is known to be too large beforehand;
    /// this is for what nobody could know.
    #[error("the work has taken {} of memory and may take {}", Bytes(*held), Bytes(*allowed))]
    Memory {
        /// Bytes it held when that was noticed.
        held: u64,
        /// Bytes it may hold.
        allowed: u64,
    },
}

/// How far work has come, for showing to a person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// What is being done.
    pub phase: &'static str,
    /// How much of it is done: vertices, positions, slots or bytes.
    pub done: u64,
    /// How much there is in all; 0 where nobody knows. Draws are never settled, so it need not be
    /// reached.
    pub total: u64,
    /// Where work over an index stands.
    pub tier: Option<Tier>,
}

/// Where work over an index stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tier {
    /// Which tier is being solved, the first being 1.
    pub number: usize,
    /// How many tiers there are.
    pub count: usize,
    /// The distance of the wave that is running, in moves.
    pub wave: u32,
    /// Slots that are known to be holes, won, lost or in a tier that is done.
    pub settled: u64,
    /// Slots in all.
    pub slots: u64,
}

impl Progress {
    /// So much of `total` is done.
    #[must_use]
    pub fn new(phase: &'static str, done: u64, total: u64) -> Self {
        Progress { phase, done, total, tier: None }
    }
}

/// What a piece of work may use and what it has to look out for. Whoever works long asks
/// [`check`](Self::check) at least every hundredth of a second.
///
/// ```
/// use std::time::Instant;
/// use retrograde_core::{Control, Stopped, Threads};
/// let control = Control { threads: Threads::ONE, deadline: Some(Instant::now()), ..Control::default() };
/// assert_eq!(control.check(), Err(Stopped::Deadline));
/// ```
#[derive(Clone, Copy, Default)]
pub struct Control<'a> {
    /// How many threads to use; answers are the same for any number.
    pub threads: Threads,
    /// When to stop.
    pub deadline: Option<Instant>,
    /// Who else may stop it.
    pub cancel: Option<&'a Cancel>,
    /// What it may take beside what is there already; `None` for all there is.
    pub memory: Option<Allowance>,
    /// Called now and then, from any thread.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
}

/// Bytes that work may take, counted from a point in time.
///
/// ```
/// use retrograde_core::{Allowance, Control};
/// let control = Control { memory: Some(Allowance::from_now(1 << 30)), ..Control::default() };
/// assert_eq!(control.check(), Ok(()));
/// assert_eq!(control.room(), 1 << 30);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    bytes: u64,
    /// What the process held then, where the system says so.
    before: Option<u64>,
}

impl Allowance {
    /// So many bytes beside what the process holds now.
    #[must_use]
    pub fn from_now(bytes: u64) -> Self {
        Allowance { bytes, before: memory::resident() }
    }

    /// How many bytes may be taken.
    #[must_use]
    pub fn bytes(self) -> u64 {
        self.bytes
    }

    /// An error if the process has taken more since.
    fn check(self) -> Result<(), Stopped> {
        let Some(before) = self.before else { return Ok(()) };
        let held = memory::resident().unwrap_or(0).saturating_sub(before);
        // The allocator keeps some of what was given back, and the system counts whole pages.
        let slack = self.bytes / 8 + (16 << 20);
        match held > self.bytes.saturating_add(slack) {
            true => Err(Stopped::Memory { held, allowed: self.bytes }),
            false => Ok(()),
        }
    }
}

impl<'a> Control<'a> {
    /// On one thread, with nobody to stop it.
    pub const ALONE: Control<'static> = Control {
        threads: Threads::ONE,
        deadline: None,
        cancel: None,
        memory: None,
        progress: None,
    };

    /// The same with other threads.
    #[must_use]
    pub fn on(self, threads: Threads) -> Self {
        Control { threads, ..self }
    }

    /// Whether to go on. Asks for the time, so not to be called for every edge: see
    /// [`pace`](Self::pace).
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancel.is_some_and(Cancel::is_cancelled) {
            return Err(Stopped::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::Deadline);
        }
        Ok(())
    }

    /// As [`check`](Self::check), with a look at how much memory the process holds, which takes a
    /// few microseconds.
    ///
    /// # Errors
    /// Why work must end.
    pub fn check_memory(&self) -> Result<(), Stopped> {
        self.check()?;
        self.memory.map_or(Ok(()), Allowance::check)
    }

    /// Whether work must end: what loops on several threads ask before they take the next piece.
    /// Once it is so it stays so, and [`check`](Self::check) says why.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.check().is_err()
    }

    /// The bytes that may be taken; a number that nothing reaches where there is no limit.
    #[must_use]
    pub fn room(&self) -> u64 {
        self.memory.map_or(u64::MAX, Allowance::bytes)
    }

    /// Says how far things are, if anybody listens.
    pub fn tell(&self, progress: Progress) {
        if let Some(listener) = self.progress {
            listener(progress);
        }
    }

    /// Calls `work` once for each item, shared out among the threads, unless stopped.
    ///
    /// # Errors
    /// It was stopped: some items have not been looked at.
    pub fn for_each<T: Send>(
        &self,
        items: Vec<T>,
        work: impl Fn(T) + Sync + Send,
    ) -> Result<(), Stopped> {
        self.for_each_with(|| (), items, |(), item| work(item))
    }

    /// As [`for_each`](Self::for_each), with scratch space that `work` uses again and again.
    ///
    /// # Errors
    /// As there.
    pub fn for_each_with<S, T: Send>(
        &self,
        scratch: impl Fn() -> S + Sync + Send,
        items: Vec<T>,
        work: impl Fn(&mut S, T) + Sync + Send,
    ) -> Result<(), Stopped> {
        self.threads.for_each_with(scratch, items, |scratch, item| {
            if !self.is_stopped() {
                work(scratch, item);
            }
        });
        self.check()
    }

    /// A counter of steps that checks often enough and not too often.
    #[must_use]
    pub fn pace(&self) -> Pace<'a> {
        Pace { control: *self, left: Pace::STEPS, looks: 0 }
    }
}

impl fmt::Debug for Control<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("threads", &self.threads)
            .field("deadline", &self.deadline)
            .field("cancel", &self.cancel)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}

/// Counts steps of about an edge each, and looks now and then whether to go on.
///
/// ```
/// use retrograde_core::{Cancel, Control, Stopped};
/// let cancel = Cancel::new();
/// let control = Control { cancel: Some(&cancel), ..Control::default() };
/// let mut pace = control.pace();
/// pace.steps(1)?;
/// cancel.cancel();
/// assert_eq!((0..1 << 20).try_for_each(|_| pace.steps(1)), Err(Stopped::Cancelled));
/// # Ok::<(), Stopped>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pace<'a> {
    control: Control<'a>,
    left: u32,
    looks: u32,
}

impl Pace<'_> {
    /// Steps between two looks at the clock: well below a millisecond of memory accesses.
    const STEPS: u32 = 1 << 14;

    /// Looks at the clock between two looks at memory.
    const LOOKS: u32 = 16;

    /// Takes so many steps.
    ///
    /// # Errors
    /// Why to take no more.
    #[inline(always)]
    pub fn steps(&mut self, steps: usize) -> Result<(), Stopped> {
        match self.left.checked_sub(steps as u32) {
            Some(left) if steps <= Pace::STEPS as usize => {
                self.left = left;
                Ok(())
            }
            _ => self.look(),
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.left = Pace::STEPS;
        self.looks += 1;
        match self.looks.is_multiple_of(Pace::LOOKS) {
            true => self.control.check_memory(),
            false => self.control.check(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_pace_notices_a_deadline_whatever_the_length_of_its_steps() {
        for steps in [0, 1, 1000, 1 << 14, 1 << 20, usize::MAX] {
            let deadline = Some(Instant::now() + Duration::from_millis(2));
            let mut pace = Control { deadline, ..Control::default() }.pace();
            let most = if steps == 0 { 10 } else { usize::MAX };
            let stopped = (0..most).find_map(|_| pace.steps(steps).err());
            assert_eq!(stopped, (steps > 0).then_some(Stopped::Deadline), "{steps}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_taken_past_the_allowance_is_noticed() {
        let control = Control { memory: Some(Allowance::from_now(1 << 20)), ..Control::default() };
        assert_eq!(control.check_memory(), Ok(()));
        let taken = vec![1u8; 256 << 20];
        assert!(
            matches!(control.check_memory(), Err(Stopped::Memory { held, .. }) if held > 128 << 20)
        );
        drop(taken);
    }
}
