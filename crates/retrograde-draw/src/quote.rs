//! Text in the language of Graphviz: names in quotes, in labels and in tables.

use std::io::{self, ErrorKind};

use crate::text::Xml;

/// A name in quotes. There only `\"` means something else than it says.
pub(crate) fn quoted(name: &str) -> io::Result<String> {
    let mut text = String::with_capacity(name.len() + 2);
    text.push('"');
    // Whether the next character would be escaped by what stands before it.
    let mut escaping = false;
    for character in name.chars() {
        if escaping && matches!(character, '"' | '\n' | '\r') {
            return Err(unwritable(name));
        }
        if character == '"' {
            text.push('\\');
        }
        text.push(character);
        escaping = character == '\\' && !escaping;
    }
    if escaping {
        return Err(unwritable(name));
    }
    text.push('"');
    Ok(text)
}

fn unwritable(name: &str) -> io::Error {
    let message = format!(
        "DOT cannot hold the name {name:?}, with a single backslash before a quote, a line end or its own end: rename it, or write another format"
    );
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// A name in a label, where Graphviz gives backslashes a meaning.
pub(crate) fn escaped_label(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '\\' => text.push_str("\\\\"),
            '"' => text.push_str("\\\""),
            '\n' => text.push_str("\\n"),
            _ => text.push(character),
        }
    }
    text
}

/// A name in a table, where lines are broken by tags.
pub(crate) fn html_lines(name: &str) -> String {
    let lines: Vec<String> = name.split('\n').map(|line| Xml(line).to_string()).collect();
    lines.join("<BR/>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_as_graphviz_reads_them() {
        assert_eq!(quoted(r#"a "b" c"#).unwrap(), r#""a \"b\" c""#);
        assert_eq!(quoted(r"a\b").unwrap(), r#""a\b""#);
        assert_eq!(quoted(r"a\\").unwrap(), r#""a\\""#);
        for name in [r"a\", r#"a\"b"#, "a\\\nb"] {
            assert_eq!(quoted(name).unwrap_err().kind(), ErrorKind::InvalidInput);
        }
    }

    #[test]
    fn tables_hold_any_name() {
        assert_eq!(html_lines("a<b>\n&\"c\u{1}"), "a&lt;b&gt;<BR/>&amp;&quot;c\u{fffd}");
    }
}
