//! The tokens of formulas.

use super::error::FormulaError;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token<'a> {
    /// Letters, digits and underscores.
    Word(&'a str),
    /// Between single quotes.
    Proposition(&'a str),
    /// Between double quotes.
    Text(&'a str),
    /// One of the marks below, or a character that has no meaning.
    Mark(&'a str),
    End,
}

/// Marks of several characters, longest first.
const MARKS: [&str; 9] = ["<=>", "^+", "&&", "||", "=>", "->", "==", "/\\", "\\/"];

/// Cuts a formula into tokens.
pub(crate) struct Lexer<'a> {
    pub(crate) text: &'a str,
    /// The token at hand.
    pub(crate) token: Token<'a>,
    /// Where it starts and ends.
    pub(crate) start: usize,
    pub(crate) end: usize,
    /// Where the token before it ended.
    pub(crate) before: usize,
}

impl<'a> Lexer<'a> {
    /// A lexer that stands at the first token.
    pub(crate) fn new(text: &'a str) -> Result<Self, FormulaError> {
        let mut lexer = Lexer { text, token: Token::End, start: 0, end: 0, before: 0 };
        lexer.advance()?;
        lexer.before = 0;
        Ok(lexer)
    }

    /// Goes on to the next token.
    pub(crate) fn advance(&mut self) -> Result<(), FormulaError> {
        self.before = self.end;
        self.start = self.after_blanks(self.end);
        let rest = &self.text[self.start..];
        let Some(first) = rest.chars().next() else {
            (self.token, self.end) = (Token::End, self.start);
            return Ok(());
        };
        self.token = match first {
            '\'' | '"' => self.quoted(rest, first)?,
            _ if is_word(first) => {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                Token::Word(&rest[..length])
            }
            _ => {
                let mark = MARKS.into_iter().find(|mark| rest.starts_with(mark));
                Token::Mark(&rest[..mark.map_or(first.len_utf8(), str::len)])
            }
        };
        self.end = self.start
            + match self.token {
                Token::Word(text) | Token::Mark(text) => text.len(),
                Token::Proposition(text) | Token::Text(text) => text.len() + 2,
                Token::End => 0,
            };
        Ok(())
    }

    fn quoted(&self, rest: &'a str, quote: char) -> Result<Token<'a>, FormulaError> {
        let inside = &rest[1..];
        let Some(length) = inside.find([quote, '\n']).filter(|&at| inside[at..].starts_with(quote))
        else {
            let message = format!("the quote that opens here never closes: add {quote}");
            return Err(FormulaError::new(self.text, self.start, self.start + 1, message));
        };
        let text = &inside[..length];
        Ok(if quote == '\'' { Token::Proposition(text) } else { Token::Text(text) })
    }

    /// Where the next token starts; a comment runs from `%` to the end of its line.
    fn after_blanks(&self, from: usize) -> usize {
        let mut at = from;
        loop {
            let rest = &self.text[at..];
            let blanks = rest.len() - rest.trim_start().len();
            at += blanks;
            let Some(comment) = self.text[at..].strip_prefix('%') else { return at };
            at += 1 + comment.find('\n').unwrap_or(comment.len());
        }
    }

    /// What comes right after the token at hand, without going there.
    pub(crate) fn next_char(&self) -> Option<char> {
        self.text[self.after_blanks(self.end)..].chars().next()
    }

    /// Takes everything in parentheses that open after the token at hand; what is inside, without
    /// blanks.
    pub(crate) fn arguments(&mut self) -> Result<String, FormulaError> {
        let opened = self.after_blanks(self.end);
        let mut depth = 0_usize;
        for (at, character) in self.text[opened..].char_indices() {
            match character {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.end = opened + at + 1;
                let inside = &self.text[opened + 1..opened + at];
                return Ok(inside.chars().filter(|c| !c.is_whitespace()).collect());
            }
        }
        let message = "the parenthesis that opens here never closes: add ')'";
        Err(FormulaError::new(self.text, opened, opened + 1, message))
    }

    /// An error at the token at hand.
    pub(crate) fn fault(&self, message: impl Into<String>) -> FormulaError {
        FormulaError::new(self.text, self.start, self.end, message)
    }

    /// The token at hand, for a message.
    pub(crate) fn found(&self) -> String {
        match self.token {
            Token::End => "the end".to_owned(),
            _ => {
                let shown: String = self.text[self.start..self.end].chars().take(40).collect();
                format!("'{}'", retrograde_core::quote::shown(&shown))
            }
        }
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}
