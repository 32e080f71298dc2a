//! Tables at the terminal.

use std::io::{self, Write};

use anstyle::Style;
use retrograde::words::{Grid, Lean, Paint};

use crate::style;

/// The style of a paint.
pub(crate) fn style(paint: Paint) -> Style {
    match paint {
        Paint::Strong => style::HEADING,
        Paint::Dim => style::DIM,
        Paint::Outcome(outcome) => style::outcome(outcome),
        Paint::Plain => Style::new(),
    }
}

/// Writes rows under headings, each column as wide as its widest text, and what is to say below.
pub(crate) fn write(out: &mut dyn Write, grid: &Grid) -> io::Result<()> {
    let width = |column: usize| {
        let cells = grid.rows.iter().map(|row| row[column].text.chars().count());
        cells.chain([grid.columns[column].0.chars().count()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..grid.columns.len()).map(width).collect();
    let headings: Vec<_> = grid.columns.iter().map(|(text, _)| (*text, style::HEADING)).collect();
    let rows = grid
        .rows
        .iter()
        .map(|row| row.iter().map(|cell| (cell.text.as_str(), style(cell.paint))).collect());
    for row in [headings].into_iter().chain(rows) {
        write_row(out, &row, &grid.columns, &widths)?;
    }
    match &grid.below {
        Some(text) => writeln!(out, "\n{text}"),
        None => Ok(()),
    }
}

fn write_row(
    out: &mut dyn Write,
    row: &[(&str, Style)],
    columns: &[(&str, Lean)],
    widths: &[usize],
) -> io::Result<()> {
    let last = row.iter().rposition(|(text, _)| !text.is_empty()).unwrap_or(0);
    for (column, (text, style)) in row.iter().enumerate().take(last + 1) {
        write!(out, " ")?;
        let pad = " ".repeat(widths[column] - text.chars().count());
        match columns[column].1 {
            Lean::Right => write!(out, " {pad}{style}{text}{style:#}")?,
            Lean::Left if column == last => write!(out, " {style}{text}{style:#}")?,
            Lean::Left => write!(out, " {style}{text}{style:#}{pad}")?,
        }
    }
    writeln!(out)
}
