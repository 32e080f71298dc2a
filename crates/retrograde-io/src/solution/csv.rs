//! Reading a solution from CSV.

use std::io::Read;

use retrograde_core::{Answer, Facts, Names, Objective};

use crate::error::{Place, ReadError, ReadFault};

use super::cells::{Cells, CsvRows};
use super::draft::{Field, Fields};
use super::fault::SolutionFault;
use super::gather::{Gather, all_columns, before_moves, check_moves};
use super::lookup::Lookup;

pub(super) fn read(
    input: &mut dyn Read,
    names: &Names,
    objective: &Objective,
) -> Result<Answer, ReadError> {
    let facts = objective.facts();
    let mut rows = CsvRows::new(input);
    let mut cells = Cells::default();
    if !rows.next(&mut cells)? {
        return Err(ReadFault::Solution(SolutionFault::Empty { facts }).into());
    }
    let columns = header(&cells, facts)?;
    let count = cells.len();
    let lookup = Lookup::new(names);
    let mut gather = Gather::new(&lookup, objective);
    while rows.next(&mut cells)? {
        if cells.len() != count {
            let found = cells.len();
            return Err(ReadError::syntax(
                cells.place(count),
                format!("the row has {found} fields and the header {count}"),
            ));
        }
        gather.add(&Line { cells: &cells, columns: &columns })?;
    }
    gather.finish().map_err(|fault| fault.at(Place::line(rows.line())))
}

/// For each column of the objective, which field of a row holds it.
type Columns = Vec<Option<usize>>;

struct Line<'a> {
    cells: &'a Cells,
    columns: &'a Columns,
}

impl Fields for Line<'_> {
    fn field(&self, column: usize) -> Field<'_> {
        match self.columns[column] {
            None => Field::Absent,
            Some(index) if self.cells.is_blank(index) => Field::Blank,
            Some(index) => Field::Filled(self.cells.text(index)),
        }
    }

    fn place(&self, column: usize) -> Place {
        self.cells.place(self.columns[column].unwrap_or(0))
    }
}

fn header(cells: &Cells, facts: &'static Facts) -> Result<Columns, ReadError> {
    let found: Vec<_> = (0..cells.len()).map(|index| cells.text(index)).collect();
    if !fits(facts, &found)
        && let Some(objective) = objectives(&found)
    {
        let objective = objective.to_owned();
        return Err(SolutionFault::OtherObjective { objective, facts }.at(cells.place(0)));
    }
    let mut columns = vec![None; all_columns(facts).count()];
    for (index, &name) in found.iter().enumerate() {
        let known = all_columns(facts).position(|column| column == name);
        match known.map(|known| &mut columns[known]) {
            Some(slot @ None) => *slot = Some(index),
            Some(Some(_)) => {
                let message = format!("a second column '{name}': keep one of them");
                return Err(ReadError::syntax(cells.place(index), message));
            }
            None => {
                let found = name.to_owned();
                return Err(SolutionFault::Header { found, facts }.at(cells.place(index)));
            }
        }
    }
    let (needed, moves) = columns.split_at(before_moves(facts));
    if let Some((column, _)) = facts.columns().zip(needed).find(|(_, index)| index.is_none()) {
        return Err(SolutionFault::NoColumn { column, facts }.at(cells.place(0)));
    }
    let (moves, reached) = moves.split_at(facts.moves.len());
    let alone = (0..moves.len()).find(|&index| reached[index].is_some() && moves[index].is_none());
    if let Some(index) = alone {
        let column = facts.moves[index];
        return Err(SolutionFault::NoColumn { column, facts }.at(cells.place(0)));
    }
    check_moves(facts, |index| moves[index].is_some()).map_err(|fault| fault.at(cells.place(0)))?;
    Ok(columns)
}

/// Whether `columns`, in any order, are those of an objective, with the moves or without.
fn fits(facts: &Facts, columns: &[&str]) -> bool {
    columns.iter().all(|&found| all_columns(facts).any(|column| column == found))
        && facts.values.iter().all(|value| columns.contains(value))
}

/// The objectives of solutions with these columns, for a message.
fn objectives(columns: &[&str]) -> Option<&'static str> {
    let facts = Objective::ALL.map(|objective| objective.facts());
    let facts = facts.into_iter().find(|facts| fits(facts, columns))?;
    let alike = facts.values == Objective::PARITY.facts().values;
    Some(if alike { "parity, or another with a winner" } else { facts.name })
}
