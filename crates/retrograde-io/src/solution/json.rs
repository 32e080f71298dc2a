//! Reading a solution from JSON.

use std::io::Read;

use retrograde_core::{Answer, Facts, Mealy, Names, Objective};

use crate::budget::Budget;
use crate::error::{Place, ReadError};
use crate::json::lexer::Token;
use crate::json::walk::Walk;

use super::draft::{Field, Fields};
use super::fault::SolutionFault;
use super::gather::{Gather, all_columns, before_moves};
use super::lookup::Lookup;
use super::machines;
use super::slots::{Slots, expect};

/// What may be held, in bytes, of the nesting of a value that is skipped.
const NESTING: u64 = 64 << 20;

/// Reads the rows, and the machines where the objective and the file have them.
pub(super) fn read(
    input: &mut dyn Read,
    names: &Names,
    objective: &Objective,
) -> Result<(Answer, Option<[Mealy; 2]>), ReadError> {
    let facts = objective.facts();
    let walk = Walk::new(input, Budget::new(NESTING))?;
    let mut json = Json { walk, facts, slots: Slots::new("row", all_columns(facts)) };
    let lookup = Lookup::new(names);
    let (mut rows, mut machines) = (None, None);
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
                let mut gather = Gather::new(&lookup, objective);
                let end = json.rows(&mut gather)?;
                rows = Some((gather, end));
            }
            "machines" if objective.has_colors() && machines.is_some() => {
                let message = "a second list of 'machines': keep one of them";
                return Err(ReadError::syntax(json.walk.key_place, message));
            }
            "machines" if objective.has_colors() => {
                machines = Some(machines::read(&mut json.walk, &lookup)?);
            }
            _ => json.walk.skip_value()?,
        }
    }
    expect(&json.walk, Token::End, "the end of the file")?;
    match rows {
        None => Err(SolutionFault::NoRows.at(None)),
        Some((gather, end)) => Ok((gather.finish().map_err(|fault| fault.at(end))?, machines)),
    }
}

struct Json<'a> {
    walk: Walk<'a>,
    facts: &'static Facts,
    slots: Slots,
}

impl Json<'_> {
    fn objective(&mut self) -> Result<(), ReadError> {
        expect(&self.walk, Token::Text, "the name of an objective")?;
        if self.walk.lexer.text() != self.facts.name {
            let (objective, facts) = (self.walk.lexer.text().to_owned(), self.facts);
            let fault = SolutionFault::OtherObjective { objective, facts };
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
    fn rows(&mut self, gather: &mut Gather<'_>) -> Result<Place, ReadError> {
        expect(&self.walk, Token::OpenArray, "a list of rows")?;
        let mut first = self.walk.enter()?;
        while self.walk.next_element(&mut first)? {
            self.row(gather)?;
        }
        Ok(self.walk.key_place)
    }

    fn row(&mut self, gather: &mut Gather<'_>) -> Result<(), ReadError> {
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
        let facts = self.facts;
        let is_missing = |&(index, _): &(usize, _)| match self.slots.field(index) {
            Field::Absent => true,
            Field::Blank => index == 0,
            Field::Filled(_) => false,
        };
        let needed = facts.columns().take(before_moves(facts));
        match needed.enumerate().find(is_missing) {
            None => Ok(()),
            Some((_, column)) => {
                Err(SolutionFault::NoColumn { column, facts }.at(self.slots.begin()))
            }
        }
    }
}
