//! Walking through an XML document, one tag or text at a time.

use std::borrow::Cow;
use std::io::Read;

use quick_xml::errors::{IllFormedError, SyntaxError};
use quick_xml::escape::{EscapeError, resolve_xml_entity};
use quick_xml::events::attributes::{AttrError, Attributes};
use quick_xml::events::{BytesDecl, BytesRef, Event};
use quick_xml::{Error, Reader, XmlVersion};
use retrograde_core::GraphError;

use crate::budget::Budget;
use crate::chars::Chars;
use crate::error::{Place, ReadError};
use crate::graphml::is_xml_char;
use crate::graphml::source::{Input, Stop};
use crate::quote::quote;
use crate::spot::Spot;

/// The longest tag, text or comment. Programs put whole pictures into their own attributes.
const LONGEST_PIECE: u64 = 16 << 20;

/// A token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    /// A start tag; an element without content is followed by a [`Close`](Token::Close) as well.
    Open,
    /// An end tag.
    Close,
    /// A piece of text, in [`Xml::text`]; the next token may be more of it.
    Text,
    /// The end of the file.
    End,
}

/// A way through a document. It stands at a token.
pub(crate) struct Xml<'a> {
    reader: Reader<Input<'a>>,
    pub(crate) budget: Budget,
    pub(crate) token: Token,
    /// Where the token at hand starts.
    pub(crate) place: Place,
    /// The text of the token at hand.
    pub(crate) text: String,
    /// The inside of the tag at hand: a name and what follows it.
    tag: String,
    name_length: usize,
    /// Where each element that is open starts.
    open: Vec<Spot>,
    memory_limit: u64,
    buffer: Vec<u8>,
}

impl<'a> Xml<'a> {
    /// Stands at the first token.
    pub(crate) fn new(input: &'a mut dyn Read, memory_limit: u64) -> Result<Self, ReadError> {
        let mut reader = Reader::from_reader(Input::new(input)?);
        reader.config_mut().expand_empty_elements = true;
        let mut xml = Xml {
            reader,
            budget: Budget::new(memory_limit),
            token: Token::End,
            place: Place::new(1, 1),
            text: String::new(),
            tag: String::new(),
            name_length: 0,
            open: Vec::new(),
            memory_limit,
            buffer: Vec::new(),
        };
        xml.advance()?;
        Ok(xml)
    }

    /// Goes to the next token, past comments and whatever else is not for us.
    pub(crate) fn advance(&mut self) -> Result<(), ReadError> {
        self.text.clear();
        loop {
            self.place = self.reader.get_ref().place();
            self.reader.get_mut().begin_piece(LONGEST_PIECE.min(self.memory_limit));
            self.buffer.clear();
            let event = self.reader.read_event_into(&mut self.buffer);
            let place = self.place;
            self.token = match event {
                Ok(Event::Start(tag)) => {
                    let name = tag.name().into_inner();
                    self.name_length = name.len();
                    self.tag.clear();
                    self.tag.push_str(&tag);
                    // What the parser and this walk remember of an element until it closes.
                    self.budget.charge(2 * (name.len() as u64 + 16))?;
                    self.open.push(Spot::new(place));
                    Token::Open
                }
                Ok(Event::End(tag)) => {
                    self.budget.release(2 * (tag.name().into_inner().len() as u64 + 16));
                    self.open.pop();
                    Token::Close
                }
                Ok(Event::Text(text)) => {
                    self.text.push_str(&text);
                    Token::Text
                }
                Ok(Event::CData(text)) => {
                    self.text.push_str(&text);
                    Token::Text
                }
                Ok(Event::GeneralRef(reference)) => {
                    self.text.push(character(&reference, place)?);
                    Token::Text
                }
                Ok(Event::Decl(declaration)) => {
                    check_encoding(&declaration, place)?;
                    continue;
                }
                Ok(Event::DocType(text)) if text.contains('[') => {
                    return Err(ReadError::syntax(
                        place,
                        "the document type has declarations of its own, which are not read: remove it, and write out the entities it declares",
                    ));
                }
                Ok(Event::DocType(_) | Event::Comment(_) | Event::PI(_) | Event::Empty(_)) => {
                    continue;
                }
                Ok(Event::Eof) => {
                    if let Some(opened) = self.open.last() {
                        return Err(ReadError::syntax(
                            opened.place(),
                            "the element that opens here never closes: the file is cut short, or an end tag is missing",
                        ));
                    }
                    Token::End
                }
                Err(error) => return Err(self.in_words(error)),
            };
            return Ok(());
        }
    }

    /// What comes after the end tag at hand; whoever takes of that must leave whole elements behind.
    pub(crate) fn chars(&mut self) -> &mut Chars<'a> {
        self.reader.get_mut().chars()
    }

    /// The name of the tag at hand, with its prefix.
    pub(crate) fn name(&self) -> &str {
        &self.tag[..self.name_length]
    }

    /// The values of these attributes of the tag at hand.
    pub(crate) fn attributes<const N: usize>(
        &self,
        wanted: [&str; N],
    ) -> Result<[Option<Cow<'_, str>>; N], ReadError> {
        let mut values = [const { None }; N];
        let mut attributes = Attributes::new(&self.tag, self.name_length);
        // The parser's own check for duplicates compares each with each.
        for attribute in attributes.with_checks(false) {
            let attribute = attribute.map_err(|error| self.fault(wrong_attribute(&error)))?;
            let key = attribute.key.into_inner();
            let Some(index) = wanted.iter().position(|&name| name == key) else { continue };
            if values[index].is_some() {
                let key = quote(key);
                return Err(
                    self.fault(format!("{key} is given twice in one tag: keep one of them"))
                );
            }
            let value = attribute.normalized_value(XmlVersion::Explicit1_0);
            values[index] = Some(value.map_err(|error| self.fault(wrong_value(error)))?);
        }
        Ok(values)
    }

    /// How many elements are open.
    pub(crate) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Passes the element whose start tag is at hand, and leaves the walk at its end tag.
    pub(crate) fn skip_element(&mut self) -> Result<(), ReadError> {
        let outside = self.open.len() - 1;
        while self.open.len() > outside {
            self.advance()?;
        }
        Ok(())
    }

    /// Refuses text that is not blank.
    pub(crate) fn expect_blank(&self) -> Result<(), ReadError> {
        match self.text.trim_ascii() {
            "" => Ok(()),
            text => {
                let message = format!("unexpected text {}: expected a tag", quote(text));
                Err(ReadError::syntax(self.text_place(), message))
            }
        }
    }

    /// Where the text at hand has its first character that is not blank.
    pub(crate) fn text_place(&self) -> Place {
        let blanks = &self.text[..self.text.len() - self.text.trim_ascii_start().len()];
        let Some(last) = blanks.rfind('\n') else {
            let column = self.place.column.map(|column| column + blanks.len() as u64);
            return Place { column, ..self.place };
        };
        let lines = blanks.bytes().filter(|&byte| byte == b'\n').count();
        Place::new(self.place.line + lines as u64, (blanks.len() - last) as u64)
    }

    /// An error at the token at hand.
    pub(crate) fn fault(&self, message: impl Into<String>) -> ReadError {
        ReadError::syntax(self.place, message)
    }

    /// What the parser found wrong.
    fn in_words(&mut self, error: Error) -> ReadError {
        let message = match error {
            Error::Io(_) => match self.reader.get_mut().take_stop() {
                Some(Stop::Fault(error)) => return error,
                _ if self.memory_limit < LONGEST_PIECE => {
                    let (needed, allowed) = (self.memory_limit + 1, self.memory_limit);
                    return ReadError::graph(
                        self.place,
                        GraphError::OutOfMemory { needed, allowed },
                    );
                }
                _ => format!(
                    "the tag, text or comment that starts here is longer than {} MiB: shorten it",
                    LONGEST_PIECE >> 20
                ),
            },
            Error::Syntax(error) => unclosed(error).to_owned(),
            Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
                let (expected, found) =
                    (quote(&format!("</{expected}>")), quote(&format!("</{found}>")));
                format!("expected {expected}, found {found}")
            }
            Error::IllFormed(IllFormedError::UnmatchedEndTag(name)) => {
                format!("{} closes nothing: remove it", quote(&format!("</{name}>")))
            }
            Error::IllFormed(IllFormedError::UnclosedReference) => LONE_AMPERSAND.to_owned(),
            Error::Encoding(_) => "this is not UTF-8 text: save the file as UTF-8".to_owned(),
            other => format!("this is not XML: {other}"),
        };
        self.fault(message)
    }
}

const LONE_AMPERSAND: &str = "a '&' that begins no entity: write it as '&amp;'";

/// What never ends.
fn unclosed(error: SyntaxError) -> &'static str {
    match error {
        SyntaxError::UnclosedComment => "the comment that starts here never ends: add '-->'",
        SyntaxError::UnclosedCData => "the CDATA section that starts here never ends: add ']]>'",
        SyntaxError::UnclosedPI | SyntaxError::UnclosedXmlDecl => {
            "the instruction that starts here never ends: add '?>'"
        }
        SyntaxError::InvalidBangMarkup => "'<!' begins neither a comment nor a CDATA section",
        SyntaxError::UnclosedSingleQuotedAttributeValue => {
            "a value in the tag that starts here never ends: add \"'\""
        }
        SyntaxError::UnclosedDoubleQuotedAttributeValue => {
            "a value in the tag that starts here never ends: add '\"'"
        }
        SyntaxError::UnclosedDoctype | SyntaxError::UnclosedTag => {
            "the tag that starts here never ends: add '>'"
        }
    }
}

fn wrong_attribute(error: &AttrError) -> &'static str {
    match error {
        AttrError::UnquotedValue(_) => {
            "a value in this tag has no quotes: write it as name=\"value\""
        }
        AttrError::ExpectedQuote(..) => "a value in this tag has no closing quote: add it",
        _ => "something in this tag is no attribute: write each as name=\"value\"",
    }
}

fn wrong_value(error: Error) -> String {
    match error {
        Error::Escape(EscapeError::UnrecognizedEntity(_, name)) => unknown_entity(&name),
        Error::Escape(EscapeError::UnterminatedEntity(_)) => LONE_AMPERSAND.to_owned(),
        other => format!("a value in this tag cannot be read: {other}"),
    }
}

fn unknown_entity(name: &str) -> String {
    let name = quote(&format!("&{name};"));
    format!("the entity {name} is none of the five that XML has: write the character itself")
}

/// The character that a reference in a text stands for.
fn character(reference: &BytesRef<'_>, place: Place) -> Result<char, ReadError> {
    let name: &str = reference;
    let fault = |message: String| ReadError::syntax(place, message);
    let number = reference
        .resolve_char_ref()
        .map_err(|_| fault(format!("{} is no character's number", quote(&format!("&{name};")))))?;
    match number {
        Some(c) if is_xml_char(c) => Ok(c),
        Some(_) => Err(fault(format!(
            "{} is a character that XML has no place for",
            quote(&format!("&{name};"))
        ))),
        None => resolve_xml_entity(name)
            .and_then(|text| text.chars().next())
            .ok_or_else(|| fault(unknown_entity(name))),
    }
}

/// Refuses what says that it is not UTF-8.
fn check_encoding(declaration: &BytesDecl<'_>, place: Place) -> Result<(), ReadError> {
    let Some(Ok(encoding)) = declaration.encoding() else { return Ok(()) };
    if ["utf-8", "utf8", "us-ascii", "ascii"].iter().any(|name| encoding.eq_ignore_ascii_case(name))
    {
        return Ok(());
    }
    let encoding = quote(&encoding);
    Err(ReadError::syntax(place, format!("the file's encoding is {encoding}: save it as UTF-8")))
}
