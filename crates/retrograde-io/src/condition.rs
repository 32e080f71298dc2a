//! The `acceptance` of a graph as text, for the formats that have attributes.

use std::io::{self, ErrorKind};

use retrograde_core::Acceptance;

use crate::NAME_LIMIT;

/// What conditions must be like to be written.
pub(crate) const RULE: &str = "at most 64 KiB of text, with 256 parentheses inside each other";

/// Reads a formula.
pub(crate) fn parse(text: &str) -> Result<Acceptance, String> {
    text.parse().map_err(|error| {
        format!("acceptance is a formula such as 'Inf(0)&Fin(1)', and this is none: {error}")
    })
}

/// The text of a condition, if it is read back as the same.
pub(crate) fn text(acceptance: &Acceptance) -> Option<String> {
    // The shortest part of a formula is one letter.
    if acceptance.size() > NAME_LIMIT {
        return None;
    }
    let text = acceptance.to_string();
    let comes_back = text.len() <= NAME_LIMIT && text.parse().as_ref() == Ok(acceptance);
    comes_back.then_some(text)
}

/// The text for a writer, if there is a condition.
///
/// # Errors
/// It cannot be written.
pub(crate) fn writable(acceptance: Option<&Acceptance>) -> io::Result<Option<String>> {
    let Some(acceptance) = acceptance else { return Ok(None) };
    match text(acceptance) {
        Some(text) => Ok(Some(text)),
        None => {
            let message = format!("the acceptance cannot be written ({RULE}): simplify it");
            Err(io::Error::new(ErrorKind::InvalidInput, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::{Arena, Color, Graph};

    use super::*;
    use crate::{Format, write_arena};

    /// `Inf(0) & (Fin(1) | (…))`, which nests parentheses half as deep as it nests parts.
    fn nested(depth: u32) -> Acceptance {
        let color = |number| Color::new(number).unwrap();
        (0..depth).fold(Acceptance::inf(color(0)), |inner, level| match level % 2 {
            0 => Acceptance::any([Acceptance::fin(color(1)), inner]),
            _ => Acceptance::all([Acceptance::inf(color(0)), inner]),
        })
    }

    #[test]
    fn what_cannot_be_read_back_is_not_written() {
        let wide = |count| Acceptance::any(vec![nested(2); count]);
        for (acceptance, fits) in [
            (nested(500), true),
            (nested(520), false),
            (wide(100), true),
            (wide(5000), false),
            (wide(100_000), false),
        ] {
            let mut arena = Arena::from(Graph::from_edges(1, [(0, 0)]).unwrap());
            arena.acceptance = Some(acceptance);
            for format in [Format::Dot, Format::Json, Format::Graphml] {
                let mut written = Vec::new();
                assert_eq!(write_arena(&arena, format, &mut written).is_ok(), fits);
                assert_eq!(written.is_empty(), !fits);
                let lost: Vec<_> =
                    format.cannot_hold(&arena).iter().map(ToString::to_string).collect();
                let message = "the acceptance: at most 64 KiB of text, with 256 parentheses inside each other";
                assert_eq!(lost.is_empty(), fits);
                assert!(fits || lost == [message], "{lost:?}");
            }
        }
    }
}
