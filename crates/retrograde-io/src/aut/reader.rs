//! Reading transitions line by line.

mod shared;

use std::io::Read;

use retrograde_core::{Arena, ArenaBuilder, Control, GraphError, Vertex, Word};

use crate::digits::plain_number;
use crate::error::{Place, ReadError, ReadFault};
use crate::lines::{Lines, column};
use crate::quote::quote_bytes;

/// A byte that no text holds: the format has no comments.
const NO_COMMENT: u8 = 0xff;

/// States that a header may promise without a transition that has them, however few transitions there
/// are; and for each transition that there is.
const SILENT_STATES: (u64, u64) = (1 << 20, 8);

const HEADER: &str = "'des (first, transitions, states)'";
const TRANSITION: &str = "'(from, \"label\", to)'";

pub(crate) fn read(
    input: &mut dyn Read,
    builder: ArenaBuilder,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    read_lines(&mut Lines::new(input, NO_COMMENT), builder, control)
}

/// Reads lines one after the other up to the first of them that says something, and then on all threads.
pub(super) fn read_lines(
    lines: &mut Lines<'_>,
    builder: ArenaBuilder,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    let mut reader =
        Reader { builder, header: None, number: 0, transitions: 0, last: None, label: Vec::new() };
    while control.threads.is_one() || reader.header.is_none() {
        let Some(block) = lines.next_block(reader.number + 1)? else { break };
        reader.block(block)?;
    }
    if let Some(header) = reader.header
        && !control.threads.is_one()
    {
        shared::read(lines, &mut reader, header.states, control.threads)?;
    }
    reader.finish(control)
}

/// What the first line says.
#[derive(Clone, Copy)]
struct Header {
    line: u64,
    first: u64,
    transitions: u64,
    states: u64,
}

struct Reader {
    builder: ArenaBuilder,
    header: Option<Header>,
    /// The line at hand.
    number: u64,
    transitions: u64,
    /// The label that came last, and its number: neighbours tend to have the same.
    last: Option<Word>,
    label: Vec<u8>,
}

impl Reader {
    /// Reads whole lines.
    fn block(&mut self, block: &[u8]) -> Result<(), ReadError> {
        for line in block.split_inclusive(|&byte| byte == b'\n') {
            self.number += 1;
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            self.line(line)?;
        }
        Ok(())
    }

    fn line(&mut self, text: &[u8]) -> Result<(), ReadError> {
        let mut line = Line { text, at: 0, number: self.number };
        line.skip_blanks();
        if line.at == text.len() {
            return Ok(());
        }
        match self.header {
            None => {
                self.header = Some(line.header()?);
                Ok(())
            }
            Some(header) => self.transition(line, header),
        }
    }

    fn transition(&mut self, mut line: Line<'_>, header: Header) -> Result<(), ReadError> {
        if self.transitions == header.transitions {
            let message = format!(
                "one more transition than the {} that the first line promises: correct it, or remove this one",
                header.transitions
            );
            return Err(line.fault_at(line.at, message));
        }
        let (from, label, to) = line.parts(header.states)?;
        let word = match self.last {
            Some(word) if self.label == label => word,
            _ => self.new_label(&line, label)?,
        };
        let place = || Place::line(line.number);
        self.builder.early_edge(from, to).map_err(|error| ReadError::graph(place(), error))?;
        self.builder.set_last_label(word);
        self.transitions += 1;
        Ok(())
    }

    fn new_label(&mut self, line: &Line<'_>, label: &[u8]) -> Result<Word, ReadError> {
        let Ok(text) = std::str::from_utf8(label) else {
            let message = format!("the label {} is not UTF-8 text", quote_bytes(label));
            return Err(ReadError::syntax(Place::line(line.number), message));
        };
        let word = self.builder.label(text);
        let word = word.map_err(|error| ReadError::graph(Place::line(line.number), error))?;
        self.label.clear();
        self.label.extend_from_slice(label);
        self.last = Some(word);
        Ok(word)
    }

    fn finish(mut self, control: &Control<'_>) -> Result<Arena, ReadError> {
        let Some(header) = self.header else { return Err(ReadFault::Empty.into()) };
        let place = Place::line(header.line);
        if self.transitions < header.transitions {
            let message = format!(
                "the first line promises {} transitions, and {} came: is the file cut off?",
                header.transitions, self.transitions
            );
            return Err(ReadError::syntax(place, message));
        }
        let most = SILENT_STATES.0.saturating_add(self.transitions.saturating_mul(SILENT_STATES.1));
        if header.states > most {
            let message = format!(
                "the first line promises {} states, and there are {} transitions between them: \
                 number the states without gaps",
                header.states, self.transitions
            );
            return Err(ReadError::syntax(place, message));
        }
        let mut pace = control.pace();
        for state in 0..header.states {
            pace.steps(1)?;
            self.builder.numbered_vertex(state).map_err(|error| ReadError::graph(place, error))?;
        }
        if header.first != 0 {
            self.builder.set_start(header.first as Vertex);
        }
        self.builder.finish().map_err(|error| ReadError::graph(None, error))
    }
}

/// A line, and how much of it was read.
struct Line<'a> {
    text: &'a [u8],
    at: usize,
    number: u64,
}

impl<'a> Line<'a> {
    #[inline]
    fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t' | b'\r') = self.text.get(self.at) {
            self.at += 1;
        }
    }

    #[cold]
    fn fault_at(&self, at: usize, message: impl Into<String>) -> ReadError {
        ReadError::syntax(Place::new(self.number, column(self.text, at)), message)
    }

    /// What stands here, for a message.
    fn found(&self) -> String {
        let rest = &self.text[self.at.min(self.text.len())..];
        let end = match rest.first() {
            None => return "the end of the line".to_owned(),
            Some(byte) if byte.is_ascii_alphanumeric() => {
                rest.iter().position(|byte| !byte.is_ascii_alphanumeric())
            }
            Some(_) => rest.iter().position(|byte| byte.is_ascii_whitespace()),
        };
        quote_bytes(&rest[..end.unwrap_or(rest.len()).max(1)])
    }

    #[inline]
    fn expect(&mut self, mark: u8, form: &str) -> Result<(), ReadError> {
        self.skip_blanks();
        if self.text.get(self.at) == Some(&mark) {
            self.at += 1;
            self.skip_blanks();
            return Ok(());
        }
        Err(self.unexpected(mark, form))
    }

    #[cold]
    fn unexpected(&self, mark: u8, form: &str) -> ReadError {
        let found = self.found();
        let is_number = self.text.get(self.at).is_some_and(u8::is_ascii_digit);
        let message = match is_number && matches!(mark, b',' | b')') {
            true => format!(
                "found {found} after a state: one state follows another in {form}, and probabilities \
                 are not read"
            ),
            false => format!("expected '{}' as in {form}, found {found}", char::from(mark)),
        };
        self.fault_at(self.at, message)
    }

    fn expect_end(&mut self) -> Result<(), ReadError> {
        self.skip_blanks();
        if self.at == self.text.len() {
            return Ok(());
        }
        let message = format!("unexpected {} after the transition: one a line", self.found());
        Err(self.fault_at(self.at, message))
    }

    /// A number of at most 19 digits or, if it has more, the largest there is.
    #[inline]
    fn number(&mut self, what: &str, form: &str) -> Result<u64, ReadError> {
        self.skip_blanks();
        if let Some((value, after)) = plain_number(self.text, self.at) {
            self.at = after;
            return Ok(value);
        }
        let mut value: Option<u64> = None;
        while let Some(digit @ b'0'..=b'9') = self.text.get(self.at) {
            let before = value.unwrap_or(0);
            value = Some(before.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
            self.at += 1;
        }
        value.ok_or_else(|| {
            let message = format!("expected {what} as in {form}, found {}", self.found());
            self.fault_at(self.at, message)
        })
    }

    fn header(mut self) -> Result<Header, ReadError> {
        if !self.text[self.at..].starts_with(b"des") {
            let message = format!("expected {HEADER}, found {}", self.found());
            return Err(self.fault_at(self.at, message));
        }
        self.at += 3;
        self.expect(b'(', HEADER)?;
        let first = self.number("a state", HEADER)?;
        self.expect(b',', HEADER)?;
        let transitions = self.number("a number of transitions", HEADER)?;
        self.expect(b',', HEADER)?;
        let at = self.at;
        let states = self.number("a number of states", HEADER)?;
        self.expect(b')', HEADER)?;
        self.expect_end()?;
        if states > u64::from(u32::MAX) {
            return Err(self.graph_at(at, GraphError::TooManyVertices));
        }
        if first >= states {
            let message = format!(
                "the first state is {first}, and there are {states} states, numbered from 0"
            );
            return Err(self.fault_at(at, message));
        }
        Ok(Header { line: self.number, first, transitions, states })
    }

    /// The two states and the label of a transition.
    #[inline]
    fn parts(&mut self, states: u64) -> Result<(Vertex, &'a [u8], Vertex), ReadError> {
        self.expect(b'(', TRANSITION)?;
        let from = self.state(states)?;
        self.expect(b',', TRANSITION)?;
        let label = self.label()?;
        self.expect(b',', TRANSITION)?;
        let to = self.state(states)?;
        self.expect(b')', TRANSITION)?;
        self.expect_end()?;
        Ok((from, label, to))
    }

    fn graph_at(&self, at: usize, error: GraphError) -> ReadError {
        ReadError::graph(Place::new(self.number, column(self.text, at)), error)
    }

    #[inline]
    fn state(&mut self, states: u64) -> Result<Vertex, ReadError> {
        let at = self.at;
        let state = self.number("a state", TRANSITION)?;
        if state >= states {
            let shown = quote_bytes(&self.text[at..self.at]);
            let message = format!(
                "there is no state {shown}: the first line promises {states}, numbered from 0"
            );
            return Err(self.fault_at(at, message));
        }
        Ok(state as Vertex)
    }

    /// What stands up to the last comma, without its quotes.
    fn label(&mut self) -> Result<&'a [u8], ReadError> {
        let rest = &self.text[self.at..];
        let Some(end) = memchr::memrchr(b',', rest) else {
            let opened = rest.first() == Some(&b'"');
            let message = match opened && !rest[1..].contains(&b'"') {
                true => "the label that opens here never closes: add '\"'".to_owned(),
                false => {
                    format!("expected a label and ',' as in {TRANSITION}, found {}", self.found())
                }
            };
            return Err(self.fault_at(self.at, message));
        };
        let label = rest[..end].trim_ascii();
        let start = self.at;
        self.at += end;
        match label {
            [b'"', inside @ .., b'"'] if !has_two(inside) => Ok(inside),
            [b'"', .., b'"'] if label.len() > 1 => {
                Err(self.fault_at(start, "two transitions on this line: write one a line"))
            }
            [b'"', ..] => {
                Err(self.fault_at(start, "the label that opens here never closes: add '\"'"))
            }
            [] => Err(self.fault_at(start, format!("expected a label as in {TRANSITION}, found ','"))),
            bare if !is_one_label(bare) => Err(self.fault_at(start, format!("{} is no label as in {TRANSITION}: put it in quotes, and one transition a line", quote_bytes(bare)))),
            bare => Ok(bare),
        }
    }
}

/// Whether what stands without quotes is one label: its parentheses and quotes come in pairs.
fn is_one_label(label: &[u8]) -> bool {
    let mut depth = 0_usize;
    let mut quotes = 0_usize;
    for byte in label {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return false,
            b')' => depth -= 1,
            b'"' => quotes += 1,
            _ => {}
        }
    }
    quotes.is_multiple_of(2)
}

/// Whether what stands between the first and the last quote are the end of a transition and the start of
/// another.
pub(super) fn has_two(inside: &[u8]) -> bool {
    memchr::memchr_iter(b'"', inside).any(|quote| {
        let rest = inside[quote + 1..].trim_ascii_start();
        let Some(rest) = rest.strip_prefix(b",") else { return false };
        let rest = rest.trim_ascii_start();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let rest = rest[digits..].trim_ascii_start();
        digits > 0 && rest.first() == Some(&b')') && rest.contains(&b'(')
    })
}
