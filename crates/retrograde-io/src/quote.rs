//! Quoting what a file says in a message about it.

use retrograde_core::quote::is_hidden;

/// How many characters of a token a message shows.
const SHOWN: usize = 40;

/// `text` between single quotes: shortened if it is long, with control characters escaped.
pub(crate) fn quote(text: &str) -> String {
    quote_bytes(text.as_bytes())
}

/// As [`quote`], for bytes that need not be UTF-8: what is not is shown as `\xFF`.
pub(crate) fn quote_bytes(bytes: &[u8]) -> String {
    let mut result = String::from("'");
    let mut shown = 0;
    'text: for part in bytes.utf8_chunks() {
        for c in part.valid().chars() {
            if shown == SHOWN {
                result.push('…');
                break 'text;
            }
            shown += 1;
            if is_hidden(c) {
                result.extend(c.escape_default());
            } else {
                result.push(c);
            }
        }
        for byte in part.invalid() {
            if shown == SHOWN {
                result.push('…');
                break 'text;
            }
            shown += 1;
            result.push_str(&format!("\\x{byte:02x}"));
        }
    }
    result.push('\'');
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_escaped() {
        assert_eq!(quote("plain Ü"), "'plain Ü'");
        assert_eq!(quote("a\u{7}\u{202e}b"), "'a\\u{7}\\u{202e}b'");
        assert_eq!(quote_bytes(b"caf\xe9\n"), "'caf\\xe9\\n'");
    }

    #[test]
    fn long_tokens_are_shortened_by_characters() {
        assert_eq!(quote(&"é".repeat(SHOWN)), format!("'{}'", "é".repeat(SHOWN)));
        assert_eq!(quote(&"é".repeat(SHOWN + 1)), format!("'{}…'", "é".repeat(SHOWN)));
        assert_eq!(quote_bytes(&[0xff; 99]), format!("'{}…'", "\\xff".repeat(SHOWN)));
    }
}
