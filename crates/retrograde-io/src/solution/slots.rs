//! An object of JSON with a few members that are texts, numbers or null.

use crate::NAME_LIMIT;
use crate::error::{Place, ReadError};
use crate::json::lexer::Token;
use crate::json::walk::Walk;
use crate::quote::quote;

use super::draft::{Field, Fields};

/// A member and where it stands.
struct Member {
    column: &'static str,
    text: String,
    found: Option<Found>,
}

#[derive(Clone, Copy)]
struct Found {
    place: Place,
    filled: bool,
}

/// The members of an object that are known, in an order of their own; their memory is used again
/// for the next object of the kind.
pub(super) struct Slots {
    /// What the object is.
    whole: &'static str,
    slots: Vec<Member>,
    /// The slot after the last one found: members mostly come in order.
    next: usize,
    /// Where the object begins.
    begin: Place,
}

impl Slots {
    pub(super) fn new(
        whole: &'static str,
        columns: impl IntoIterator<Item = &'static str>,
    ) -> Self {
        let slot = |column| Member { column, text: String::new(), found: None };
        let slots = columns.into_iter().map(slot).collect();
        Slots { whole, slots, next: 0, begin: Place::new(1, 1) }
    }

    fn named(&mut self, key: &str) -> Option<&mut Member> {
        let is_next = self.slots.get(self.next).is_some_and(|slot| slot.column == key);
        let index = match is_next {
            true => self.next,
            false => self.slots.iter().position(|slot| slot.column == key)?,
        };
        self.next = index + 1;
        Some(&mut self.slots[index])
    }

    /// Empties all of them for the object that begins there.
    pub(super) fn clear(&mut self, begin: Place) {
        self.begin = begin;
        self.next = 0;
        for slot in &mut self.slots {
            slot.found = None;
        }
    }

    /// Reads the member at hand, which has one of the columns for its key or is skipped.
    pub(super) fn take(&mut self, walk: &mut Walk<'_>) -> Result<(), ReadError> {
        let whole = self.whole;
        let Some(slot) = self.named(&walk.key) else { return walk.skip_value() };
        if slot.found.is_some() {
            let message = format!("a second {} in this {whole}", quote(&walk.key));
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

    /// Where the object begins.
    pub(super) fn begin(&self) -> Place {
        self.begin
    }

    /// The text of a member that must say something.
    pub(super) fn needed(&self, column: usize) -> Result<&str, ReadError> {
        self.field(column).text().ok_or_else(|| {
            let (whole, name) = (self.whole, self.slots[column].column);
            ReadError::syntax(self.place(column), format!("the {whole} has no '{name}'"))
        })
    }

    /// The number in a member that must have one.
    pub(super) fn number(&self, column: usize) -> Result<u32, ReadError> {
        let text = self.needed(column)?;
        // `parse` alone would take a plus sign.
        let plain = text.bytes().all(|byte| byte.is_ascii_digit());
        text.parse().ok().filter(|_| plain).ok_or_else(|| {
            let (whole, name, found) = (self.whole, self.slots[column].column, quote(text));
            let message = format!(
                "the '{name}' of a {whole} is a number from 0 to {}, not {found}",
                u32::MAX
            );
            ReadError::syntax(self.place(column), message)
        })
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

/// Insists on a token, which begins what is expected.
pub(super) fn expect(walk: &Walk<'_>, token: Token, expected: &str) -> Result<(), ReadError> {
    if walk.lexer.token == token {
        return Ok(());
    }
    let found = walk.describe_value();
    Err(walk.lexer.fault(format!("expected {expected}, found {found}")))
}
