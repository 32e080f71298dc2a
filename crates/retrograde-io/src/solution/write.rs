//! Writing a solution as CSV or JSON, whatever its objective.

use std::io::{self, Write};

use retrograde_core::{Mealy, Names, Strategy, Vertex};

use crate::text_out::TextOut;

use super::field::{csv_cell, csv_name, json_cell, json_name};
use super::sheet::{Fact, Sheet};

/// Everything that a JSON solution says.
#[derive(Debug)]
pub struct Report<'a, S: ?Sized> {
    /// What the vertices are called.
    pub names: &'a Names,
    /// How many moves the game has.
    pub edges: u64,
    /// What is claimed of the vertices, and moves where there are strategies.
    pub sheet: &'a S,
    /// The start, for a game that has one: the summary repeats its values.
    pub start: Option<Vertex>,
}

/// Whether a JSON solution lists its rows, and with them the machines where it has some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// One row a vertex.
    Listed,
    /// Only the summary.
    LeftOut,
}

/// Writes a solution as CSV, one row a vertex; without strategies there are no columns for moves.
///
/// # Errors
/// What `out` reports.
///
/// ```
/// use retrograde_core::{Distance, Names, OutcomeSolution, Value};
/// let values = [Value::Win(Distance(1)), Value::Lose(Distance(0)), Value::Draw];
/// let strategy = [Some(1), None, Some(2)];
/// let solution = OutcomeSolution {
///     values: values.into_iter().collect(),
///     strategy: Some(strategy.into_iter().collect()),
/// };
/// let mut text = Vec::new();
/// retrograde_io::write_csv(&Names::numbered(3), &solution, &mut text)?;
/// assert_eq!(text, b"vertex,outcome,distance,move\n0,win,1,1\n1,lose,0,\n2,draw,,2\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_csv<S: Sheet + ?Sized>(
    names: &Names,
    sheet: &S,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut text = TextOut::new(out);
    let (layout, strategies) = (sheet.layout(), sheet.strategies());
    text.text("vertex");
    for column in layout.values.iter().chain(moves(sheet, &strategies)) {
        text.text(",");
        text.text(column);
    }
    text.end_line()?;
    for vertex in 0..sheet.vertices() as Vertex {
        csv_name(&mut text, names, vertex);
        for column in 0..layout.values.len() {
            text.text(",");
            csv_cell(&mut text, sheet.cell(vertex, column));
        }
        for strategy in &strategies {
            text.text(",");
            if let Some(to) = strategy.get(vertex) {
                csv_name(&mut text, names, to);
            }
        }
        text.end_line()?;
    }
    text.finish()
}

/// Writes a solution as JSON, one row a line; without strategies the rows have no moves. Machines
/// come after the rows, one step a line.
///
/// # Errors
/// What `out` reports.
///
/// ```
/// use retrograde_core::{GrundyValues, Names};
/// use retrograde_io::{Report, Rows, write_json};
/// let (names, values) = (Names::numbered(2), GrundyValues::from_finite(vec![1, 0]));
/// let report = Report { names: &names, edges: 1, sheet: &values, start: None };
/// let mut text = Vec::new();
/// write_json(&report, Rows::Listed, &mut text)?;
/// assert!(String::from_utf8_lossy(&text).contains(r#"{"vertex": "0", "grundy": 1}"#));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_json<S: Sheet + ?Sized>(
    report: &Report<'_, S>,
    rows: Rows,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Report { names, edges, sheet, start } = *report;
    let layout = sheet.layout();
    let mut text = TextOut::new(out);
    text.text("{\n  \"objective\": \"");
    text.text(layout.objective);
    text.text("\",\n  \"vertices\": ");
    text.number(sheet.vertices());
    text.text(",\n  \"edges\": ");
    text.number(edges);
    text.text(",\n  \"summary\": ");
    let mut summary = sheet.summary();
    if let Some(start) = start {
        let cell = |(column, &key)| (key, Fact::Cell(sheet.cell(start, column)));
        let values = layout.values.iter().enumerate().map(cell);
        summary.push(("start", Fact::Group(values.collect())));
    }
    json_fact(&mut text, &Fact::Group(summary));
    if rows == Rows::Listed {
        json_rows(&mut text, names, sheet)?;
        if let Some(machines) = sheet.machines() {
            json_machines(&mut text, names, machines)?;
        }
    }
    text.text("\n}");
    text.end_line()?;
    text.finish()
}

fn json_rows<S: Sheet + ?Sized>(
    text: &mut TextOut<'_>,
    names: &Names,
    sheet: &S,
) -> io::Result<()> {
    let strategies = sheet.strategies();
    let values: Vec<_> = sheet.layout().values.iter().map(|column| Key::new(column)).collect();
    let moves: Vec<_> = moves(sheet, &strategies).iter().map(|column| Key::new(column)).collect();
    text.text(",\n  \"rows\": [");
    for vertex in 0..sheet.vertices() as Vertex {
        text.text(if vertex == 0 { "" } else { "," });
        text.end_line()?;
        text.text("    {\"vertex\": ");
        json_name(text, names, vertex);
        for (column, key) in values.iter().enumerate() {
            key.write(text);
            json_cell(text, sheet.cell(vertex, column));
        }
        for (strategy, key) in strategies.iter().zip(&moves) {
            key.write(text);
            match strategy.get(vertex) {
                Some(to) => json_name(text, names, to),
                None => text.text("null"),
            }
        }
        text.text("}");
    }
    text.text(if sheet.vertices() == 0 { "]" } else { "\n  ]" });
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
            text.text("      {\"vertex\": ");
            json_name(text, names, step.vertex);
            text.text(", \"memory\": ");
            text.number(step.memory);
            text.text(", \"move\": ");
            match step.to {
                Some(to) => json_name(text, names, to),
                None => text.text("null"),
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

/// A key between two members, with room behind it: copying a whole block of fixed size and dropping
/// what is too much takes half the time of copying a few bytes.
struct Key {
    block: [u8; Key::BLOCK],
    long: String,
}

impl Key {
    const BLOCK: usize = 32;

    fn new(column: &str) -> Self {
        let long = format!(", \"{column}\": ");
        let mut block = [0; Key::BLOCK];
        let length = long.len().min(Key::BLOCK);
        block[..length].copy_from_slice(&long.as_bytes()[..length]);
        Key { block, long }
    }

    #[inline]
    fn write(&self, text: &mut TextOut<'_>) {
        if self.long.len() > Key::BLOCK {
            return text.text(&self.long);
        }
        let buffer = text.buffer();
        let end = buffer.len() + self.long.len();
        buffer.extend_from_slice(&self.block);
        buffer.truncate(end);
    }
}

/// The columns of the moves that the sheet has.
fn moves<S: Sheet + ?Sized>(sheet: &S, strategies: &[&Strategy]) -> &'static [&'static str] {
    let columns = sheet.layout().moves;
    &columns[..strategies.len().min(columns.len())]
}

/// Groups nest as deep as a summary is written down in this crate: two or three levels.
fn json_fact(text: &mut TextOut<'_>, fact: &Fact<'_>) {
    match fact {
        Fact::Cell(cell) => json_cell(text, *cell),
        Fact::Group(facts) => {
            text.text("{");
            for (index, (key, fact)) in facts.iter().enumerate() {
                text.text(if index == 0 { "\"" } else { ", \"" });
                text.text(key);
                text.text("\": ");
                json_fact(text, fact);
            }
            text.text("}");
        }
    }
}
