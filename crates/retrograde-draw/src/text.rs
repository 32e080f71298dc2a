//! Text in a picture: how wide it is, how to shorten it, how to write it into XML.

use std::fmt;

/// Roughly the width of `text` in a sans-serif font of `size` pixels, rather too wide than too
/// narrow: the font is chosen by whoever shows the picture.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    text.chars().map(char_width).sum::<f64>() * size
}

/// The width of a character as a share of the font size.
fn char_width(character: char) -> f64 {
    match character {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 0.3,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '-' | '/' => 0.39,
        'm' | 'M' | 'W' | '@' | '%' | '—' | '…' => 0.92,
        'w' => 0.78,
        'a'..='z' => 0.56,
        '0'..='9' => 0.58,
        'A'..='Z' => 0.7,
        '\u{0300}'..='\u{036f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        // East Asian scripts and symbols, emoji.
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' => 1.05,
        '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff00}'..='\u{ff60}' => 1.05,
        '\u{1f000}'..='\u{3ffff}' => 1.3,
        '\u{2190}'..='\u{2bff}' => 0.9,
        _ => 0.63,
    }
}

/// A name on one line, cut off with `…` when it is wider than `max_chars` ordinary characters.
pub(crate) fn shortened(name: &str, max_chars: usize) -> String {
    let line: String = name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let line = line.trim();
    let limit = max_chars.max(1) as f64 * char_width('n');
    if width(line, 1.0) <= limit {
        return line.to_owned();
    }
    let mut room = limit - char_width('…');
    let mut short = String::new();
    for character in line.chars() {
        room -= char_width(character);
        if room < 0.0 && !short.is_empty() {
            break;
        }
        short.push(character);
    }
    short.truncate(short.trim_end().len());
    short.push('…');
    short
}

/// Writes text so that it stands for itself in XML content and attributes.
pub(crate) struct Xml<'a>(pub(crate) &'a str);

impl fmt::Display for Xml<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        for character in self.0.chars() {
            match character {
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '&' => f.write_str("&amp;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\t' | '\n' => f.write_char(character)?,
                // XML has no way to write these, not even escaped.
                '\0'..='\x1f' | '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                _ => f.write_char(character)?,
            }
        }
        Ok(())
    }
}

/// A name in a table of Graphviz, where lines are broken by tags.
pub(crate) fn html_lines(name: &str) -> String {
    let lines: Vec<String> = name.split('\n').map(|line| Xml(line).to_string()).collect();
    lines.join("<BR/>")
}

/// A length in pixels, to a tenth.
#[derive(Clone, Copy)]
pub(crate) struct Px(pub(crate) f64);

impl fmt::Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        match (tenths.abs() / 10, tenths.abs() % 10) {
            (whole, 0) => write!(f, "{sign}{whole}"),
            (whole, part) => write!(f, "{sign}{whole}.{part}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cut_by_width_and_never_to_nothing() {
        assert_eq!(shortened("abc", 10), "abc");
        assert_eq!(shortened("a\nb", 10), "a b");
        assert_eq!(shortened("position after e4", 10), "position a…");
        assert_eq!(shortened("漢字漢字漢字漢字", 8), "漢字漢…");
        assert_eq!(shortened("long", 0), "l…");
    }

    #[test]
    fn xml_is_escaped_and_free_of_forbidden_characters() {
        assert_eq!(Xml("<a&\"b'>").to_string(), "&lt;a&amp;&quot;b&#39;&gt;");
        assert_eq!(Xml("\u{1}x\u{ffff}").to_string(), "\u{fffd}x\u{fffd}");
        assert_eq!(html_lines("a<b>\n&\"c\u{1}"), "a&lt;b&gt;<BR/>&amp;&quot;c\u{fffd}");
    }

    #[test]
    fn lengths_have_at_most_one_decimal() {
        let text = [0.04, -0.04, 2.0, -1.25, 3.96].map(|x| Px(x).to_string());
        assert_eq!(text, ["0", "0", "2", "-1.3", "4"]);
    }
}
