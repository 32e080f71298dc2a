//! The token at hand of a text being cut into tokens, in whichever language.

use std::io::Read;

use crate::chars::{Chars, Text};
use crate::error::{Place, ReadError};

/// Stands at one token of an input. What the tokens are is up to each language, which adds how to
/// go on to the next one.
pub(crate) struct Lexer<'a, Token> {
    pub(crate) chars: Chars<'a>,
    /// The token at hand.
    pub(crate) token: Token,
    /// Where it starts.
    pub(crate) place: Place,
    text: String,
    too_long: bool,
}

impl<'a, Token> Lexer<'a, Token> {
    /// A lexer before the first token, with another one in its place until then.
    pub(crate) fn before(input: &'a mut dyn Read, token: Token) -> Result<Self, ReadError> {
        let chars = Chars::new(input)?;
        Ok(Lexer { chars, token, place: Place::new(1, 1), text: String::new(), too_long: false })
    }

    /// The text of the token at hand, if it is of a kind that has one.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Whether [`text`](Self::text) is only the start of a text longer than a name may be.
    pub(crate) fn is_too_long(&self) -> bool {
        self.too_long
    }

    /// Trades the text for the memory of an old one.
    pub(crate) fn swap_text(&mut self, other: &mut String) {
        std::mem::swap(&mut self.text, other);
    }

    /// An error at the token at hand.
    pub(crate) fn fault(&self, message: impl Into<String>) -> ReadError {
        ReadError::syntax(self.place, message)
    }

    /// An empty text, in the memory of the last one until [`finish_text`](Self::finish_text).
    pub(crate) fn start_text(&mut self) -> Text {
        Text::reusing(std::mem::take(&mut self.text))
    }

    /// Makes `text` the text of `token`, which is now at hand.
    pub(crate) fn finish_text(&mut self, text: Text, token: Token) -> Result<(), ReadError> {
        self.too_long = text.is_too_long();
        self.text = text.finish(self.place)?;
        self.token = token;
        Ok(())
    }
}
