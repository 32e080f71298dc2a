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
