//! A stream of bytes that knows its line and column, and the text of tokens cut from it.

use std::io::{self, ErrorKind, Read};

use crate::NAME_LIMIT;
use crate::error::{Place, ReadError};
use crate::pieces::Held;

const BUFFER: usize = 64 << 10;

/// Bytes of a text, one at a time or in runs, in memory that does not grow with the input.
pub(crate) struct Chars<'a> {
    input: &'a mut dyn Read,
    /// Bytes that somebody has read ahead and given back; they come before those of the input.
    held: Held,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    /// How many bytes came before `buffer[0]`.
    before: u64,
    line: u64,
    /// How many bytes came before the first one of this line.
    line_start: u64,
    /// How many bytes of this line, so far, do not start a character.
    continuations: u64,
}

impl<'a> Chars<'a> {
    /// Starts reading; a byte order mark is skipped.
    pub(crate) fn new(input: &'a mut dyn Read) -> Result<Self, ReadError> {
        let mut chars = Chars {
            input,
            held: Held::default(),
            buffer: vec![0; BUFFER],
            at: 0,
            end: 0,
            before: 0,
            line: 1,
            line_start: 0,
            continuations: 0,
        };
        // A stream may hand out the mark in pieces.
        while chars.end < 3 {
            let count = chars.read_after(chars.end)?;
            if count == 0 {
                break;
            }
            chars.end += count;
        }
        let start = &chars.buffer[..chars.end];
        if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
            return Err(ReadError::syntax(
                Place::new(1, 1),
                "the file is UTF-16 text: save it as UTF-8",
            ));
        }
        if start.starts_with(b"\xef\xbb\xbf") {
            chars.at = 3;
            chars.line_start = 3;
        }
        Ok(chars)
    }

    /// The place of the next byte.
    #[inline]
    pub(crate) fn place(&self) -> Place {
        let bytes = self.before + self.at as u64 - self.line_start;
        Place::new(self.line, bytes - self.continuations + 1)
    }

    /// The next byte, not yet taken; `None` at the end.
    #[inline]
    pub(crate) fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        if self.at < self.end || self.fill()? { Ok(Some(self.buffer[self.at])) } else { Ok(None) }
    }

    /// The byte after the next one, where there is one.
    pub(crate) fn peek_second(&mut self) -> Result<Option<u8>, ReadError> {
        if self.peek()?.is_none() {
            return Ok(None);
        }
        if self.at + 1 == self.end {
            self.before += self.at as u64;
            self.buffer[0] = self.buffer[self.at];
            self.at = 0;
            self.end = 1;
            self.end += self.read_after(1)?;
        }
        Ok((self.at + 1 < self.end).then(|| self.buffer[self.at + 1]))
    }

    /// Takes the next byte, which [`peek`](Self::peek) showed.
    #[inline]
    pub(crate) fn bump(&mut self) {
        let byte = self.buffer[self.at];
        self.at += 1;
        if byte == b'\n' {
            self.start_line(self.at);
        } else if is_continuation(byte) {
            self.continuations += 1;
        }
    }

    /// Takes bytes as long as `wanted` says so, and adds them to `text`.
    #[inline]
    pub(crate) fn take_while(
        &mut self,
        text: &mut Text,
        wanted: impl Fn(u8) -> bool,
    ) -> Result<(), ReadError> {
        loop {
            let run = run_length(&self.buffer[self.at..self.end], &wanted);
            text.push(&self.buffer[self.at..self.at + run]);
            if self.pass(run)? {
                return Ok(());
            }
        }
    }

    /// Drops bytes as long as `wanted` says so.
    #[inline]
    pub(crate) fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) -> Result<(), ReadError> {
        loop {
            let run = run_length(&self.buffer[self.at..self.end], &wanted);
            if self.pass(run)? {
                return Ok(());
            }
        }
    }

    /// Goes `run` bytes on, counting lines; says whether the run ends there, rather than at the
    /// end of the buffer.
    #[inline]
    fn pass(&mut self, run: usize) -> Result<bool, ReadError> {
        self.take(run);
        Ok(self.at < self.end || !self.fill()?)
    }

    /// The bytes at hand, not yet taken; none at the end.
    pub(crate) fn at_hand(&mut self) -> Result<&[u8], ReadError> {
        self.peek()?;
        Ok(&self.buffer[self.at..self.end])
    }

    /// Takes the first `count` bytes at hand, counting lines.
    #[inline]
    pub(crate) fn take(&mut self, count: usize) {
        let stop = self.at + count;
        for at in self.at..stop {
            let byte = self.buffer[at];
            if byte == b'\n' {
                self.start_line(at + 1);
            } else if is_continuation(byte) {
                self.continuations += 1;
            }
        }
        self.at = stop;
    }

    fn start_line(&mut self, at: usize) {
        self.line += 1;
        self.line_start = self.before + at as u64;
        self.continuations = 0;
    }

    /// Reads on once all of the buffer is taken; says whether there is more.
    #[cold]
    fn fill(&mut self) -> Result<bool, ReadError> {
        self.before += self.at as u64;
        self.at = 0;
        self.end = 0;
        self.end = self.read_after(0)?;
        Ok(self.end > 0)
    }

    fn read_after(&mut self, start: usize) -> Result<usize, ReadError> {
        loop {
            let held = self.held.read(&mut self.buffer[start..])?;
            if held > 0 {
                return Ok(held);
            }
            match self.input.read(&mut self.buffer[start..]) {
                Ok(count) => return Ok(count),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// How many bytes came before the next one, up to a constant.
    pub(crate) fn position(&self) -> u64 {
        self.before + self.at as u64
    }

    /// Goes on at the end of what somebody has taken [uncounted](Uncounted) and passed, with those bytes that
    /// were read ahead.
    pub(crate) fn resume(&mut self, passed: Span, held: Held) {
        let before = std::mem::take(&mut self.held);
        self.held = held.before(&self.buffer[self.at..self.end], before);
        self.at = self.end;
        self.line_start = self.before + self.at as u64;
        self.line = passed.line;
        // Characters that are behind count as one byte each.
        self.before += passed.characters;
        self.continuations = 0;
    }
}

/// The bytes that come next, uncounted: whoever takes some [resumes](Chars::resume) after them.
pub(crate) struct Uncounted<'c, 'a>(pub(crate) &'c mut Chars<'a>);

impl Read for Uncounted<'_, '_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let chars = &mut *self.0;
        if chars.at < chars.end {
            let count = (&chars.buffer[chars.at..chars.end]).read(out)?;
            chars.at += count;
            return Ok(count);
        }
        match chars.held.read(out)? {
            0 => chars.input.read(out),
            count => Ok(count),
        }
    }
}

/// How far a text reaches: where what comes after it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    line: u64,
    /// Characters on that line before it.
    characters: u64,
}

impl Span {
    /// Nothing so far, from a place on.
    pub(crate) fn new(place: Place) -> Self {
        Span { line: place.line, characters: place.column.map_or(0, |column| column - 1) }
    }

    /// The place after it.
    pub(crate) fn place(self) -> Place {
        Place::new(self.line, self.characters + 1)
    }

    /// Goes on over some bytes.
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        let last = match memchr::memrchr(b'\n', bytes) {
            None => bytes,
            Some(at) => {
                self.line += memchr::memchr_iter(b'\n', bytes).count() as u64;
                self.characters = 0;
                &bytes[at + 1..]
            }
        };
        self.characters += last.iter().filter(|&&byte| !is_continuation(byte)).count() as u64;
    }
}

#[inline]
fn run_length(bytes: &[u8], wanted: &impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|&byte| !wanted(byte)).unwrap_or(bytes.len())
}

#[inline]
fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// The text of a token. Of one longer than a name may be only the start is kept: that is enough
/// for what nobody looks at and for saying that it is too long.
#[derive(Debug, Default)]
pub(crate) struct Text {
    bytes: Vec<u8>,
    too_long: bool,
}

impl Text {
    /// An empty text in the memory of an old one.
    pub(crate) fn reusing(memory: String) -> Self {
        let mut bytes = memory.into_bytes();
        bytes.clear();
        Text { bytes, too_long: false }
    }

    #[inline]
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let room = NAME_LIMIT - self.bytes.len();
        if bytes.len() <= room {
            self.bytes.extend_from_slice(bytes);
        } else {
            self.bytes.extend_from_slice(&bytes[..room]);
            self.too_long = true;
        }
    }

    pub(crate) fn push_char(&mut self, c: char) {
        self.push(c.encode_utf8(&mut [0; 4]).as_bytes());
    }

    /// Whether more was pushed than a name may have.
    pub(crate) fn is_too_long(&self) -> bool {
        self.too_long
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The text, which must be UTF-8; `place` is where it starts.
    pub(crate) fn finish(mut self, place: Place) -> Result<String, ReadError> {
        if self.too_long
            && let Err(error) = std::str::from_utf8(&self.bytes)
            && error.error_len().is_none()
        {
            self.bytes.truncate(error.valid_up_to());
        }
        String::from_utf8(self.bytes)
            .map_err(|_| ReadError::syntax(place, "this is not UTF-8 text: save the file as UTF-8"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hands out one byte at a time.
    struct Drops<'a>(&'a [u8]);

    impl Read for Drops<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let count = self.0.len().min(buffer.len()).min(1);
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn columns_count_characters_and_lines_start_at_one() {
        for text in ["\u{feff}äb\ncé x", "äb\ncé x"] {
            let mut input = Drops(text.as_bytes());
            let mut chars = Chars::new(&mut input).unwrap();
            assert_eq!(chars.place(), Place::new(1, 1));
            chars.skip_while(|byte| byte != b'\n').unwrap();
            assert_eq!(chars.place(), Place::new(1, 3));
            assert_eq!(chars.peek_second().unwrap(), Some(b'c'));
            chars.bump();
            assert_eq!(chars.place(), Place::new(2, 1));
            let mut word = Text::default();
            chars.take_while(&mut word, |byte| byte != b' ').unwrap();
            assert_eq!(word.bytes(), "cé".as_bytes());
            assert_eq!(chars.place(), Place::new(2, 3));
            chars.skip_while(|_| true).unwrap();
            assert_eq!(chars.place(), Place::new(2, 5));
            assert_eq!(chars.peek().unwrap(), None);
            assert_eq!(chars.peek_second().unwrap(), None);
        }
    }

    #[test]
    fn a_text_longer_than_a_name_is_cut_between_characters() {
        let mut text = Text::default();
        text.push(&[b'x'; NAME_LIMIT - 1]);
        assert!(!text.is_too_long());
        text.push_char('é');
        assert!(text.is_too_long());
        assert_eq!(text.finish(Place::new(1, 1)).unwrap().len(), NAME_LIMIT - 1);
    }
}
