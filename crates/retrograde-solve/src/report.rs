//! What a solver hands back: the answer, and how it came about.

use std::borrow::Cow;
use std::time::Duration;

use retrograde_core::Stopped;

/// An answer and how it came about.
#[derive(Clone, Debug)]
pub struct Solved<S> {
    /// The answer.
    pub solution: S,
    /// How it came about.
    pub report: Report,
}

/// How an answer came about, for people and benchmarks. What a method has no need of takes no time.
///
/// ```
/// use std::time::Duration;
/// use retrograde_solve::Report;
/// let report = Report::new("acyclic", "in one pass");
/// assert_eq!((report.transposing, report.stopped), (Duration::ZERO, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// What really ran, by its name in the [`registry`](crate::registry).
    pub solver: &'static str,
    /// How, in a line for people.
    pub how: Cow<'static, str>,
    /// Time to look for an order or a cycle.
    pub ordering: Duration,
    /// Time to turn edges around.
    pub transposing: Duration,
    /// Time to find the values.
    pub labelling: Duration,
    /// Time to pick moves.
    pub choosing: Duration,
    /// Why the answer is incomplete, where it was stopped.
    pub stopped: Option<Stopped>,
    /// Whether a method that was asked for gave up before it had an answer to all.
    pub gave_up: bool,
}

impl Report {
    /// A report on a solver that has not taken any time yet.
    pub fn new(solver: &'static str, how: impl Into<Cow<'static, str>>) -> Self {
        Report {
            solver,
            how: how.into(),
            ordering: Duration::ZERO,
            transposing: Duration::ZERO,
            labelling: Duration::ZERO,
            choosing: Duration::ZERO,
            stopped: None,
            gave_up: false,
        }
    }
}
