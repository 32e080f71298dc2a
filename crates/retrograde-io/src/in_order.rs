//! Work on the pieces of an input on several threads, put together in the order of the input.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use retrograde_core::Threads;

/// Pieces on their way at a time, for each thread and in all: enough that nobody waits, and no more
/// memory than that.
const ON_THE_WAY: (u64, u64) = (4, 64);

/// Takes pieces from `next` on the calling thread, does `work` on each wherever there is time, and hands
/// the results to `merge`, one at a time and in order.
///
/// What `merge` gives back ends it all: that result and those of the pieces that were taken after it are
/// returned, in order. There are none when all pieces are merged.
///
/// # Errors
/// The first of `merge`; one of `next` when all pieces before are merged.
pub(crate) fn in_order<P: Send, R: Send, E: Send>(
    threads: Threads,
    mut next: impl FnMut() -> Result<Option<P>, E>,
    work: impl Fn(P) -> R + Sync,
    mut merge: impl FnMut(R) -> Result<Option<R>, E> + Send,
) -> Result<Vec<R>, E> {
    if threads.is_one() {
        while let Some(piece) = next()? {
            if let Some(back) = merge(work(piece))? {
                return Ok(vec![back]);
            }
        }
        return Ok(Vec::new());
    }
    // One piece is not worth another thread.
    let Some(first) = next()? else { return Ok(Vec::new()) };
    let second = match next() {
        Ok(Some(second)) => second,
        other => {
            let back = merge(work(first))?;
            return other.map(|_| back.into_iter().collect());
        }
    };
    let desk = Desk {
        state: Mutex::new(State {
            waiting: VecDeque::from([(0, first), (1, second)]),
            done: VecDeque::new(),
            taken: 2,
            merged: 0,
            is_merging: false,
            is_over: false,
            end: None,
        }),
        news: Condvar::new(),
        work,
        merge: Mutex::new(merge),
    };
    let read = thread::scope(|scope| {
        for _ in 1..threads.get() {
            // Without a thread to be had the calling one does it all.
            let _ = thread::Builder::new().spawn_scoped(scope, || desk.help_to_the_end());
        }
        // Helpers wait for pieces unless they are told that there are no more.
        let closing = Closing(&desk);
        let read = desk.take_all(threads, &mut next);
        drop(closing);
        desk.help_to_the_end();
        read
    });
    let state = desk.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.end {
        Some(End::Failed(error)) => return Err(error),
        Some(End::GivenBack(back)) => {
            return Ok(std::iter::once(back).chain(state.done.into_iter().flatten()).collect());
        }
        None => read?,
    }
    Ok(Vec::new())
}

struct Desk<P, R, E, W, M> {
    state: Mutex<State<P, R, E>>,
    /// Told whenever there is something new to do, or room.
    news: Condvar,
    work: W,
    merge: Mutex<M>,
}

struct State<P, R, E> {
    waiting: VecDeque<(u64, P)>,
    /// Results that are not merged, from that of the first such piece on, as far as they are there.
    done: VecDeque<Option<R>>,
    taken: u64,
    merged: u64,
    is_merging: bool,
    /// Whether no more pieces come: all are taken, or a thread has fallen.
    is_over: bool,
    /// Why no more results are merged.
    end: Option<End<R, E>>,
}

type Guard<'s, P, R, E> = MutexGuard<'s, State<P, R, E>>;

enum End<R, E> {
    Failed(E),
    GivenBack(R),
}

impl<P, R, E, W, M> Desk<P, R, E, W, M> {
    fn state(&self) -> Guard<'_, P, R, E> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P, R, E, W: Fn(P) -> R, M: FnMut(R) -> Result<Option<R>, E>> Desk<P, R, E, W, M> {
    fn take_all(
        &self,
        threads: Threads,
        next: &mut impl FnMut() -> Result<Option<P>, E>,
    ) -> Result<(), E> {
        let most = (ON_THE_WAY.0 * threads.get() as u64).min(ON_THE_WAY.1);
        loop {
            let mut state = self.state();
            while state.waiting.len() >= threads.get() || state.taken - state.merged >= most {
                if state.end.is_some() || state.is_over {
                    return Ok(());
                }
                state = self.help(state).unwrap_or_else(|state| self.wait(state));
            }
            if state.end.is_some() || state.is_over {
                return Ok(());
            }
            drop(state);
            let Some(piece) = next()? else { return Ok(()) };
            let mut state = self.state();
            let number = state.taken;
            state.taken += 1;
            state.waiting.push_back((number, piece));
            drop(state);
            self.news.notify_one();
        }
    }

    fn help_to_the_end(&self) {
        // Whoever falls must not leave the others waiting.
        let _closing = Closing(self);
        let mut state = self.state();
        loop {
            state = match self.help(state) {
                Ok(state) => state,
                Err(state) if state.is_over => return,
                Err(state) => self.wait(state),
            };
        }
    }

    /// Does one thing, if there is one to do: merging comes first, as only one thread can at a time.
    fn help<'s>(
        &'s self,
        mut state: Guard<'s, P, R, E>,
    ) -> Result<Guard<'s, P, R, E>, Guard<'s, P, R, E>> {
        if !state.is_merging
            && state.end.is_none()
            && let Some(result) = state.done.front_mut().and_then(Option::take)
        {
            state.is_merging = true;
            drop(state);
            let merged = (self.merge.lock().unwrap_or_else(PoisonError::into_inner))(result);
            let mut state = self.state();
            state.is_merging = false;
            state.merged += 1;
            state.done.pop_front();
            state.end = match merged {
                Ok(None) => None,
                Ok(Some(back)) => Some(End::GivenBack(back)),
                Err(error) => Some(End::Failed(error)),
            };
            self.news.notify_all();
            return Ok(state);
        }
        let Some((number, piece)) = state.waiting.pop_front() else { return Err(state) };
        drop(state);
        let result = (self.work)(piece);
        let mut state = self.state();
        let at = (number - state.merged) as usize;
        while state.done.len() <= at {
            state.done.push_back(None);
        }
        state.done[at] = Some(result);
        self.news.notify_all();
        Ok(state)
    }

    fn wait<'s>(&self, state: Guard<'s, P, R, E>) -> Guard<'s, P, R, E> {
        self.news.wait(state).unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says that no more pieces come, however the calling thread goes on.
struct Closing<'d, P, R, E, W, M>(&'d Desk<P, R, E, W, M>);

impl<P, R, E, W, M> Drop for Closing<'_, P, R, E, W, M> {
    fn drop(&mut self) {
        self.0.state().is_over = true;
        self.0.news.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(threads: usize, stop: u32, fail: u32, end: u32) -> (Vec<u32>, Result<Vec<u32>, String>) {
        let (mut next, mut merged) = (0, Vec::new());
        let rest = in_order(
            Threads::new(threads).unwrap(),
            || match next {
                _ if next == fail => Err("next".to_owned()),
                _ if next == 1000 => Ok(None),
                _ => {
                    next += 1;
                    Ok(Some(next - 1))
                }
            },
            |piece: u32| {
                std::thread::sleep(std::time::Duration::from_micros(u64::from(piece * 7 % 13)));
                piece
            },
            |piece| {
                if piece == end {
                    return Err("merge".to_owned());
                }
                if piece == stop {
                    return Ok(Some(piece));
                }
                merged.push(piece);
                Ok(None)
            },
        );
        (merged, rest)
    }

    #[test]
    fn whatever_the_threads_the_order_is_that_of_the_pieces() {
        const NEVER: u32 = u32::MAX;
        for threads in 1..5 {
            for (stop, fail, end) in [
                (NEVER, NEVER, NEVER),
                (700, NEVER, NEVER),
                (NEVER, 700, NEVER),
                (NEVER, NEVER, 700),
                (0, NEVER, NEVER),
                (NEVER, 0, NEVER),
                (NEVER, NEVER, 0),
                (699, 700, 800),
                (800, 700, 699),
            ] {
                let (merged, rest) = run(threads, stop, fail, end);
                let first = stop.min(fail).min(end);
                assert_eq!(merged, (0..first.min(1000)).collect::<Vec<_>>(), "{threads} threads");
                match rest {
                    Err(what) => assert_eq!(what, if end < fail { "merge" } else { "next" }),
                    Ok(rest) if rest.is_empty() => assert_eq!(first, NEVER),
                    Ok(rest) => {
                        let expected: Vec<_> = (stop..stop + rest.len() as u32).collect();
                        assert_eq!((rest, stop), (expected, first));
                    }
                }
            }
        }
    }

    #[test]
    #[should_panic]
    fn who_falls_leaves_nobody_waiting() {
        let mut next = 0;
        let _ = in_order(
            Threads::new(3).unwrap(),
            || {
                next += 1;
                Ok::<_, ()>(Some(next))
            },
            |piece: u32| {
                assert!(piece < 50, "this piece");
                piece
            },
            |_| Ok(None),
        );
    }
}
