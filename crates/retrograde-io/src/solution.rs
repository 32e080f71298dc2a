//! Solutions of the outcome objective, written and read back as CSV or JSON.
//!
//! CSV has the header `vertex,outcome,distance,move` and one row a vertex, quoted after RFC 4180
//! where a name needs it; a field with nothing to say is empty. The name `""`, being empty itself,
//! is written with its quotes. JSON holds the same rows as objects, with the counts around them.

mod cells;
mod csv;
mod fault;
mod gather;
mod json;
mod lookup;
mod write;

use std::io::{Cursor, Read};

use retrograde_core::{Names, OutcomeSolution};

use crate::ReadError;

pub use fault::SolutionFault;
pub use write::{OutcomeReport, Rows, write_outcome_csv, write_outcome_json};

/// The longest row of a CSV file, in bytes.
const LONGEST: usize = 16 << 20;

/// Reads a solution for the graph whose vertices have these names. JSON is told from CSV by its
/// first character. Rows may come in any order; every vertex has one.
///
/// A solution without the column `move` has no strategy.
///
/// # Errors
/// A row that is malformed or about a vertex the graph does not have, or a vertex without a row or
/// with two; a solution without distances, or of another objective.
///
/// ```
/// use retrograde_core::{Distance, Names, Value};
/// use retrograde_io::read_outcome_solution;
/// let csv = "vertex,outcome,distance,move\n1,lose,0,\n0,win,1,1\n";
/// let solution = read_outcome_solution(csv.as_bytes(), &Names::numbered(2))?;
/// assert_eq!(solution.values.get(0), Value::Win(Distance(1)));
/// assert_eq!(solution.strategy.unwrap().get(0), Some(1));
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
pub fn read_outcome_solution(
    mut input: impl Read,
    names: &Names,
) -> Result<OutcomeSolution, ReadError> {
    let (start, first) = first_character(&mut input)?;
    let mut whole = Cursor::new(start).chain(input);
    if first == Some(b'{') { json::read(&mut whole, names) } else { csv::read(&mut whole, names) }
}

/// The first bytes, without a byte order mark, and the first of them that is no blank.
fn first_character(input: &mut dyn Read) -> Result<(Vec<u8>, Option<u8>), ReadError> {
    const MARK: &[u8] = b"\xef\xbb\xbf";
    let mut start = Vec::new();
    while start.len() < LONGEST {
        if input.take(64).read_to_end(&mut start)? == 0 {
            break;
        }
        if start.starts_with(MARK) {
            start.drain(..MARK.len());
        }
        if let Some(&first) = start.iter().find(|byte| !byte.is_ascii_whitespace()) {
            return Ok((start, Some(first)));
        }
    }
    Ok((start, None))
}

#[cfg(test)]
mod tests;
