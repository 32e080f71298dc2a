//! Text as other languages want it: fields of CSV, names and labels of DOT; and as people see it.

use std::borrow::Cow;

/// A field of a CSV file: in quotes where RFC 4180 asks for them, and where it is empty, since an
/// empty field without quotes means that there is nothing.
///
/// Source: Y. Shafranovich, 2005, "Common Format and MIME Type for Comma-Separated Values (CSV)
/// Files" (RFC 4180).
///
/// ```
/// use retrograde_core::quote;
/// assert_eq!(quote::csv("plain name"), "plain name");
/// assert_eq!(quote::csv("say \"a,b\""), "\"say \"\"a,b\"\"\"");
/// assert_eq!(quote::csv(""), "\"\"");
/// ```
#[must_use]
pub fn csv(text: &str) -> Cow<'_, str> {
    let special = |byte| matches!(byte, b',' | b'"' | b'\r' | b'\n');
    // All bytes are looked at, many at once: most fields are short and have none of these.
    let quoted = text.bytes().fold(text.is_empty(), |found, byte| found | special(byte));
    match quoted {
        false => Cow::Borrowed(text),
        true => Cow::Owned(format!("\"{}\"", text.replace('"', "\"\""))),
    }
}

/// A name of DOT between quotes; `None` where the language has no way to write it.
///
/// In a quoted string a backslash escapes a quote or a line end and is itself never escaped: two
/// stay two. So an odd number of them cannot stand before one of those, or at the end.
///
/// ```
/// use retrograde_core::quote;
/// assert_eq!(quote::dot(r#"a "b" c"#).unwrap(), r#""a \"b\" c""#);
/// assert_eq!(quote::dot(r"a\b\\").unwrap(), r#""a\b\\""#);
/// assert_eq!(quote::dot(r"a\"), None);
/// ```
#[must_use]
pub fn dot(name: &str) -> Option<String> {
    fits_dot(name).then(|| {
        let mut text = String::with_capacity(name.len() + 2);
        text.push('"');
        for (index, part) in name.split('"').enumerate() {
            text.push_str(if index == 0 { "" } else { "\\\"" });
            text.push_str(part);
        }
        text.push('"');
        text
    })
}

/// Whether [`dot`] can write a name.
#[must_use]
pub fn fits_dot(name: &str) -> bool {
    let mut rest = name;
    while let Some(start) = rest.find('\\') {
        let after = rest[start..].trim_start_matches('\\');
        let odd = (rest.len() - start - after.len()) % 2 == 1;
        let escapes =
            after.is_empty() || after.starts_with(['"', '\n']) || after.starts_with("\r\n");
        if odd && escapes {
            return false;
        }
        rest = after;
    }
    true
}

/// Text for the inside of a label of DOT, where backslashes and quotes have a meaning of their own
/// and `\n` ends a line.
///
/// ```
/// use retrograde_core::quote;
/// assert_eq!(quote::dot_label("a\\b \"c\"\nd"), r#"a\\b \"c\"\nd"#);
/// assert_eq!(quote::dot_label("plain"), "plain");
/// ```
#[must_use]
pub fn dot_label(text: &str) -> Cow<'_, str> {
    if !text.contains(['\\', '"', '\n']) {
        return Cow::Borrowed(text);
    }
    let mut label = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match character {
            '\\' => label.push_str("\\\\"),
            '"' => label.push_str("\\\""),
            '\n' => label.push_str("\\n"),
            other => label.push(other),
        }
    }
    Cow::Owned(label)
}

/// Text as it can be shown on one line: what would move the cursor, change colours, hide, or turn the
/// text around is escaped. Shown twice it stays the same.
///
/// ```
/// use retrograde_core::quote;
/// assert_eq!(quote::shown("Dōbutsu 将棋"), "Dōbutsu 将棋");
/// assert_eq!(quote::shown("two\nlines, \u{1b}[31mred, \u{202e}back"), "two\\nlines, \\u{1b}[31mred, \\u{202e}back");
/// ```
#[must_use]
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match is_hidden(character) {
            true => shown.extend(character.escape_default()),
            false => shown.push(character),
        }
    }
    Cow::Owned(shown)
}

/// Whether a character is better not sent to a terminal: it controls something, or cannot be seen.
///
/// Sources: Unicode 16, chapter 23.2 (layout controls), 23.8 (specials) and 23.9 (tags).
#[must_use]
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_twice_stays_the_same() {
        for text in ["", "plain", "a\\nb", "a\tb\0", "e\u{301}", "\u{9b}31m", "\u{2066}x\u{2069}"] {
            let once = shown(text).into_owned();
            assert!(!once.contains(is_hidden), "{text:?}");
            assert_eq!(shown(&once), once, "{text:?}");
        }
        assert_eq!(shown("e\u{301} 将"), "e\u{301} 将");
    }

    #[test]
    fn no_backslash_escapes_what_comes_after_it() {
        for name in ["", "a", "\\\\", "a\\n", "\\\\\"", "x\\\r", "\\a\\\\"] {
            assert!(dot(name).is_some(), "{name:?}");
        }
        for name in ["\\", "a\\\"b", "\\\\\\\n", "x\\\r\n", "\\\\\\"] {
            assert_eq!(dot(name), None, "{name:?}");
        }
    }
}
