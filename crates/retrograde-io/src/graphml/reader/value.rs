//! What stands inside elements: values, and what is passed over.

use retrograde_core::Attribute;

use super::Reader;
use crate::NAME_LIMIT;
use crate::condition;
use crate::error::{Place, ReadError};
use crate::graphml::check_name;
use crate::graphml::xml::Token;
use crate::quote::quote;

impl Reader<'_> {
    /// Passes the element at hand; whether it held plain text of a length that is worth keeping, which is
    /// then in `value`.
    pub(super) fn is_plain(&mut self) -> Result<bool, ReadError> {
        self.value.clear();
        let (outside, mut is_plain) = (self.xml.depth() - 1, true);
        while self.xml.depth() > outside {
            self.xml.advance()?;
            match self.xml.token {
                Token::Text if self.value.len() + self.xml.text.len() <= NAME_LIMIT => {
                    self.value.push_str(&self.xml.text);
                }
                Token::Text | Token::Open => is_plain = false,
                Token::Close | Token::End => {}
            }
        }
        if is_plain {
            check_name(&self.value, self.xml.place)?;
        }
        Ok(is_plain && !self.value.is_empty())
    }

    /// Reads the text of the element at hand into `value`; gives its place.
    pub(super) fn value(&mut self, name: &str) -> Result<Place, ReadError> {
        let mut place = self.xml.place;
        self.value.clear();
        loop {
            self.xml.advance()?;
            match self.xml.token {
                Token::Text => {
                    if self.value.trim_ascii().is_empty() {
                        place = self.xml.text_place();
                    }
                    if self.value.len() + self.xml.text.len() > NAME_LIMIT {
                        let limit = NAME_LIMIT >> 10;
                        let message =
                            format!("the value of {name} is longer than {limit} KiB: shorten it");
                        return Err(ReadError::syntax(place, message));
                    }
                    self.value.push_str(&self.xml.text);
                }
                Token::Open => {
                    let tag = quote(&format!("<{}>", self.xml.name()));
                    let message = format!("the value of {name} cannot be {tag}: write plain text");
                    return Err(self.xml.fault(message));
                }
                Token::Close | Token::End => return Ok(place),
            }
        }
    }

    /// Reads the condition that the element at hand holds.
    pub(super) fn acceptance(&mut self) -> Result<(), ReadError> {
        let place = self.value(Attribute::Acceptance.name())?;
        if self.acceptance.is_some() {
            let message = "acceptance is given twice: keep one of them";
            return Err(ReadError::syntax(place, message));
        }
        let text = self.value.trim_ascii();
        let value = (!text.is_empty()).then(|| condition::parse(text)).transpose();
        self.acceptance = Some(value.map_err(|message| ReadError::syntax(place, message))?);
        Ok(())
    }
}
