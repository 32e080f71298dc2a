//! Nodes and edges that say nothing more than they must, or a weight.

use retrograde_core::Attribute;

use crate::NAME_LIMIT;
use crate::digits::{any_plain_number, plain_number};
use crate::error::{Place, ReadError};
use crate::graphml::is_xml_char;
use crate::graphml::keys::Keys;
use crate::graphml::reader::there_twice;
use crate::quote;
use crate::statements::{Language, Name, Statement, Vertices, skip};

/// Elements such as `<node id="0"/>`.
pub(crate) struct PlainNodes;

/// Elements such as `<edge source="0" target="1"/>`.
pub(crate) struct PlainEdges {
    /// What stands before the weight of an edge that has one: `<data key="weight">`.
    weight: Option<String>,
}

impl PlainEdges {
    /// Edges where these keys are declared.
    pub(crate) fn new(keys: &Keys) -> Self {
        // Written as they are, these mean themselves.
        let is_plain = |id: &&str| id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let id = keys.ids_of(Attribute::Weight).filter(is_plain).min();
        PlainEdges { weight: id.map(|id| format!("<data key=\"{id}\">")) }
    }

    /// A weight, where it is the only thing that an edge holds, and what comes after it.
    #[inline]
    fn weight(&self, bytes: &[u8], at: usize) -> Option<(i64, usize)> {
        let at = behind(bytes, at, self.weight.as_ref()?.as_bytes())?;
        let is_negative = bytes.get(at) == Some(&b'-');
        let (size, after) = any_plain_number(bytes, at + usize::from(is_negative))?;
        let size = i64::try_from(size).ok()?;
        let after = behind(bytes, after, b"</data>")?;
        Some((if is_negative { -size } else { size }, blanks(bytes, after)))
    }
}

impl Language for PlainNodes {
    #[inline]
    fn statement<'t>(&self, text: &'t str, at: usize) -> Option<(Statement<'t>, usize)> {
        let bytes = text.as_bytes();
        // Whatever is wrong, it is the element that is pointed at.
        let edge_at = blanks(bytes, at);
        let (from, after) = name(text, behind(bytes, edge_at, b"<node id=\"")?)?;
        let next = match end_of_tag(bytes, after)? {
            (true, next) => next,
            (false, inside) => blanks(bytes, behind(bytes, inside, b"</node>")?),
        };
        let (from_at, to_at, to, weight) = (edge_at, edge_at, None, None);
        Some((Statement { from, from_at, to, to_at, weight, edge_at, has_key: false }, next))
    }

    fn cut(&self) -> fn(&[u8]) -> Option<usize> {
        |text| after_element(text, b"</node>")
    }

    fn vertices(&self) -> Vertices {
        Vertices::New
    }

    fn asks_for_room(&self) -> bool {
        false
    }

    fn wrong_name(&self, name: &str, place: Place) -> ReadError {
        there_twice(name, place)
    }
}

impl Language for PlainEdges {
    #[inline]
    fn statement<'t>(&self, text: &'t str, at: usize) -> Option<(Statement<'t>, usize)> {
        let bytes = text.as_bytes();
        let edge_at = blanks(bytes, at);
        let (from, after) = name(text, behind(bytes, edge_at, b"<edge source=\"")?)?;
        let (to, after) = name(text, behind(bytes, after, b" target=\"")?)?;
        let (to, mut weight) = (Some(to), None);
        let next = match end_of_tag(bytes, after)? {
            (true, next) => next,
            (false, mut inside) => {
                if let Some((found, after)) = self.weight(bytes, inside) {
                    (weight, inside) = (Some(found), after);
                }
                blanks(bytes, behind(bytes, inside, b"</edge>")?)
            }
        };
        let (from_at, to_at) = (edge_at, edge_at);
        Some((Statement { from, from_at, to, to_at, weight, edge_at, has_key: false }, next))
    }

    fn cut(&self) -> fn(&[u8]) -> Option<usize> {
        |text| after_element(text, b"</edge>")
    }

    fn vertices(&self) -> Vertices {
        Vertices::Known
    }

    fn asks_for_room(&self) -> bool {
        false
    }

    fn leaves_names(&self) -> bool {
        true
    }

    fn wrong_name(&self, name: &str, place: Place) -> ReadError {
        ReadError::syntax(place, format!("unexpected {}", quote::quote(name)))
    }
}

/// Behind the last tag that ends an element.
fn after_element(text: &[u8], end: &[u8]) -> Option<usize> {
    let mut tags = memchr::memrchr_iter(b'>', text).map(|at| at + 1);
    tags.find(|&stop| text[..stop].ends_with(b"/>") || text[..stop].ends_with(end))
}

#[inline]
fn blanks(bytes: &[u8], at: usize) -> usize {
    skip(bytes, at, |byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
}

/// What comes after some text, if it stands there.
#[inline]
fn behind(bytes: &[u8], at: usize, text: &[u8]) -> Option<usize> {
    bytes.get(at..)?.starts_with(text).then_some(at + text.len())
}

/// A name up to its closing quote in which every character means itself, and what comes after the quote.
#[inline]
fn name(text: &str, at: usize) -> Option<(Name<'_>, usize)> {
    let bytes = text.as_bytes();
    if let Some((number, after)) = plain_number(bytes, at)
        && bytes.get(after) == Some(&b'"')
    {
        return Some((Name::Number(number), after + 1));
    }
    let end = skip(bytes, at, |byte| byte >= b' ' && !matches!(byte, b'"' | b'&' | b'<' | b'>'));
    let name = text.get(at..end).filter(|name| (1..=NAME_LIMIT).contains(&name.len()))?;
    let is_name =
        bytes.get(end) == Some(&b'"') && (name.is_ascii() || name.chars().all(is_xml_char));
    is_name.then_some((Name::Text(name), end + 1))
}

/// Whether the tag that ends here is all of its element, and what comes after it and blanks.
#[inline]
fn end_of_tag(bytes: &[u8], at: usize) -> Option<(bool, usize)> {
    let at = blanks(bytes, at);
    match bytes.get(at)? {
        b'>' => Some((false, blanks(bytes, at + 1))),
        b'/' if bytes.get(at + 1) == Some(&b'>') => Some((true, blanks(bytes, at + 2))),
        _ => None,
    }
}
