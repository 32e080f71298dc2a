//! The cells that the tables of answers share.

use anstyle::Style;
use retrograde::{Arena, Outcome, Strategy, Terms, Value, Vertex};

use crate::style;
use crate::table::{Cell, grouped};

pub(super) const PLAIN: Style = Style::new();

/// All outcomes, the best first.
pub(super) const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Lose, Outcome::Draw];

pub(super) fn outcome_cell(outcome: Outcome, terms: Terms) -> Cell {
    (terms.word(outcome).to_owned(), style::outcome(outcome))
}

pub(super) fn value_cell(value: Value) -> Cell {
    (value.to_string(), style::outcome(value.outcome()))
}

pub(super) fn move_cell(arena: &Arena, strategy: Option<&Strategy>, vertex: Vertex) -> Cell {
    let to = strategy.and_then(|strategy| strategy.get(vertex));
    (to.map_or(String::new(), |to| arena.names.printable(to).into_owned()), PLAIN)
}

pub(super) fn count_cell(count: usize) -> Cell {
    (grouped(count as u64), PLAIN)
}

pub(super) fn share_cell(count: usize, total: usize) -> Cell {
    (format!("{:.1} %", count as f64 * 100.0 / total.max(1) as f64), PLAIN)
}
