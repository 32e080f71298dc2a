//! Colours, which the streams drop where they are not wanted, and how wide text may be.

use std::io::{self, IsTerminal, Write};

use anstyle::{AnsiColor, Style};
use retrograde::{Outcome, quote};
use terminal_size::{Width, terminal_size_of};
use unicode_width::UnicodeWidthStr;

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default();
pub(crate) const HEADING: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();

/// The colour of an outcome.
pub(crate) fn outcome(outcome: Outcome) -> Style {
    match outcome {
        Outcome::Win => AnsiColor::Blue.on_default().bold(),
        Outcome::Lose => AnsiColor::Yellow.on_default().bold(),
        Outcome::Draw => Style::new().dimmed(),
    }
}

/// The width of prose where nobody knows how wide the place is.
const USUAL: usize = 80;

/// Prose is not wider than this, since longer lines are hard to read.
const WIDEST: usize = 100;

/// The columns of the terminal that standard output is, if it is one and says so.
pub(crate) fn columns() -> Option<usize> {
    let out = io::stdout();
    let (Width(width), _) = terminal_size_of(&out).filter(|_| out.is_terminal())?;
    Some(usize::from(width)).filter(|&width| width > 0)
}

/// How wide prose may be.
pub(crate) fn width() -> usize {
    let said = || std::env::var("COLUMNS").ok()?.parse().ok().filter(|&width| width > 0);
    columns().or_else(said).unwrap_or(USUAL).min(WIDEST)
}

/// How many columns a text takes.
pub(crate) fn display_width(text: &str) -> usize {
    text.width()
}

/// The lines of a text of so many columns, broken between words where it is wider. A word that is
/// wider by itself has a line of its own.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    if display_width(text) <= width {
        return vec![text.to_owned()];
    }
    let mut lines = vec![String::new()];
    let mut taken = 0;
    for word in text.split_whitespace() {
        let wide = display_width(word);
        if taken > 0 && taken + 1 + wide > width {
            lines.push(String::new());
            taken = 0;
        }
        let line = lines.last_mut().expect("there is a line");
        if taken > 0 {
            line.push(' ');
            taken += 1;
        }
        line.push_str(word);
        taken += wide;
    }
    lines
}

/// Writes prose in lines that are easy to read, the first behind `head` and the others as far to the
/// right.
pub(crate) fn write_prose(out: &mut dyn Write, head: &str, text: &str) -> io::Result<()> {
    write_wrapped(out, head, text, width())
}

/// As [`write_prose`], for what may be long and has names in it: on a terminal in lines that fit,
/// elsewhere in one.
pub(crate) fn write_line(out: &mut dyn Write, head: &str, text: &str) -> io::Result<()> {
    write_wrapped(out, head, text, columns().unwrap_or(usize::MAX))
}

/// Writes short texts side by side, two blanks between them: so many in a line at most, and on a
/// terminal no more than fit.
pub(crate) fn write_items(
    out: &mut dyn Write,
    head: &str,
    items: impl Iterator<Item = String>,
    most: usize,
) -> io::Result<()> {
    items_within(out, head, items, most, columns().unwrap_or(usize::MAX))
}

fn items_within(
    out: &mut dyn Write,
    head: &str,
    items: impl Iterator<Item = String>,
    most: usize,
    width: usize,
) -> io::Result<()> {
    let (mut taken, mut count) = (0, 0);
    for item in items {
        let item = quote::shown(&item);
        let wide = display_width(&item);
        if count == most || (count > 0 && taken + 2 + wide > width) {
            writeln!(out)?;
            count = 0;
        }
        let gap = if count == 0 { head } else { "  " };
        write!(out, "{gap}{item}")?;
        taken = if count == 0 { 0 } else { taken } + display_width(gap) + wide;
        count += 1;
    }
    if count > 0 { writeln!(out) } else { Ok(()) }
}

/// As [`write_line`] for a sentence whose first word has a colour.
pub(crate) fn write_painted(
    out: &mut dyn Write,
    paint: Style,
    word: &str,
    rest: &str,
) -> io::Result<()> {
    let mut text = Vec::new();
    write_line(&mut text, "", &format!("{word}{rest}"))?;
    out.write_all(format!("{paint}{word}{paint:#}").as_bytes())?;
    out.write_all(&text[word.len()..])
}

fn write_wrapped(out: &mut dyn Write, head: &str, text: &str, width: usize) -> io::Result<()> {
    let indent = display_width(head);
    let lines = wrap(&quote::shown(text), width.saturating_sub(indent).max(20));
    for (number, line) in lines.iter().enumerate() {
        match number {
            0 => writeln!(out, "{head}{line}")?,
            _ => writeln!(out, "{:indent$}{line}", "")?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stand_side_by_side_as_far_as_there_is_room() {
        let written = |most, width| {
            let mut out = Vec::new();
            let items = ["1. Kb2", "2. Kd5", "3. 将棋", "4. Qe4+"].map(str::to_owned).into_iter();
            items_within(&mut out, "  ", items, most, width).unwrap();
            String::from_utf8(out).unwrap()
        };
        assert_eq!(written(3, usize::MAX), "  1. Kb2  2. Kd5  3. 将棋\n  4. Qe4+\n");
        assert_eq!(written(10, 16), "  1. Kb2  2. Kd5\n  3. 将棋\n  4. Qe4+\n");
        assert_eq!(written(10, 1), "  1. Kb2\n  2. Kd5\n  3. 将棋\n  4. Qe4+\n");
        assert_eq!(written(1, 80).lines().count(), 4);
    }
}
