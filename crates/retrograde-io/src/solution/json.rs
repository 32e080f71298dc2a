//! Reading a solution from JSON.

use std::io::Read;

use retrograde_core::{Names, OutcomeSolution};

use crate::error::{Place, ReadError};
use crate::quote::quote;

use super::fault::SolutionFault;
use super::gather::{Gather, Part, Row};
use super::lexer::{Lexer, Token};

/// How deep values that are skipped may nest.
const DEEPEST: usize = 1024;

pub(super) fn read(input: &mut dyn Read, names: &Names) -> Result<OutcomeSolution, ReadError> {
    let mut json = Json { lexer: Lexer::new(input), closed: Vec::new() };
    let mut rows = None;
    json.expect(Token::OpenObject)?;
    let mut first = true;
    while let Some(place) = json.next_key(&mut first)? {
        match json.lexer.text() {
            "objective" => {
                json.expect(Token::Text)?;
                if json.lexer.text() != "outcome" {
                    let objective = json.lexer.text().to_owned();
                    return Err(SolutionFault::OtherObjective { objective }.at(json.lexer.place()));
                }
            }
            "vertices" => {
                json.expect(Token::Number)?;
                let expected = names.len();
                if json.lexer.text() != expected.to_string() {
                    let vertices = json.lexer.text().to_owned();
                    let fault = SolutionFault::OtherSize { vertices, expected };
                    return Err(fault.at(json.lexer.place()));
                }
            }
            "rows" if rows.is_some() => {
                return Err(ReadError::syntax(place, "a second list of 'rows': keep one of them"));
            }
            "rows" => {
                let mut gather = Gather::new(names);
                json.rows(&mut gather)?;
                rows = Some((gather, json.lexer.place()));
            }
            _ => json.skip()?,
        }
    }
    json.expect(Token::End)?;
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

struct Json<'a> {
    lexer: Lexer<'a>,
    /// The brackets still to come while a value is skipped.
    closed: Vec<Token>,
}

impl Json<'_> {
    fn rows(&mut self, gather: &mut Gather<'_>) -> Result<(), ReadError> {
        let mut slots: [Slot; 4] = Default::default();
        self.expect(Token::OpenArray)?;
        let mut token = self.lexer.next()?;
        if token == Token::CloseArray {
            return Ok(());
        }
        loop {
            if token != Token::OpenObject {
                return Err(self.unexpected(token, Token::OpenObject.name()));
            }
            self.row(&mut slots, gather)?;
            match self.lexer.next()? {
                Token::CloseArray => return Ok(()),
                Token::Comma => token = self.lexer.next()?,
                other => return Err(self.unexpected(other, "',' or ']'")),
            }
        }
    }

    fn row(&mut self, slots: &mut [Slot; 4], gather: &mut Gather<'_>) -> Result<(), ReadError> {
        let begin = self.lexer.place();
        for slot in &mut *slots {
            slot.found = None;
        }
        let mut first = true;
        while let Some(place) = self.next_key(&mut first)? {
            let slot = match self.lexer.text() {
                "vertex" => &mut slots[0],
                "outcome" => &mut slots[1],
                "distance" => &mut slots[2],
                "move" => &mut slots[3],
                _ => {
                    self.skip()?;
                    continue;
                }
            };
            if slot.found.is_some() {
                let message = format!("a second {} in this row", quote(self.lexer.text()));
                return Err(ReadError::syntax(place, message));
            }
            let filled = match self.lexer.next()? {
                Token::Text | Token::Number => true,
                Token::Null => false,
                other => return Err(self.unexpected(other, "a string, a number or null")),
            };
            slot.text.clear();
            slot.text.push_str(self.lexer.text());
            slot.found = Some(Found { place: self.lexer.place(), filled });
        }
        let [vertex, outcome, distance, to] = &*slots;
        let missing = |column| SolutionFault::NoColumn { column }.at(begin);
        if distance.found.is_none() {
            return Err(SolutionFault::NoDistances.at(begin));
        }
        let row = Row {
            vertex: vertex.get().ok_or_else(|| missing("vertex"))?,
            outcome: outcome.get().ok_or_else(|| missing("outcome"))?,
            distance: distance.get(),
            to: to.get(),
        };
        gather.add(&row).map_err(|(part, fault)| {
            let slot = match part {
                Part::Vertex => vertex,
                Part::Outcome => outcome,
                Part::Distance => distance,
                Part::Move => to,
            };
            fault.at(slot.found.map_or(begin, |found| found.place))
        })
    }

    /// Goes to the next key of an object and past its colon; gives the key's place. `None` at the
    /// end of the object.
    fn next_key(&mut self, first: &mut bool) -> Result<Option<Place>, ReadError> {
        let mut token = self.lexer.next()?;
        if token == Token::CloseObject {
            return Ok(None);
        }
        if !std::mem::take(first) {
            if token != Token::Comma {
                return Err(self.unexpected(token, "',' or '}'"));
            }
            token = self.lexer.next()?;
        }
        if token != Token::Text {
            return Err(self.unexpected(token, "a key in double quotes"));
        }
        let place = self.lexer.place();
        match self.lexer.next()? {
            Token::Colon => Ok(Some(place)),
            other => Err(self.unexpected(other, Token::Colon.name())),
        }
    }

    fn expect(&mut self, expected: Token) -> Result<(), ReadError> {
        let token = self.lexer.next()?;
        if token == expected { Ok(()) } else { Err(self.unexpected(token, expected.name())) }
    }

    /// Passes over a value of any kind, without recursion.
    fn skip(&mut self) -> Result<(), ReadError> {
        self.closed.clear();
        loop {
            let token = self.lexer.next()?;
            match token {
                Token::OpenObject => self.closed.push(Token::CloseObject),
                Token::OpenArray => self.closed.push(Token::CloseArray),
                Token::Colon | Token::Comma if !self.closed.is_empty() => {}
                Token::Text | Token::Number | Token::Null | Token::True | Token::False => {}
                _ if self.closed.last() == Some(&token) => {
                    self.closed.pop();
                }
                _ => return Err(self.unexpected(token, "a value")),
            }
            if self.closed.is_empty() {
                return Ok(());
            }
            if self.closed.len() > DEEPEST {
                let message = format!("values nested more than {DEEPEST} deep");
                return Err(ReadError::syntax(self.lexer.place(), message));
            }
        }
    }

    fn unexpected(&self, found: Token, expected: &str) -> ReadError {
        let message = format!("{} where {expected} is expected", found.name());
        ReadError::syntax(self.lexer.place(), message)
    }
}
