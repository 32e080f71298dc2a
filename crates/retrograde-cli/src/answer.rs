//! What a solver found, and how it is put for people.

use std::io::{self, Write};

use anstyle::Style;
use retrograde::draw::Labels;
use retrograde::io::{OutcomeSheet, Sheet};
use retrograde::solve::{asymmetric, grundy, outcome, partizan};
use retrograde::{
    Arena, Grundy, Outcome, OutcomeSolution, Outcomes, PartizanClass, Strategy, Terms, Value,
    Vertex,
};

use crate::style;
use crate::table::{self, Cell, Lean, counted, grouped};

/// The answer to one objective.
pub(crate) enum Answer {
    Outcome(outcome::Solved),
    Asymmetric(asymmetric::Solved),
    Grundy(grundy::Solved),
    Partizan(partizan::Solved),
}

const PLAIN: Style = Style::new();

impl Answer {
    /// Hands `write` the answer as rows of facts, for files.
    pub(crate) fn with_sheet<R>(&self, terms: Terms, write: impl FnOnce(&dyn Sheet) -> R) -> R {
        match self {
            Answer::Outcome(solved) => write(&OutcomeSheet { solution: &solved.solution, terms }),
            Answer::Asymmetric(solved) => write(&solved.solution),
            Answer::Grundy(solved) => write(&solved.values),
            Answer::Partizan(solved) => write(&solved.solution),
        }
    }

    /// The answer as it is drawn.
    pub(crate) fn labels(&self) -> Labels<'_> {
        match self {
            Answer::Outcome(solved) => Labels::from(&solved.solution),
            Answer::Asymmetric(solved) => Labels::from(&solved.solution),
            Answer::Grundy(solved) => Labels::from(&solved.values),
            Answer::Partizan(solved) => Labels::from(&solved.solution),
        }
    }

    /// How it was found, in a line.
    pub(crate) fn how(&self, is_auto: bool) -> &'static str {
        match self {
            Answer::Outcome(solved) => match solved.report.method {
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
            Answer::Outcome(solved) => outcome_counts(out, arena, &solved.solution, terms),
            Answer::Asymmetric(solved) => {
                asymmetric_counts(out, &solved.solution.first, &solved.solution.second)
            }
            Answer::Grundy(solved) => grundy_counts(out, arena, solved, terms),
            Answer::Partizan(solved) => partizan_counts(out, arena, solved),
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
                Answer::Outcome(solved) => {
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
            };
            [name].into_iter().chain(values).collect()
        };
        let rows: Vec<_> = (0..shown as Vertex).map(row).collect();
        table::write(out, self.headings(), &rows)
    }

    fn headings(&self) -> &'static [(&'static str, Lean)] {
        const LEFT: Lean = Lean::Left;
        match self {
            Answer::Outcome(_) => {
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
        }
    }
}

fn outcome_cell(outcome: Outcome, terms: Terms) -> Cell {
    (terms.word(outcome).to_owned(), style::outcome(outcome))
}

fn value_cell(value: Value) -> Cell {
    (value.to_string(), style::outcome(value.outcome()))
}

fn move_cell(arena: &Arena, strategy: Option<&Strategy>, vertex: Vertex) -> Cell {
    let to = strategy.and_then(|strategy| strategy.get(vertex));
    (to.map_or(String::new(), |to| arena.names.printable(to).into_owned()), PLAIN)
}

fn count_cell(count: usize) -> Cell {
    (grouped(count as u64), PLAIN)
}

fn share_cell(count: usize, total: usize) -> Cell {
    (format!("{:.1} %", count as f64 * 100.0 / total.max(1) as f64), PLAIN)
}

const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Lose, Outcome::Draw];

/// How many positions have each outcome, and the longest way to the end.
fn outcome_counts(
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

/// How many positions have each pair of values.
fn asymmetric_counts(out: &mut dyn Write, first: &Outcomes, second: &Outcomes) -> io::Result<()> {
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

/// How many positions have each Grundy value, the small ones first.
fn grundy_counts(
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

/// How many positions are in each class; those with draws only where there are any.
fn partizan_counts(
    out: &mut dyn Write,
    arena: &Arena,
    solved: &partizan::Solved,
) -> io::Result<()> {
    let mut counts = [0usize; PartizanClass::ALL.len()];
    for vertex in arena.graph.vertices() {
        counts[solved.solution.class(vertex) as usize] += 1;
    }
    let rows: Vec<_> = PartizanClass::ALL
        .into_iter()
        .filter(|&class| !has_draws(class) || counts[class as usize] > 0)
        .map(|class| {
            let count = counts[class as usize];
            vec![
                (class.to_string(), style::HEADING),
                count_cell(count),
                share_cell(count, arena.graph.vertex_count()),
                (meaning(class).to_owned(), PLAIN),
            ]
        })
        .collect();
    let headings = [
        ("class", Lean::Left),
        ("count", Lean::Right),
        ("share", Lean::Right),
        ("who wins", Lean::Left),
    ];
    table::write(out, &headings, &rows)
}

fn has_draws(class: PartizanClass) -> bool {
    !matches!(
        class,
        PartizanClass::Next | PartizanClass::Previous | PartizanClass::Left | PartizanClass::Right
    )
}

fn meaning(class: PartizanClass) -> &'static str {
    match class {
        PartizanClass::Next => "whoever starts",
        PartizanClass::Previous => "whoever does not start",
        PartizanClass::Left => "Left",
        PartizanClass::Right => "Right",
        PartizanClass::Draw => "nobody",
        PartizanClass::LeftDraw => "Left by starting, otherwise nobody",
        PartizanClass::DrawLeft => "Left if Right starts, otherwise nobody",
        PartizanClass::DrawRight => "Right by starting, otherwise nobody",
        PartizanClass::RightDraw => "Right if Left starts, otherwise nobody",
    }
}
