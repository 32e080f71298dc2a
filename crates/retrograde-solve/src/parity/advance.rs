//! Algorithms that can pause and go on where they were.

use super::field::Field;

/// What came of going on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// All vertices are settled.
    Done,
    /// The steps granted are taken, all but for a few.
    Paused,
}

/// An algorithm that works on a field with its own holds, a few steps after the other.
pub(super) trait Advance {
    /// Goes on until all is done or its [`Stop`](crate::stop::Stop) says to pause. Between two calls
    /// nobody else may touch the field, but what is held for good in it is proven. `None` if stopped
    /// or given up, after which it must not be asked again.
    fn advance(&mut self, field: &mut Field) -> Option<Step>;
}
