//! Parity games in the format of PGSolver.
//!
//! A file is `parity N;`, then perhaps `start V;`, then one entry a vertex:
//! `identifier priority owner successor,successor "name";`. The largest priority decides, and even
//! is player 0's. `N` is the highest identifier or the number of vertices; the header may be left
//! out. Entries come in any order and any number of them stands on a line; identifiers have no
//! gaps. A vertex may have no successors, which the original tool does not allow. Comments run from
//! `#`, `%` or `//` to the end of the line, or from `/*` to `*/`.
//!
//! Vertices are called by their identifiers, so that solutions are about those. Names in quotes and
//! the start are checked and then dropped.
//!
//! The format: O. Friedmann, M. Lange, 2009, "The PGSolver Collection of Parity Game Solvers".

mod entries;
mod scan;
mod solution;
mod write;

use std::io::Read;

use retrograde_core::{Arena, ArenaBuilder, Control, Player};

use crate::error::{Place, ReadError, ReadFault};

use entries::Entries;
use scan::{Number, Scanner};
pub(crate) use solution::read as read_solution;
pub use solution::write_paritysol;
pub(crate) use write::write;

/// The largest identifier: one number is kept for "no vertex".
const LARGEST: u64 = u32::MAX as u64 - 1;

pub(crate) fn read(
    input: &mut dyn Read,
    builder: ArenaBuilder,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    let mut reader = GameReader { scan: Scanner::new(input)?, announced: None, start: None };
    reader.scan.skip_blanks()?;
    if reader.scan.peek()?.is_none() {
        return Err(ReadFault::Empty.into());
    }
    reader.header()?;
    let mut entries = Entries::new(builder, control);
    while reader.scan.peek()?.is_some() {
        reader.entry(&mut entries)?;
        reader.scan.skip_blanks()?;
    }
    entries.into_arena(reader.announced, reader.start)
}

struct GameReader<'a> {
    scan: Scanner<'a>,
    /// The number in the header.
    announced: Option<Number>,
    /// The vertex where the play starts.
    start: Option<Number>,
}

impl GameReader<'_> {
    /// Reads what comes before the first entry.
    fn header(&mut self) -> Result<(), ReadError> {
        let is_letter = |byte: Option<u8>| byte.is_some_and(|byte| !byte.is_ascii_digit());
        while is_letter(self.scan.peek()?) {
            let (place, found) = (self.scan.place(), self.scan.describe()?);
            match (&*self.scan.word()?, self.announced, self.start) {
                (b"parity", None, None) => {
                    self.announced = Some(self.statement("the number of vertices", "parity 3;")?);
                }
                (b"start", _, None) => {
                    self.start = Some(self.statement("a vertex", "start 0;")?);
                }
                (b"paritysol", None, None) => {
                    let message = "this is a solution, not a game: give the game, and the solution after it to check it";
                    return Err(ReadError::syntax(place, message));
                }
                (b"parity" | b"start", ..) => {
                    let message = format!("a second {found}, or one in the wrong place: remove it");
                    return Err(ReadError::syntax(place, message));
                }
                _ => {
                    let message =
                        format!("expected 'parity', 'start' or a vertex's number, found {found}");
                    return Err(ReadError::syntax(place, message));
                }
            }
        }
        Ok(())
    }

    /// The number and the `;` after `parity` or `start`.
    fn statement(&mut self, what: &str, example: &str) -> Result<Number, ReadError> {
        self.scan.skip_blanks()?;
        let Some(number) = self.scan.number()? else {
            let found = self.scan.describe()?;
            let message = format!("expected {what} as in '{example}', found {found}");
            return Err(self.scan.fault(message));
        };
        if number.value > LARGEST {
            let message = format!(
                "{} is too much: vertices are numbered from 0 to at most {LARGEST}",
                shown(number)
            );
            return Err(ReadError::syntax(number.place, message));
        }
        self.scan.skip_blanks()?;
        if !self.scan.take(b';')? {
            let found = self.scan.describe()?;
            let message = format!("expected ';' as in '{example}', found {found}");
            return Err(self.scan.fault(message));
        }
        self.scan.skip_blanks()?;
        Ok(number)
    }

    /// Reads one entry.
    #[inline]
    fn entry(&mut self, entries: &mut Entries) -> Result<(), ReadError> {
        let identifier = self.needed("a vertex's number")?;
        if identifier.value > self.highest() {
            return Err(self.out_of_range("the vertex", identifier));
        }
        self.scan.skip_blanks()?;
        let priority = self.needed("a priority")?;
        self.scan.skip_blanks()?;
        let owner = self.needed("an owner, 0 or 1")?;
        let Ok(level) = u32::try_from(priority.value) else {
            let (shown, most) = (shown(priority), u32::MAX);
            let message = format!(
                "the priority {shown} is too large: it may be at most {most}; renumber the priorities"
            );
            return Err(ReadError::syntax(priority.place, message));
        };
        let player = match owner.value {
            0 => Player::Zero,
            1 => Player::One,
            _ => {
                let message = format!("the owner is 0 or 1, not {}", shown(owner));
                return Err(ReadError::syntax(owner.place, message));
            }
        };
        entries.begin(identifier, level, player)?;
        self.successors(entries)?;
        if self.scan.take(b';')? { Ok(()) } else { Err(self.no_end(identifier)) }
    }

    /// Reads successors and the name behind them, up to the end of the entry.
    #[inline]
    fn successors(&mut self, entries: &mut Entries) -> Result<(), ReadError> {
        self.scan.skip_blanks()?;
        let highest = self.highest();
        if let Some(first) = self.scan.number()? {
            let mut successor = first;
            loop {
                if successor.value > highest {
                    return Err(self.out_of_range("the successor", successor));
                }
                entries.successor(successor)?;
                self.scan.skip_blanks()?;
                if !self.scan.take(b',')? {
                    break;
                }
                self.scan.skip_blanks()?;
                successor = self.needed("a successor after ','")?;
            }
        }
        if self.scan.peek()? == Some(b'"') {
            self.scan.skip_name()?;
            self.scan.skip_blanks()?;
        }
        Ok(())
    }

    #[inline]
    fn highest(&self) -> u64 {
        self.announced.map_or(LARGEST, |number| number.value)
    }

    // Inlined together with the scanner: results as large as these are slow to hand around.
    #[inline(always)]
    fn needed(&mut self, what: &str) -> Result<Number, ReadError> {
        match self.scan.number()? {
            Some(number) => Ok(number),
            None => Err(self.no_number(what)),
        }
    }

    #[cold]
    fn no_number(&mut self, what: &str) -> ReadError {
        let found = match self.scan.describe() {
            Ok(found) => found,
            Err(error) => return error,
        };
        let form = "an entry is 'identifier priority owner successor,successor \"name\";'";
        self.scan.fault(format!("expected {what}, found {found}: {form}"))
    }

    #[cold]
    fn out_of_range(&self, what: &str, number: Number) -> ReadError {
        let why = match self.announced {
            Some(announced) => format!("the header says 'parity {}'", announced.value),
            None => format!("vertices are numbered from 0 to at most {LARGEST}"),
        };
        let message = format!("{what} {} is out of range: {why}", shown(number));
        ReadError::syntax(number.place, message)
    }

    /// What is wrong where an entry should end.
    #[cold]
    fn no_end(&mut self, identifier: Number) -> ReadError {
        let place = self.scan.place();
        let found = match self.scan.describe() {
            Ok(found) => found,
            Err(error) => return error,
        };
        let vertex = identifier.value;
        let is_digit = matches!(self.scan.peek(), Ok(Some(b'0'..=b'9')));
        let message = if is_digit && place.line == identifier.place.line {
            format!(
                "successors are separated by commas: put ',' before {found}, or ';' if another entry starts here"
            )
        } else {
            format!("expected ';' at the end of the entry of vertex {vertex}, found {found}")
        };
        ReadError::syntax(place, message)
    }
}

/// A number for a message.
fn shown(number: Number) -> String {
    match number.value {
        u64::MAX => "a number of so many digits".to_owned(),
        value => value.to_string(),
    }
}

/// The error of a vertex without its entry.
fn missing(place: impl Into<Option<Place>>, vertex: u64, why: &str) -> ReadError {
    ReadError::syntax(place, format!("vertex {vertex} has no entry: {why}"))
}

#[cfg(test)]
mod tests;
