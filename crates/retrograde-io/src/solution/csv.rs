//! Reading a solution from CSV.

use std::io::Read;

use retrograde_core::Names;

use crate::error::{Place, ReadError, ReadFault};

use super::cells::{Cells, Rows};
use super::fault::SolutionFault;
use super::gather::{Gather, check_moves};
use super::layout::Layout;
use super::lookup::Lookup;
use super::table::{Field, Fields, Table};

pub(super) fn read<T: Table>(
    input: &mut dyn Read,
    names: &Names,
    layout: &'static Layout,
) -> Result<T, ReadError> {
    let mut rows = Rows::new(input);
    let mut cells = Cells::default();
    if !rows.next(&mut cells)? {
        return Err(ReadFault::Solution(SolutionFault::Empty { layout }).into());
    }
    let columns = header(&cells, layout)?;
    let count = cells.len();
    let lookup = Lookup::new(names);
    let mut gather = Gather::<T>::new(&lookup, layout);
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

/// For each column of the layout, which field of a row holds it.
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

fn header(cells: &Cells, layout: &'static Layout) -> Result<Columns, ReadError> {
    let found: Vec<_> = (0..cells.len()).map(|index| cells.text(index)).collect();
    if !layout.fits(&found)
        && let Some(objective) = Layout::objectives(&found)
    {
        let objective = objective.to_owned();
        return Err(SolutionFault::OtherObjective { objective, layout }.at(cells.place(0)));
    }
    let mut columns = vec![None; layout.columns().count()];
    for (index, &name) in found.iter().enumerate() {
        let known = layout.columns().position(|column| column == name);
        match known.map(|known| &mut columns[known]) {
            Some(slot @ None) => *slot = Some(index),
            Some(Some(_)) => {
                let message = format!("a second column '{name}': keep one of them");
                return Err(ReadError::syntax(cells.place(index), message));
            }
            None => {
                let found = name.to_owned();
                return Err(SolutionFault::Header { found, layout }.at(cells.place(index)));
            }
        }
    }
    let (needed, moves) = columns.split_at(layout.before_moves());
    if let Some((column, _)) = layout.columns().zip(needed).find(|(_, index)| index.is_none()) {
        return Err(SolutionFault::NoColumn { column, layout }.at(cells.place(0)));
    }
    check_moves(layout, |index| moves[index].is_some())
        .map_err(|fault| fault.at(cells.place(0)))?;
    Ok(columns)
}
