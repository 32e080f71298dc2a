//! Reading a solution from JSON.

use std::io::Read;

use retrograde_core::Names;

use crate::NAME_LIMIT;
use crate::budget::Budget;
use crate::error::{Place, ReadError};
use crate::json::lexer::Token;
use crate::json::walk::Walk;
use crate::quote::quote;

use super::fault::SolutionFault;
use super::gather::Gather;
use super::layout::Layout;
use super::table::{Field, Fields, Table};

/// What may be held, in bytes, of the nesting of a value that is skipped.
const NESTING: u64 = 64 << 20;

pub(super) fn read<T: Table>(
    input: &mut dyn Read,
    names: &Names,
    layout: &'static Layout,
) -> Result<T, ReadError> {
    let walk = Walk::new(input, Budget::new(NESTING))?;
    let mut json = Json { walk, layout, slots: Slots::new(layout) };
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
                let mut gather = Gather::<T>::new(names, layout);
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
struct Slot {
    column: &'static str,
    text: String,
    found: Option<Found>,
}

#[derive(Clone, Copy)]
struct Found {
    place: Place,
    filled: bool,
}

/// The fields of one row in the order of the layout, their memory used again for the next.
struct Slots {
    slots: Vec<Slot>,
    /// The slot after the last one found: members mostly come in order.
    next: usize,
    /// Where the row begins.
    begin: Place,
}

impl Slots {
    fn new(layout: &Layout) -> Self {
        let slot = |column| Slot { column, text: String::new(), found: None };
        let slots = layout.columns().map(slot).collect();
        Slots { slots, next: 0, begin: Place::new(1, 1) }
    }

    fn named(&mut self, key: &str) -> Option<&mut Slot> {
        let is_next = self.slots.get(self.next).is_some_and(|slot| slot.column == key);
        let index = match is_next {
            true => self.next,
            false => self.slots.iter().position(|slot| slot.column == key)?,
        };
        self.next = index + 1;
        Some(&mut self.slots[index])
    }

    fn clear(&mut self, begin: Place) {
        self.begin = begin;
        self.next = 0;
        for slot in &mut self.slots {
            slot.found = None;
        }
    }

    /// Insists on a name and on all columns of values.
    fn check(&self, layout: &'static Layout) -> Result<(), ReadError> {
        let is_missing = |(index, slot): &(usize, &Slot)| match slot.found {
            None => true,
            Some(found) => *index == 0 && !found.filled,
        };
        match self.slots[..layout.before_moves()].iter().enumerate().find(is_missing) {
            None => Ok(()),
            Some((_, slot)) => {
                Err(SolutionFault::NoColumn { column: slot.column, layout }.at(self.begin))
            }
        }
    }
}

impl Fields for Slots {
    fn field(&self, column: usize) -> Field<'_> {
        let slot = &self.slots[column];
        match slot.found {
            None => Field::Absent,
            Some(found) if found.filled => Field::Filled(&slot.text),
            Some(_) => Field::Blank,
        }
    }

    fn place(&self, column: usize) -> Place {
        self.slots[column].found.map_or(self.begin, |found| found.place)
    }
}

struct Json<'a> {
    walk: Walk<'a>,
    layout: &'static Layout,
    slots: Slots,
}

impl Json<'_> {
    fn objective(&mut self) -> Result<(), ReadError> {
        self.expect(Token::Text, "the name of an objective")?;
        if self.walk.lexer.text() != self.layout.objective {
            let (objective, layout) = (self.walk.lexer.text().to_owned(), self.layout);
            let fault = SolutionFault::OtherObjective { objective, layout };
            return Err(fault.at(self.walk.lexer.place));
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
    fn rows<T: Table>(&mut self, gather: &mut Gather<'_, T>) -> Result<Place, ReadError> {
        self.expect(Token::OpenArray, "a list of rows")?;
        let mut first = self.walk.enter()?;
        while self.walk.next_element(&mut first)? {
            self.row(gather)?;
        }
        Ok(self.walk.key_place)
    }

    fn row<T: Table>(&mut self, gather: &mut Gather<'_, T>) -> Result<(), ReadError> {
        self.expect(Token::OpenObject, "a row, an object")?;
        self.slots.clear(self.walk.lexer.place);
        let mut first = self.walk.enter()?;
        while self.walk.next_member(&mut first)? {
            self.field()?;
        }
        self.slots.check(self.layout)?;
        gather.add(&self.slots)
    }

    fn field(&mut self) -> Result<(), ReadError> {
        let Json { walk, slots, .. } = self;
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
