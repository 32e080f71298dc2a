//! How many threads a computation may use.

use std::num::NonZeroUsize;
use std::sync::OnceLock;

use rayon::prelude::*;

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
    /// the answers do not depend on the number of threads.
    pub fn install<R: Send>(self, work: impl FnOnce() -> R + Send) -> R {
        if rayon::current_num_threads() == self.get() {
            return work();
        }
        match rayon::ThreadPoolBuilder::new().num_threads(self.get()).build() {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }
    }
}

impl Threads {
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
        if self.is_one() {
            let mut scratch = scratch();
            items.into_iter().for_each(|item| work(&mut scratch, item));
        } else {
            self.install(|| items.into_par_iter().for_each_init(scratch, work));
        }
    }
}

impl Default for Threads {
    fn default() -> Self {
        Threads::all()
    }
}
