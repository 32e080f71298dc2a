//! Reading a solution from JSON.

use std::io::Read;

use retrograde_core::Names;

use crate::budget::Budget;
use crate::error::{Place, ReadError};
use crate::json::lexer::Token;
use crate::json::walk::Walk;

use super::fault::SolutionFault;
use super::gather::Gather;
use super::layout::Layout;
use super::lookup::Lookup;
use super::machines::{self, Machines};
use super::slots::{Slots, expect};
use super::table::{Field, Fields, Table};

/// What may be held, in bytes, of the nesting of a value that is skipped.
const NESTING: u64 = 64 << 20;

pub(super) fn read<T: Table>(
    input: &mut dyn Read,
    names: &Names,
    layout: &'static Layout,
    machines: &mut Machines,
) -> Result<T, ReadError> {
    let walk = Walk::new(input, Budget::new(NESTING))?;
    let mut json = Json { walk, layout, slots: Slots::new("row", layout.columns()) };
    let lookup = Lookup::new(names);
    let mut rows = None;
    expect(&json.walk, Token::OpenObject, "'{'")?;
    let mut first = json.walk.enter()?;
    while json.walk.next_member(&mut first)? {
        match json.walk.key.as_str() {
            "objective" => json.objective()?,
            "vertices" => json.vertices(names.len())?,
            "rows" if rows.is_some() => {
                let message = "a second list of 'rows': keep one of them";
                return Err(ReadError::syntax(json.walk.key_place, message));
            }
            "rows" => {
                let mut gather = Gather::<T>::new(&lookup, layout);
                let end = json.rows(&mut gather)?;
                rows = Some((gather, end));
            }
            "machines" => match machines {
                Machines::Unwanted => json.walk.skip_value()?,
                Machines::Wanted(None) => {
                    let both = machines::read(&mut json.walk, &lookup)?;
                    *machines = Machines::Wanted(Some(both));
                }
                Machines::Wanted(Some(_)) => {
                    let message = "a second list of 'machines': keep one of them";
                    return Err(ReadError::syntax(json.walk.key_place, message));
                }
            },
            _ => json.walk.skip_value()?,
        }
    }
    expect(&json.walk, Token::End, "the end of the file")?;
    match rows {
        None => Err(SolutionFault::NoRows.at(None)),
        Some((gather, end)) => gather.finish().map_err(|fault| fault.at(end)),
    }
}

struct Json<'a> {
    walk: Walk<'a>,
    layout: &'static Layout,
    slots: Slots,
}

impl Json<'_> {
    fn objective(&mut self) -> Result<(), ReadError> {
        expect(&self.walk, Token::Text, "the name of an objective")?;
        if self.walk.lexer.text() != self.layout.objective {
            let (objective, layout) = (self.walk.lexer.text().to_owned(), self.layout);
            let fault = SolutionFault::OtherObjective { objective, layout };
            return Err(fault.at(self.walk.lexer.place));
        }
        self.walk.lexer.advance()
    }

    fn vertices(&mut self, expected: usize) -> Result<(), ReadError> {
        expect(&self.walk, Token::Number, "a number")?;
        if self.walk.lexer.text() != expected.to_string() {
            let vertices = self.walk.lexer.text().to_owned();
            let fault = SolutionFault::OtherSize { vertices, expected };
            return Err(fault.at(self.walk.lexer.place));
        }
        self.walk.lexer.advance()
    }

    /// Reads the list of rows and says where it ends.
    fn rows<T: Table>(&mut self, gather: &mut Gather<'_, T>) -> Result<Place, ReadError> {
        expect(&self.walk, Token::OpenArray, "a list of rows")?;
        let mut first = self.walk.enter()?;
        while self.walk.next_element(&mut first)? {
            self.row(gather)?;
        }
        Ok(self.walk.key_place)
    }

    fn row<T: Table>(&mut self, gather: &mut Gather<'_, T>) -> Result<(), ReadError> {
        expect(&self.walk, Token::OpenObject, "a row, an object")?;
        self.slots.clear(self.walk.lexer.place);
        let mut first = self.walk.enter()?;
        while self.walk.next_member(&mut first)? {
            self.slots.take(&mut self.walk)?;
        }
        self.check()?;
        gather.add(&self.slots)
    }

    /// Insists on a name and on all columns of values.
    fn check(&self) -> Result<(), ReadError> {
        let layout = self.layout;
        let is_missing = |&(index, _): &(usize, _)| match self.slots.field(index) {
            Field::Absent => true,
            Field::Blank => index == 0,
            Field::Filled(_) => false,
        };
        let needed = layout.columns().take(layout.before_moves());
        match needed.enumerate().find(is_missing) {
            None => Ok(()),
            Some((_, column)) => {
                Err(SolutionFault::NoColumn { column, layout }.at(self.slots.begin()))
            }
        }
    }
}
