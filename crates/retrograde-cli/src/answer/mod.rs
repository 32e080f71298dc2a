//! What a solver found, and how it is put for people.

mod cells;
mod of_asymmetric;
mod of_grundy;
mod of_outcome;
mod of_partizan;
mod of_payoff;
mod of_regions;

use std::io::{self, Write};

use retrograde::draw::Labels;
use retrograde::io::{MealySheet, OutcomeSheet, RegionObjective, RegionSheet, Sheet};
use retrograde::solve::{asymmetric, grundy, outcome, partizan};
use retrograde::{Arena, Bitmap, MealySolution, Player, RegionSolution, Terms, Vertex};

use crate::style;
use crate::table::{self, Cell, Lean};

pub(crate) use of_payoff::Payoff;
pub(crate) use of_regions::Regions;

use cells::{PLAIN, move_cell, outcome_cell, value_cell};

/// The answer to one objective.
pub(crate) enum Answer {
    /// With the draws that are ties, where the rules can end a game without a winner.
    Outcome(outcome::Solved, Option<Bitmap>),
    Asymmetric(asymmetric::Solved),
    Grundy(grundy::Solved),
    Partizan(partizan::Solved),
    Regions(Regions),
    Payoff(Payoff),
}

impl Answer {
    /// Hands `write` the answer as rows of facts, for files.
    pub(crate) fn with_sheet<R>(&self, terms: Terms, write: impl FnOnce(&dyn Sheet) -> R) -> R {
        match self {
            Answer::Outcome(solved, ties) => {
                let ties = ties.as_ref().map(Bitmap::count_ones);
                write(&OutcomeSheet { solution: &solved.solution, terms, ties })
            }
            Answer::Asymmetric(solved) => write(&solved.solution),
            Answer::Grundy(solved) => write(&solved.values),
            Answer::Partizan(solved) => write(&solved.solution),
            Answer::Regions(Regions { objective, solution, machines: None, .. }) => {
                write(&RegionSheet { objective: *objective, solution })
            }
            Answer::Regions(Regions { objective, machines: Some(solution), .. }) => {
                write(&MealySheet::new(*objective, solution))
            }
            Answer::Payoff(Payoff::Energy(solution)) => write(solution),
            Answer::Payoff(Payoff::Mean(solution)) => write(solution),
        }
    }

    /// The answer as it is drawn.
    pub(crate) fn labels(&self) -> Labels<'_> {
        match self {
            Answer::Outcome(solved, _) => Labels::from(&solved.solution),
            Answer::Asymmetric(solved) => Labels::from(&solved.solution),
            Answer::Grundy(solved) => Labels::from(&solved.values),
            Answer::Partizan(solved) => Labels::from(&solved.solution),
            Answer::Regions(Regions { machines: Some(solution), .. }) => Labels::from(solution),
            Answer::Regions(Regions { objective: RegionObjective::Parity, solution, .. }) => {
                Labels::Parity(solution)
            }
            Answer::Regions(Regions { solution, .. }) => Labels::Targets(solution),
            Answer::Payoff(Payoff::Energy(solution)) => Labels::from(solution),
            Answer::Payoff(Payoff::Mean(solution)) => Labels::from(solution),
        }
    }

    /// Winners and moves, for objectives that have nothing else.
    pub(crate) fn regions(&self) -> Option<&RegionSolution> {
        match self {
            Answer::Regions(regions) => Some(&regions.solution),
            _ => None,
        }
    }

    /// The strategies with memory, where winning takes any.
    pub(crate) fn machines(&self) -> Option<&MealySolution> {
        match self {
            Answer::Regions(regions) => regions.machines.as_ref(),
            _ => None,
        }
    }

    /// How many vertices nothing is known about, for objectives that can be stopped.
    pub(crate) fn unknown(&self) -> Option<usize> {
        let winners = match self {
            Answer::Regions(regions) => &regions.solution.winners,
            Answer::Payoff(Payoff::Energy(solution)) => &solution.winners,
            Answer::Payoff(Payoff::Mean(solution)) => {
                return Some(solution.values.iter().filter(Option::is_none).count());
            }
            _ => return None,
        };
        Some(winners.len() - winners.count(Player::Zero) - winners.count(Player::One))
    }

    /// How it was found, in a line.
    pub(crate) fn how(&self, is_auto: bool) -> &str {
        match self {
            Answer::Outcome(solved, _) => match solved.report.method {
                outcome::Method::Acyclic => "no cycles: solved in one pass, last positions first",
                outcome::Method::Components => "solved component by component, last ones first",
                _ if is_auto => "with cycles: solved by retrograde analysis",
                _ => "solved by retrograde analysis",
            },
            Answer::Asymmetric(solved) => match solved.report.method {
                asymmetric::Method::Nmbig => {
                    "player 0 wants to end the game, player 1 to play forever: solved label by label"
                }
                _ => {
                    "player 0 wants to end the game, player 1 to play forever: solved in two waves"
                }
            },
            Answer::Grundy(solved) => match solved.report.method {
                grundy::Method::Acyclic => {
                    "no cycles: Grundy values in one pass, last positions first"
                }
                _ if is_auto => "with cycles: generalised Grundy values, one value at a time",
                _ => "generalised Grundy values, one value at a time",
            },
            Answer::Regions(regions) => &regions.how,
            Answer::Payoff(payoff) => payoff.how(),
            Answer::Partizan(_) => {
                "Left and Right, each moving first: solved by retrograde analysis"
            }
        }
    }

    /// How many positions have which value.
    pub(crate) fn write_counts(
        &self,
        out: &mut dyn Write,
        arena: &Arena,
        terms: Terms,
    ) -> io::Result<()> {
        match self {
            Answer::Outcome(solved, ties) => {
                of_outcome::counts(out, arena, &solved.solution, ties.as_ref(), terms)
            }
            Answer::Asymmetric(solved) => {
                of_asymmetric::counts(out, &solved.solution.first, &solved.solution.second)
            }
            Answer::Grundy(solved) => of_grundy::counts(out, arena, solved, terms),
            Answer::Partizan(solved) => of_partizan::counts(out, arena, solved),
            Answer::Regions(regions) => of_regions::counts(out, &regions.solution.winners),
            Answer::Payoff(payoff) => of_payoff::counts(out, arena, payoff),
        }
    }

    /// The first rows.
    pub(crate) fn write_rows(
        &self,
        out: &mut dyn Write,
        arena: &Arena,
        terms: Terms,
        shown: usize,
    ) -> io::Result<()> {
        let row = |vertex: Vertex| -> Vec<Cell> {
            let name = (arena.names.printable(vertex).into_owned(), PLAIN);
            let values = match self {
                Answer::Outcome(solved, _) => {
                    let value = solved.solution.values.get(vertex);
                    let distance = value.distance().map_or(String::new(), |d| d.to_string());
                    vec![
                        outcome_cell(value.outcome(), terms),
                        (distance, PLAIN),
                        move_cell(arena, solved.solution.strategy.as_ref(), vertex),
                    ]
                }
                Answer::Asymmetric(solved) => {
                    let solution = &solved.solution;
                    let moves = solution.strategies.as_ref();
                    vec![
                        outcome_cell(solution.first.get(vertex), Terms::WinLose),
                        outcome_cell(solution.second.get(vertex), Terms::WinLose),
                        move_cell(arena, moves.map(|moves| &moves.first), vertex),
                        move_cell(arena, moves.map(|moves| &moves.second), vertex),
                    ]
                }
                Answer::Grundy(solved) => {
                    let value = solved.values.get(vertex);
                    vec![
                        (value.to_string(), style::outcome(value.outcome())),
                        outcome_cell(value.outcome(), terms),
                    ]
                }
                Answer::Partizan(solved) => {
                    let solution = &solved.solution;
                    let (left, right) = (&solution.left_first, &solution.right_first);
                    vec![
                        value_cell(left.values.get(vertex)),
                        value_cell(right.values.get(vertex)),
                        (solution.class(vertex).to_string(), style::HEADING),
                        move_cell(arena, left.strategy.as_ref(), vertex),
                        move_cell(arena, right.strategy.as_ref(), vertex),
                    ]
                }
                Answer::Regions(regions) => of_regions::row(arena, regions, vertex),
                Answer::Payoff(payoff) => of_payoff::row(arena, payoff, vertex),
            };
            [name].into_iter().chain(values).collect()
        };
        let rows: Vec<_> = (0..shown as Vertex).map(row).collect();
        table::write(out, self.headings(), &rows)
    }

    fn headings(&self) -> &'static [(&'static str, Lean)] {
        const LEFT: Lean = Lean::Left;
        match self {
            Answer::Outcome(..) => {
                &[("vertex", LEFT), ("outcome", LEFT), ("distance", Lean::Right), ("move", LEFT)]
            }
            Answer::Asymmetric(_) => &[
                ("vertex", LEFT),
                ("first", LEFT),
                ("second", LEFT),
                ("first's move", LEFT),
                ("second's move", LEFT),
            ],
            Answer::Grundy(_) => &[("vertex", LEFT), ("grundy", LEFT), ("alone", LEFT)],
            Answer::Partizan(_) => &[
                ("vertex", LEFT),
                ("Left first", LEFT),
                ("Right first", LEFT),
                ("class", LEFT),
                ("Left's move", LEFT),
                ("Right's move", LEFT),
            ],
            Answer::Regions(_) => of_regions::HEADINGS,
            Answer::Payoff(Payoff::Energy(_)) => of_payoff::ENERGY,
            Answer::Payoff(Payoff::Mean(_)) => of_payoff::MEAN,
        }
    }
}
