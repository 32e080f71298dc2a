//! Work on threads of its own, in turn, and only as long as somebody waits for it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use retrograde::memory::{give_back_freed, resident};
use retrograde::{Cancel, Options};
use tokio::sync::Semaphore;

use super::limits::Allowed;
use crate::api::Problem;
use crate::refusal::Refusal;

/// Places for those who work; who comes first is first.
#[derive(Debug)]
pub(crate) struct Queue {
    places: Arc<Semaphore>,
    waiting: AtomicUsize,
    running: Arc<AtomicUsize>,
    /// What the program held after it last gave freed memory back.
    held: Arc<AtomicU64>,
    most_waiting: usize,
    /// The switches of all work that is going on or waits.
    switches: Mutex<Vec<Weak<Cancel>>>,
}

impl Queue {
    pub(crate) fn new(places: usize, most_waiting: usize) -> Self {
        Queue {
            places: Arc::new(Semaphore::new(places)),
            waiting: AtomicUsize::new(0),
            running: Arc::default(),
            held: Arc::default(),
            most_waiting,
            switches: Mutex::default(),
        }
    }

    /// How many wait for their turn.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Relaxed)
    }

    /// How many are worked on.
    pub(crate) fn running(&self) -> usize {
        self.running.load(Relaxed)
    }

    /// Ends all work, and all that would come.
    pub(crate) fn close(&self) {
        self.places.close();
        let switches = self.switches.lock().unwrap_or_else(PoisonError::into_inner);
        switches.iter().filter_map(Weak::upgrade).for_each(|switch| switch.cancel());
    }

    /// Does some work when its turn comes. Whoever drops this future does not want it any more, and the
    /// work ends soon.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Cancel) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let switch = Switch::new(self)?;
        let waits = Counted::new(&self.waiting);
        if waits.before >= self.most_waiting {
            let error = "too many are waiting for answers: ask again in a moment";
            return Err(Refusal::new(Refusal::BUSY, error).later(1));
        }
        let place = self.places.clone().acquire_owned().await.map_err(|_| going_down())?;
        drop(waits);
        let (cancel, running, held) = (switch.0.clone(), self.running.clone(), self.held.clone());
        let done = tokio::task::spawn_blocking(move || {
            let _place = place;
            let _running = Counted::new(&running);
            match cancel.is_cancelled() {
                true => Err(going_down()),
                false => {
                    let done = work(&cancel);
                    give_back(&held);
                    done
                }
            }
        });
        done.await.unwrap_or_else(|_| Err(broken()))
    }
}

/// So much more has to be held than after the last time for freed memory to be given back.
const SLACK: u64 = 16 << 20;

/// Gives back what the allocator keeps of memory that was freed, if that may be much.
fn give_back(held: &AtomicU64) {
    if resident().is_some_and(|now| now > held.fetch_min(now, Relaxed) + SLACK) {
        give_back_freed();
        held.store(resident().unwrap_or(0), Relaxed);
    }
}

/// Counts something while it is there.
struct Counted<'a> {
    count: &'a AtomicUsize,
    before: usize,
}

impl<'a> Counted<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        Counted { count, before: count.fetch_add(1, Relaxed) }
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.count.fetch_sub(1, Relaxed);
    }
}

/// Throws a switch when it goes: nobody wants the work any more.
struct Switch(Arc<Cancel>);

impl Switch {
    fn new(queue: &Queue) -> Result<Self, Refusal> {
        let switch = Arc::new(Cancel::new());
        let mut switches = queue.switches.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.places.is_closed() {
            return Err(going_down());
        }
        switches.retain(|switch| switch.strong_count() > 0);
        switches.push(Arc::downgrade(&switch));
        Ok(Switch(switch))
    }
}

impl Drop for Switch {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

pub(crate) fn going_down() -> Refusal {
    Refusal::new(Refusal::BUSY, "the server is being shut down")
}

/// A mistake of ours, which the others must not suffer from.
fn broken() -> Refusal {
    let error =
        "something went wrong inside the server: this is a mistake of the program".to_owned();
    let problem = Problem { error, remedies: Vec::new(), place: None };
    Refusal { status: Refusal::OUR_FAULT, problem, retry_after: None }
}

/// What holds for work on an answer.
pub(crate) fn options<'a>(allowed: &Allowed, held: u64, cancel: &'a Cancel) -> Options<'a> {
    Options {
        threads: allowed.threads,
        memory: retrograde::MemoryLimit::Bytes(allowed.memory),
        held,
        timeout: Some(allowed.time),
        cancel: Some(cancel),
        ..Options::default()
    }
}
