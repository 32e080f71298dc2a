//! Outcomes for people.

use std::io::{self, Write};

use retrograde::{Arena, OutcomeSolution, Terms};

use super::cells::{OUTCOMES, PLAIN, count_cell, outcome_cell, share_cell};
use crate::table::{self, Lean, counted};

/// How many positions have each outcome, and the longest way to the end.
pub(super) fn counts(
    out: &mut dyn Write,
    arena: &Arena,
    solution: &OutcomeSolution,
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
    table::write(out, &headings, &rows)
}
