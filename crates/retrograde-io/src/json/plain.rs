//! Nodes and edges that say nothing more than they must, or a weight and a key.

use crate::digits::any_plain_number;
use crate::error::{Place, ReadError};
use crate::json::early::unknown;
use crate::json::reader::listed_twice;
use crate::statements::{Language, Name, Statement, Vertices, number_or_quoted, skip};

/// Elements such as `{"id": 0},`, with their commas.
pub(crate) struct PlainNodes;

/// Elements such as `{"source": 0, "target": 1},`, with their commas.
pub(crate) struct PlainEdges;

impl Language for PlainNodes {
    #[inline]
    fn statement<'t>(&self, text: &'t str, at: usize) -> Option<(Statement<'t>, usize)> {
        let bytes = text.as_bytes();
        let edge_at = blanks(bytes, at);
        let (from, from_at, after) = member(text, edge_at, b'{', b"\"id\"")?;
        let (to, weight, to_at) = (None, None, edge_at);
        let next = end(bytes, after)?;
        Some((Statement { from, from_at, to, to_at, weight, edge_at, has_key: false }, next))
    }

    fn cut(&self) -> fn(&[u8]) -> Option<usize> {
        after_object
    }

    fn vertices(&self) -> Vertices {
        Vertices::New
    }

    fn asks_for_room(&self) -> bool {
        false
    }

    fn wrong_name(&self, name: &str, place: Place) -> ReadError {
        listed_twice(name, place)
    }
}

impl Language for PlainEdges {
    #[inline]
    fn statement<'t>(&self, text: &'t str, at: usize) -> Option<(Statement<'t>, usize)> {
        let bytes = text.as_bytes();
        let edge_at = blanks(bytes, at);
        let (from, from_at, after) = member(text, edge_at, b'{', b"\"source\"")?;
        let (to, to_at, after) = member(text, after, b',', b"\"target\"")?;
        let (to, mut after, mut weight, mut has_key) = (Some(to), after, None, false);
        if let Some(at) = key(bytes, after, b',', b"\"weight\"") {
            let is_negative = bytes.get(at) == Some(&b'-');
            let (size, next) = any_plain_number(bytes, at + usize::from(is_negative))?;
            let size = i64::try_from(size).ok()?;
            (weight, after) = (Some(if is_negative { -size } else { size }), next);
        }
        if let Some(at) = key(bytes, after, b',', b"\"key\"") {
            (has_key, after) = (true, any_plain_number(bytes, at)?.1);
        }
        let next = end(bytes, after)?;
        Some((Statement { from, from_at, to, to_at, weight, edge_at, has_key }, next))
    }

    fn cut(&self) -> fn(&[u8]) -> Option<usize> {
        after_object
    }

    fn vertices(&self) -> Vertices {
        Vertices::Known
    }

    fn asks_for_room(&self) -> bool {
        false
    }

    fn wrong_name(&self, name: &str, place: Place) -> ReadError {
        unknown(name, Some(place))
    }
}

/// Behind the last comma that comes after an object.
fn after_object(text: &[u8]) -> Option<usize> {
    memchr::memrchr_iter(b',', text).find(|&at| at > 0 && text[at - 1] == b'}').map(|at| at + 1)
}

#[inline]
fn blanks(bytes: &[u8], at: usize) -> usize {
    skip(bytes, at, |byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'))
}

/// Where the value of a member begins, which begins itself with a symbol and has that key.
#[inline]
fn key(bytes: &[u8], at: usize, symbol: u8, name: &[u8]) -> Option<usize> {
    let at = blanks(bytes, at);
    if bytes.get(at) != Some(&symbol) {
        return None;
    }
    let at = blanks(bytes, at + 1);
    if bytes.get(at..at + name.len())? != name {
        return None;
    }
    let at = blanks(bytes, at + name.len());
    (bytes.get(at) == Some(&b':')).then(|| blanks(bytes, at + 1))
}

/// A name that is the value of a member, where it begins, and what comes after it.
#[inline]
fn member<'t>(
    text: &'t str,
    at: usize,
    symbol: u8,
    name: &[u8],
) -> Option<(Name<'t>, usize, usize)> {
    let at = key(text.as_bytes(), at, symbol, name)?;
    let (name, after) = number_or_quoted(text, at)?;
    Some((name, at, after))
}

/// Where the next element begins, after the end of this one and its comma.
#[inline]
fn end(bytes: &[u8], at: usize) -> Option<usize> {
    let at = blanks(bytes, at);
    (bytes.get(at..at + 2)? == b"},").then(|| blanks(bytes, at + 2))
}
