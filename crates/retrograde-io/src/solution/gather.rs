//! Rows of a solution, in any order, put together.

use retrograde_core::{Bitmap, Strategy, Vertex};

use crate::error::ReadError;

use super::fault::SolutionFault;
use super::layout::Layout;
use super::lookup::Lookup;
use super::table::{Field, Fields, Row, RowFault, Table};

/// The solution so far. Sized by the graph, not by the file.
pub(super) struct Gather<'a, T: Table> {
    layout: &'static Layout,
    lookup: &'a Lookup<'a>,
    seen: Bitmap,
    rows: usize,
    draft: T::Draft,
    /// For each column of moves a strategy, once a row has had that column.
    moves: Vec<Option<Strategy>>,
}

impl<'a, T: Table> Gather<'a, T> {
    pub(super) fn new(lookup: &'a Lookup<'a>, layout: &'static Layout) -> Self {
        let names = lookup.names();
        Gather {
            layout,
            lookup,
            seen: Bitmap::new(names.len()),
            rows: 0,
            draft: T::draft(names.len()),
            moves: vec![None; layout.moves.len()],
        }
    }

    /// Takes a row that has all the columns of values.
    pub(super) fn add<F: Fields>(&mut self, fields: &F) -> Result<(), ReadError> {
        let name = fields.field(0).text().unwrap_or("");
        let fault = |column, fault: SolutionFault| Err(fault.at(fields.place(column)));
        let Some(vertex) = self.lookup.find(name, self.rows) else {
            return fault(0, SolutionFault::UnknownVertex { name: name.to_owned() });
        };
        if self.seen.get(vertex as usize) {
            return fault(0, SolutionFault::Repeated { name: name.to_owned() });
        }
        let row = Row { layout: self.layout, vertex, name, fields };
        if let Err(RowFault { column, fault: found }) = T::add(&mut self.draft, &row) {
            return fault(1 + column, found);
        }
        for (index, strategy) in self.moves.iter_mut().enumerate() {
            let column = self.layout.before_moves() + index;
            let to = match fields.field(column) {
                Field::Absent => continue,
                Field::Blank => None,
                Field::Filled(to) => match self.lookup.find(to, self.rows) {
                    Some(target) => Some(target),
                    None => {
                        let (vertex, to) = (name.to_owned(), to.to_owned());
                        return fault(column, SolutionFault::UnknownMove { vertex, to });
                    }
                },
            };
            strategy
                .get_or_insert_with(|| Strategy::empty(self.lookup.names().len()))
                .set(vertex, to);
        }
        self.seen.set(vertex as usize);
        self.rows += 1;
        Ok(())
    }

    pub(super) fn finish(self) -> Result<T, SolutionFault> {
        let names = self.lookup.names();
        let count = names.len() - self.rows;
        if count > 0 {
            let first = (0..names.len()).find(|&index| !self.seen.get(index));
            let name = first.map_or(String::new(), |v| names.get(v as Vertex).into_owned());
            return Err(SolutionFault::MissingRows { name, count });
        }
        check_moves(self.layout, |index| self.moves[index].is_some())?;
        let moves: Vec<_> = self.moves.into_iter().flatten().collect();
        Ok(T::finish(self.draft, (!moves.is_empty()).then_some(moves)))
    }
}

/// Moves come all together or not at all.
pub(super) fn check_moves(
    layout: &'static Layout,
    is_there: impl Fn(usize) -> bool,
) -> Result<(), SolutionFault> {
    let missing = (0..layout.moves.len()).find(|&index| !is_there(index));
    match missing {
        Some(index) if (0..layout.moves.len()).any(is_there) => {
            Err(SolutionFault::NoColumn { column: layout.moves[index], layout })
        }
        _ => Ok(()),
    }
}
