//! Walking through objects and arrays of JSON, one member at a time.

use std::io::Read;

use crate::budget::Budget;
use crate::error::{Place, ReadError};
use crate::json::lexer::{Lexer, Token};

/// A reader's way through a document. It stands at a token; whatever reads a value leaves it at the
/// token after that value.
pub(crate) struct Walk<'a> {
    pub(crate) lexer: Lexer<'a>,
    pub(crate) budget: Budget,
    /// The key of the member at hand.
    pub(crate) key: String,
    /// Where that key is; after the last member, where its object or array ends.
    pub(crate) key_place: Place,
    /// The kinds of the values open inside one that is skipped.
    open: Vec<Open>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Open {
    Object,
    Array,
}

impl<'a> Walk<'a> {
    pub(crate) fn new(input: &'a mut dyn Read, budget: Budget) -> Result<Self, ReadError> {
        let key_place = Place::new(1, 1);
        let lexer = Lexer::new(input)?;
        Ok(Walk { lexer, budget, key: String::new(), key_place, open: Vec::new() })
    }

    /// Steps into an object or array, whose opening token is at hand.
    pub(crate) fn enter(&mut self) -> Result<First, ReadError> {
        self.lexer.advance()?;
        Ok(First(true))
    }

    /// Goes to the value of the next member of an object; `false` once the object is behind.
    pub(crate) fn next_member(&mut self, first: &mut First) -> Result<bool, ReadError> {
        if self.is_over(first, Token::CloseObject, "}")? {
            return Ok(false);
        }
        self.read_key()?;
        Ok(true)
    }

    /// Goes to the next value of an array; `false` once the array is behind.
    pub(crate) fn next_element(&mut self, first: &mut First) -> Result<bool, ReadError> {
        Ok(!self.is_over(first, Token::CloseArray, "]")?)
    }

    fn is_over(
        &mut self,
        first: &mut First,
        close: Token,
        symbol: &str,
    ) -> Result<bool, ReadError> {
        let is_first = std::mem::replace(&mut first.0, false);
        if self.lexer.token == close {
            self.key_place = self.lexer.place;
            self.lexer.advance()?;
            return Ok(true);
        }
        if is_first {
            return Ok(false);
        }
        self.comma_before(close, symbol)?;
        Ok(false)
    }

    /// Takes the comma between two members.
    fn comma_before(&mut self, close: Token, symbol: &str) -> Result<(), ReadError> {
        if self.lexer.token != Token::Comma {
            let found = self.lexer.describe();
            return Err(self.lexer.fault(format!("expected ',' or '{symbol}', found {found}")));
        }
        let comma = self.lexer.place;
        self.lexer.advance()?;
        if self.lexer.token == close {
            let message = format!("a ',' before '{symbol}' is one too many: remove it");
            return Err(ReadError::syntax(comma, message));
        }
        Ok(())
    }

    fn read_key(&mut self) -> Result<(), ReadError> {
        if self.lexer.token != Token::Text {
            let found = self.lexer.describe();
            return Err(self.lexer.fault(format!("expected a key in quotes, found {found}")));
        }
        self.key_place = self.lexer.place;
        self.lexer.swap_text(&mut self.key);
        self.lexer.advance()?;
        if self.lexer.token != Token::Colon {
            let found = self.lexer.describe();
            let key = crate::quote::quote(&self.key);
            return Err(self.lexer.fault(format!("expected ':' after {key}, found {found}")));
        }
        self.lexer.advance()
    }

    /// Passes a value of any kind and any depth, checking that it is JSON.
    pub(crate) fn skip_value(&mut self) -> Result<(), ReadError> {
        debug_assert!(self.open.is_empty());
        loop {
            let mut first = match self.lexer.token {
                Token::OpenObject => {
                    self.push_open(Open::Object)?;
                    self.enter()?
                }
                Token::OpenArray => {
                    self.push_open(Open::Array)?;
                    self.enter()?
                }
                Token::Text | Token::Number | Token::True | Token::False | Token::Null => {
                    self.lexer.advance()?;
                    First(false)
                }
                _ => return Err(self.expected_value()),
            };
            loop {
                let is_more = match self.open.last() {
                    Some(Open::Object) => self.next_member(&mut first)?,
                    Some(Open::Array) => self.next_element(&mut first)?,
                    None => return Ok(()),
                };
                if is_more {
                    break;
                }
                self.open.pop();
                self.budget.release(2);
            }
        }
    }

    fn push_open(&mut self, open: Open) -> Result<(), ReadError> {
        self.budget.charge(2)?;
        self.open.push(open);
        Ok(())
    }

    /// An error for a token that starts no value.
    pub(crate) fn expected_value(&self) -> ReadError {
        let found = self.lexer.describe();
        self.lexer.fault(format!("expected a value, found {found}"))
    }

    /// What kind of value is at hand, in words.
    pub(crate) fn describe_value(&self) -> String {
        match self.lexer.token {
            Token::OpenObject => "an object".to_owned(),
            Token::OpenArray => "a list".to_owned(),
            _ => self.lexer.describe(),
        }
    }
}

/// Whether the next member is the first one, which no comma comes before.
pub(crate) struct First(bool);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(mut text: &[u8]) -> Result<(), ReadError> {
        let mut walk = Walk::new(&mut text, Budget::new(u64::MAX))?;
        walk.skip_value()?;
        if walk.lexer.token == Token::End { Ok(()) } else { Err(walk.expected_value()) }
    }

    /// serde_json knows what JSON is; it also has a limit of depth and one of size for numbers.
    fn agrees(text: &[u8]) {
        let ours = check(text);
        match serde_json::from_slice::<serde_json::Value>(text) {
            Ok(_) => assert!(ours.is_ok(), "{ours:?} for {:?}", String::from_utf8_lossy(text)),
            Err(error) => {
                let words = error.to_string();
                let is_limit = words.contains("recursion") || words.contains("out of range");
                let is_marked = text.starts_with(b"\xef\xbb\xbf");
                assert!(
                    is_limit || is_marked || ours.is_err(),
                    "{words} for {:?}",
                    String::from_utf8_lossy(text)
                );
            }
        }
    }

    #[test]
    fn the_corners_of_the_grammar() {
        for text in [
            "",
            "1",
            "-0",
            "-",
            "01",
            "1.",
            ".5",
            "1.5e",
            "1e+5",
            "1E-05",
            "--1",
            "+1",
            "1a",
            "tru",
            "true",
            "nulll",
            "[]",
            "[1,]",
            "[,1]",
            "[1 2]",
            "{}",
            "{\"a\":1,}",
            "{\"a\"}",
            "{\"a\" 1}",
            "{1:2}",
            "{,}",
            "[",
            "]",
            "[}",
            "{]",
            "[[],{}]",
            "\"\\u00e9\"",
            "\"\\ud83d\\ude00\"",
            "\"\\ud83d\"",
            "\"\\ud83d\\u0041\"",
            "\"\\ude00\"",
            "\"\\u12\"",
            "\"\\x\"",
            "\"\n\"",
            "\"\t\"",
            "\"\u{7f}\"",
            "\"",
            "\"\\",
            "\"\\\"",
            "[1]x",
            "1 2",
            "\u{a0}1",
            "[1]\u{0}",
            "'a'",
            "NaN",
            "\"é\"",
            "1e999",
            "{\"a\":{\"b\":[1,{}]}}",
        ] {
            agrees(text.as_bytes());
        }
        agrees(b"\"\xff\"");
        agrees(b"\xff");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]

        #[test]
        fn it_is_json_when_serde_says_so(
            text in "([\\[\\]{}:,]|\"a\"|\"\\\\u[0-9a-f]{4}\"|-?[01.e]{1,3}|true|null| ){0,12}",
        ) {
            agrees(text.as_bytes());
        }

        #[test]
        fn any_bytes_are_judged_as_serde_does(bytes in prop::collection::vec(any::<u8>(), 0..24)) {
            agrees(&bytes);
        }
    }
}
