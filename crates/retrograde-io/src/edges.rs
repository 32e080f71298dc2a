//! Edge lists: `u v` or `u v weight` a line.
//!
//! Names are separated by blanks or tabs, `#` starts a comment wherever it stands, and a line of
//! one name declares a vertex. Vertices are numbered by first appearance. A name may be up to
//! 64 KiB long and holds no control characters; comments may hold anything and be of any length.

mod batch;
mod write;

use std::io::Read;

use retrograde_core::{Arena, ArenaBuilder, Control};

use crate::NAME_LIMIT;
use crate::digits::plain_number;
use crate::error::{Place, ReadError, ReadFault};
use crate::lines::{Lines, column};
use crate::quote::quote_bytes;

use batch::Batch;
pub(crate) use write::{writable_name, write};

pub(crate) fn read(input: &mut dyn Read, control: &Control<'_>) -> Result<Arena, ReadError> {
    let mut lines = Lines::new(input, b'#');
    let builder = ArenaBuilder::new().with_memory_limit(control.room());
    let mut reader = EdgeReader { builder, batch: Batch::default(), line: 1 };
    while let Some(block) = lines.next_block(reader.line)? {
        reader.block(block)?;
    }
    reader.flush()?;
    if reader.builder.vertex_count() == 0 {
        return Err(ReadFault::Empty.into());
    }
    reader.builder.finish().map_err(|error| ReadError::graph(None, error))
}

struct EdgeReader {
    builder: ArenaBuilder,
    /// Edges of the lines just before `line`.
    batch: Batch,
    /// The number of the line to be read next.
    line: u64,
}

/// One word of a line.
struct Word<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl EdgeReader {
    /// Reads whole lines: those that hold only plain numbers in a few instructions each, the
    /// others one word at a time.
    fn block(&mut self, block: &[u8]) -> Result<(), ReadError> {
        let mut at = 0;
        while at < block.len() {
            if let Some((edge, next)) = plain_edge(block, at) {
                at = next;
                if !self.batch.push(edge) {
                    self.flush()?;
                    self.batch.push(edge);
                }
                self.line += 1;
                continue;
            }
            self.flush()?;
            let length = memchr::memchr(b'\n', &block[at..]).unwrap_or(block.len() - at);
            self.any_line(&block[at..at + length])?;
            self.line += 1;
            at += length + 1;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), ReadError> {
        let first = self.line - self.batch.len() as u64;
        self.batch
            .add_to(&mut self.builder)
            .map_err(|(index, error)| ReadError::graph(Place::line(first + index as u64), error))
    }

    fn any_line(&mut self, line: &[u8]) -> Result<(), ReadError> {
        let mut rest = 0;
        let Some(from) = self.next_field(line, &mut rest)? else { return Ok(()) };
        let from = self.vertex(line, &from)?;
        let Some(to) = self.next_field(line, &mut rest)? else { return Ok(()) };
        let to = self.vertex(line, &to)?;
        let added = match self.next_field(line, &mut rest)? {
            None => self.builder.edge(from, to),
            Some(field) => {
                let weight = self.weight(line, &field)?;
                self.builder.weighted_edge(from, to, weight)
            }
        };
        added.map_err(|error| ReadError::graph(Place::line(self.line), error))?;
        match self.next_field(line, &mut rest)? {
            None => Ok(()),
            Some(field) => Err(self.fault(
                line,
                field.at,
                format!(
                    "{} is one word too many: a line is 'from to' or 'from to weight'; names hold no blanks",
                    quote_bytes(field.bytes)
                ),
            )),
        }
    }

    /// The word that begins at or after `rest`, if there is one before the end or a comment.
    fn next_field<'a>(
        &self,
        line: &'a [u8],
        rest: &mut usize,
    ) -> Result<Option<Word<'a>>, ReadError> {
        let blanks = line[*rest..].iter().take_while(|byte| is_blank(**byte)).count();
        let at = *rest + blanks;
        let bytes = &line[at..];
        let length = bytes
            .iter()
            .position(|&byte| byte <= b' ' || byte == b'#' || byte == 0x7f)
            .unwrap_or(bytes.len());
        if let Some(&stop) = bytes.get(length)
            && stop != b'#'
            && !is_blank(stop)
        {
            let message = if stop == 0 {
                "a NUL byte: this is not a text file, or it is UTF-16; save it as UTF-8".to_owned()
            } else {
                format!("the control character {} cannot be part of a name", quote_bytes(&[stop]))
            };
            return Err(self.fault(line, at + length, message));
        }
        *rest = at + length;
        if length > NAME_LIMIT {
            let message = format!(
                "the name {} is longer than {} KiB",
                quote_bytes(&bytes[..length]),
                NAME_LIMIT >> 10
            );
            return Err(self.fault(line, at, message));
        }
        Ok((length > 0).then(|| Word { bytes: &bytes[..length], at }))
    }

    fn vertex(&mut self, line: &[u8], field: &Word<'_>) -> Result<u32, ReadError> {
        let Ok(name) = std::str::from_utf8(field.bytes) else {
            let message = format!(
                "the name {} is not UTF-8: save the file as UTF-8",
                quote_bytes(field.bytes)
            );
            return Err(self.fault(line, field.at, message));
        };
        let line = Place::line(self.line);
        self.builder.vertex(name).map_err(|error| ReadError::graph(line, error))
    }

    fn weight(&self, line: &[u8], field: &Word<'_>) -> Result<i64, ReadError> {
        std::str::from_utf8(field.bytes).ok().and_then(|word| word.parse().ok()).ok_or_else(|| {
            let message = format!(
                "the weight {} is not a whole number of at most 64 bits",
                quote_bytes(field.bytes)
            );
            self.fault(line, field.at, message)
        })
    }

    #[cold]
    fn fault(&self, line: &[u8], at: usize, message: impl Into<String>) -> ReadError {
        ReadError::syntax(Place::new(self.line, column(line, at)), message)
    }
}

/// A line of two plain numbers, or three of which the last may be negative, and where the next
/// line begins. `block` ends in a newline, so there is always a byte after a number.
#[inline]
fn plain_edge(block: &[u8], at: usize) -> Option<(batch::Edge, usize)> {
    let (from, after) = plain_number(block, at)?;
    if !matches!(block[after], b' ' | b'\t') {
        return None;
    }
    let (to, after) = plain_number(block, after + 1)?;
    match block[after] {
        b'\n' => Some((batch::Edge { from, to, weight: None }, after + 1)),
        b'\r' if block[after + 1] == b'\n' => {
            Some((batch::Edge { from, to, weight: None }, after + 2))
        }
        b' ' | b'\t' => {
            let negative = block[after + 1] == b'-';
            let (size, after) = plain_number(block, after + 1 + usize::from(negative))?;
            let size = i64::try_from(size).ok()?;
            let weight = Some(if negative { -size } else { size });
            match block[after] {
                b'\n' => Some((batch::Edge { from, to, weight }, after + 1)),
                b'\r' if block[after + 1] == b'\n' => {
                    Some((batch::Edge { from, to, weight }, after + 2))
                }
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

#[cfg(test)]
mod tests;
