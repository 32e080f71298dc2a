//! Pairs of values for people.

use std::io::{self, Write};

use retrograde::{Outcomes, Terms};

use super::cells::{OUTCOMES, count_cell, outcome_cell};
use crate::table::{self, Lean};

/// How many positions have each pair of values.
pub(super) fn counts(out: &mut dyn Write, first: &Outcomes, second: &Outcomes) -> io::Result<()> {
    let mut counts = [[0usize; 3]; 3];
    for (first, second) in first.iter().zip(second.iter()) {
        counts[first as usize][second as usize] += 1;
    }
    let rows: Vec<_> = OUTCOMES
        .into_iter()
        .map(|first| {
            let cells = OUTCOMES.map(|second| count_cell(counts[first as usize][second as usize]));
            [outcome_cell(first, Terms::WinLose)].into_iter().chain(cells).collect()
        })
        .collect();
    let headings = [
        ("first \\ second", Lean::Left),
        ("win", Lean::Right),
        ("lose", Lean::Right),
        ("draw", Lean::Right),
    ];
    table::write(out, &headings, &rows)
}
