//! A plain table for people.

use std::borrow::Cow;
use std::io::{self, Write};

use anstyle::Style;
use retrograde::Distance;

use crate::style;

/// Which way a column leans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lean {
    Left,
    Right,
}

/// A cell: its text and how to paint it.
pub(crate) type Cell = (String, Style);

/// Writes rows under headings, each column as wide as its widest cell.
pub(crate) fn write(
    out: &mut dyn Write,
    headings: &[(&str, Lean)],
    rows: &[Vec<Cell>],
) -> io::Result<()> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].0.chars().count());
        cells.chain([headings[column].0.chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..headings.len()).map(width).collect();
    let heading: Vec<Cell> =
        headings.iter().map(|(text, _)| ((*text).to_owned(), style::HEADING)).collect();
    for row in [&heading].into_iter().chain(rows) {
        let last = row.iter().rposition(|(text, _)| !text.is_empty()).unwrap_or(0);
        for (column, (text, style)) in row.iter().enumerate().take(last + 1) {
            write!(out, " ")?;
            let pad = " ".repeat(widths[column] - text.chars().count());
            match headings[column].1 {
                Lean::Right => write!(out, " {pad}{style}{text}{style:#}")?,
                Lean::Left if column == last => write!(out, " {style}{text}{style:#}")?,
                Lean::Left => write!(out, " {style}{text}{style:#}{pad}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// 12345678 as 12,345,678.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// "1 vertex", "2,000 vertices".
pub(crate) fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number as u64), if number == 1 { one } else { many })
}

/// A field of a CSV file, in quotes where RFC 4180 asks for them. An empty name is not nothing.
pub(crate) fn csv_field(text: &str) -> Cow<'_, str> {
    match text.is_empty() || text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")).into(),
        false => text.into(),
    }
}

/// A distance in words.
pub(crate) fn plies(distance: Distance) -> String {
    counted(distance.0 as usize, "ply", "plies")
}
