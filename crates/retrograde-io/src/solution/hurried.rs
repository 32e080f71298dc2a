//! Rows of CSV as they mostly are, read in a hurry.
//!
//! Vertices come in their order, so that nobody has to look up their names, and no field holds a quote
//! or a line end. Whatever else there is, a fault above all, is left to whoever reads with care.

use retrograde_core::{Objective, Strategy, Vertex};

use crate::digits::plain_number;
use crate::error::Place;

use super::csv::Columns;
use super::draft::{self, Field, Fields, Record};
use super::gather::{Moved, Part, before_moves};
use super::lookup::Lookup;

/// More columns than any file has.
const MOST: usize = 12;

/// What is known of a file before its rows are read.
#[derive(Clone, Copy)]
pub(super) struct Hurried<'a> {
    pub(super) objective: &'a Objective,
    pub(super) lookup: &'a Lookup<'a>,
    pub(super) columns: &'a Columns,
    /// How many fields a row has.
    pub(super) count: usize,
}

impl Hurried<'_> {
    /// What a text of so many lines claims, if it is as it mostly is. A row that has no line end may go
    /// on in the next piece.
    pub(super) fn part(&self, text: &[u8], rows: usize) -> Option<Part> {
        let text = std::str::from_utf8(text).ok().filter(|text| text.ends_with('\n'))?;
        let vertices = self.lookup.names().len();
        let facts = self.objective.facts();
        let (fields, numbers) = ([Field::Blank; MOST], [None; MOST]);
        let mut row = Row { fields, numbers, columns: self.columns };
        let is_there = |index: usize| self.columns[before_moves(facts) + index].is_some();
        let moves = |index| is_there(index).then(|| Strategy::empty(rows));
        let mut part = Part {
            first: 0,
            rows,
            draft: draft::part(self.objective, vertices, rows)?,
            moves: (0..facts.moves.len()).map(moves).collect(),
        };
        let is_sequence = self.lookup.names().is_sequence();
        let mut at = 0;
        for index in 0..rows {
            at = row.split(text, at, self.count)?;
            let name = row.field(0).text()?;
            if index == 0 {
                part.first = self.lookup.find(name, 0)?;
            }
            let vertex = part.first as usize + index;
            let is_next = match row.number(0) {
                Some(number) if is_sequence => number == vertex as u64 && vertex < vertices,
                _ => self.lookup.is_called(vertex, name),
            };
            if !is_next {
                return None;
            }
            let here = index as Vertex;
            let record = Record { facts, vertex: here, name, fields: &row };
            part.draft.add(&record).ok()?;
            let moved = Moved { lookup: self.lookup, name, guess: vertex };
            let set = |index: usize, to| {
                if let Some(moves) = &mut part.moves[index] {
                    moves.set(here, to);
                }
            };
            moved.each(facts, &row, set).ok()?;
        }
        (at == text.len()).then_some(part)
    }
}

/// The fields of a row.
struct Row<'a> {
    fields: [Field<'a>; MOST],
    /// Those of them that are plain numbers.
    numbers: [Option<u64>; MOST],
    columns: &'a Columns,
}

impl<'a> Row<'a> {
    /// Takes the row at `at`, which has so many fields; gives the place after its line end.
    #[inline]
    fn split(&mut self, text: &'a str, mut at: usize, count: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let fields = self.fields.get_mut(..count)?.iter_mut().zip(&mut self.numbers);
        for (index, (field, number)) in fields.enumerate() {
            let begin = at;
            *number = None;
            if let Some((found, after)) = plain_number(bytes, at) {
                (*number, at) = (Some(found), after);
                if !matches!(bytes.get(at), Some(b',' | b'\n')) {
                    *number = None;
                }
            }
            while bytes.get(at).is_some_and(|&byte| !matches!(byte, b',' | b'\n' | b'\r' | b'"')) {
                at += 1;
            }
            *field = match begin == at {
                true => Field::Blank,
                false => Field::Filled(&text[begin..at]),
            };
            if index + 1 < count {
                if bytes.get(at) != Some(&b',') {
                    return None;
                }
                at += 1;
            }
        }
        match bytes.get(at..)? {
            [b'\n', ..] => Some(at + 1),
            [b'\r', b'\n', ..] => Some(at + 2),
            _ => None,
        }
    }
}

impl Fields for Row<'_> {
    #[inline]
    fn field(&self, column: usize) -> Field<'_> {
        match self.columns[column] {
            None => Field::Absent,
            Some(index) => self.fields[index],
        }
    }

    #[inline]
    fn number(&self, column: usize) -> Option<u64> {
        self.numbers[self.columns[column]?]
    }

    /// Nobody is told.
    fn place(&self, _column: usize) -> Place {
        Place::new(1, 1)
    }
}
