//! How many threads a computation may use.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};

/// A number of threads, at least one.
///
/// ```
/// use retrograde_core::Threads;
/// assert!(Threads::ONE.is_one());
/// assert!(Threads::all().get() >= 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(NonZeroUsize);

impl Threads {
    /// No parallelism.
    pub const ONE: Threads = Threads(NonZeroUsize::MIN);

    /// As many as the machine offers this process.
    #[must_use]
    pub fn all() -> Self {
        // Asking the system means reading files, which takes longer than solving a small game.
        static ALL: OnceLock<NonZeroUsize> = OnceLock::new();
        let ask = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Threads(*ALL.get_or_init(ask))
    }

    /// Exactly `count`, which must not be zero.
    #[must_use]
    pub fn new(count: usize) -> Option<Self> {
        NonZeroUsize::new(count).map(Threads)
    }

    /// The number.
    #[must_use]
    pub fn get(self) -> usize {
        self.0.get()
    }

    /// Whether everything runs on the calling thread.
    #[must_use]
    pub fn is_one(self) -> bool {
        self.0 == NonZeroUsize::MIN
    }

    /// Runs `work` where rayon's parallel iterators use exactly this many threads.
    ///
    /// If the operating system refuses the threads, the work runs in rayon's global pool instead:
    /// the answers do not depend on the number of threads. Threads are kept for the next time, but not
    /// over a fork, which leaves them behind.
    pub fn install<R: Send>(self, work: impl FnOnce() -> R + Send) -> R {
        if rayon::current_thread_index().is_some() && rayon::current_num_threads() == self.get() {
            return work();
        }
        let (mut work, mut result) = (Some(work), None);
        self.install_dyn(&mut || result = work.take().map(|work| work()));
        result.expect("what is installed runs")
    }

    /// [`install`](Self::install), compiled once for all kinds of work.
    fn install_dyn(self, work: &mut (dyn FnMut() + Send)) {
        match pool(self.get()) {
            Some(pool) => pool.install(work),
            None => work(),
        }
    }

    /// Calls `work` once for each item: in order on the calling thread when this is one thread,
    /// shared out among the threads otherwise.
    pub fn for_each<T: Send>(self, items: Vec<T>, work: impl Fn(T) + Sync + Send) {
        self.for_each_with(|| (), items, |(), item| work(item));
    }

    /// As [`for_each`](Self::for_each), with scratch space that `work` uses again and again.
    pub fn for_each_with<S, T: Send>(
        self,
        scratch: impl Fn() -> S + Sync + Send,
        items: Vec<T>,
        work: impl Fn(&mut S, T) + Sync + Send,
    ) {
        let (count, items) = (items.len(), Mutex::new(items.into_iter()));
        self.share(count, &|numbers| {
            let mut scratch = scratch();
            for _ in numbers {
                let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
                work(&mut scratch, item.expect("there are as many items as numbers"));
            }
        });
    }

    /// Gives out the numbers below `count`, each once, to as many calls of `worker` as there are
    /// threads: each takes the next number whenever it is done with one.
    ///
    /// Unlike rayon's iterators this is compiled once and not for every caller, which matters where
    /// callers are many: one for each game, say.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
    /// use retrograde_core::Threads;
    /// let sum = AtomicUsize::new(0);
    /// Threads::all().share(101, &|numbers| {
    ///     sum.fetch_add(numbers.sum(), Relaxed);
    /// });
    /// assert_eq!(sum.into_inner(), 5050);
    /// ```
    pub fn share(
        self,
        count: usize,
        worker: &(dyn Fn(&mut (dyn Iterator<Item = usize> + '_)) + Sync),
    ) {
        if self.is_one() || count < 2 {
            return worker(&mut (0..count));
        }
        let next = AtomicUsize::new(0);
        let take = || Some(next.fetch_add(1, Relaxed)).filter(|&number| number < count);
        self.install(|| {
            rayon::scope(|scope| {
                for _ in 0..self.get().min(count) {
                    scope.spawn(|_| worker(&mut std::iter::from_fn(take)));
                }
            });
        });
    }
}

/// The pool of so many threads of this process. Rayon's own would be the parent's after a fork, and
/// whoever waits for its threads in the child waits for ever.
fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    static POOLS: Mutex<Vec<(u32, Arc<ThreadPool>)>> = Mutex::new(Vec::new());
    let process = std::process::id();
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let fits = |(owner, pool): &&(u32, Arc<ThreadPool>)| {
        *owner == process && pool.current_num_threads() == threads
    };
    if let Some((_, pool)) = pools.iter().find(fits) {
        return Some(Arc::clone(pool));
    }
    let pool = Arc::new(ThreadPoolBuilder::new().num_threads(threads).build().ok()?);
    pools.push((process, Arc::clone(&pool)));
    Some(pool)
}

impl Default for Threads {
    fn default() -> Self {
        Threads::all()
    }
}
