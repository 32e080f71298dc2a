//! Colours, which the streams drop where they are not wanted.

use anstyle::{AnsiColor, Style};
use retrograde::Outcome;

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
