//! Reading a solution from JSON.

use std::io::Read;

use retrograde_core::{Names, OutcomeSolution};

use crate::NAME_LIMIT;
use crate::budget::Budget;
use crate::error::{Place, ReadError};
use crate::json::lexer::Token;
use crate::json::walk::Walk;
use crate::quote::quote;

use super::fault::SolutionFault;
use super::gather::{Field, Gather, Part, Row};

/// What may be held, in bytes, of the nesting of a value that is skipped.
const NESTING: u64 = 64 << 20;

pub(super) fn read(input: &mut dyn Read, names: &Names) -> Result<OutcomeSolution, ReadError> {
    let mut json = Json { walk: Walk::new(input, Budget::new(NESTING))?, slots: Slots::default() };
    let mut rows = None;
    json.expect(Token::OpenObject, "'{'")?;
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
                let mut gather = Gather::new(names);
                let end = json.rows(&mut gather)?;
                rows = Some((gather, end));
            }
            _ => json.walk.skip_value()?,
        }
    }
    json.expect(Token::End, "the end of the file")?;
    match rows {
        None => Err(SolutionFault::NoRows.at(None)),
        Some((gather, end)) => gather.finish().map_err(|fault| fault.at(end)),
    }
}

/// A field of a row and where it stands.
#[derive(Default)]
struct Slot {
    text: String,
    found: Option<Found>,
}

#[derive(Clone, Copy)]
struct Found {
    place: Place,
    filled: bool,
}

impl Slot {
    fn get(&self) -> Option<&str> {
        self.found.filter(|found| found.filled).map(|_| self.text.as_str())
    }
}

/// The fields of one row, their memory used again for the next.
#[derive(Default)]
struct Slots {
    vertex: Slot,
    outcome: Slot,
    distance: Slot,
    to: Slot,
}

impl Slots {
    fn named(&mut self, key: &str) -> Option<&mut Slot> {
        match key {
            "vertex" => Some(&mut self.vertex),
            "outcome" => Some(&mut self.outcome),
            "distance" => Some(&mut self.distance),
            "move" => Some(&mut self.to),
            _ => None,
        }
    }

    fn clear(&mut self) {
        for slot in [&mut self.vertex, &mut self.outcome, &mut self.distance, &mut self.to] {
            slot.found = None;
        }
    }

    /// The row, of which `begin` is the place.
    fn row(&self, begin: Place) -> Result<Row<'_>, ReadError> {
        let missing = |column| SolutionFault::NoColumn { column }.at(begin);
        if self.distance.found.is_none() {
            return Err(SolutionFault::NoDistances.at(begin));
        }
        Ok(Row {
            vertex: self.vertex.get().ok_or_else(|| missing("vertex"))?,
            outcome: self.outcome.get().ok_or_else(|| missing("outcome"))?,
            distance: self.distance.get(),
            to: match self.to.found {
                Some(_) => Field::Present(self.to.get()),
                None => Field::Absent,
            },
        })
    }

    fn place(&self, part: Part) -> Option<Place> {
        let slot = match part {
            Part::Vertex => &self.vertex,
            Part::Outcome => &self.outcome,
            Part::Distance => &self.distance,
            Part::Move => &self.to,
        };
        slot.found.map(|found| found.place)
    }
}

struct Json<'a> {
    walk: Walk<'a>,
    slots: Slots,
}

impl Json<'_> {
    fn objective(&mut self) -> Result<(), ReadError> {
        self.expect(Token::Text, "the name of an objective")?;
        if self.walk.lexer.text() != "outcome" {
            let objective = self.walk.lexer.text().to_owned();
            return Err(SolutionFault::OtherObjective { objective }.at(self.walk.lexer.place));
        }
        self.walk.lexer.advance()
    }

    fn vertices(&mut self, expected: usize) -> Result<(), ReadError> {
        self.expect(Token::Number, "a number")?;
        if self.walk.lexer.text() != expected.to_string() {
            let vertices = self.walk.lexer.text().to_owned();
            let fault = SolutionFault::OtherSize { vertices, expected };
            return Err(fault.at(self.walk.lexer.place));
        }
        self.walk.lexer.advance()
    }

    /// Reads the list of rows and says where it ends.
    fn rows(&mut self, gather: &mut Gather<'_>) -> Result<Place, ReadError> {
        self.expect(Token::OpenArray, "a list of rows")?;
        let mut first = self.walk.enter()?;
        while self.walk.next_element(&mut first)? {
            self.row(gather)?;
        }
        Ok(self.walk.key_place)
    }

    fn row(&mut self, gather: &mut Gather<'_>) -> Result<(), ReadError> {
        let begin = self.walk.lexer.place;
        self.expect(Token::OpenObject, "a row, an object")?;
        self.slots.clear();
        let mut first = self.walk.enter()?;
        while self.walk.next_member(&mut first)? {
            self.field()?;
        }
        let row = self.slots.row(begin)?;
        gather.add(&row).map_err(|(part, fault)| fault.at(self.slots.place(part).unwrap_or(begin)))
    }

    fn field(&mut self) -> Result<(), ReadError> {
        let Json { walk, slots } = self;
        let Some(slot) = slots.named(&walk.key) else { return walk.skip_value() };
        if slot.found.is_some() {
            let message = format!("a second {} in this row", quote(&walk.key));
            return Err(ReadError::syntax(walk.key_place, message));
        }
        let filled = match walk.lexer.token {
            Token::Text | Token::Number if walk.lexer.is_too_long() => {
                let (limit, text) = (NAME_LIMIT >> 10, quote(walk.lexer.text()));
                return Err(walk.lexer.fault(format!("{text} is longer than {limit} KiB")));
            }
            Token::Text | Token::Number => true,
            Token::Null => false,
            _ => {
                let found = walk.describe_value();
                let message = format!("expected a string, a number or null, found {found}");
                return Err(walk.lexer.fault(message));
            }
        };
        slot.found = Some(Found { place: walk.lexer.place, filled });
        walk.lexer.swap_text(&mut slot.text);
        walk.lexer.advance()
    }

    fn expect(&self, token: Token, expected: &str) -> Result<(), ReadError> {
        if self.walk.lexer.token == token {
            return Ok(());
        }
        let found = self.walk.describe_value();
        Err(self.walk.lexer.fault(format!("expected {expected}, found {found}")))
    }
}
