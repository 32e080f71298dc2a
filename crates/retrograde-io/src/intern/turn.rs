//! Something that pieces of an input go through one at a time, in their order.

use std::hint;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often to look before lying down: whoever is before is mostly about to be done.
const LOOKS: usize = 2000;

/// How long to lie before looking whether anybody is left to be waited for.
const NAP: Duration = Duration::from_millis(50);

/// What each piece may look at and change when those before it have.
pub(crate) struct Turn<T> {
    /// Whose turn it is.
    next: AtomicU64,
    /// The value, and how many lie waiting.
    state: Mutex<(T, usize)>,
    news: Condvar,
}

impl<T> Turn<T> {
    pub(crate) fn new(value: T) -> Self {
        Turn { next: AtomicU64::new(0), state: Mutex::new((value, 0)), news: Condvar::new() }
    }

    /// Does `work` when it is the turn of the piece `number`.
    ///
    /// # Panics
    /// If one before it has [fallen](Fallen).
    pub(crate) fn take<R>(
        &self,
        number: u64,
        fallen: &Fallen,
        work: impl FnOnce(&mut T) -> R,
    ) -> R {
        let is_next = || self.next.load(Acquire) == number;
        for _ in 0..LOOKS {
            if is_next() {
                break;
            }
            hint::spin_loop();
        }
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !is_next() {
            assert!(!fallen.0.load(Relaxed), "the piece before has its turn");
            state.1 += 1;
            let waited = self.news.wait_timeout(state, NAP);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            state.1 -= 1;
        }
        let result = work(&mut state.0);
        self.next.store(number + 1, Release);
        if state.1 > 0 {
            self.news.notify_all();
        }
        result
    }
}

/// Whether a thread has fallen, so that nobody waits for the turns that it does not take.
#[derive(Default)]
pub(crate) struct Fallen(AtomicBool);

impl Fallen {
    /// Tells it when this thread falls before the guard is dropped.
    pub(crate) fn guard(&self) -> impl Drop {
        Guard(self)
    }
}

struct Guard<'f>(&'f Fallen);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.0.store(true, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_taken_in_order() {
        let (turn, fallen, next) = (Turn::new(Vec::new()), Fallen::default(), AtomicU64::new(0));
        thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, Relaxed);
                        if number >= 300 {
                            return;
                        }
                        if number % 100 == 1 {
                            thread::sleep(Duration::from_millis(5));
                        }
                        turn.take(number, &fallen, |seen| seen.push(number));
                    }
                });
            }
        });
        assert_eq!(turn.state.into_inner().unwrap().0, (0..300).collect::<Vec<_>>());
    }

    #[test]
    fn nobody_waits_for_who_has_fallen() {
        let (turn, fallen) = (Turn::new(()), Fallen::default());
        let ends = thread::scope(|scope| {
            let second = scope.spawn(|| turn.take(1, &fallen, |()| ()));
            let first = scope.spawn(|| {
                let _guard = fallen.guard();
                panic!("this one falls");
            });
            (first.join().is_err(), second.join().is_err())
        });
        assert_eq!(ends, (true, true));
    }
}
