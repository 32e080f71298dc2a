//! Answers in words and tables, for whoever shows them to people: a terminal, a notebook, a page.

mod counts;
mod explaining;
mod game;
mod looks;
mod rows;
mod sections;
mod telling;
mod time;

use retrograde_core::{Cell, Grundy, Outcome, Terms, Value};

pub use counts::counts;
pub use explaining::outcome_effect;
pub(crate) use explaining::{effect, outcome_why, why};
pub use game::{GameFigures, GameRows, ended, game_figures, game_rows, moves, start, worth};
pub use looks::{Class, Look, chosen_edges, look};
pub use retrograde_core::{counted, grouped};
pub use rows::rows;
pub use sections::{SectionFigures, section_figures, sections};
pub(crate) use telling::{closing, ending, game_over, goes_round, round};
pub use telling::{explanation, line};
pub use time::lasting;

/// Which way a column leans.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lean {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// How a text stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Paint {
    /// It does not.
    #[default]
    Plain,
    /// It is what one looks for.
    Strong,
    /// It matters less.
    Dim,
    /// It is good or bad for somebody.
    Outcome(Outcome),
}

/// A piece of text and how it stands out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// How it stands out.
    pub paint: Paint,
}

impl Text {
    /// A text that stands out in some way.
    pub fn new(text: impl Into<String>, paint: Paint) -> Self {
        Text { text: text.into(), paint }
    }

    /// A text like others.
    pub fn plain(text: impl Into<String>) -> Self {
        Text::new(text, Paint::Plain)
    }

    /// An outcome in the words for it.
    #[must_use]
    pub fn outcome(outcome: Outcome, terms: Terms) -> Self {
        Text::new(terms.word(outcome), Paint::Outcome(outcome))
    }

    /// A value with its distance.
    #[must_use]
    pub fn value(value: Value) -> Self {
        Text::new(grouped(value), Paint::Outcome(value.outcome()))
    }

    /// A cell of a row.
    #[must_use]
    pub fn cell(cell: Cell<'_>, terms: Terms) -> Self {
        let paint = match cell {
            Cell::Class(_) => Paint::Strong,
            cell => cell.outcome().map_or(Paint::Plain, Paint::Outcome),
        };
        let text = match cell {
            Cell::Number(_) | Cell::Wide(_) | Cell::Ratio(_) | Cell::Grundy(Grundy::Finite(_)) => {
                grouped(cell)
            }
            cell => cell.text(terms),
        };
        Text::new(text, paint)
    }

    fn count(count: usize) -> Self {
        Text::plain(grouped(count as u64))
    }

    fn share(count: usize, total: usize) -> Self {
        Text::plain(format!("{:.1} %", count as f64 * 100.0 / total.max(1) as f64))
    }
}

/// Rows under headings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// The headings, and which way their columns lean.
    pub columns: Vec<(&'static str, Lean)>,
    /// The rows, each with a text for every column.
    pub rows: Vec<Vec<Text>>,
    /// What there is to say below.
    pub below: Option<String>,
}
