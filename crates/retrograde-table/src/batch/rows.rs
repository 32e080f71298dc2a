//! Rows of answers, as other programs read them.

use retrograde_core::{NamedMove, Outcome, quote};

use crate::{Probed, Row, Worth};

/// How the row of an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowFormat {
    /// `position,outcome,distance,move,to`, empty where there is nothing to say.
    Csv,
    /// An object on a line with the same names; `tie` where the rules end a draw, and `error` where there
    /// is nothing to say.
    Json,
}

impl RowFormat {
    /// The line that comes before the rows, with its end; empty if there is none.
    #[must_use]
    pub fn header(self) -> &'static str {
        match self {
            RowFormat::Csv => "position,outcome,distance,move,to\n",
            RowFormat::Json => "",
        }
    }

    /// Appends the row of what there is to say about a text.
    ///
    /// ```
    /// use retrograde_table::{Probed, RowFormat};
    /// let mut row = Vec::new();
    /// RowFormat::Csv.write("a,b", &Probed::NotThere, &mut row);
    /// assert_eq!(row, b"\"a,b\",,,,\n");
    /// ```
    pub fn write(self, text: &str, probed: &Probed, out: &mut Vec<u8>) {
        let nothing = Row { position: String::new(), worth: Worth::Hole, best: None };
        let (row, position) = match probed {
            Probed::Known(row) => (row, &*row.position),
            _ => (&nothing, text),
        };
        match self {
            RowFormat::Csv => write_csv(position, row, out),
            RowFormat::Json => write_json(position, row, probed.reason(), out),
        }
    }
}

fn write_csv(position: &str, row: &Row, out: &mut Vec<u8>) {
    out.extend_from_slice(quote::csv(position).as_bytes());
    out.push(b',');
    let mut field = |text: &str, end: u8| {
        match quote::csv(text) {
            _ if text.is_empty() => {}
            quoted => out.extend_from_slice(quoted.as_bytes()),
        }
        out.push(end);
    };
    field(row.worth.outcome().map_or("", Outcome::as_str), b',');
    let mut digits = [0; 10];
    field(row.worth.distance().map_or("", |distance| decimal(distance.0, &mut digits)), b',');
    let NamedMove { name, to } = row.best.as_ref().unwrap_or(const { &NO_MOVE });
    field(name, b',');
    field(to, b'\n');
}

const NO_MOVE: NamedMove = NamedMove { name: String::new(), to: String::new() };

/// A number in digits.
fn decimal(mut number: u32, digits: &mut [u8; 10]) -> &str {
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    str::from_utf8(&digits[first..]).unwrap_or_default()
}

/// The names come in the order of the alphabet.
fn write_json(position: &str, row: &Row, error: Option<String>, out: &mut Vec<u8>) {
    let field = |name: &str, text: Option<&str>, out: &mut Vec<u8>| {
        out.extend_from_slice(name.as_bytes());
        match text {
            None => out.extend_from_slice(b"null"),
            Some(text) => write_json_text(text, out),
        }
    };
    let best = row.best.as_ref();
    let mut digits = [0; 10];
    let distance = row.worth.distance();
    out.extend_from_slice(b"{\"distance\":");
    out.extend(distance.map_or("null", |moves| decimal(moves.0, &mut digits)).as_bytes());
    if error.is_some() {
        field(",\"error\":", error.as_deref(), out);
    }
    field(",\"move\":", best.map(|best| &*best.name), out);
    field(",\"outcome\":", row.worth.outcome().map(Outcome::as_str), out);
    field(",\"position\":", Some(position), out);
    if row.worth == Worth::Tie {
        out.extend_from_slice(b",\"tie\":true");
    }
    field(",\"to\":", best.map(|best| &*best.to), out);
    out.extend_from_slice(b"}\n");
}

/// A text between quotes. Most texts have nothing in them that is written otherwise in JSON.
fn write_json_text(text: &str, out: &mut Vec<u8>) {
    let special = |byte| byte < b' ' || byte == b'"' || byte == b'\\';
    if text.bytes().fold(false, |found, byte| found | special(byte)) {
        // Writing to memory does not fail.
        let _ = serde_json::to_writer(out, text);
        return;
    }
    out.push(b'"');
    out.extend_from_slice(text.as_bytes());
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_those_of_a_writer_of_json() {
        let all: String = (0..0x300).filter_map(char::from_u32).collect();
        let each = all.char_indices().map(|(at, c)| &all[at..at + c.len_utf8()]);
        for text in each.chain([&*all, "", "8/8 w - -", "tab\there"]) {
            let mut written = Vec::new();
            write_json_text(text, &mut written);
            assert_eq!(written, serde_json::to_vec(text).unwrap(), "{text:?}");
        }
    }
}
