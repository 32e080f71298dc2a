//! The attributes that `nx.write_edgelist` puts after an edge: a Python dict such as
//! `{'weight': 3, 'label': "it's"}`.

use std::ops::Range;

use crate::quote::quote_bytes;

/// What is wrong, and at which byte.
pub(super) type Fault = (usize, String);

/// Where the value of `weight` stands, without its quotes, if there is one.
///
/// # Errors
/// What does not look like a dict; a `player`, which an edge list has no place for.
pub(super) fn weight(text: &[u8]) -> Result<Option<Range<usize>>, Fault> {
    let mut weight = None;
    let mut at = 1;
    loop {
        at += blanks(&text[at..]);
        if text.get(at) == Some(&b'}') {
            break;
        }
        let (key, colon) = item(text, at, b":")?;
        let (value, stop) = item(text, colon + 1, b",}")?;
        match unquoted(&text[key.clone()]) {
            b"weight" if weight.is_some() => {
                return Err((key.start, "'weight' is given twice: keep one of them".to_owned()));
            }
            b"weight" => weight = Some(value),
            b"player" => {
                let message = "an edge list has no place for 'player': write another format, such as graphml (nx.write_graphml)";
                return Err((key.start, message.to_owned()));
            }
            _ => {}
        }
        at = stop;
        if text[stop] == b'}' {
            break;
        }
        at += 1;
    }
    let end = at + 1;
    if let Some(more) = text[end..].iter().position(|byte| !byte.is_ascii_whitespace()) {
        return Err((end + more, "expected the end of the line after '}'".to_owned()));
    }
    let weight = weight.filter(|range| &text[range.clone()] != b"None");
    Ok(weight.map(|range| {
        let inside = unquoted(&text[range.clone()]).len();
        let quotes = (range.len() - inside) / 2;
        range.start + quotes..range.end - quotes
    }))
}

/// Goes from `start` to one of the bytes `stops`, past strings and brackets; gives what is between
/// without blanks around it, and where it stopped.
fn item(text: &[u8], start: usize, stops: &[u8]) -> Result<(Range<usize>, usize), Fault> {
    let mut depth = 0_usize;
    let mut at = start;
    while let Some(&byte) = text.get(at) {
        if depth == 0 && stops.contains(&byte) {
            break;
        }
        match byte {
            b'\'' | b'"' => at = string_end(text, at)?,
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth > 0 => depth -= 1,
            b')' | b']' | b'}' | b',' if depth == 0 => break,
            _ => {}
        }
        at += 1;
    }
    match text.get(at) {
        None => return Err((0, "the '{' that starts here never ends: add '}'".to_owned())),
        Some(byte) if !stops.contains(byte) => {
            let message = format!("unexpected {}", quote_bytes(&[*byte]));
            return Err((at, message));
        }
        Some(_) => {}
    }
    let from = start + blanks(&text[start..at]);
    let length = text[from..at].trim_ascii_end().len();
    if length == 0 {
        let message = "attributes are written as {'weight': 3}, and something is missing here";
        return Err((from, message.to_owned()));
    }
    Ok((from..from + length, at))
}

/// Where the closing quote of a string is.
fn string_end(text: &[u8], start: usize) -> Result<usize, Fault> {
    let mut at = start + 1;
    while let Some(&byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            _ if byte == text[start] => return Ok(at),
            _ => {}
        }
        at += 1;
    }
    Err((start, "the string that starts here never ends: close it".to_owned()))
}

fn blanks(text: &[u8]) -> usize {
    text.len() - text.trim_ascii_start().len()
}

/// A literal without its quotes, if it has some.
fn unquoted(literal: &[u8]) -> &[u8] {
    match literal {
        [b'\'', inside @ .., b'\''] | [b'"', inside @ .., b'"'] => inside,
        _ => literal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weight_is_found() {
        for (text, expected) in [
            ("{}", None),
            ("{ }", None),
            ("{'weight': 3}", Some("3")),
            ("{\"weight\":-4.0 , }", Some("-4.0")),
            ("{'weight': '7'}", Some("7")),
            ("{'weight': None}", None),
            (
                "{'a': 'it\\'s', \"b\": \"}\", 'c': [1, {'weight': 2}], 'weight': 5, 6: (7,)}",
                Some("5"),
            ),
            ("{'Weight': 3}", None),
        ] {
            let found = weight(text.as_bytes()).unwrap();
            assert_eq!(found.map(|range| &text[range]), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_dict_is_refused() {
        let missing = "attributes are written as {'weight': 3}, and something is missing here";
        let open = "the '{' that starts here never ends: add '}'";
        let string = "the string that starts here never ends: close it";
        for (text, at, message) in [
            ("{", 0, open),
            ("{'a'", 0, open),
            ("{'a': [1}", 0, open),
            ("{'a", 1, string),
            ("{'a\\'", 1, string),
            ("{,}", 1, "unexpected ','"),
            ("{'a'}", 4, "unexpected '}'"),
            ("{: 1}", 1, missing),
            ("{'a': }", 6, missing),
            ("{'a': 1)}", 7, "unexpected ')'"),
            ("{} x", 3, "expected the end of the line after '}'"),
            ("{'weight': 1, 'weight': 1}", 14, "'weight' is given twice: keep one of them"),
            (
                "{'player': 'left'}",
                1,
                "an edge list has no place for 'player': write another format, such as graphml (nx.write_graphml)",
            ),
        ] {
            assert_eq!(weight(text.as_bytes()), Err((at, message.to_owned())), "{text}");
        }
    }
}
