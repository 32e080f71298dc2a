//! What separates the words of an edge list: blanks or commas, decided once for a file.
//!
//! Names may hold commas, as positions of games often do, so commas separate only where there are no
//! blanks to do it. The first line that has more than one word in either reading decides; where it
//! does not say enough, a comment before it does.

use super::is_blank;

/// The comments that decide, for files whose first line does not.
pub(super) const BLANK_COMMENT: &str = "# separator: blank";
const COMMA_COMMENT: &str = "# separator: comma";

pub(super) const BOTH: &str = "blanks and commas both stand between words here: if commas are part of the names, begin the file with the line '# separator: blank', if not, with '# separator: comma'";

/// What stands between two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Separator {
    Blank,
    Comma,
}

/// What a line tells about the whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// It has one word in either reading, or none.
    Nothing,
    Says(Separator),
    /// It could be either, with different words.
    Both,
}

/// Looks at a line without its end.
pub(super) fn hint(line: &[u8]) -> Hint {
    let data = match memchr::memchr(b'#', line) {
        Some(at) => &line[..at],
        None => line,
    };
    let data = data.trim_ascii();
    if data.is_empty() {
        let comment = line.trim_ascii();
        return match [BLANK_COMMENT, COMMA_COMMENT].iter().position(|c| c.as_bytes() == comment) {
            Some(0) => Hint::Says(Separator::Blank),
            Some(_) => Hint::Says(Separator::Comma),
            None => Hint::Nothing,
        };
    }
    names_only(data)
}

/// As [`hint`], for a line without comment. What networkx writes after two names, as in
/// `1 0 {'weight': 3}`, is not looked at.
fn names_only(data: &[u8]) -> Hint {
    let may_have_attributes = data.ends_with(b"}");
    let (mut blanks, mut spaced_commas) = (false, false);
    let (mut words, mut commas) = (0, 0);
    let mut last = None;
    let mut after_blank = true;
    for &byte in data {
        if is_blank(byte) {
            after_blank = true;
            continue;
        }
        let is_end = match last {
            Some(b',') => commas == 2,
            _ => after_blank && words == 2,
        };
        if may_have_attributes && byte == b'{' && is_end {
            break;
        }
        if after_blank {
            words += 1;
            match last {
                None => {}
                Some(b',') => spaced_commas = true,
                Some(_) if byte == b',' => spaced_commas = true,
                Some(_) => blanks = true,
            }
        }
        commas += usize::from(byte == b',');
        last = Some(byte);
        after_blank = false;
    }
    match (blanks, spaced_commas) {
        (true, true) => Hint::Both,
        (true, false) => Hint::Says(Separator::Blank),
        (false, _) if commas > 0 => Hint::Says(Separator::Comma),
        (false, _) => Hint::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_decides() {
        const BLANK: Hint = Hint::Says(Separator::Blank);
        const COMMA: Hint = Hint::Says(Separator::Comma);
        for (line, expected) in [
            ("", Hint::Nothing),
            ("  # a b, c", Hint::Nothing),
            ("a", Hint::Nothing),
            ("a # b, c", Hint::Nothing),
            ("a b", BLANK),
            ("a\tb\t3", BLANK),
            ("a b # 1,2", BLANK),
            ("1,2 0,2", BLANK),
            ("1,2 0,2 -5", BLANK),
            ("start 1,2", BLANK),
            ("{1,2} {2,3}", BLANK),
            ("1 0 {}", BLANK),
            ("1,2 0,2 {'weight': 3, 'a': 'b, c'}", BLANK),
            ("a,b", COMMA),
            ("a,b\r", COMMA),
            (" a , b,\t3 # so", COMMA),
            ("a,b,{}", COMMA),
            ("a, b, {'weight': 3, 'label': 'x y'}", COMMA),
            ("{1,2}", COMMA),
            ("a, b 3", Hint::Both),
            ("a,b c, d", Hint::Both),
            ("# separator: blank", BLANK),
            (" # separator: comma\r", COMMA),
            ("# separator: tab", Hint::Nothing),
            ("a # separator: comma", Hint::Nothing),
        ] {
            assert_eq!(hint(line.as_bytes()), expected, "{line}");
        }
    }
}
