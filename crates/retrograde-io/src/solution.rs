//! Solutions, written and read back as CSV or JSON.
//!
//! CSV has a header and one row a vertex, quoted after RFC 4180 where a field needs it; a field with
//! nothing to say is empty. The name `""`, being empty itself, is written with its quotes. JSON
//! holds the same rows as objects, with the counts around them.
//!
//! What depends on the objective is in one file each: [`outcome`], [`asymmetric`], [`grundy`],
//! [`partizan`], [`energy`], [`mean_payoff`], and [`regions`] for all those with a winner and nothing
//! else. They say which cells a row has ([`Sheet`]) and what to make of cells that were read
//! ([`Table`]); everything else works from their [`Layout`]. Where winning takes memory ([`mealy`]),
//! JSON also holds the machines that play:
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
mod energy;
mod fault;
mod field;
mod gather;
mod grundy;
mod json;
mod layout;
mod lookup;
mod machines;
mod mealy;
mod mean_payoff;
mod message;
mod outcome;
mod partizan;
mod regions;
mod sheet;
mod slots;
mod table;
mod write;

use std::io::{Cursor, Read};

use retrograde_core::{MealySolution, Names, RegionSolution};

use crate::{ReadError, pgsolver};

use machines::Machines;

pub use fault::SolutionFault;
pub use layout::Layout;
pub use mealy::{MealyFile, MealySheet, first_moves};
pub use outcome::OutcomeSheet;
pub use partizan::PartizanOutcomes;
pub use regions::{RegionObjective, RegionSheet};
pub use retrograde_core::Terms;
pub use sheet::{Cell, Fact, Sheet};
pub use table::{Row, RowFault, Table};
pub use write::{Report, Rows, write_csv, write_json};

/// The longest row of a CSV file, in bytes.
const LONGEST: usize = 16 << 20;

/// Reads a solution for the graph whose vertices have these names. JSON is told from CSV by its
/// first character. Rows and columns may come in any order; every vertex has one row.
///
/// A solution without the columns for moves has no strategies. Outcomes of the objective `outcome`
/// may be called `N`, `P` and `tie` as well as `win`, `lose` and `draw`. A row of CSV may be 16 MiB
/// long, a field of JSON 64 KiB.
///
/// # Errors
/// A row that is malformed or about a vertex the graph does not have, or a vertex without a row or
/// with two; a solution without the columns it needs, or of another objective.
///
/// ```
/// use retrograde_core::{Distance, Grundy, GrundyValues, Names, OutcomeSolution, Value};
/// use retrograde_io::read_solution;
/// let names = Names::numbered(2);
/// let csv = "vertex,outcome,distance,move\n1,lose,0,\n0,win,1,1\n";
/// let solution: OutcomeSolution = read_solution(csv.as_bytes(), &names)?;
/// assert_eq!(solution.values.get(0), Value::Win(Distance(1)));
/// assert_eq!(solution.strategy.unwrap().get(0), Some(1));
///
/// let csv = "vertex,grundy\n0,\"inf{0,1}\"\n1,0\n";
/// let values: GrundyValues = read_solution(csv.as_bytes(), &names)?;
/// assert_eq!(values.get(0), Grundy::Loopy(&[0, 1]));
///
/// let error = read_solution::<OutcomeSolution>(csv.as_bytes(), &names).unwrap_err();
/// assert!(error.to_string().contains("this is a solution of objective 'grundy'"));
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
pub fn read_solution<T: Table>(mut input: impl Read, names: &Names) -> Result<T, ReadError> {
    let (start, first) = first_character(&mut input)?;
    table(start, first, &mut input, names, T::LAYOUT, &mut Machines::Unwanted)
}

/// Reads a solution of a game with two owners for the graph whose vertices have these names: CSV
/// or JSON as [`read_solution`] does, or a `paritysol` file of PGSolver where the objective is
/// `parity`. The three are told apart by how they begin. Where a row has no winner, or a
/// `paritysol` file no entry, it is not known.
///
/// In a `paritysol` file vertices are called by their numbers from 0, as in the game that
/// [`Format::Pgsolver`](crate::Format::Pgsolver) reads or writes, whatever their names. It has a
/// strategy if there is a move in it.
///
/// # Errors
/// As for [`read_solution`].
///
/// ```
/// use retrograde_core::{Names, Player};
/// use retrograde_io::{RegionObjective, read_regions};
/// let names = Names::numbered(2);
/// let csv = "vertex,winner,move\n0,1,\n1,1,0\n";
/// let sol = "paritysol 1;\n0 1;\n1 1 0;\n";
/// let solution = read_regions(csv.as_bytes(), &names, RegionObjective::Parity)?;
/// assert_eq!(solution.winners.get(1), Some(Player::One));
/// assert_eq!(solution, read_regions(sol.as_bytes(), &names, RegionObjective::Parity)?);
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
pub fn read_regions(
    mut input: impl Read,
    names: &Names,
    objective: RegionObjective,
) -> Result<RegionSolution, ReadError> {
    regions(&mut input, names, objective, &mut Machines::Unwanted)
}

/// Reads a solution of a game in which winning takes memory: rows as [`read_regions`] does, and the
/// machines of the two players where the file is JSON and has them, before the rows or after. The
/// machines may come in any order, and so may their steps.
///
/// The moves of the rows are handed over as they are: see [`MealyFile::contradiction`].
///
/// # Errors
/// As for [`read_solution`]. Also a machine that is missing or there twice, a step that leaves
/// something out or is about a vertex that the graph does not have or a state that the machine does
/// not have, and two steps for the same vertex and state.
///
/// ```
/// use retrograde_core::{Names, Player};
/// use retrograde_io::{RegionObjective, read_machines};
/// let json = r#"{"objective": "muller", "rows": [{"vertex": "0", "winner": 0, "move": "0"}],
///     "machines": [
///       {"player": 0, "states": 1, "initial": 0, "steps": [
///         {"vertex": "0", "memory": 0, "move": "0", "next": 0}
///       ]},
///       {"player": 1, "states": 1, "initial": 0, "steps": []}
///     ]}"#;
/// let file = read_machines(json.as_bytes(), &Names::numbered(1), RegionObjective::Muller)?;
/// assert_eq!(file.solution.machine(Player::Zero).unwrap().step(0, 0).unwrap().to, Some(0));
/// assert_eq!(file.contradiction(), None);
///
/// let csv = "vertex,winner,move\n0,0,0\n";
/// let file = read_machines(csv.as_bytes(), &Names::numbered(1), RegionObjective::Muller)?;
/// assert_eq!(file.solution.machines, None);
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
pub fn read_machines(
    mut input: impl Read,
    names: &Names,
    objective: RegionObjective,
) -> Result<MealyFile, ReadError> {
    let mut machines = Machines::Wanted(None);
    let RegionSolution { winners, strategy } =
        regions(&mut input, names, objective, &mut machines)?;
    let solution = MealySolution { winners, machines: machines.found() };
    Ok(MealyFile { solution, moves: strategy })
}

fn regions(
    input: &mut dyn Read,
    names: &Names,
    objective: RegionObjective,
    machines: &mut Machines,
) -> Result<RegionSolution, ReadError> {
    let (start, first) = first_character(input)?;
    let layout = objective.layout();
    if !pgsolver::begins_solution(first) {
        return table(start, first, input, names, layout, machines);
    }
    if objective != RegionObjective::Parity {
        let objective = Layout::PARITY.objective.to_owned();
        return Err(SolutionFault::OtherObjective { objective, layout }.at(None));
    }
    pgsolver::read_solution(&mut Cursor::new(start).chain(input), names.len())
}

/// Reads rows: what was read of them already, its first character, and the rest.
fn table<T: Table>(
    start: Vec<u8>,
    first: Option<u8>,
    input: &mut dyn Read,
    names: &Names,
    layout: &'static Layout,
    machines: &mut Machines,
) -> Result<T, ReadError> {
    let mut whole = Cursor::new(start).chain(input);
    if first == Some(b'{') {
        json::read(&mut whole, names, layout, machines)
    } else {
        csv::read(&mut whole, names, layout)
    }
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
