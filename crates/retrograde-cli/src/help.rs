//! What help says after the options, in lines that fit.

use clap::Command;

use crate::style::{display_width, wrap};

/// Indented at least so far, a line goes on with what the line before says.
const CONTINUED: usize = 8;

/// The command with the texts after its help, and those of its own commands, in lines that fit.
pub(crate) fn fitted(command: Command, width: usize) -> Command {
    let text = command.get_after_help().map(|text| reflow(&text.to_string(), width));
    let command = match text {
        Some(text) => command.after_help(text),
        None => command,
    };
    command.mut_subcommands(|below| fitted(below, width))
}

/// A paragraph, or a line of a list.
struct Entry {
    /// What stands before the text on its first line.
    head: String,
    text: String,
}

impl Entry {
    /// Of an indented line, what comes after the first wide gap is the text.
    fn new(line: &str) -> Self {
        let indent = line.len() - line.trim_start().len();
        let gap = line[indent..].find("  ").map(|at| indent + at).filter(|_| indent > 0);
        let start =
            gap.map_or(indent, |gap| gap + line[gap..].len() - line[gap..].trim_start().len());
        Entry { head: line[..start].to_owned(), text: line[start..].to_owned() }
    }

    /// Whether a line goes on where this one ends.
    fn goes_on(&self, line: &str) -> bool {
        let indent = line.len() - line.trim_start().len();
        let column = display_width(&self.head);
        !self.text.is_empty() && indent == column && (indent == 0 || indent >= CONTINUED)
    }
}

/// Puts the lines of each paragraph together and breaks them anew. Lists keep their lines, and what
/// does not fit on one goes on below where its text begins.
fn reflow(text: &str, width: usize) -> String {
    let mut entries: Vec<Entry> = Vec::new();
    for line in text.lines() {
        match entries.last_mut() {
            Some(last) if !line.is_empty() && last.goes_on(line) => {
                last.text.push(' ');
                last.text.push_str(line.trim_start());
            }
            _ => entries.push(Entry::new(line)),
        }
    }
    let mut lines = Vec::new();
    for Entry { head, text } in entries {
        let column = display_width(&head);
        // Where there is little room beside it, the text goes below.
        let (head, indent) = match width < column + 24 && column > 4 {
            true => (head.trim_end().to_owned() + "\n    ", 4),
            false => (head, column),
        };
        let broken = wrap(&text, width.saturating_sub(indent).max(20));
        lines.push(head + &broken.join(&format!("\n{:indent$}", "")));
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
Examples:
  do this thing            which does it, whatever that may be, and more
  do that

The first line of a paragraph
and the second of it, which go together.
  a          is the first letter
             of the alphabet";

    #[test]
    fn paragraphs_are_put_together_and_lists_are_not() {
        assert_eq!(
            reflow(TEXT, 60),
            "\
Examples:
  do this thing            which does it, whatever that may
                           be, and more
  do that

The first line of a paragraph and the second of it, which go
together.
  a          is the first letter of the alphabet"
        );
    }

    #[test]
    fn no_line_is_too_wide() {
        for width in 30..100 {
            let text = reflow(TEXT, width);
            assert!(text.lines().all(|line| display_width(line) <= width), "{width}: {text}");
        }
    }
}
