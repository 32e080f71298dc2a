//! What a solver did, for people and benchmarks.

use std::time::Duration;

/// How an answer came about; `M` names the algorithms for the objective at hand. What a method has
/// no need of takes no time.
///
/// ```
/// use std::time::Duration;
/// use retrograde_solve::{Report, outcome::Method};
/// let report = Report { labelling: Duration::from_millis(3), ..Report::new(Method::Acyclic) };
/// assert_eq!(report.transposing, Duration::ZERO);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The method that ran, never one that leaves the choice open.
    pub method: M,
    /// Time to look for an order or a cycle.
    pub ordering: Duration,
    /// Time to turn edges around.
    pub transposing: Duration,
    /// Time to find the values.
    pub labelling: Duration,
    /// Time to pick moves.
    pub choosing: Duration,
}

impl<M> Report<M> {
    /// A report on a method that has not taken any time yet.
    pub fn new(method: M) -> Self {
        Report {
            method,
            ordering: Duration::ZERO,
            transposing: Duration::ZERO,
            labelling: Duration::ZERO,
            choosing: Duration::ZERO,
        }
    }
}
