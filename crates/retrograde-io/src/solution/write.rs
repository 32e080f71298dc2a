//! Writing a solution as CSV or JSON, whatever its objective.

use std::io::{self, Write};

use retrograde_core::{Fact, Mealy, Names, Terms};

use crate::text_out::TextOut;

use super::field::{Words, csv_cell, csv_name, json_cell, json_name};
use super::rows::{Label, Row, Rows};

/// Writes a solution as CSV, one row a vertex; without strategies there are no columns for moves.
///
/// # Errors
/// What `out` reports.
///
/// ```
/// use retrograde_core::{
///     Distance, Names, Objective, OutcomeSolution, Solution, Terms, Value,
/// };
/// use retrograde_io::{SolutionRows, write_csv};
/// let values = [Value::Win(Distance(1)), Value::Lose(Distance(0)), Value::Draw];
/// let strategy = [Some(1), None, Some(2)].into_iter().collect();
/// let answer = OutcomeSolution::new(values.into_iter().collect(), Some(strategy));
/// let solution = Solution::new(Objective::OUTCOME, answer);
/// let names = Names::numbered(3);
/// let rows = SolutionRows { names: &names, edges: 2, solution: &solution, start: None };
/// let mut text = Vec::new();
/// write_csv(&rows, Terms::WinLose, &mut text)?;
/// assert_eq!(text, b"vertex,outcome,distance,move\n0,win,1,1\n1,lose,0,\n2,draw,,2\n");
/// text.clear();
/// write_csv(&rows, Terms::Pn, &mut text)?;
/// assert_eq!(text, b"vertex,outcome,distance,move\n0,N,1,1\n1,P,0,\n2,draw,,2\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_csv(rows: &dyn Rows, terms: Terms, out: &mut dyn Write) -> io::Result<()> {
    let mut text = TextOut::new(out);
    text.text("vertex");
    let (values, moves) = (rows.objective().facts().values, rows.move_columns());
    for column in values.iter().chain(&moves).chain(rows.bound_columns()) {
        text.text(",");
        text.text(column);
    }
    text.end_line()?;
    let words = Words::new(terms, "");
    rows.each(&mut |row: Row<'_>| {
        csv_name(&mut text, &row.name);
        for cell in row.cells {
            text.text(",");
            csv_cell(&mut text, cell, &words);
        }
        for chosen in row.moves {
            text.text(",");
            if let Some(chosen) = chosen {
                csv_name(&mut text, chosen);
            }
        }
        for bound in row.bounds {
            text.text(",");
            csv_cell(&mut text, bound, &words);
        }
        text.end_line()
    })?;
    text.finish()
}

/// Writes a solution as JSON, one row a line; without strategies the rows have no moves. Machines
/// come after the rows, one step a line. Where nothing is to be `listed`, there is only a summary.
///
/// # Errors
/// What `out` reports.
///
/// ```
/// use retrograde_core::{GrundyValues, Names, Objective, Solution, Terms};
/// use retrograde_io::{SolutionRows, write_json};
/// let solution = Solution::new(Objective::Grundy, GrundyValues::from_finite(vec![1, 0]));
/// let names = Names::numbered(2);
/// let rows = SolutionRows { names: &names, edges: 1, solution: &solution, start: None };
/// let mut text = Vec::new();
/// write_json(&rows, Terms::WinLose, true, &mut text)?;
/// assert!(String::from_utf8_lossy(&text).contains(r#"{"vertex": "0", "grundy": 1}"#));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_json(
    rows: &dyn Rows,
    terms: Terms,
    listed: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let facts = rows.objective().facts();
    let mut text = TextOut::new(out);
    text.text("{\n  \"objective\": \"");
    text.text(facts.name);
    text.text("\",\n  \"vertices\": ");
    text.number(rows.count());
    text.text(",\n  \"edges\": ");
    text.number(rows.edges());
    text.text(",\n  \"summary\": ");
    let words = Words::new(terms, "\"");
    let mut summary = rows.summary(terms);
    if let Some(start) = rows.start() {
        let values = facts.values.iter().zip(start).map(|(&key, cell)| (key, Fact::Cell(cell)));
        let tie = rows.start_is_tie().then_some(("tie", Fact::True));
        summary.push(("start", Fact::Group(values.chain(tie).collect())));
    }
    json_fact(&mut text, &Fact::Group(summary), &words);
    if listed {
        json_rows(&mut text, rows, &words)?;
        if let Some((machines, names)) = rows.machines() {
            json_machines(&mut text, names, machines)?;
        }
    }
    text.text("\n}");
    text.end_line()?;
    text.finish()
}

fn json_rows(text: &mut TextOut<'_>, rows: &dyn Rows, words: &Words) -> io::Result<()> {
    let keys = |columns: &[&str]| columns.iter().map(|column| Key::new(column)).collect::<Vec<_>>();
    let (values, moves) = (keys(rows.objective().facts().values), keys(&rows.move_columns()));
    let bounds = keys(rows.bound_columns());
    text.text(",\n  \"rows\": [");
    let mut empty = true;
    rows.each(&mut |row: Row<'_>| {
        text.text(if empty { "\n    {\"vertex\": \"" } else { ",\n    {\"vertex\": \"" });
        empty = false;
        json_name(text, &row.name);
        // Whether the quote is missing at the end of a name.
        let mut open = true;
        for (cell, key) in row.cells.iter().zip(&values) {
            key.write(text, open, false);
            open = false;
            json_cell(text, cell, words);
        }
        for (chosen, key) in row.moves.iter().zip(&moves) {
            key.write(text, open, chosen.is_some());
            open = chosen.is_some();
            match chosen {
                Some(chosen) => json_name(text, chosen),
                None => text.text("null"),
            }
        }
        for (bound, key) in row.bounds.iter().zip(&bounds) {
            key.write(text, open, false);
            open = false;
            json_cell(text, bound, words);
        }
        text.text(if open { "\"" } else { "" });
        text.text(if row.tie { ", \"tie\": true}" } else { "}" });
        text.send_if_full()
    })?;
    text.text(if empty { "]" } else { "\n  ]" });
    Ok(())
}

fn json_machines(text: &mut TextOut<'_>, names: &Names, machines: &[Mealy; 2]) -> io::Result<()> {
    text.text(",\n  \"machines\": [");
    for (index, machine) in machines.iter().enumerate() {
        text.text(if index == 0 { "" } else { "," });
        text.end_line()?;
        text.text("    {\"player\": ");
        text.number(machine.player().number());
        text.text(", \"states\": ");
        text.number(machine.state_count());
        text.text(", \"initial\": ");
        text.number(machine.initial());
        text.text(", \"steps\": [");
        for (index, step) in machine.steps().iter().enumerate() {
            text.text(if index == 0 { "" } else { "," });
            text.end_line()?;
            text.text("      {\"vertex\": \"");
            json_name(text, &Label::of(names, step.vertex));
            text.text("\", \"memory\": ");
            text.number(step.memory);
            let name = |text: &mut TextOut<'_>, key, name: Option<Label<'_>>| {
                text.text(key);
                match name {
                    Some(name) => {
                        text.text("\"");
                        json_name(text, &name);
                        text.text("\"");
                    }
                    None => text.text("null"),
                }
            };
            match names.moves() {
                None => {
                    name(text, ", \"move\": ", step.to.map(|to| Label::of(names, to)));
                }
                Some(named) => {
                    let chosen = step.to.and_then(|to| named.between(step.vertex, to));
                    let chosen = chosen.map(|chosen| (chosen.name, chosen.to)).unzip();
                    name(text, ", \"move\": ", chosen.0.map(Label::from));
                    name(text, ", \"to\": ", chosen.1.map(Label::from));
                }
            }
            text.text(", \"next\": ");
            text.number(step.next);
            text.text("}");
        }
        text.text(if machine.steps().is_empty() { "]}" } else { "\n    ]}" });
    }
    text.text("\n  ]");
    Ok(())
}

/// A key between two members, with the quotes of the strings before and after it or without. Few
/// large pieces are faster to write than many small ones.
struct Key([[Piece; 2]; 2]);

impl Key {
    fn new(column: &str) -> Self {
        let quote = |is_there: bool| if is_there { "\"" } else { "" };
        let piece = |closes, opens| {
            Piece::new(format!("{}, \"{column}\": {}", quote(closes), quote(opens)))
        };
        Key([false, true].map(|closes| [false, true].map(|opens| piece(closes, opens))))
    }

    #[inline]
    fn write(&self, text: &mut TextOut<'_>, closes: bool, opens: bool) {
        self.0[usize::from(closes)][usize::from(opens)].write(text);
    }
}

/// A short text with room behind it.
struct Piece {
    block: [u8; Piece::ROOM],
    whole: String,
}

impl Piece {
    const ROOM: usize = 32;

    fn new(whole: String) -> Self {
        let mut block = [0; Piece::ROOM];
        let length = whole.len().min(Piece::ROOM);
        block[..length].copy_from_slice(&whole.as_bytes()[..length]);
        Piece { block, whole }
    }

    #[inline]
    fn write(&self, text: &mut TextOut<'_>) {
        match self.whole.len() <= Piece::ROOM {
            true => text.block(&self.block, self.whole.len()),
            false => text.text(&self.whole),
        }
    }
}

/// Groups nest as deep as a summary is made by those who claim something: two or three levels.
fn json_fact(text: &mut TextOut<'_>, fact: &Fact<'_>, words: &Words) {
    match fact {
        Fact::Cell(cell) => json_cell(text, cell, words),
        Fact::Group(facts) => {
            text.text("{");
            for (index, (key, fact)) in facts.iter().enumerate() {
                text.text(if index == 0 { "\"" } else { ", \"" });
                text.text(key);
                text.text("\": ");
                json_fact(text, fact, words);
            }
            text.text("}");
        }
        Fact::True => text.text("true"),
        _ => text.text("null"),
    }
}
