//! Statements of DOT that are all there is in most large files: `a;`, `a -> b;`, `a -> b [weight=3];`.

use crate::digits::any_plain_number;
use crate::dot::token::{BLANK, CLASSES, Keyword, WORD, WORD_START};
use crate::error::{Place, ReadError};
use crate::statements::{Language, Name, Statement, Vertices, number_or_quoted, skip};
use crate::{NAME_LIMIT, quote};

/// Statements where nothing has been said of vertices and edges by default.
pub(crate) struct Plain;

impl Language for Plain {
    #[inline]
    fn statement<'t>(&self, text: &'t str, at: usize) -> Option<(Statement<'t>, usize)> {
        let bytes = text.as_bytes();
        let from_at = blanks(bytes, at);
        let (from, after) = name(text, from_at)?;
        let mut end = blanks(bytes, after);
        let (mut to, mut to_at, mut weight) = (None, end, None);
        if bytes.get(end..end + 2) == Some(b"->") {
            to_at = blanks(bytes, end + 2);
            let (found, after) = name(text, to_at)?;
            to = Some(found);
            end = blanks(bytes, after);
            if bytes.get(end) == Some(&b'[') {
                (weight, end) = weight_in_brackets(bytes, end)?;
            }
        }
        if bytes.get(end) != Some(&b';') {
            return None;
        }
        // Blanks at the end of a piece are part of it.
        let next = blanks(bytes, end + 1);
        let edge_at = end;
        Some((Statement { from, from_at, to, to_at, weight, edge_at, has_key: false }, next))
    }

    fn cut(&self) -> fn(&[u8]) -> Option<usize> {
        |text| memchr::memrchr(b';', text).map(|at| at + 1)
    }

    fn vertices(&self) -> Vertices {
        Vertices::Any
    }

    fn asks_for_room(&self) -> bool {
        true
    }

    fn wrong_name(&self, name: &str, place: Place) -> ReadError {
        ReadError::syntax(place, format!("unexpected {}", quote::quote(name)))
    }
}

#[inline]
fn blanks(bytes: &[u8], at: usize) -> usize {
    skip(bytes, at, |byte| CLASSES[byte as usize] & BLANK != 0)
}

/// A name with nothing special in it, followed by what cannot belong to it.
#[inline]
fn name(text: &str, at: usize) -> Option<(Name<'_>, usize)> {
    let bytes = text.as_bytes();
    let class = CLASSES[*bytes.get(at)? as usize];
    let (name, after) = if class & WORD_START != 0 {
        let end = skip(bytes, at, |byte| CLASSES[byte as usize] & WORD != 0);
        let word = text.get(at..end).filter(|word| word.len() <= NAME_LIMIT)?;
        if Keyword::parse(word).is_some() {
            return None;
        }
        (Name::Text(word), end)
    } else {
        number_or_quoted(text, at)?
    };
    // A numeral may go on in ways that are none of ours, and quoted strings can be joined.
    let is_over = match bytes.get(after) {
        Some(b';' | b'[') => true,
        Some(b'-') => bytes.get(after + 1) == Some(&b'>'),
        Some(&byte) => CLASSES[byte as usize] & BLANK != 0,
        None => false,
    };
    is_over.then_some((name, after))
}

/// The weight in `[weight=3]`, which begins at `at`, and what comes after it.
fn weight_in_brackets(bytes: &[u8], at: usize) -> Option<(Option<i64>, usize)> {
    const START: &[u8] = b"[weight=";
    let at = at + START.len();
    if bytes.get(at - START.len()..at)? != START {
        return None;
    }
    let is_negative = bytes.get(at) == Some(&b'-');
    let (size, after) = any_plain_number(bytes, at + usize::from(is_negative))?;
    let size = i64::try_from(size).ok()?;
    let weight = if is_negative { -size } else { size };
    (bytes.get(after) == Some(&b']')).then(|| (Some(weight), blanks(bytes, after + 1)))
}
