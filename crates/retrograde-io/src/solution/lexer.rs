//! The tokens of a JSON file (RFC 8259), read from a stream, each with its place.

use std::io::{ErrorKind, Read};

use crate::error::{Place, ReadError};
use crate::quote::quote_bytes;

use super::LONGEST;

/// What comes next. The text of strings and numbers is in [`Lexer::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token {
    OpenObject,
    CloseObject,
    OpenArray,
    CloseArray,
    Colon,
    Comma,
    Text,
    Number,
    Null,
    True,
    False,
    End,
}

impl Token {
    /// For messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Token::OpenObject => "'{'",
            Token::CloseObject => "'}'",
            Token::OpenArray => "'['",
            Token::CloseArray => "']'",
            Token::Colon => "':'",
            Token::Comma => "','",
            Token::Text => "a string",
            Token::Number => "a number",
            Token::Null => "null",
            Token::True => "true",
            Token::False => "false",
            Token::End => "the end of the file",
        }
    }
}

pub(super) struct Lexer<'a> {
    input: &'a mut dyn Read,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    line: u64,
    column: u64,
    bytes: Vec<u8>,
    text: String,
    place: Place,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(input: &'a mut dyn Read) -> Self {
        Lexer {
            input,
            buffer: vec![0; 64 << 10],
            at: 0,
            end: 0,
            line: 1,
            column: 1,
            bytes: Vec::new(),
            text: String::new(),
            place: Place::new(1, 1),
        }
    }

    /// The last string, without escapes, or the last number as it is written.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Where the last token begins.
    pub(super) fn place(&self) -> Place {
        self.place
    }

    pub(super) fn next(&mut self) -> Result<Token, ReadError> {
        while matches!(self.peek()?, Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.advance();
        }
        self.place = self.here();
        let Some(byte) = self.peek()? else { return Ok(Token::End) };
        let mark = match byte {
            b'{' => Token::OpenObject,
            b'}' => Token::CloseObject,
            b'[' => Token::OpenArray,
            b']' => Token::CloseArray,
            b':' => Token::Colon,
            b',' => Token::Comma,
            b'"' => {
                self.advance();
                self.string()?;
                return Ok(Token::Text);
            }
            _ => return self.word(),
        };
        self.advance();
        Ok(mark)
    }

    /// A number or one of the three words.
    fn word(&mut self) -> Result<Token, ReadError> {
        self.bytes.clear();
        while let Some(byte) = self.peek()?
            && (byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'.' | b'_'))
        {
            self.keep(byte)?;
        }
        let token = match &self.bytes[..] {
            b"null" => Token::Null,
            b"true" => Token::True,
            b"false" => Token::False,
            [b'-' | b'0'..=b'9', ..] => Token::Number,
            _ => {
                if self.bytes.is_empty()
                    && let Some(byte) = self.peek()?
                {
                    self.bytes.push(byte);
                }
                let message = format!("{} is not JSON", quote_bytes(&self.bytes));
                return Err(ReadError::syntax(self.place, message));
            }
        };
        self.take_text()?;
        Ok(token)
    }

    /// The rest of a string whose opening quote has passed.
    fn string(&mut self) -> Result<(), ReadError> {
        self.bytes.clear();
        loop {
            match self.peek()? {
                None => return Err(ReadError::syntax(self.place, "this string is never closed")),
                Some(b'"') => {
                    self.advance();
                    return self.take_text();
                }
                Some(b'\\') => {
                    self.advance();
                    self.escape()?;
                }
                Some(byte) if byte < b' ' => {
                    return Err(self.fault_here(format!(
                        "the control character {} in a string: write it as \\u{byte:04x}",
                        quote_bytes(&[byte])
                    )));
                }
                Some(byte) => self.keep(byte)?,
            }
        }
    }

    fn escape(&mut self) -> Result<(), ReadError> {
        let plain = match self.peek()? {
            Some(byte @ (b'"' | b'\\' | b'/')) => byte,
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => {
                self.advance();
                return self.unicode_escape();
            }
            _ => return Err(self.fault_here("this is no escape that JSON knows")),
        };
        self.advance();
        self.bytes.push(plain);
        Ok(())
    }

    fn unicode_escape(&mut self) -> Result<(), ReadError> {
        let mut code = self.four_digits()?;
        if (0xd800..0xdc00).contains(&code) {
            for expected in [b'\\', b'u'] {
                if self.peek()? != Some(expected) {
                    return Err(self.fault_here("half a surrogate pair: the other half follows it"));
                }
                self.advance();
            }
            let low = self.four_digits()?;
            if !(0xdc00..0xe000).contains(&low) {
                return Err(self.fault_here("half a surrogate pair: the other half follows it"));
            }
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
        }
        let Some(c) = char::from_u32(code) else {
            return Err(self.fault_here("half a surrogate pair: the other half comes before it"));
        };
        self.bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        Ok(())
    }

    fn four_digits(&mut self) -> Result<u32, ReadError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.peek()?.and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(self.fault_here("after \\u come four hexadecimal digits"));
            };
            code = code * 16 + digit;
            self.advance();
        }
        Ok(code)
    }

    /// Moves the collected bytes to `text`.
    fn take_text(&mut self) -> Result<(), ReadError> {
        self.text.clear();
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => self.text.push_str(text),
            Err(_) => {
                let message =
                    format!("{} is not UTF-8: save the file as UTF-8", quote_bytes(&self.bytes));
                return Err(ReadError::syntax(self.place, message));
            }
        }
        Ok(())
    }

    fn keep(&mut self, byte: u8) -> Result<(), ReadError> {
        if self.bytes.len() == LONGEST {
            let message = format!("a text longer than {} MiB", LONGEST >> 20);
            return Err(ReadError::syntax(self.place, message));
        }
        self.bytes.push(byte);
        self.advance();
        Ok(())
    }

    fn here(&self) -> Place {
        Place::new(self.line, self.column)
    }

    fn fault_here(&self, message: impl Into<String>) -> ReadError {
        ReadError::syntax(self.here(), message)
    }

    /// The byte that comes next.
    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        if self.at == self.end {
            self.at = 0;
            self.end = loop {
                match self.input.read(&mut self.buffer) {
                    Ok(count) => break count,
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) => return Err(error.into()),
                }
            };
        }
        Ok(self.buffer[..self.end].get(self.at).copied())
    }

    /// Passes the byte just peeked at.
    #[inline]
    fn advance(&mut self) {
        let byte = self.buffer[self.at];
        self.at += 1;
        if byte == b'\n' {
            self.line += 1;
            self.column = 1;
        } else if byte & 0xc0 != 0x80 {
            self.column += 1;
        }
    }
}
