//! What every solver can be told.

use std::fmt;
use std::time::Instant;

use retrograde_core::Threads;

/// How far a solver has come, for showing to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What it is doing.
    pub phase: &'static str,
    /// Vertices settled so far.
    pub settled: u64,
    /// Vertices in all; draws are never settled, so this need not be reached.
    pub total: u64,
}

/// How to solve; `M` names the algorithms for the objective at hand.
#[derive(Clone, Copy, Default)]
pub struct Options<'a, M> {
    /// How many threads to use; the answer is the same for any number.
    pub threads: Threads,
    /// Which algorithm to run.
    pub method: M,
    /// Whether to leave out the best moves, which cost one more pass and four bytes a vertex.
    pub values_only: bool,
    /// Called now and then.
    pub progress: Option<&'a (dyn Fn(Progress) + Sync)>,
    /// When to stop with what is proven so far, for objectives that can take long; those solved in
    /// linear time pay no attention to it.
    pub deadline: Option<Instant>,
}

impl<M: fmt::Debug> fmt::Debug for Options<'_, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("threads", &self.threads)
            .field("method", &self.method)
            .field("values_only", &self.values_only)
            .finish_non_exhaustive()
    }
}
