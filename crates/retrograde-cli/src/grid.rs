//! Tables at the terminal.

use std::io::{self, Write};

use anstyle::Style;
use retrograde::quote;
use retrograde::words::{Grid, Lean, Paint};
use unicode_width::UnicodeWidthChar;

use crate::style::{self, display_width, wrap};

/// No column is made narrower than this to fit the others.
const NARROWEST: usize = 8;

/// What stands between two columns.
const GAP: usize = 2;

/// The style of a paint.
pub(crate) fn style(paint: Paint) -> Style {
    match paint {
        Paint::Strong => style::HEADING,
        Paint::Dim => style::DIM,
        Paint::Outcome(outcome) => style::outcome(outcome),
        Paint::Plain => Style::new(),
    }
}

/// Writes rows under headings, each column as wide as its widest text, and what is to say below. On a
/// terminal it gets no wider than that: columns with much to say take several lines.
pub(crate) fn write(out: &mut dyn Write, grid: &Grid) -> io::Result<()> {
    write_within(out, grid, style::columns())
}

fn write_within(out: &mut dyn Write, grid: &Grid, room: Option<usize>) -> io::Result<()> {
    let headings: Vec<Cell> =
        grid.columns.iter().map(|(text, _)| Cell::new(text, style::HEADING)).collect();
    let row = |row: &Vec<retrograde::words::Text>| {
        row.iter().map(|cell| Cell::new(&cell.text, style(cell.paint))).collect()
    };
    let rows: Vec<Vec<Cell>> = [headings].into_iter().chain(grid.rows.iter().map(row)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].width).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..grid.columns.len()).map(width).collect();
    if let Some(room) = room {
        narrow(&mut widths, room);
    }
    for row in &rows {
        write_row(out, row, &grid.columns, &widths)?;
    }
    match &grid.below {
        Some(text) => {
            writeln!(out)?;
            text.lines().try_for_each(|line| style::write_line(out, "", line))
        }
        None => Ok(()),
    }
}

/// A text as it is shown.
struct Cell {
    text: String,
    style: Style,
    width: usize,
}

impl Cell {
    fn new(text: &str, style: Style) -> Self {
        let text = quote::shown(text).into_owned();
        Cell { width: display_width(&text), text, style }
    }

    /// Its lines in a column of this width.
    fn lines(&self, width: usize) -> Vec<String> {
        match self.width <= width {
            true => vec![self.text.clone()],
            false => wrap(&self.text, width).iter().map(|line| cut(line, width)).collect(),
        }
    }
}

/// Takes from the widest columns until the table fits, or no column has anything to spare.
fn narrow(widths: &mut [usize], room: usize) {
    let room = room.saturating_sub(GAP * widths.len());
    while widths.iter().sum::<usize>() > room {
        let widest = widths.iter_mut().max().filter(|width| **width > NARROWEST);
        let Some(widest) = widest else { break };
        *widest -= 1;
    }
}

/// The beginning of a text that is too wide.
fn cut(text: &str, width: usize) -> String {
    if display_width(text) <= width {
        return text.to_owned();
    }
    let mut taken = 1;
    let fits = |c: &char| {
        taken += c.width().unwrap_or(0);
        taken <= width
    };
    let mut cut: String = text.chars().take_while(fits).collect();
    cut.push('…');
    cut
}

fn write_row(
    out: &mut dyn Write,
    row: &[Cell],
    columns: &[(&str, Lean)],
    widths: &[usize],
) -> io::Result<()> {
    let cells: Vec<Vec<String>> =
        row.iter().zip(widths).map(|(cell, &width)| cell.lines(width)).collect();
    let lines = cells.iter().map(Vec::len).max().unwrap_or(0);
    for number in 0..lines {
        let text = |column: usize| cells[column].get(number).map_or("", String::as_str);
        let last = (0..row.len()).rposition(|column| !text(column).is_empty()).unwrap_or(0);
        for column in 0..=last {
            let (text, style) = (text(column), row[column].style);
            let pad = " ".repeat(widths[column].saturating_sub(display_width(text)));
            match columns[column].1 {
                Lean::Right => write!(out, "  {pad}{style}{text}{style:#}")?,
                Lean::Left if column == last => write!(out, "  {style}{text}{style:#}")?,
                Lean::Left => write!(out, "  {style}{text}{style:#}{pad}")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use retrograde::words::Text;

    fn written(rows: &[[&str; 2]], room: Option<usize>) -> String {
        let rows = rows.iter().map(|row| row.map(Text::plain).into()).collect();
        let columns = vec![("name", Lean::Left), ("what it is", Lean::Left)];
        let mut out = Vec::new();
        write_within(&mut out, &Grid { columns, rows, below: None }, room).unwrap();
        anstream::adapter::strip_str(std::str::from_utf8(&out).unwrap()).to_string()
    }

    #[test]
    fn columns_line_up_by_what_is_seen() {
        let text =
            written(&[["将棋", "wide"], ["e\u{301}", "one"], ["\u{1b}[1m", "escaped"]], None);
        let places: Vec<usize> = ["what", "wide", "one", "escaped"]
            .iter()
            .zip(text.lines())
            .map(|(word, line)| display_width(&line[..line.find(word).unwrap()]))
            .collect();
        assert!(places.iter().all(|place| *place == places[0]), "{text}");
    }

    #[test]
    fn a_table_that_is_too_wide_takes_more_lines() {
        let long = "this goes on and on for longer than any line of a terminal has room for";
        let rows = [["a", long], ["withoutanyblanksinit", "b"]];
        assert!(written(&rows, None).contains(long));
        for room in [30, 40, 80] {
            let text = written(&rows, Some(room));
            assert!(text.lines().all(|line| display_width(line) <= room), "{text}");
            assert!(text.contains("terminal"), "{text}");
        }
        assert!(written(&rows, Some(30)).contains('…'));
    }
}
