//! Known answers as data: files of fields with commas between them.

use std::fs;
use std::path::Path;

/// The rows of a file below its header, each with as many fields.
pub(crate) fn rows<const N: usize>(path: &Path, header: [&str; N]) -> Vec<[String; N]> {
    let text = fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(header.join(",").as_str()), "{}", path.display());
    let row = |line: &str| {
        let row = <[String; N]>::try_from(fields(line));
        row.unwrap_or_else(|row| panic!("{}: {N} fields, not {row:?}", path.display()))
    };
    lines.map(row).collect()
}

/// The fields of a line, some of them in quotation marks.
pub(crate) fn fields(line: &str) -> Vec<String> {
    let (mut fields, mut quoted) = (vec![String::new()], false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                fields.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            c => fields.last_mut().unwrap().push(c),
        }
    }
    fields
}
