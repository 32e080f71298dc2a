//! Grundy values for people.

use std::io::{self, Write};

use retrograde::solve::grundy;
use retrograde::{Arena, Grundy, Outcome, Terms};

use super::cells::{count_cell, outcome_cell, share_cell};
use crate::style;
use crate::table::{self, Lean};

/// How many positions have each Grundy value, the small ones first.
pub(super) fn counts(
    out: &mut dyn Write,
    arena: &Arena,
    solved: &grundy::Solved,
    terms: Terms,
) -> io::Result<()> {
    const SHOWN: usize = 8;
    let values = &solved.values;
    let mut finite: Vec<usize> = Vec::new();
    let (mut loopy_won, mut loopy_drawn) = (0, 0);
    for value in values.iter() {
        match value {
            Grundy::Finite(value) => {
                let value = value as usize;
                if value >= finite.len() {
                    finite.resize(value + 1, 0);
                }
                finite[value] += 1;
            }
            loopy if loopy.outcome() == Outcome::Win => loopy_won += 1,
            _ => loopy_drawn += 1,
        }
    }
    let row = |value: String, outcome: Outcome, count: usize| {
        vec![
            (value, style::outcome(outcome)),
            outcome_cell(outcome, terms),
            count_cell(count),
            share_cell(count, values.len()),
        ]
    };
    let mut rows = Vec::new();
    let few = finite.len() <= SHOWN;
    let shown = if few { finite.len() } else { SHOWN - 1 };
    for (value, &count) in finite.iter().enumerate().take(shown) {
        let outcome = if value == 0 { Outcome::Lose } else { Outcome::Win };
        rows.push(row(value.to_string(), outcome, count));
    }
    if !few {
        let label = format!("{shown} to {}", finite.len() - 1);
        rows.push(row(label, Outcome::Win, finite[shown..].iter().sum()));
    }
    if loopy_won + loopy_drawn > 0 {
        rows.push(row("inf with 0".to_owned(), Outcome::Win, loopy_won));
        rows.push(row("inf without 0".to_owned(), Outcome::Draw, loopy_drawn));
    }
    let headings = [
        ("grundy", Lean::Left),
        ("alone", Lean::Left),
        ("count", Lean::Right),
        ("share", Lean::Right),
    ];
    table::write(out, &headings, &rows)?;
    if let Some((vertex, value)) = values.largest().filter(|_| !few) {
        writeln!(out, "\nthe largest value is {value}, at {}", arena.names.printable(vertex))?;
    }
    Ok(())
}
