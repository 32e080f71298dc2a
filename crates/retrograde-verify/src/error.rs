//! Why a check does not end with a proof.

use retrograde_core::Stopped;

use crate::checked::Checked;
use crate::fault::Fault;

/// Why [`verify`](crate::verify) does not say that a solution holds.
///
/// ```
/// use retrograde_core::Stopped;
/// use retrograde_verify::VerifyError;
/// assert_eq!(VerifyError::from(Stopped::Cancelled).to_string(), "cancelled");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It does not hold.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// Nobody knows: the check was stopped before its end.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// It answers another question.
    #[error(
        "this is a solution of {answered} and the question is one of {asked}: check it by the objective that it was solved for"
    )]
    OtherObjective {
        /// The objective of the question.
        asked: &'static str,
        /// That of the solution, or what its answer consists of.
        answered: &'static str,
    },
}

/// What came of a check that nobody can stop.
pub(crate) fn unstopped(checked: Result<Checked, VerifyError>) -> Result<Checked, Fault> {
    checked.map_err(|error| match error {
        VerifyError::Fault(fault) => fault,
        other => unreachable!("{other}"),
    })
}
