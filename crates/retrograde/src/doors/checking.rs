//! Checking a solution without trusting who made it.

use retrograde_core::{Arena, Names, Question, Solution};
use retrograde_table::{SolvedGame, Verified};
use retrograde_verify::{Checked, Options as CheckOptions, Partial, VerifyError};

use super::solving::check_room;
use crate::error::Error;
use crate::options::Options;

/// Proves that a solution holds, or says where it does not. Shares no code with the solvers.
///
/// ```
/// use retrograde::{Arena, Error, Objective, Options, solve, verify};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "c")]).arena()?;
/// let mut solved = solve(&arena, &Objective::OUTCOME, &Options::default())?;
/// assert_eq!(verify(&arena, &solved.solution, &Options::default())?.vertices, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Error::Fault`] where it does not hold; the arena lacks something; there is not enough memory;
/// the work was stopped.
pub fn verify(arena: &Arena, solution: &Solution, options: &Options<'_>) -> Result<Checked, Error> {
    let question = Question::new(arena, &solution.objective)?;
    check_room(arena, retrograde_verify::estimate(&question), options)?;
    let partial = if options.partial { Partial::Allowed } else { Partial::Refused };
    let check = CheckOptions { control: options.control(arena.heap_bytes()), partial };
    retrograde_verify::verify(&question, solution, &check)
        .map_err(|error| failed(error, &arena.names))
}

/// Why a solution does not hold, in the names of its vertices.
pub(super) fn failed(error: VerifyError, names: &Names) -> Error {
    match error {
        VerifyError::Fault(fault) => {
            let text = fault.describe(names).to_string();
            Error::Fault { fault: text, rule: Some(Box::new(fault)) }
        }
        VerifyError::Stopped(stopped) => stopped.into(),
        other => Error::Check(other),
    }
}

/// Derives every position of a table anew from its moves.
///
/// # Errors
/// [`Error::TableFault`] where it does not hold; damage; the work was stopped.
pub fn verify_table(game: &SolvedGame, options: &Options<'_>) -> Result<Verified, Error> {
    let table = game.table().ok_or(Error::NotATable)?;
    Ok(game.rules().verify(table, &options.control(0))?)
}
