//! Edge lists: `u v` or `u v weight` a line.
//!
//! Names are separated by blanks or tabs, or by commas in a file whose first line of several words
//! has nothing else to separate them (see [`separator`]). `#` starts a comment wherever it stands, and
//! a line of one name declares a vertex. Vertices are numbered by first appearance. A name may be up to
//! 64 KiB long and holds no control characters; comments may hold anything and be of any length.
//! In place of a weight there may be the attributes that `nx.write_edgelist` writes.

mod attributes;
mod interned;
mod separator;
mod shared;
mod sink;
mod write;

use std::io::Read;

use retrograde_core::{Arena, ArenaBuilder, Control, Threads};

use crate::NAME_LIMIT;
use crate::batch::{Batch, Edge};
use crate::digits::plain_number;
use crate::error::{Place, ReadError, ReadFault};
use crate::lines::{Lines, column};
use crate::quote::quote_bytes;
use crate::values;

use interned::Interned;
use separator::{Hint, Separator};
use sink::Sink;
pub(crate) use write::{writable_name, write};

pub(crate) fn read(
    input: &mut dyn Read,
    builder: ArenaBuilder,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    let mut lines = Lines::new(input, b'#');
    read_lines(&mut lines, builder, (control.threads, control.room()))
}

/// Reads lines on all threads if the first block tells what separates their words, and one after the other
/// until it is known otherwise.
fn read_lines(
    lines: &mut Lines<'_>,
    mut builder: ArenaBuilder,
    (threads, room): (Threads, u64),
) -> Result<Arena, ReadError> {
    let (mut separator, mut line, mut first) = (None, 1, None);
    let is_shared = !threads.is_one();
    if is_shared && !builder.has_store() {
        first = lines.next_block(line)?.map(<[u8]>::to_vec);
        if let Some((found, kind)) = first.as_deref().and_then(interned::look) {
            let first = (first.take().unwrap_or_default(), found, kind);
            match interned::read(lines, &mut builder, (threads, room), first)? {
                Interned::Whole(arena) => return Ok(*arena),
                Interned::Until(next) => (separator, line) = (Some(found), next),
            }
        }
    }
    let mut reader = EdgeReader::new(Sink::Here(&mut builder), separator, line);
    if let Some(first) = first {
        reader.block(&first)?;
    }
    while !is_shared || reader.separator.is_none() {
        match lines.next_block(reader.line) {
            Ok(Some(block)) => reader.block(block)?,
            Ok(None) => break,
            // What is wrong with the lines before comes first.
            Err(error) => return reader.flush().and(Err(error)),
        }
    }
    reader.flush()?;
    (separator, line) = (reader.separator, reader.line);
    if separator.is_some() && is_shared {
        shared::read(lines, &mut builder, threads, (separator, line))?;
    }
    match builder.vertex_count() {
        0 => Err(ReadFault::Empty.into()),
        _ => builder.finish().map_err(|error| ReadError::graph(None, error)),
    }
}

struct EdgeReader<'s> {
    sink: Sink<'s>,
    /// The lines just before `line` that the sink does not have.
    batch: Batch,
    /// What separates words, once a line has shown it.
    separator: Option<Separator>,
    /// The number of the line to be read next.
    line: u64,
}

/// One word of a line.
struct Word<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'s> EdgeReader<'s> {
    fn new(sink: Sink<'s>, separator: Option<Separator>, line: u64) -> Self {
        EdgeReader { sink, batch: Batch::default(), separator, line }
    }

    /// Reads whole lines: those that hold only plain numbers in a few instructions each, the
    /// others one word at a time.
    fn block(&mut self, block: &[u8]) -> Result<(), ReadError> {
        let mut at = 0;
        let lines = self.sink.lines();
        while at < block.len() {
            if self.separator != Some(Separator::Comma) {
                let start = at;
                while let Some((edge, next)) =
                    plain_edge(block, at).or_else(|| last_edge(block, at))
                {
                    at = next;
                    if self.batch.is_full(lines) || !self.batch.push(self.line, edge) {
                        self.flush()?;
                        self.batch.push(self.line, edge);
                    }
                    self.line += 1;
                }
                if at > start {
                    self.separator = Some(Separator::Blank);
                    continue;
                }
            }
            if self.batch.is_full(lines) {
                self.flush()?;
            }
            let length = memchr::memchr(b'\n', &block[at..]).unwrap_or(block.len() - at);
            if let Err(error) = self.any_line(&block[at..at + length]) {
                // What is wrong before it comes first.
                self.flush()?;
                return Err(error);
            }
            self.line += 1;
            at += length + 1;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), ReadError> {
        if self.batch.is_empty() { Ok(()) } else { self.sink.take(&mut self.batch) }
    }

    fn any_line(&mut self, line: &[u8]) -> Result<(), ReadError> {
        if self.separator.is_none() {
            self.separator = match separator::hint(line) {
                Hint::Nothing => None,
                Hint::Says(separator) => Some(separator),
                Hint::Both => return Err(self.fault(line, 0, separator::BOTH)),
            };
        }
        let mut rest = 0;
        let Some(from) = self.next_field(line, &mut rest)? else { return Ok(()) };
        let from = self.name(line, &from)?;
        self.batch.push_name(self.line, from);
        let Some(to) = self.next_field(line, &mut rest)? else { return Ok(()) };
        let to = self.name(line, &to)?;
        self.batch.push_second_name(to);
        let weight = match self.weight_field(line, &mut rest)? {
            None => None,
            Some(field) => Some(self.weight(line, &field)?),
        };
        self.batch.push_edge(weight);
        match self.next_field(line, &mut rest)? {
            None => Ok(()),
            Some(field) => {
                let word = quote_bytes(field.bytes);
                let rule = match self.separator {
                    Some(Separator::Comma) => {
                        "'from,to' or 'from,to,weight'; if commas are part of the names, begin the file with the line '# separator: blank'"
                    }
                    _ => "'from to' or 'from to weight'; names hold no blanks",
                };
                let message = format!("{word} is one word too many: a line is {rule}");
                Err(self.fault(line, field.at, message))
            }
        }
    }

    /// The weight after two names: a word, or one of the attributes of networkx.
    fn weight_field<'a>(
        &self,
        line: &'a [u8],
        rest: &mut usize,
    ) -> Result<Option<Word<'a>>, ReadError> {
        let start = *rest + line[*rest..].iter().take_while(|&&byte| is_blank(byte)).count();
        if line.get(start) != Some(&b'{') {
            return self.next_field(line, rest);
        }
        let end = memchr::memchr(b'#', &line[start..]).map_or(line.len(), |length| start + length);
        let text = &line[start..end];
        let weight = attributes::weight(text)
            .map_err(|(at, message)| self.fault(line, start + at, message))?;
        *rest = end;
        Ok(weight.map(|range| Word { at: start + range.start, bytes: &text[range] }))
    }

    /// The word that begins at or after `rest`, if there is one before the end or a comment.
    #[inline(always)]
    fn next_field<'a>(
        &self,
        line: &'a [u8],
        rest: &mut usize,
    ) -> Result<Option<Word<'a>>, ReadError> {
        if self.separator == Some(Separator::Comma) {
            return self.comma_field(line, rest);
        }
        let blanks = line[*rest..].iter().take_while(|byte| is_blank(**byte)).count();
        let at = *rest + blanks;
        let bytes = &line[at..];
        let length = bytes
            .iter()
            .position(|&byte| byte <= b' ' || byte == b'#' || byte == 0x7f)
            .unwrap_or(bytes.len());
        if bytes.get(length).is_some_and(|&stop| !is_blank(stop)) {
            self.check_stop(line, at + length)?;
        }
        *rest = at + length;
        let word = Word { bytes: &bytes[..length], at };
        if length > NAME_LIMIT {
            return Err(self.too_long(line, &word));
        }
        Ok((length > 0).then_some(word))
    }

    /// As [`next_field`](Self::next_field), where commas end the words. `rest` stands behind one,
    /// except at the start and at the end of a line.
    fn comma_field<'a>(
        &self,
        line: &'a [u8],
        rest: &mut usize,
    ) -> Result<Option<Word<'a>>, ReadError> {
        let start = *rest;
        let is_end =
            |byte: u8| matches!(byte, b',' | b'#' | 0x7f) || byte < b' ' && !is_blank(byte);
        let length = line[start..].iter().position(|&byte| is_end(byte));
        let end = length.map_or(line.len(), |length| start + length);
        let is_last = line.get(end) != Some(&b',');
        if is_last {
            self.check_stop(line, end)?;
        }
        *rest = if is_last { end } else { end + 1 };
        let bytes = line[start..end].trim_ascii();
        let at = start + line[start..end].len() - line[start..end].trim_ascii_start().len();
        if bytes.is_empty() {
            let is_over = start == 0 || line[start - 1] != b',';
            if is_last && is_over {
                return Ok(None);
            }
            return Err(self.fault(line, end, "a name is missing beside this comma"));
        }
        let word = Word { bytes, at };
        if bytes.len() > NAME_LIMIT {
            return Err(self.too_long(line, &word));
        }
        if bytes.iter().any(|&byte| is_blank(byte)) {
            let message = format!(
                "{} holds a blank, and names hold none; if it is commas that are part of the names, begin the file with the line '# separator: blank'",
                quote_bytes(bytes)
            );
            return Err(self.fault(line, at, message));
        }
        Ok(Some(word))
    }

    /// Refuses the byte that ended a word, if it can stand nowhere.
    fn check_stop(&self, line: &[u8], at: usize) -> Result<(), ReadError> {
        match line.get(at) {
            None | Some(b'#') => Ok(()),
            Some(&stop) if is_blank(stop) => Ok(()),
            Some(0) => Err(self.fault(
                line,
                at,
                "a NUL byte: this is not a text file, or it is UTF-16; save it as UTF-8",
            )),
            Some(&stop) => {
                let stop = quote_bytes(&[stop]);
                let message = format!("the control character {stop} cannot be part of a name");
                Err(self.fault(line, at, message))
            }
        }
    }

    #[cold]
    fn too_long(&self, line: &[u8], word: &Word<'_>) -> ReadError {
        let (name, limit) = (quote_bytes(word.bytes), NAME_LIMIT >> 10);
        let message = format!("the name {name} is longer than {limit} KiB");
        self.fault(line, word.at, message)
    }

    fn name<'a>(&self, line: &[u8], field: &Word<'a>) -> Result<&'a str, ReadError> {
        std::str::from_utf8(field.bytes).map_err(|_| {
            let message = format!(
                "the name {} is not UTF-8: save the file as UTF-8",
                quote_bytes(field.bytes)
            );
            self.fault(line, field.at, message)
        })
    }

    fn weight(&self, line: &[u8], field: &Word<'_>) -> Result<i64, ReadError> {
        let word = std::str::from_utf8(field.bytes).ok();
        word.and_then(|word| word.parse().ok().or_else(|| values::whole(word))).ok_or_else(|| {
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
#[inline(always)]
fn plain_edge(block: &[u8], at: usize) -> Option<(Edge, usize)> {
    let (from, after) = plain_number(block, at)?;
    if !matches!(block[after], b' ' | b'\t') {
        return None;
    }
    let (to, after) = plain_number(block, after + 1)?;
    match block[after] {
        b'\n' => Some((Edge { from, to, weight: None }, after + 1)),
        b'\r' if block[after + 1] == b'\n' => Some((Edge { from, to, weight: None }, after + 2)),
        b' ' | b'\t' => {
            let negative = block[after + 1] == b'-';
            let (size, after) = plain_number(block, after + 1 + usize::from(negative))?;
            let size = i64::try_from(size).ok()?;
            let weight = Some(if negative { -size } else { size });
            match block[after] {
                b'\n' => Some((Edge { from, to, weight }, after + 1)),
                b'\r' if block[after + 1] == b'\n' => Some((Edge { from, to, weight }, after + 2)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// As [`plain_edge`], in the last bytes of a block, where numbers cannot be looked at eight digits at a time.
#[cold]
#[inline(never)]
fn last_edge(block: &[u8], at: usize) -> Option<(Edge, usize)> {
    const MOST: usize = 64;
    let rest = &block[at..];
    if rest.len() > MOST {
        return None;
    }
    let mut padded = [b' '; MOST + 8];
    padded[..rest.len()].copy_from_slice(rest);
    let (edge, length) = plain_edge(&padded, 0)?;
    Some((edge, at + length))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

#[cfg(test)]
mod tests;
