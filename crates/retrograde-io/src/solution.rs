//! Solutions, written and read back as CSV or JSON.
//!
//! CSV has a header and one row a vertex, quoted after RFC 4180 where a field needs it; a field with
//! nothing to say is empty. The name `""`, being empty itself, is written with its quotes. JSON
//! holds the same rows as objects, with the counts around them.
//!
//! Which columns there are [`Objective::facts`] says, and what stands in them whoever answers it
//! ([`Rows`]). What to make of the cells that were read depends on the kind of answer, one file
//! each: [`outcome`], [`asymmetric`], [`grundy`], [`partizan`], [`energy`], [`mean_payoff`], and
//! [`regions`] for all those with a winner and nothing else. Where winning takes memory, JSON also
//! holds the machines that play:
//!
//! ```json
//! "machines": [
//!   {"player": 0, "states": 2, "initial": 0, "steps": [
//!     {"vertex": "a", "memory": 0, "move": "b", "next": 1},
//!     {"vertex": "b", "memory": 1, "move": null, "next": 0}
//!   ]},
//!   {"player": 1, "states": 1, "initial": 0, "steps": []}
//! ]
//! ```

mod asymmetric;
mod cells;
mod csv;
mod draft;
mod energy;
mod fault;
mod field;
mod gather;
mod grundy;
mod hurried;
mod json;
mod lookup;
mod machines;
mod mean_payoff;
mod outcome;
mod partizan;
mod regions;
mod rows;
mod slots;
mod write;

use std::io::{Cursor, Read};

use retrograde_core::{Answer, MealySolution, Names, Objective, Solution, Threads};

use crate::{ReadError, pgsolver};

pub use fault::SolutionFault;
pub use rows::{Label, Row, Rows, SolutionRows};
pub use write::{write_csv, write_json};

/// The longest row of a CSV file, in bytes.
const LONGEST: usize = 16 << 20;

/// Reads a solution of an objective for the graph whose vertices have these names, from CSV or JSON
/// or, for parity, from a `paritysol` file of PGSolver: they are told apart by how they begin. Rows
/// and columns may come in any order; every vertex has one row.
///
/// A solution without the columns for moves has no strategies. Where moves have
/// [names](Names::moves), those are checked against the positions that they are said to lead to; where
/// they have none and the file has such columns, the positions count. Outcomes of the objective `outcome`
/// may be called `N`, `P` and `tie` as well as `win`, `lose` and `draw`. Where a row has no winner,
/// or a `paritysol` file no entry, it is not known. A row of CSV may be 16 MiB long, a field of JSON
/// 64 KiB.
///
/// Where winning takes memory JSON may have the machines of the two players, before the rows or
/// after; they may come in any order, and so may their steps. The moves of the rows are handed over
/// as they are: see [`MealySolution::contradiction`].
///
/// In a `paritysol` file vertices are called by their numbers from 0, as in the game that
/// [`Format::Pgsolver`](crate::Format::Pgsolver) reads or writes, whatever their names.
///
/// # Errors
/// A row that is malformed or about a vertex the graph does not have, or a vertex without a row or
/// with two; a solution without the columns it needs, or of another objective. Also a machine that
/// is missing or there twice, a step that leaves something out or is about a vertex that the graph
/// does not have or a state that the machine does not have, and two steps for the same vertex and
/// state.
///
/// ```
/// use retrograde_core::{Names, Objective};
/// use retrograde_io::read_solution;
/// let names = Names::numbered(2);
/// let csv = "vertex,outcome,distance,move\n1,lose,0,\n0,win,1,1\n";
/// let solution = read_solution(csv.as_bytes(), &names, &Objective::OUTCOME)?;
/// assert_eq!(solution.value(0).to_string(), "win in 1");
/// assert_eq!(solution.best_move(0), Some(1));
///
/// let json = r#"{"rows": [{"vertex": "0", "value": "-1/2"}, {"vertex": "1", "value": 3}]}"#;
/// let solution = read_solution(json.as_bytes(), &names, &Objective::MeanPayoff)?;
/// assert_eq!(solution.value(0).to_string(), "-1/2");
///
/// let sol = "paritysol 1;\n0 1;\n1 1 0;\n";
/// let solution = read_solution(sol.as_bytes(), &names, &Objective::PARITY)?;
/// let csv = "vertex,winner,move\n0,1,\n1,1,0\n";
/// assert_eq!(read_solution(csv.as_bytes(), &names, &Objective::PARITY)?, solution);
///
/// let error = read_solution(csv.as_bytes(), &names, &Objective::OUTCOME).unwrap_err();
/// assert!(error.to_string().contains("this is a solution of objective 'parity"));
///
/// let json = r#"{"objective": "muller", "rows": [{"vertex": "0", "winner": 0, "move": "0"}],
///     "machines": [
///       {"player": 0, "states": 1, "initial": 0, "steps": [
///         {"vertex": "0", "memory": 0, "move": "0", "next": 0}
///       ]},
///       {"player": 1, "states": 1, "initial": 0, "steps": []}
///     ]}"#;
/// let muller = Objective::Muller(None);
/// let solution = read_solution(json.as_bytes(), &Names::numbered(1), &muller)?;
/// assert_eq!(solution.machines().unwrap()[0].step(0, 0).unwrap().to, Some(0));
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
pub fn read_solution(
    input: impl Read,
    names: &Names,
    objective: &Objective,
) -> Result<Solution, ReadError> {
    read_solution_on(input, names, objective, Threads::ONE)
}

/// As [`read_solution`], with so many threads for the rows of CSV; the solution is the same for any
/// number.
///
/// # Errors
/// As for [`read_solution`].
///
/// ```
/// use retrograde_core::{Names, Objective, Threads};
/// use retrograde_io::read_solution_on;
/// let (names, csv) = (Names::numbered(1), "vertex,outcome,distance\n0,draw,\n");
/// let solution = read_solution_on(csv.as_bytes(), &names, &Objective::OUTCOME, Threads::all())?;
/// assert_eq!(solution.value(0).to_string(), "draw");
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
pub fn read_solution_on(
    mut input: impl Read,
    names: &Names,
    objective: &Objective,
    threads: Threads,
) -> Result<Solution, ReadError> {
    let (start, first) = first_character(&mut input)?;
    let mut whole = Cursor::new(start).chain(input);
    let (answer, machines) = match first {
        Some(b'{') => json::read(&mut whole, names, objective)?,
        Some(b'p') if !matches!(objective, Objective::Parity(_)) => {
            let (objective, facts) = (Objective::PARITY.to_string(), objective.facts());
            return Err(SolutionFault::OtherObjective { objective, facts }.at(None));
        }
        // No column begins so.
        Some(b'p') => (pgsolver::read_solution(&mut whole, names.len())?.into(), None),
        _ => (csv::read(&mut whole, names, objective, threads)?, None),
    };
    let answer = match answer {
        Answer::Regions(regions) if objective.has_colors() => {
            let (winners, moves) = (regions.winners, regions.strategy);
            MealySolution { winners, machines, moves }.into()
        }
        other => other,
    };
    Ok(Solution::new(objective.clone(), answer))
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
