//! Cutting DOT into tokens.

use std::io::Read;

use crate::chars::Text;
use crate::dot::token::{BLANK, CLASSES, Keyword, Token, WORD, WORD_START};
use crate::error::ReadError;
use crate::quote::quote;

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
        self.skip_blanks()?;
        self.place = self.chars.place();
        let Some(byte) = self.chars.peek()? else {
            self.token = Token::End;
            return Ok(());
        };
        if CLASSES[byte as usize] & WORD_START != 0 {
            return self.word();
        }
        self.token = match byte {
            b'0'..=b'9' | b'.' => return self.numeral(),
            b'"' => return self.quoted(),
            b'<' => return self.html(),
            b'-' => return self.dash(),
            b'{' => Token::OpenBrace,
            b'}' => Token::CloseBrace,
            b'[' => Token::OpenBracket,
            b']' => Token::CloseBracket,
            b';' => Token::Semicolon,
            b',' => Token::Comma,
            b':' => Token::Colon,
            b'=' => Token::Equals,
            b'+' => {
                return Err(self.fault("'+' joins quoted strings only, as in \"ab\" + \"cd\""));
            }
            other => {
                let token = quote(&char::from(other).to_string());
                return Err(self.fault(format!("unexpected {token}: put names with it in quotes")));
            }
        };
        self.chars.bump();
        Ok(())
    }

    /// The token at hand in words, for messages.
    pub(crate) fn describe(&self) -> String {
        match self.token.symbol() {
            Some(symbol) => quote(symbol),
            None if self.token == Token::End => "the end of the file".to_owned(),
            None => quote(self.text()),
        }
    }

    /// Checks that a value is at hand, which should come after a symbol.
    pub(crate) fn expect_value(&self, after: &str) -> Result<(), ReadError> {
        match self.token {
            Token::Id => Ok(()),
            Token::Keyword(_) => Err(self.misplaced_keyword()),
            _ => {
                let found = self.describe();
                Err(self
                    .fault(format!("expected a name or a value after '{after}', found {found}")))
            }
        }
    }

    /// An error for a keyword where a name should be.
    pub(crate) fn misplaced_keyword(&self) -> ReadError {
        let word = self.describe();
        self.fault(format!("{word} is a word of the language: put it in quotes to make it a name"))
    }

    /// Skips white space and comments.
    fn skip_blanks(&mut self) -> Result<(), ReadError> {
        loop {
            match self.chars.peek()? {
                Some(byte) if CLASSES[byte as usize] & BLANK != 0 => {
                    self.chars.skip_while(|byte| CLASSES[byte as usize] & BLANK != 0)?;
                }
                Some(b'#') => self.chars.skip_while(|byte| byte != b'\n')?,
                Some(b'/') => match self.chars.peek_second()? {
                    Some(b'/') => self.chars.skip_while(|byte| byte != b'\n')?,
                    Some(b'*') => self.skip_comment()?,
                    _ => return Ok(()),
                },
                _ => return Ok(()),
            }
        }
    }

    fn skip_comment(&mut self) -> Result<(), ReadError> {
        let start = self.chars.place();
        self.chars.bump();
        self.chars.bump();
        loop {
            self.chars.skip_while(|byte| byte != b'*')?;
            if self.chars.peek()?.is_none() {
                return Err(ReadError::syntax(
                    start,
                    "the comment that starts here never ends: add '*/'",
                ));
            }
            self.chars.bump();
            if self.chars.peek()? == Some(b'/') {
                self.chars.bump();
                return Ok(());
            }
        }
    }

    fn word(&mut self) -> Result<(), ReadError> {
        let mut text = self.start_text();
        self.chars.take_while(&mut text, |byte| CLASSES[byte as usize] & WORD != 0)?;
        self.finish_text(text, Token::Id)?;
        if let Some(keyword) = Keyword::parse(self.text()) {
            self.token = Token::Keyword(keyword);
        }
        self.refuse_glued()
    }

    fn numeral(&mut self) -> Result<(), ReadError> {
        let mut text = self.start_text();
        self.numeral_rest(&mut text)?;
        self.finish_text(text, Token::Id)?;
        self.refuse_glued()
    }

    /// A number from its first digit or dot on. Whatever else is stuck to it is taken along, so
    /// that the message can quote all of it.
    fn numeral_rest(&mut self, text: &mut Text) -> Result<(), ReadError> {
        let is_stuck = |byte: u8| CLASSES[byte as usize] & WORD != 0 || byte == b'.';
        self.chars.take_while(text, is_stuck)?;
        let bytes = text.bytes();
        let digits = bytes.strip_prefix(b"-").unwrap_or(bytes);
        let dots = digits.iter().filter(|&&byte| byte == b'.').count();
        let is_number = digits.iter().all(|&byte| byte.is_ascii_digit() || byte == b'.')
            && dots <= 1
            && digits.len() > dots;
        if is_number {
            return Ok(());
        }
        let token = crate::quote::quote_bytes(bytes);
        Err(self.fault(format!("{token} is neither a word nor a number: put it in quotes")))
    }

    /// `a-1` is two names to Graphviz, and hardly ever meant so.
    fn refuse_glued(&mut self) -> Result<(), ReadError> {
        if self.chars.peek()? == Some(b'-')
            && !matches!(self.chars.peek_second()?, Some(b'-' | b'>'))
        {
            let token = quote(self.text());
            let place = self.chars.place();
            let message = format!("unexpected '-' after {token}: put names with it in quotes");
            return Err(ReadError::syntax(place, message));
        }
        Ok(())
    }

    fn dash(&mut self) -> Result<(), ReadError> {
        let second = self.chars.peek_second()?;
        match second {
            Some(b'0'..=b'9' | b'.') => {
                let mut text = self.start_text();
                text.push(b"-");
                self.chars.bump();
                self.numeral_rest(&mut text)?;
                self.finish_text(text, Token::Id)?;
                return self.refuse_glued();
            }
            Some(b'>') => self.token = Token::Arrow,
            Some(b'-') => self.token = Token::Line,
            _ => return Err(self.fault("unexpected '-': an edge is written '->'")),
        }
        self.chars.bump();
        self.chars.bump();
        Ok(())
    }

    /// A quoted string, or several joined by `+`. A backslash escapes a quote and joins lines;
    /// before anything else it stands for itself, and two of them stay two.
    fn quoted(&mut self) -> Result<(), ReadError> {
        let mut text = self.start_text();
        loop {
            self.quoted_part(&mut text)?;
            self.skip_blanks()?;
            if self.chars.peek()? != Some(b'+') {
                return self.finish_text(text, Token::Id);
            }
            self.chars.bump();
            self.skip_blanks()?;
            if self.chars.peek()? != Some(b'"') {
                let message = "expected a quoted string after '+'";
                return Err(ReadError::syntax(self.chars.place(), message));
            }
        }
    }

    fn quoted_part(&mut self, text: &mut Text) -> Result<(), ReadError> {
        let start = self.chars.place();
        self.chars.bump();
        loop {
            self.chars.take_while(text, |byte| byte != b'"' && byte != b'\\')?;
            match self.chars.peek()? {
                Some(b'"') => {
                    self.chars.bump();
                    return Ok(());
                }
                Some(_) => self.backslash(text)?,
                None => {
                    return Err(ReadError::syntax(
                        start,
                        "the string that starts here never ends: add '\"'",
                    ));
                }
            }
        }
    }

    fn backslash(&mut self, text: &mut Text) -> Result<(), ReadError> {
        self.chars.bump();
        match self.chars.peek()? {
            Some(b'"') => {
                text.push(b"\"");
                self.chars.bump();
            }
            Some(b'\\') => {
                text.push(b"\\\\");
                self.chars.bump();
            }
            Some(b'\n') => self.chars.bump(),
            Some(b'\r') if self.chars.peek_second()? == Some(b'\n') => {
                self.chars.bump();
                self.chars.bump();
            }
            _ => text.push(b"\\"),
        }
        Ok(())
    }

    /// An HTML string, up to the `>` that closes its first `<`. The brackets stay part of the
    /// text: `<a>` and `a` are different names.
    fn html(&mut self) -> Result<(), ReadError> {
        let mut text = self.start_text();
        let mut depth = 0_u64;
        loop {
            self.chars.take_while(&mut text, |byte| byte != b'<' && byte != b'>')?;
            match self.chars.peek()? {
                Some(b'<') => {
                    depth += 1;
                    text.push(b"<");
                }
                Some(_) => {
                    depth -= 1;
                    text.push(b">");
                }
                None => {
                    return Err(self.fault("the HTML string that starts here never ends: add '>'"));
                }
            }
            self.chars.bump();
            if depth == 0 {
                return self.finish_text(text, Token::Id);
            }
        }
    }
}
