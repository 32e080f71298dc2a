//! The tokens of HOA files.

use std::io::Read;

use crate::chars::{Chars, Text};
use crate::error::{Place, ReadError};
use crate::quote::{quote, quote_bytes};

/// One token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A word followed by a colon, such as `States:`.
    Key(String),
    /// Any other word, such as `parity` or `--BODY--`.
    Word(String),
    /// A number, or the largest there is where it is larger.
    Number(u64),
    /// A text in double quotes, empty where nobody looks into it.
    Text(String),
    /// A single character that is none of these.
    Mark(u8),
    /// The end of the file.
    End,
}

/// Stands at one token of a file.
pub(super) struct Lexer<'a> {
    chars: Chars<'a>,
    /// The token at hand.
    pub(super) token: Token,
    /// Where it starts.
    pub(super) place: Place,
    keeps_texts: bool,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(input: &'a mut dyn Read) -> Result<Self, ReadError> {
        let chars = Chars::new(input)?;
        let mut lexer =
            Lexer { chars, token: Token::End, place: Place::new(1, 1), keeps_texts: false };
        lexer.advance()?;
        Ok(lexer)
    }

    /// From now on, texts in quotes are read and not just passed.
    pub(super) fn keep_texts(&mut self) {
        self.keeps_texts = true;
    }

    /// Passes a mark, which must stand here.
    pub(super) fn pass(&mut self, mark: u8) -> Result<(), ReadError> {
        if self.token != Token::Mark(mark) {
            return Err(self.expected(&quote_bytes(&[mark])));
        }
        self.advance()
    }

    /// Goes on to the next token.
    pub(super) fn advance(&mut self) -> Result<(), ReadError> {
        self.skip_blanks()?;
        self.place = self.chars.place();
        self.token = match self.chars.peek()? {
            None => Token::End,
            Some(b'"') => self.text()?,
            Some(b'0'..=b'9') => self.number()?,
            Some(byte) if is_word(byte) => self.word()?,
            Some(byte) => {
                self.chars.bump();
                Token::Mark(byte)
            }
        };
        Ok(())
    }

    /// Goes on to the next token, which must be a number.
    pub(super) fn next_number(&mut self) -> Result<u64, ReadError> {
        self.advance()?;
        match self.token {
            Token::Number(number) => Ok(number),
            _ => Err(self.expected("a number")),
        }
    }

    /// Goes on to the next token; gives it if it is a word.
    pub(super) fn next_word(&mut self) -> Result<Option<String>, ReadError> {
        self.advance()?;
        Ok(match &self.token {
            Token::Word(word) => Some(word.clone()),
            _ => None,
        })
    }

    /// Whether an item of the header starts here, or the header ends.
    pub(super) fn is_at_item(&self) -> bool {
        match &self.token {
            Token::Key(_) | Token::End => true,
            Token::Word(word) => word == "--BODY--",
            _ => false,
        }
    }

    /// An error at the token at hand.
    pub(super) fn fault(&self, message: impl Into<String>) -> ReadError {
        ReadError::syntax(self.place, message)
    }

    /// An error that says what should stand here instead.
    pub(super) fn expected(&self, what: &str) -> ReadError {
        self.fault(format!("expected {what}, found {}", self.describe()))
    }

    /// Says that the number at hand is not that of one of so many sets.
    pub(super) fn no_such_set(&self, sets: u64) -> ReadError {
        self.fault(format!("there is no acceptance set {}: there are {sets}", self.describe()))
    }

    /// The token at hand, for a message.
    pub(super) fn describe(&self) -> String {
        match &self.token {
            Token::Key(word) => quote(&format!("{word}:")),
            Token::Word(word) => quote(word),
            Token::Number(u64::MAX) => "a number of so many digits".to_owned(),
            Token::Number(number) => quote(&number.to_string()),
            Token::Text(text) if text.is_empty() => "a text in quotes".to_owned(),
            Token::Text(text) => quote(text),
            Token::Mark(byte) => quote_bytes(&[*byte]),
            Token::End => "the end of the file".to_owned(),
        }
    }

    fn skip_blanks(&mut self) -> Result<(), ReadError> {
        loop {
            self.chars.skip_while(|byte| byte.is_ascii_whitespace())?;
            if self.chars.peek()? != Some(b'/') || self.chars.peek_second()? != Some(b'*') {
                return Ok(());
            }
            self.skip_comment()?;
        }
    }

    /// Passes a comment; those inside it count.
    fn skip_comment(&mut self) -> Result<(), ReadError> {
        let start = self.chars.place();
        let mut depth = 0_u64;
        loop {
            match (self.chars.peek()?, self.chars.peek_second()?) {
                (Some(b'/'), Some(b'*')) => depth += 1,
                (Some(b'*'), Some(b'/')) => depth -= 1,
                (Some(_), _) => {
                    self.chars.bump();
                    self.chars.skip_while(|byte| !matches!(byte, b'/' | b'*'))?;
                    continue;
                }
                (None, _) => {
                    let message = "the comment that starts here never ends: add '*/'";
                    return Err(ReadError::syntax(start, message));
                }
            }
            self.chars.bump();
            self.chars.bump();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn text(&mut self) -> Result<Token, ReadError> {
        let mut text = Text::default();
        self.chars.bump();
        loop {
            let wanted = |byte| !matches!(byte, b'"' | b'\\');
            match self.keeps_texts {
                true => self.chars.take_while(&mut text, wanted)?,
                false => self.chars.skip_while(wanted)?,
            }
            if self.chars.peek()? == Some(b'"') {
                break;
            }
            // Whatever comes after a backslash belongs to the text.
            self.chars.bump();
            let Some(byte) = self.chars.peek()? else {
                return Err(self.fault("the text that starts here never ends: add '\"'"));
            };
            if self.keeps_texts {
                text.push(&[byte]);
            }
            self.chars.bump();
        }
        self.chars.bump();
        match text.is_too_long() {
            true => Err(self.fault("the text that starts here is longer than 64 KiB: shorten it")),
            false => Ok(Token::Text(text.finish(self.place)?)),
        }
    }

    fn number(&mut self) -> Result<Token, ReadError> {
        let mut number: u64 = 0;
        while let Some(digit @ b'0'..=b'9') = self.chars.peek()? {
            number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            self.chars.bump();
        }
        Ok(Token::Number(number))
    }

    fn word(&mut self) -> Result<Token, ReadError> {
        let mut text = Text::default();
        self.chars
            .take_while(&mut text, |byte| is_word(byte) || byte.is_ascii_digit() || byte == b'.')?;
        let word = text.finish(self.place)?;
        if self.chars.peek()? == Some(b':') {
            self.chars.bump();
            return Ok(Token::Key(word));
        }
        Ok(Token::Word(word))
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'-' | b'@')
}
