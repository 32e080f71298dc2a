//! What every solver can be told.

use retrograde_core::Control;

/// How to solve, whatever the objective.
///
/// ```
/// use retrograde_core::{Control, Threads};
/// use retrograde_solve::Options;
/// let options = Options { control: Control::ALONE, ..Options::default() };
/// assert!(options.control.threads.is_one() && !options.values_only);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// What to use, who may stop it, and whom to tell how far it is. Objectives whose
    /// [`partial`](retrograde_core::Facts::partial) is true answer with what is proven when time or
    /// memory is up; all else, and whatever is cancelled, ends with an error.
    pub control: Control<'a>,
    /// Whether to leave out the moves, which cost one more pass and four bytes a vertex.
    pub values_only: bool,
}

impl<'a> Options<'a> {
    /// With this control, and moves.
    #[must_use]
    pub fn with(control: Control<'a>) -> Self {
        Options { control, values_only: false }
    }
}
