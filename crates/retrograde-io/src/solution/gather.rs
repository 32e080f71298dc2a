//! Rows of a solution, in any order, put together.

use retrograde_core::{Answer, Bitmap, Facts, Objective, Strategy, Vertex};

use crate::error::ReadError;

use super::draft::{Draft, Field, Fields, Record, RowFault, draft};
use super::fault::SolutionFault;
use super::lookup::Lookup;

/// The solution so far. Sized by the graph, not by the file.
pub(super) struct Gather<'a> {
    facts: &'static Facts,
    lookup: &'a Lookup<'a>,
    seen: Bitmap,
    rows: usize,
    draft: Box<dyn Draft>,
    /// For each column of moves a strategy, once a row has had that column.
    moves: Vec<Option<Strategy>>,
}

impl<'a> Gather<'a> {
    pub(super) fn new(lookup: &'a Lookup<'a>, objective: &Objective) -> Self {
        let (names, facts) = (lookup.names(), objective.facts());
        Gather {
            facts,
            lookup,
            seen: Bitmap::new(names.len()),
            rows: 0,
            draft: draft(objective, names.len()),
            moves: vec![None; facts.moves.len()],
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
        let record = Record { facts: self.facts, vertex, name, fields };
        if let Err(RowFault { column, fault: found }) = self.draft.add(&record) {
            return fault(1 + column, found);
        }
        let moved = Moved { lookup: self.lookup, name, guess: self.rows };
        moved.each(self.facts, fields, |index, to| {
            let vertices = self.lookup.names().len();
            self.moves[index].get_or_insert_with(|| Strategy::empty(vertices)).set(vertex, to);
        })?;
        self.seen.set(vertex as usize);
        self.rows += 1;
        Ok(())
    }

    /// Takes all rows of a part; gives it back if one of its vertices has had a row.
    pub(super) fn append(&mut self, part: Part) -> Result<(), Part> {
        let first = part.first as usize;
        if self.seen.slice(first..first + part.rows).count_ones() > 0 {
            return Err(part);
        }
        self.seen.paste(first, &Bitmap::new(part.rows).complement());
        self.rows += part.rows;
        self.draft.append(part.first, part.draft);
        for (strategy, moves) in self.moves.iter_mut().zip(part.moves) {
            if let Some(moves) = moves {
                let vertices = self.lookup.names().len();
                strategy.get_or_insert_with(|| Strategy::empty(vertices)).paste(part.first, &moves);
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Result<Answer, SolutionFault> {
        let names = self.lookup.names();
        let count = names.len() - self.rows;
        if count > 0 {
            let first = (0..names.len()).find(|&index| !self.seen.get(index));
            let name = first.map_or(String::new(), |v| names.get(v as Vertex).into_owned());
            return Err(SolutionFault::MissingRows { name, count });
        }
        check_moves(self.facts, |index| self.moves[index].is_some())?;
        Ok(self.draft.finish(self.moves.into_iter().flatten().collect()))
    }
}

/// The rows of neighbouring vertices in their order.
pub(super) struct Part {
    pub(super) first: Vertex,
    pub(super) rows: usize,
    pub(super) draft: Box<dyn Draft>,
    /// As in [`Gather`], for these vertices.
    pub(super) moves: Vec<Option<Strategy>>,
}

/// A move that is read, from a vertex of that name.
pub(super) struct Moved<'a> {
    pub(super) lookup: &'a Lookup<'a>,
    pub(super) name: &'a str,
    /// The vertex that it may lead to.
    pub(super) guess: usize,
}

impl Moved<'_> {
    /// Finds where the moves of a row lead and hands them to `set`, by their places in
    /// [`Facts::moves`].
    #[inline]
    pub(super) fn each<F: Fields>(
        &self,
        facts: &Facts,
        fields: &F,
        mut set: impl FnMut(usize, Option<Vertex>),
    ) -> Result<(), ReadError> {
        for index in 0..facts.moves.len() {
            let column = before_moves(facts) + index;
            if fields.field(column) != Field::Absent {
                set(index, self.to(fields, column, column + facts.moves.len())?);
            }
        }
        Ok(())
    }

    /// Where it leads: to the vertex in the column `reached`, if that is there. The column of the
    /// move itself then has its name, and that of the vertex otherwise.
    pub(super) fn to<F: Fields>(
        &self,
        fields: &F,
        column: usize,
        reached: usize,
    ) -> Result<Option<Vertex>, ReadError> {
        let (vertex, named) = (|| self.name.to_owned(), self.lookup.moves());
        let (chosen, at, to) = match (fields.field(column), fields.field(reached)) {
            (Field::Absent | Field::Blank, Field::Absent | Field::Blank) => return Ok(None),
            (Field::Filled(_), Field::Absent) if named.is_some() => {
                return Err(SolutionFault::NoReached.at(fields.place(column)));
            }
            (Field::Filled(to), Field::Absent) => (None, column, to),
            (Field::Filled(chosen), Field::Filled(to)) => (Some(chosen), reached, to),
            (Field::Filled(_), Field::Blank) | (_, Field::Filled(_)) => {
                return Err(SolutionFault::HalfMove { vertex: vertex() }.at(fields.place(column)));
            }
        };
        let target = match fields.number(at) {
            Some(number) => self.lookup.find_number(number, to),
            None => self.lookup.find(to, self.guess),
        };
        let Some(target) = target else {
            let (vertex, to) = (vertex(), to.to_owned());
            let fault = match named.is_none() && chosen.is_some() {
                true => SolutionFault::UnknownReached { vertex, to },
                false => SolutionFault::UnknownMove { vertex, to },
            };
            return Err(fault.at(fields.place(at)));
        };
        match named.zip(chosen) {
            Some((named, chosen)) if named.after(self.name, chosen) != Some(target) => {
                let (chosen, to) = (chosen.to_owned(), to.to_owned());
                let fault = SolutionFault::OtherMove { vertex: vertex(), chosen, to };
                Err(fault.at(fields.place(column)))
            }
            _ => Ok(Some(target)),
        }
    }
}

/// The names of all columns that a file may have, after the moves those of positions reached, and
/// those of bounds the last.
pub(super) fn all_columns(facts: &Facts) -> impl Iterator<Item = &'static str> + use<> {
    facts.columns().chain(facts.reached.iter().chain(facts.bounds).copied())
}

/// How many columns come before the bounds.
pub(super) fn before_bounds(facts: &Facts) -> usize {
    before_moves(facts) + facts.moves.len() + facts.reached.len()
}

/// How many columns come before the moves.
pub(super) fn before_moves(facts: &Facts) -> usize {
    1 + facts.values.len()
}

/// Moves come all together or not at all.
pub(super) fn check_moves(
    facts: &'static Facts,
    is_there: impl Fn(usize) -> bool,
) -> Result<(), SolutionFault> {
    let missing = (0..facts.moves.len()).find(|&index| !is_there(index));
    match missing {
        Some(index) if (0..facts.moves.len()).any(is_there) => {
            Err(SolutionFault::NoColumn { column: facts.moves[index], facts })
        }
        _ => Ok(()),
    }
}
