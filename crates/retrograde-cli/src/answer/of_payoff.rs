//! What plays pay, for people.

use std::io::{self, Write};

use retrograde::{Arena, EnergySolution, MeanPayoffSolution, Player, Ratio, Vertex};

use super::cells::{PLAIN, count_cell, move_cell, share_cell};
use super::of_regions::{self, owner_cell, paint, winner_cell};
use crate::table::{self, Cell, Lean};

/// The answer to an objective about weights.
pub(crate) enum Payoff {
    Energy(EnergySolution),
    Mean(MeanPayoffSolution),
}

/// Lines of the table of values.
const VALUES_SHOWN: usize = 12;

impl Payoff {
    pub(super) fn how(&self) -> &'static str {
        match self {
            Payoff::Energy(_) => {
                "player 0 wants to keep the running sum of weights at or above zero: least credits found from below"
            }
            Payoff::Mean(_) => {
                "player 0 wants a large long-run average of the weights, player 1 a small one: exact values"
            }
        }
    }
}

/// How many positions each player wins, or have which value.
pub(super) fn counts(out: &mut dyn Write, arena: &Arena, payoff: &Payoff) -> io::Result<()> {
    match payoff {
        Payoff::Energy(solution) => {
            of_regions::counts(out, &solution.winners)?;
            if let Some((vertex, credit)) = solution.credits.largest() {
                let name = arena.names.printable(vertex);
                writeln!(out, "\nlargest credit needed: {credit}, at {name}")?;
            }
            Ok(())
        }
        Payoff::Mean(solution) => {
            let mut values: Vec<Ratio> = solution.values.iter().flatten().collect();
            let (total, known) = (solution.values.len(), values.len());
            values.sort_unstable();
            let runs: Vec<&[Ratio]> = values.chunk_by(|a, b| a == b).rev().collect();
            let line = |run: &&[Ratio]| {
                let value = run[0];
                vec![
                    (value.to_string(), paint(sign(value))),
                    count_cell(run.len()),
                    share_cell(run.len(), total),
                ]
            };
            let mut rows: Vec<_> = runs.iter().take(VALUES_SHOWN).map(line).collect();
            if runs.len() > VALUES_SHOWN {
                let shown: usize = runs[..VALUES_SHOWN].iter().map(|run| run.len()).sum();
                let rest = known - shown;
                let name =
                    format!("{} more values, down to {}", runs.len() - VALUES_SHOWN, values[0]);
                rows.push(vec![(name, PLAIN), count_cell(rest), share_cell(rest, total)]);
            }
            if known < total {
                let rest = total - known;
                rows.push(vec![
                    ("not known".to_owned(), paint(None)),
                    count_cell(rest),
                    share_cell(rest, total),
                ]);
            }
            let headings = [("value", Lean::Left), ("count", Lean::Right), ("share", Lean::Right)];
            table::write(out, &headings, &rows)
        }
    }
}

pub(super) const ENERGY: &[(&str, Lean)] = &[
    ("vertex", Lean::Left),
    ("owner", Lean::Left),
    ("winner", Lean::Left),
    ("credit", Lean::Right),
    ("move", Lean::Left),
];

pub(super) const MEAN: &[(&str, Lean)] =
    &[("vertex", Lean::Left), ("owner", Lean::Left), ("value", Lean::Right), ("move", Lean::Left)];

/// What the row of `vertex` says beside its name.
pub(super) fn row(arena: &Arena, payoff: &Payoff, vertex: Vertex) -> Vec<Cell> {
    match payoff {
        Payoff::Energy(solution) => {
            let credit = solution.credits.get(vertex);
            vec![
                owner_cell(arena, vertex),
                winner_cell(solution.winners.get(vertex)),
                (credit.map_or(String::new(), |credit| credit.to_string()), PLAIN),
                move_cell(arena, solution.strategy.as_ref(), vertex),
            ]
        }
        Payoff::Mean(solution) => {
            let value = solution.values.get(vertex);
            vec![
                owner_cell(arena, vertex),
                (
                    value.map_or(String::new(), |value| value.to_string()),
                    value.map_or(PLAIN, |value| paint(sign(value))),
                ),
                move_cell(arena, solution.strategy.as_ref(), vertex),
            ]
        }
    }
}

/// Who would be glad of the value.
fn sign(value: Ratio) -> Option<Player> {
    match value.numerator() {
        0 => None,
        1.. => Some(Player::Zero),
        _ => Some(Player::One),
    }
}
