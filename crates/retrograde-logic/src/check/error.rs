//! What can be wrong with a formula, and where.

use std::fmt;

/// Why a text is no formula: what is wrong, where, and what to write instead.
///
/// ```
/// use retrograde_logic::check::Formula;
/// let error = Formula::parse("nu X. [true]X & <true>true").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 15: found '&': write '&&'");
/// assert_eq!(error.pointer(), "  nu X. [true]X & <true>true\n                ^");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaError {
    /// The line, counted from 1.
    pub line: u64,
    /// The column in characters, counted from 1.
    pub column: u64,
    /// What is wrong.
    pub message: String,
    /// The part of the line around it, and how many characters of it come before the fault and belong
    /// to the fault.
    excerpt: (String, usize, usize),
}

impl FormulaError {
    /// A fault that reaches from one byte of the text to another.
    pub(crate) fn new(text: &str, from: usize, to: usize, message: impl Into<String>) -> Self {
        let from = floor(text, from);
        let before = &text[..from];
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let end = text[from..].find('\n').map_or(text.len(), |at| from + at);
        let line = 1 + before.bytes().filter(|&byte| byte == b'\n').count() as u64;
        let column = 1 + text[start..from].chars().count();
        let marked = text[from..floor(text, to).clamp(from, end)].chars().count().max(1);
        FormulaError {
            line,
            column: column as u64,
            message: shortened(message.into()),
            excerpt: excerpt(&text[start..end], column - 1, marked),
        }
    }

    /// Two lines that show the fault: a part of the formula, and a mark under what is wrong.
    #[must_use]
    pub fn pointer(&self) -> String {
        let (text, before, marked) = &self.excerpt;
        format!("  {text}\n  {}{}", " ".repeat(*before), "^".repeat(*marked))
    }
}

/// A message without most of a name that somebody has made too long to read.
fn shortened(message: String) -> String {
    const HALF: usize = 300;
    if message.len() <= 3 * HALF {
        return message;
    }
    let end = (message.len() - HALF..).find(|&at| message.is_char_boundary(at));
    let (start, end) = (floor(&message, HALF), end.unwrap_or(message.len()));
    format!("{}…{}", &message[..start], &message[end..])
}

/// As much of a line as fits a screen.
fn excerpt(line: &str, before: usize, marked: usize) -> (String, usize, usize) {
    const BEFORE: usize = 40;
    const AFTER: usize = 36;
    let skipped = before.saturating_sub(BEFORE);
    let shown = |c: char| if retrograde_core::quote::is_hidden(c) { ' ' } else { c };
    let mut text: String =
        line.chars().skip(skipped).take(before - skipped + AFTER).map(shown).collect();
    let text_len = text.chars().count();
    let mut at = before - skipped;
    if skipped > 0 {
        text.insert(0, '…');
        at += 1;
    }
    let last = text_len + usize::from(skipped > 0);
    if line.chars().count() > skipped + text_len {
        text.push('…');
    }
    let marked = marked.min(last.saturating_sub(at)).max(1);
    (text.trim_end().to_owned(), at, marked)
}

/// The largest place at most `at` where a character begins.
fn floor(text: &str, at: usize) -> usize {
    let at = at.min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

impl fmt::Display for FormulaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FormulaError { line, column, message, .. } = self;
        write!(f, "line {line}, column {column}: {message}")
    }
}

impl std::error::Error for FormulaError {}
