//! The tokens of JSON.
//!
//! Numbers keep their text, so that an id of thirty digits stays what it is, and every token knows
//! its place in characters.

use std::io::Read;

use crate::chars::Text;
use crate::error::{Place, ReadError};
use crate::quote::{quote, quote_bytes};

/// A token. The text of a [`Text`](Token::Text) or [`Number`](Token::Number) is in
/// [`Lexer::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    OpenObject,
    CloseObject,
    OpenArray,
    CloseArray,
    Colon,
    Comma,
    Text,
    Number,
    True,
    False,
    Null,
    /// The end of the file.
    End,
}

/// Cuts the input into tokens.
pub(crate) type Lexer<'a> = crate::lexer::Lexer<'a, Token>;

impl<'a> Lexer<'a> {
    /// A lexer that stands at the first token.
    pub(crate) fn new(input: &'a mut dyn Read) -> Result<Self, ReadError> {
        let mut lexer = Lexer::before(input, Token::End)?;
        lexer.advance()?;
        Ok(lexer)
    }

    /// Goes to the next token.
    pub(crate) fn advance(&mut self) -> Result<(), ReadError> {
        self.chars.skip_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))?;
        self.place = self.chars.place();
        self.token = match self.chars.peek()? {
            None => {
                self.token = Token::End;
                return Ok(());
            }
            Some(b'{') => Token::OpenObject,
            Some(b'}') => Token::CloseObject,
            Some(b'[') => Token::OpenArray,
            Some(b']') => Token::CloseArray,
            Some(b':') => Token::Colon,
            Some(b',') => Token::Comma,
            Some(b'"') => return self.string(),
            Some(byte) if is_word(byte) => return self.word(),
            Some(byte) => {
                let found = quote(&char::from(byte).to_string());
                let hint = if byte == b'\'' { ": strings stand in double quotes" } else { "" };
                return Err(self.fault(format!("unexpected {found}{hint}")));
            }
        };
        self.chars.bump();
        Ok(())
    }

    /// The token at hand in words, for messages.
    pub(crate) fn describe(&self) -> String {
        let symbol = match self.token {
            Token::Text | Token::Number => return quote(self.text()),
            Token::End => return "the end of the file".to_owned(),
            Token::OpenObject => "{",
            Token::CloseObject => "}",
            Token::OpenArray => "[",
            Token::CloseArray => "]",
            Token::Colon => ":",
            Token::Comma => ",",
            Token::True => "true",
            Token::False => "false",
            Token::Null => "null",
        };
        quote(symbol)
    }

    /// A number or one of the words `true`, `false`, `null`.
    fn word(&mut self) -> Result<(), ReadError> {
        let mut text = self.start_text();
        self.chars.take_while(&mut text, is_word)?;
        let token = match text.bytes() {
            b"true" => Token::True,
            b"false" => Token::False,
            b"null" => Token::Null,
            bytes if is_number(bytes) => Token::Number,
            bytes => {
                let found = quote_bytes(bytes);
                let hint = match bytes {
                    b"NaN" | b"Infinity" | b"-Infinity" => {
                        ": JSON has no such number; leave the attribute out"
                    }
                    b"True" | b"False" => ": JSON writes true and false",
                    b"None" => ": JSON writes null",
                    [b'0'..=b'9' | b'-' | b'+' | b'.', ..] => ": JSON does not write a number so",
                    _ => ": strings stand in double quotes",
                };
                return Err(self.fault(format!("unexpected {found}{hint}")));
            }
        };
        self.finish_text(text, token)
    }

    fn string(&mut self) -> Result<(), ReadError> {
        let mut text = self.start_text();
        self.chars.bump();
        loop {
            self.chars
                .take_while(&mut text, |byte| byte >= 0x20 && !matches!(byte, b'"' | b'\\'))?;
            match self.chars.peek()? {
                Some(b'"') => {
                    self.chars.bump();
                    return self.finish_text(text, Token::Text);
                }
                Some(b'\\') => self.escape(&mut text)?,
                Some(_) => {
                    return Err(ReadError::syntax(
                        self.chars.place(),
                        "a line break or control character inside a string: write it as an escape such as '\\n', or close the string with '\"'",
                    ));
                }
                None => {
                    return Err(self.fault("the string that starts here never ends: add '\"'"));
                }
            }
        }
    }

    fn escape(&mut self, text: &mut Text) -> Result<(), ReadError> {
        let place = self.chars.place();
        self.chars.bump();
        let plain: &[u8] = match self.chars.peek()? {
            Some(b'"') => b"\"",
            Some(b'\\') => b"\\",
            Some(b'/') => b"/",
            Some(b'b') => b"\x08",
            Some(b'f') => b"\x0c",
            Some(b'n') => b"\n",
            Some(b'r') => b"\r",
            Some(b't') => b"\t",
            Some(b'u') => {
                self.chars.bump();
                let c = self.unicode_escape(place)?;
                text.push_char(c);
                return Ok(());
            }
            Some(byte) => {
                let escape = quote_bytes(&[b'\\', byte]);
                let message = format!("unknown escape {escape}: write a backslash as '\\\\'");
                return Err(ReadError::syntax(place, message));
            }
            None => return Err(self.fault("the string that starts here never ends: add '\"'")),
        };
        text.push(plain);
        self.chars.bump();
        Ok(())
    }

    /// The character of `\uXXXX`, or of two of them that stand for one.
    fn unicode_escape(&mut self, place: Place) -> Result<char, ReadError> {
        let first = self.four_digits(place)?;
        if let Some(c) = char::from_u32(first) {
            return Ok(c);
        }
        let alone = || {
            let message =
                format!("'\\u{first:04x}' is half a character: the other half must follow");
            ReadError::syntax(place, message)
        };
        if first >= 0xdc00 || self.chars.peek()? != Some(b'\\') {
            return Err(alone());
        }
        self.chars.bump();
        if self.chars.peek()? != Some(b'u') {
            return Err(alone());
        }
        self.chars.bump();
        let second = self.four_digits(place)?;
        if !(0xdc00..0xe000).contains(&second) {
            return Err(alone());
        }
        let code = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        char::from_u32(code).ok_or_else(alone)
    }

    fn four_digits(&mut self, place: Place) -> Result<u32, ReadError> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = self.chars.peek()?.and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else {
                return Err(ReadError::syntax(place, "'\\u' needs four hexadecimal digits"));
            };
            code = code << 4 | digit;
            self.chars.bump();
        }
        Ok(code)
    }
}

/// Bytes of numbers and of words without quotes.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.' | b'_') || byte >= 0x80
}

/// Whether these bytes are a number to JSON: no leading zeros, digits on both sides of a dot.
fn is_number(bytes: &[u8]) -> bool {
    let rest = bytes.strip_prefix(b"-").unwrap_or(bytes);
    let (whole, rest) = split_digits(rest);
    if whole == 0 || (whole > 1 && bytes[bytes.len() - rest.len() - whole] == b'0') {
        return false;
    }
    let rest = match rest.strip_prefix(b".") {
        Some(rest) => match split_digits(rest) {
            (0, _) => return false,
            (_, rest) => rest,
        },
        None => rest,
    };
    let Some(exponent) = rest.strip_prefix(b"e").or_else(|| rest.strip_prefix(b"E")) else {
        return rest.is_empty();
    };
    let digits = exponent.strip_prefix(b"+").or_else(|| exponent.strip_prefix(b"-"));
    matches!(split_digits(digits.unwrap_or(exponent)), (1.., []))
}

fn split_digits(bytes: &[u8]) -> (usize, &[u8]) {
    let count = bytes.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (count, &bytes[count..])
}
