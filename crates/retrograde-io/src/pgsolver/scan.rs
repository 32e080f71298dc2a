//! The tokens of PGSolver files: numbers, words, names in quotes and a few marks.

use std::io::{ErrorKind, Read};

use crate::digits::plain_number;
use crate::error::{Place, ReadError};
use crate::quote::quote_bytes;

const CAPACITY: usize = 256 << 10;

/// So many bytes are at hand before each token, unless the input ends: more than a plain number
/// has digits.
const AHEAD: usize = 32;

/// How much of a token is kept for messages.
const KEPT: usize = 48;

/// A stream of bytes, seen token by token in memory that does not grow with the input. Lines mean
/// nothing to it but are counted.
pub(super) struct Scanner<'a> {
    input: &'a mut dyn Read,
    /// `buffer[at..end]` is read and not yet taken; after it come `AHEAD` zeros.
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    finished: bool,
    /// How many bytes came before `buffer[0]`.
    before: u64,
    line: u64,
    /// How many bytes came before the first one of this line.
    line_start: u64,
    /// How many bytes of this line, so far, do not start a character.
    continuations: u64,
}

/// A number and where it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number {
    /// The number, or the largest there is where it is larger.
    pub(super) value: u64,
    pub(super) place: Place,
}

impl<'a> Scanner<'a> {
    /// Starts reading; a byte order mark is skipped.
    pub(super) fn new(input: &'a mut dyn Read) -> Result<Self, ReadError> {
        let mut scanner = Scanner {
            input,
            buffer: vec![0; CAPACITY + AHEAD],
            at: 0,
            end: 0,
            finished: false,
            before: 0,
            line: 1,
            line_start: 0,
            continuations: 0,
        };
        scanner.ready()?;
        let start = &scanner.buffer[..scanner.end];
        if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
            return Err(scanner.fault("the file is UTF-16 text: save it as UTF-8"));
        }
        if start.starts_with(b"\xef\xbb\xbf") {
            scanner.at = 3;
            scanner.line_start = 3;
        }
        Ok(scanner)
    }

    /// Where the next byte stands.
    #[inline(always)]
    pub(super) fn place(&self) -> Place {
        let bytes = self.before + self.at as u64 - self.line_start;
        Place::new(self.line, bytes - self.continuations + 1)
    }

    /// An error at the next byte.
    #[cold]
    pub(super) fn fault(&self, message: impl Into<String>) -> ReadError {
        ReadError::syntax(self.place(), message)
    }

    /// The next byte, not yet taken; `None` at the end.
    #[inline(always)]
    pub(super) fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        self.ready()?;
        Ok((self.at < self.end).then(|| self.buffer[self.at]))
    }

    /// Takes the next byte if it is `mark`.
    #[inline(always)]
    pub(super) fn take(&mut self, mark: u8) -> Result<bool, ReadError> {
        let found = self.peek()? == Some(mark);
        self.at += usize::from(found);
        Ok(found)
    }

    /// The number that starts here, if one does.
    #[inline(always)]
    pub(super) fn number(&mut self) -> Result<Option<Number>, ReadError> {
        self.ready()?;
        let place = self.place();
        if let Some((value, after)) = plain_number(&self.buffer, self.at) {
            self.at = after;
            return Ok(Some(Number { value, place }));
        }
        self.careful_number(place)
    }

    /// A number with leading zeros or of any length.
    #[cold]
    fn careful_number(&mut self, place: Place) -> Result<Option<Number>, ReadError> {
        let mut value: Option<u64> = None;
        while let Some(digit @ b'0'..=b'9') = self.peek()? {
            let before = value.unwrap_or(0);
            value = Some(before.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
            self.at += 1;
        }
        Ok(value.map(|value| Number { value, place }))
    }

    /// Passes blanks, line ends and comments: from `#`, `%` or `//` to the end of the line, or from
    /// `/*` to `*/`.
    #[inline(always)]
    pub(super) fn skip_blanks(&mut self) -> Result<(), ReadError> {
        self.ready()?;
        let (first, second) = (self.buffer[self.at], self.buffer[self.at + 1]);
        // Digits, letters and the marks between entries need no second look.
        if first > b'/' || first == b',' {
            return Ok(());
        }
        if first == b' ' && second > b'/' {
            self.at += 1;
            return Ok(());
        }
        self.skip_any_blanks()
    }

    fn skip_any_blanks(&mut self) -> Result<(), ReadError> {
        while let Some(byte) = self.peek()? {
            match (byte, self.buffer[self.at + 1]) {
                (b'\n', _) => self.next_line(),
                (b' ' | b'\t' | b'\r', _) => self.at += 1,
                (b'#' | b'%', _) | (b'/', b'/') => self.skip_line()?,
                (b'/', b'*') => self.skip_comment()?,
                _ => break,
            }
        }
        Ok(())
    }

    /// Takes a newline.
    fn next_line(&mut self) {
        self.at += 1;
        self.line += 1;
        self.line_start = self.before + self.at as u64;
        self.continuations = 0;
    }

    /// Goes to the end of the line.
    fn skip_line(&mut self) -> Result<(), ReadError> {
        self.skip_to(|byte| byte == b'\n')?;
        Ok(())
    }

    /// Passes a comment that says where it ends.
    fn skip_comment(&mut self) -> Result<(), ReadError> {
        let start = self.place();
        self.at += 2;
        loop {
            match self.skip_to(|byte| matches!(byte, b'*' | b'\n'))? {
                Some(b'\n') => self.next_line(),
                Some(_) => {
                    self.at += 1;
                    if self.take(b'/')? {
                        return Ok(());
                    }
                }
                None => {
                    let message = "the comment that starts here never ends: add '*/'";
                    return Err(ReadError::syntax(start, message));
                }
            }
        }
    }

    /// Passes a name in quotes, which ends on its line.
    pub(super) fn skip_name(&mut self) -> Result<(), ReadError> {
        let start = self.place();
        self.at += 1;
        match self.skip_to(|byte| matches!(byte, b'"' | b'\n'))? {
            Some(b'"') => {
                self.at += 1;
                Ok(())
            }
            _ => Err(ReadError::syntax(
                start,
                "the name that starts here does not end on its line: add '\"'",
            )),
        }
    }

    /// Goes to the next byte for which `stop` holds, and gives it; never stops after a newline
    /// that it did not show.
    fn skip_to(&mut self, stop: impl Fn(u8) -> bool) -> Result<Option<u8>, ReadError> {
        loop {
            let rest = &self.buffer[self.at..self.end];
            let length = rest.iter().position(|&byte| stop(byte)).unwrap_or(rest.len());
            let inside = rest[..length].iter().filter(|&&byte| byte & 0xc0 == 0x80).count();
            self.continuations += inside as u64;
            self.at += length;
            if let byte @ Some(_) = self.peek()? {
                // What was read just now has not been looked at.
                if byte.is_some_and(&stop) {
                    return Ok(byte);
                }
            } else {
                return Ok(None);
            }
        }
    }

    /// Takes a word of letters; empty where none starts here.
    pub(super) fn word(&mut self) -> Result<Vec<u8>, ReadError> {
        let mut word = Vec::new();
        while let Some(byte) = self.peek()?
            && byte.is_ascii_alphabetic()
            && word.len() < KEPT
        {
            word.push(byte);
            self.at += 1;
        }
        Ok(word)
    }

    /// What stands here, for a message: a token in quotes, or the end of the file.
    pub(super) fn describe(&mut self) -> Result<String, ReadError> {
        Ok(match self.peek()? {
            None => "the end of the file".to_owned(),
            Some(0) => "a NUL byte (this is not a text file, or it is UTF-16)".to_owned(),
            Some(_) => {
                let rest = &self.buffer[self.at..self.end.min(self.at + AHEAD)];
                let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b',' | b';');
                let length = rest.iter().position(ends).unwrap_or(rest.len()).max(1);
                quote_bytes(&rest[..length])
            }
        })
    }

    /// Sees to it that `AHEAD` bytes are at hand, or all there are.
    #[inline(always)]
    fn ready(&mut self) -> Result<(), ReadError> {
        if self.at + AHEAD > self.end && !self.finished { self.fill() } else { Ok(()) }
    }

    #[cold]
    fn fill(&mut self) -> Result<(), ReadError> {
        self.buffer.copy_within(self.at..self.end, 0);
        self.before += self.at as u64;
        self.end -= self.at;
        self.at = 0;
        while self.end < AHEAD && !self.finished {
            match self.input.read(&mut self.buffer[self.end..CAPACITY]) {
                Ok(0) => self.finished = true,
                Ok(count) => self.end += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.buffer[self.end..self.end + AHEAD].fill(0);
        Ok(())
    }
}
