//! Reading a solution from CSV.

use std::io::Read;

use retrograde_core::{Answer, Facts, Names, Objective, Threads};

use crate::error::{Place, ReadError, ReadFault};
use crate::in_order::in_order;
use crate::pieces::{PIECE, Pieces, Spare, after_line};

use super::cells::{Cells, CsvRows};
use super::draft::{Field, Fields};
use super::fault::SolutionFault;
use super::gather::{Gather, all_columns, before_moves, check_moves};
use super::hurried::Hurried;
use super::lookup::Lookup;

pub(super) fn read(
    input: &mut dyn Read,
    names: &Names,
    objective: &Objective,
    threads: Threads,
) -> Result<Answer, ReadError> {
    read_in_pieces(input, names, objective, threads, PIECE)
}

/// Pieces of whole lines are read in a hurry, several at a time, and put together in order. What is in
/// any way unusual is read with care instead: that way knows all rules and what to say.
fn read_in_pieces(
    input: &mut dyn Read,
    names: &Names,
    objective: &Objective,
    threads: Threads,
    size: usize,
) -> Result<Answer, ReadError> {
    let facts = objective.facts();
    let mut rows = CsvRows::new(input, 1);
    let mut cells = Cells::default();
    if !rows.next(&mut cells)? {
        return Err(ReadFault::Solution(SolutionFault::Empty { facts }).into());
    }
    let columns = header(&cells, facts)?;
    let count = cells.len();
    let lookup = Lookup::new(names);
    let hurried = Hurried { objective, lookup: &lookup, columns: &columns, count };
    let mut table = Table { gather: Gather::new(&lookup, objective), columns: &columns, count };
    let (mut line, mut rest) = (rows.line(), rows.rest());
    let mut pieces = Pieces::new(&mut rest, size, after_line);
    let spare = Spare::new();
    let left = in_order(
        threads,
        || Ok::<_, ReadError>(pieces.next(spare.take())),
        |piece| {
            let lines = memchr::memchr_iter(b'\n', &piece).count();
            (hurried.part(&piece, lines), lines, piece)
        },
        |(part, lines, piece)| {
            if part.is_some_and(|part| table.gather.append(part).is_ok()) {
                line += lines as u64;
                spare.give(piece);
                return Ok(None);
            }
            // An open quote or a row longer than a piece goes on in the next.
            let quotes = memchr::memchr_iter(b'"', &piece).count();
            if !quotes.is_multiple_of(2) || !piece.ends_with(b"\n") {
                return Ok(Some((None, lines, piece)));
            }
            line = table.read(CsvRows::new(&mut &piece[..], line))?;
            Ok(None)
        },
    )?;
    let mut rest = pieces.rest(left.into_iter().map(|(_, _, piece)| piece).collect());
    line = table.read(CsvRows::new(&mut rest, line))?;
    table.gather.finish().map_err(|fault| fault.at(Place::line(line)))
}

/// Reads rows with care.
struct Table<'a> {
    gather: Gather<'a>,
    columns: &'a Columns,
    /// How many fields a row has.
    count: usize,
}

impl Table<'_> {
    /// Reads all rows; gives the number of the line after them.
    fn read(&mut self, mut rows: CsvRows<'_>) -> Result<u64, ReadError> {
        let mut cells = Cells::default();
        while rows.next(&mut cells)? {
            let (found, count) = (cells.len(), self.count);
            if found != count {
                return Err(ReadError::syntax(
                    cells.place(count),
                    format!("the row has {found} fields and the header {count}"),
                ));
            }
            self.gather.add(&Line { cells: &cells, columns: self.columns })?;
        }
        Ok(rows.line())
    }
}

/// For each column of the objective, which field of a row holds it.
pub(super) type Columns = Vec<Option<usize>>;

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

#[cfg(test)]
mod tests;
