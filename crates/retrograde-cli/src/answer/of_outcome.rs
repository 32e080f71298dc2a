//! Outcomes for people.

use std::io::{self, Write};

use retrograde::{Arena, Bitmap, Outcome, OutcomeSolution, Terms};

use super::cells::{OUTCOMES, PLAIN, count_cell, outcome_cell, share_cell};
use crate::table::{self, Lean, counted, grouped};

/// How many positions have each outcome, and the longest way to the end.
pub(super) fn counts(
    out: &mut dyn Write,
    arena: &Arena,
    solution: &OutcomeSolution,
    ties: Option<&Bitmap>,
    terms: Terms,
) -> io::Result<()> {
    let values = &solution.values;
    let rows: Vec<_> = OUTCOMES
        .into_iter()
        .map(|outcome| {
            let count = values.count(outcome);
            let longest = match values.longest(outcome) {
                Some((vertex, distance)) => {
                    let moves = counted(distance.0 as usize, "move", "moves");
                    format!("{moves} from {}", arena.names.printable(vertex))
                }
                None => String::new(),
            };
            let share = share_cell(count, values.len());
            vec![outcome_cell(outcome, terms), count_cell(count), share, (longest, PLAIN)]
        })
        .collect();
    let headings = [
        ("outcome", Lean::Left),
        ("count", Lean::Right),
        ("share", Lean::Right),
        ("longest", Lean::Left),
    ];
    table::write(out, &headings, &rows)?;
    let draws = values.count(Outcome::Draw);
    match ties.map(Bitmap::count_ones) {
        Some(ties) if draws > 0 && ties == draws => {
            writeln!(out, "\nall draws are ties: the rules end the game")
        }
        Some(ties) if draws > 0 => writeln!(
            out,
            "\nof the draws, {} are ties, which the rules end, and {} need not end",
            grouped(ties as u64),
            grouped((draws - ties) as u64)
        ),
        _ => Ok(()),
    }
}
