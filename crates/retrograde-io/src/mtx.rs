//! Matrix Market coordinate files: entry `(i, j)` is a move from `i` to `j`.
//!
//! Vertices are called `1` to `N`, as in the file. `pattern` files give a bare graph; the values of
//! `integer` files, and of `real` files whose values are whole, are weights. `symmetric` and
//! `skew-symmetric` files are expanded, the diagonal once. An entry whose value is 0 is a move like
//! any other.
//!
//! The format: R. Boisvert, R. Pozo, K. Remington, 1996, "The Matrix Market Exchange Formats:
//! Initial Design", NISTIR 5935.

mod entries;
mod header;
mod whole;
mod write;

use std::io::Read;

use retrograde_core::{Arena, ArenaBuilder, Control, GraphError};

use crate::digits::plain_number;
use crate::error::{Place, ReadError, ReadFault};
use crate::lines::{Lines, column};
use crate::quote::quote_bytes;

use entries::{Entries, Entry};
use header::{Banner, Size, ValueKind};
pub(crate) use write::write;

pub(crate) fn read(
    input: &mut dyn Read,
    builder: ArenaBuilder,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    let mut lines = Lines::new(input, b'%');
    let mut reader = MatrixReader { line: 1, state: State::Start, builder };
    while let Some(block) = lines.next_block(reader.line)? {
        reader.block(block, control)?;
    }
    reader.finish(lines.bytes_read())
}

struct MatrixReader {
    /// The number of the line to be read next.
    line: u64,
    state: State,
    /// Where entries will go, until it is known how many there are.
    builder: ArenaBuilder,
}

/// How far the file has been read.
enum State {
    Start,
    AfterBanner(Banner),
    Body { banner: Banner, size: Size, left: u64, entries: Box<Entries> },
}

impl MatrixReader {
    fn block(&mut self, block: &[u8], control: &Control<'_>) -> Result<(), ReadError> {
        let mut at = 0;
        while at < block.len() {
            if let State::Body { banner, size, left, entries } = &mut self.state
                && *left > 0
                && let Some((entry, next)) = plain_entry(block, at, banner.field, size.vertices)
            {
                *left -= 1;
                at = next;
                entries
                    .add(entry, banner.symmetry)
                    .map_err(|error| error.at(Place::new(self.line, 1)))?;
                self.line += 1;
                continue;
            }
            let length = memchr::memchr(b'\n', &block[at..]).unwrap_or(block.len() - at);
            self.any_line(&block[at..at + length], control)?;
            self.line += 1;
            at += length + 1;
        }
        Ok(())
    }

    fn any_line(&mut self, line: &[u8], control: &Control<'_>) -> Result<(), ReadError> {
        let here = Line { bytes: line, number: self.line };
        match &mut self.state {
            State::Start => self.state = State::AfterBanner(header::banner(&here)?),
            _ if line.starts_with(b"%") || here.words().next().is_none() => {}
            State::AfterBanner(banner) => {
                let (size, place) = header::size(&here)?;
                let builder = std::mem::take(&mut self.builder);
                let entries = Box::new(Entries::new(size, banner, builder, control, place)?);
                self.state = State::Body { banner: *banner, size, left: size.entries, entries };
            }
            State::Body { size, left: 0, .. } => {
                return Err(here.fault_at_start(format!(
                    "an entry too many: the line of sizes says {}; correct the count there or remove the rest",
                    size.entries
                )));
            }
            State::Body { banner, size, left, entries } => {
                let entry = careful_entry(&here, banner.field, size.vertices)?;
                *left -= 1;
                entries.add(entry, banner.symmetry).map_err(|error| error.at(here.start()))?;
            }
        }
        Ok(())
    }

    fn finish(self, bytes_read: u64) -> Result<Arena, ReadError> {
        match self.state {
            State::Start => Err(ReadFault::Empty.into()),
            State::AfterBanner(_) => Err(ReadError::syntax(
                Place::line(self.line),
                "the file ends before the line of sizes: 'rows columns entries'",
            )),
            State::Body { size, left, .. } if left > 0 => Err(ReadError::syntax(
                Place::line(self.line),
                format!(
                    "the file ends after {} of the {} entries it announces: it was cut short, or the count is wrong",
                    size.entries - left,
                    size.entries
                ),
            )),
            State::Body { size, .. } if size.vertices == 0 => Err(ReadFault::Empty.into()),
            State::Body { entries, .. } => entries.into_arena(bytes_read),
        }
    }
}

/// An entry of plain numbers, and where the next line begins.
#[inline]
fn plain_entry(block: &[u8], at: usize, field: ValueKind, vertices: u32) -> Option<(Entry, usize)> {
    let (row, after) = plain_number(block, at)?;
    if !matches!(block[after], b' ' | b'\t') {
        return None;
    }
    let (column, mut after) = plain_number(block, after + 1)?;
    let mut value = 0;
    if field != ValueKind::Pattern {
        if !matches!(block[after], b' ' | b'\t') {
            return None;
        }
        let negative = block[after + 1] == b'-';
        let (size, end) = plain_number(block, after + 1 + usize::from(negative))?;
        let size = i64::try_from(size).ok()?;
        value = if negative { -size } else { size };
        after = end;
    }
    if block[after] == b'\r' {
        after += 1;
    }
    let in_range = 1..=u64::from(vertices);
    if block[after] != b'\n' || !in_range.contains(&row) || !in_range.contains(&column) {
        return None;
    }
    Some((Entry { row: row as u32 - 1, column: column as u32 - 1, value }, after + 1))
}

/// An entry in any spelling, or what is wrong with it.
fn careful_entry(line: &Line<'_>, field: ValueKind, vertices: u32) -> Result<Entry, ReadError> {
    let mut words = line.words();
    let row = index(line, words.next(), "row", vertices)?;
    let column = index(line, words.next(), "column", vertices)?;
    let mut value = 0;
    if field != ValueKind::Pattern {
        let Some((at, word)) = words.next() else {
            return Err(line.fault_at_end(format!(
                "the entry has no value: a matrix of field '{}' has one in each line; for a graph without weights say 'pattern'",
                field.name()
            )));
        };
        value = whole::parse(word, field).map_err(|message| line.fault(at, message))?;
    }
    match words.next() {
        None => Ok(Entry { row, column, value }),
        Some((at, word)) => Err(line.fault(
            at,
            format!(
                "{} is one word too many: an entry of a '{}' matrix is '{}'",
                quote_bytes(word),
                field.name(),
                if field == ValueKind::Pattern { "row column" } else { "row column value" }
            ),
        )),
    }
}

fn index(
    line: &Line<'_>,
    word: Option<(usize, &[u8])>,
    what: &str,
    vertices: u32,
) -> Result<u32, ReadError> {
    let Some((at, word)) = word else {
        return Err(line.fault_at_end(format!("the entry has no {what}")));
    };
    match header::whole_number(word) {
        Some(index) if index >= 1 && index <= u64::from(vertices) => Ok(index as u32 - 1),
        Some(0) => Err(line.fault(
            at,
            format!("the {what} is 0: rows and columns are counted from 1 to {vertices}"),
        )),
        Some(_) => Err(line.fault(
            at,
            format!("the {what} {} is out of range: it is 1 to {vertices}", quote_bytes(word)),
        )),
        None => Err(line.fault(
            at,
            format!("the {what} {} is not a number from 1 to {vertices}", quote_bytes(word)),
        )),
    }
}

/// A line with its number, for faults that say where they are.
struct Line<'a> {
    bytes: &'a [u8],
    number: u64,
}

impl<'a> Line<'a> {
    /// The words with their places.
    fn words(&self) -> impl Iterator<Item = (usize, &'a [u8])> + use<'a> {
        let bytes = self.bytes;
        let mut at = 0;
        std::iter::from_fn(move || {
            at += bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let rest = &bytes[at..];
            let length = rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).count();
            let word = (at, &rest[..length]);
            at += length;
            (length > 0).then_some(word)
        })
    }

    fn start(&self) -> Place {
        let at = self.words().next().map_or(0, |(at, _)| at);
        Place::new(self.number, column(self.bytes, at))
    }

    fn fault(&self, at: usize, message: impl Into<String>) -> ReadError {
        ReadError::syntax(Place::new(self.number, column(self.bytes, at)), message)
    }

    fn fault_at_start(&self, message: impl Into<String>) -> ReadError {
        ReadError::syntax(self.start(), message)
    }

    fn fault_at_end(&self, message: impl Into<String>) -> ReadError {
        self.fault(self.bytes.trim_ascii_end().len(), message)
    }
}

/// What can be wrong with an entry that is well formed by itself.
enum EntryFault {
    Graph(GraphError),
    Skew(String),
}

impl EntryFault {
    fn at(self, place: Place) -> ReadError {
        match self {
            EntryFault::Graph(error) => ReadError::graph(place, error),
            EntryFault::Skew(message) => ReadError::syntax(place, message),
        }
    }
}

#[cfg(test)]
mod tests;
