//! The rows of a CSV file, after RFC 4180: Y. Shafranovich, 2005, "Common Format and MIME Type for
//! Comma-Separated Values (CSV) Files".

use std::io::{Cursor, ErrorKind, Read};
use std::ops::Range;

use crate::error::{Place, ReadError};
use crate::lines::column;

use super::LONGEST;

const FIRST_BUFFER: usize = 128 << 10;

/// Splits a stream into rows. Lines may end in CR LF, the last one in nothing; blank lines are
/// skipped.
pub(super) struct CsvRows<'a> {
    input: &'a mut dyn Read,
    buffer: Vec<u8>,
    start: usize,
    end: usize,
    ended: bool,
    /// The line on which the row at `start` begins.
    line: u64,
}

/// One row, its fields freed of quotes.
#[derive(Default)]
pub(super) struct Cells {
    raw: Vec<u8>,
    text: String,
    cells: Vec<Cell>,
    line: u64,
}

struct Cell {
    /// Where in `text` it stands.
    text: Range<usize>,
    /// Where in `raw` it begins.
    at: usize,
    quoted: bool,
}

impl<'a> CsvRows<'a> {
    /// Rows of an input whose first line has that number.
    pub(super) fn new(input: &'a mut dyn Read, line: u64) -> Self {
        CsvRows { input, buffer: vec![0; FIRST_BUFFER], start: 0, end: 0, ended: false, line }
    }

    /// What comes after the rows read so far.
    pub(super) fn rest(mut self) -> impl Read + 'a {
        self.buffer.truncate(self.end);
        self.buffer.drain(..self.start);
        Cursor::new(self.buffer).chain(self.input)
    }

    /// The line that comes next.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Reads the next row into `cells`; `false` at the end.
    pub(super) fn next(&mut self, cells: &mut Cells) -> Result<bool, ReadError> {
        loop {
            let Some(stop) = self.row_end()? else { return Ok(false) };
            let row = &self.buffer[self.start..stop];
            let line = self.line;
            self.start = stop;
            self.line += memchr::memchr_iter(b'\n', row).count() as u64;
            let row = row.strip_suffix(b"\n").unwrap_or(row);
            let row = row.strip_suffix(b"\r").unwrap_or(row);
            if !row.is_empty() {
                cells.split(row, line)?;
                return Ok(true);
            }
        }
    }

    /// Where the row that begins at `start` ends, past its newline.
    fn row_end(&mut self) -> Result<Option<usize>, ReadError> {
        let mut searched = self.start;
        let mut quoted = false;
        loop {
            for found in memchr::memchr2_iter(b'"', b'\n', &self.buffer[searched..self.end]) {
                let at = searched + found;
                if self.buffer[at] == b'"' {
                    quoted = !quoted;
                } else if !quoted {
                    return Ok(Some(at + 1));
                }
            }
            searched = self.end;
            if self.ended {
                return Ok((self.start < self.end).then_some(self.end));
            }
            let before = self.start;
            self.fill()?;
            searched -= before - self.start;
        }
    }

    /// Reads more, making room for it first.
    fn fill(&mut self) -> Result<(), ReadError> {
        if self.end == self.buffer.len() {
            if self.start > 0 {
                self.buffer.copy_within(self.start..self.end, 0);
                self.end -= self.start;
                self.start = 0;
            } else if self.buffer.len() >= LONGEST {
                return Err(ReadError::syntax(
                    Place::line(self.line),
                    format!("a row longer than {} MiB: is a quote left open?", LONGEST >> 20),
                ));
            } else {
                self.buffer.resize(self.buffer.len() * 2, 0);
            }
        }
        loop {
            match self.input.read(&mut self.buffer[self.end..]) {
                Ok(count) => {
                    self.end += count;
                    self.ended = count == 0;
                    return Ok(());
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

impl Cells {
    pub(super) fn len(&self) -> usize {
        self.cells.len()
    }

    /// The field as text.
    pub(super) fn text(&self, index: usize) -> &str {
        &self.text[self.cells[index].text.clone()]
    }

    /// Whether there is nothing, not even quotes.
    pub(super) fn is_blank(&self, index: usize) -> bool {
        let cell = &self.cells[index];
        cell.text.is_empty() && !cell.quoted
    }

    /// Where the field begins; past the last field, where the row ends.
    pub(super) fn place(&self, index: usize) -> Place {
        self.place_of(self.cells.get(index).map_or(self.raw.len(), |cell| cell.at))
    }

    fn place_of(&self, at: usize) -> Place {
        let before = &self.raw[..at];
        let line = self.line + memchr::memchr_iter(b'\n', before).count() as u64;
        let begin = memchr::memrchr(b'\n', before).map_or(0, |newline| newline + 1);
        Place::new(line, column(&self.raw[begin..], at - begin))
    }

    /// The fault of a byte at `at` that is no UTF-8, with what stands around it in its field.
    fn not_utf8(&self, at: usize) -> ReadError {
        let (before, after) = self.raw.split_at(at);
        let begin = memchr::memrchr3(b',', b'"', b'\n', before).map_or(0, |end| end + 1);
        let end = memchr::memchr3(b',', b'"', b'\n', after).map_or(self.raw.len(), |len| at + len);
        let found = crate::quote::quote_bytes(&self.raw[begin..end]);
        let message = format!("{found} is not UTF-8: save the file as UTF-8");
        ReadError::syntax(self.place_of(begin), message)
    }

    fn split(&mut self, row: &[u8], line: u64) -> Result<(), ReadError> {
        self.raw.clear();
        self.raw.extend_from_slice(row);
        self.text.clear();
        self.cells.clear();
        self.line = line;
        let row = std::str::from_utf8(row).map_err(|error| self.not_utf8(error.valid_up_to()))?;
        let mut at = 0;
        loop {
            let begin = self.text.len();
            let quoted = row.as_bytes().get(at) == Some(&b'"');
            let end = if quoted { self.quoted(row, at)? } else { self.plain(row, at)? };
            self.cells.push(Cell { text: begin..self.text.len(), at, quoted });
            if end == row.len() {
                return Ok(());
            }
            at = end + 1;
        }
    }

    /// Takes the field at `at` up to the next comma.
    fn plain(&mut self, row: &str, at: usize) -> Result<usize, ReadError> {
        let end =
            memchr::memchr(b',', &row.as_bytes()[at..]).map_or(row.len(), |length| at + length);
        if let Some(quote) = memchr::memchr(b'"', &row.as_bytes()[at..end]) {
            return Err(ReadError::syntax(
                self.place_of(at + quote),
                "a quote inside a field: put the whole field in quotes and double those inside",
            ));
        }
        self.text.push_str(&row[at..end]);
        Ok(end)
    }

    /// Takes the field whose opening quote is at `at`.
    fn quoted(&mut self, row: &str, at: usize) -> Result<usize, ReadError> {
        let mut from = at + 1;
        loop {
            let Some(length) = memchr::memchr(b'"', &row.as_bytes()[from..]) else {
                return Err(ReadError::syntax(self.place_of(at), "this quote is never closed"));
            };
            self.text.push_str(&row[from..from + length]);
            let after = from + length + 1;
            match row.as_bytes().get(after) {
                Some(b'"') => {
                    self.text.push('"');
                    from = after + 1;
                }
                None | Some(b',') => return Ok(after),
                Some(_) => {
                    return Err(ReadError::syntax(
                        self.place_of(after),
                        "after a closing quote comes a comma or the end of the line",
                    ));
                }
            }
        }
    }
}
