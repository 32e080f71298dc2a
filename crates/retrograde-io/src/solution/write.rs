//! Writing a solution as CSV or JSON, whatever its objective.

use std::io::{self, Write};

use retrograde_core::{Grundy, Names, Strategy, Vertex};

use crate::text_out::TextOut;

use super::sheet::{Cell, Fact, Sheet};

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

/// Whether a JSON solution lists its rows.
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

/// Writes a solution as JSON, one row a line; without strategies the rows have no moves.
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

/// A name in quotes where RFC 4180 asks for them, and where it is empty: an empty field without
/// quotes means that there is nothing.
fn csv_name(text: &mut TextOut<'_>, names: &Names, vertex: Vertex) {
    if let Some(number) = names.number(vertex) {
        return text.number(number);
    }
    let name = names.get(vertex);
    if name.is_empty() || name.bytes().any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n')) {
        text.text("\"");
        text.text(&name.replace('"', "\"\""));
        text.text("\"");
    } else {
        text.text(&name);
    }
}

#[inline]
fn csv_cell(text: &mut TextOut<'_>, cell: Cell<'_>) {
    match cell {
        Cell::Nothing => {}
        Cell::Word(word) => text.text(word),
        Cell::Number(number) => cell_number(text, number),
        // Two options have a comma between them.
        Cell::Grundy(value @ Grundy::Loopy([_, _, ..])) => quoted_grundy(text, value),
        Cell::Grundy(value) => grundy(text, value),
    }
}

#[inline]
fn json_cell(text: &mut TextOut<'_>, cell: Cell<'_>) {
    match cell {
        Cell::Nothing => text.text("null"),
        Cell::Word(word) => {
            text.text("\"");
            text.text(word);
            text.text("\"");
        }
        Cell::Number(number) => cell_number(text, number),
        Cell::Grundy(value @ Grundy::Loopy(_)) => quoted_grundy(text, value),
        Cell::Grundy(value @ Grundy::Finite(_)) => grundy(text, value),
    }
}

/// Most numbers are small, and those are faster to write as what they are.
#[inline]
fn cell_number(text: &mut TextOut<'_>, number: u64) {
    match u32::try_from(number) {
        Ok(number) => text.number(number),
        Err(_) => text.number(number),
    }
}

fn quoted_grundy(text: &mut TextOut<'_>, value: Grundy<'_>) {
    text.text("\"");
    grundy(text, value);
    text.text("\"");
}

/// A value as it displays itself, without the machinery of formatting.
fn grundy(text: &mut TextOut<'_>, value: Grundy<'_>) {
    match value {
        Grundy::Finite(value) => text.number(value),
        Grundy::Loopy(options) => {
            text.text("inf{");
            for (index, &option) in options.iter().enumerate() {
                text.text(if index == 0 { "" } else { "," });
                text.number(option);
            }
            text.text("}");
        }
    }
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

fn json_name(text: &mut TextOut<'_>, names: &Names, vertex: Vertex) {
    text.text("\"");
    match names.number(vertex) {
        Some(number) => text.number(number),
        None => json_text(text, &names.get(vertex)),
    }
    text.text("\"");
}

/// A string's inside, with what JSON does not allow in it escaped.
fn json_text(text: &mut TextOut<'_>, name: &str) {
    let mut rest = name;
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || matches!(byte, b'"' | b'\\')) {
        text.text(&rest[..at]);
        match rest.as_bytes()[at] {
            b'"' => text.text("\\\""),
            b'\\' => text.text("\\\\"),
            b'\n' => text.text("\\n"),
            b'\r' => text.text("\\r"),
            b'\t' => text.text("\\t"),
            byte => text.text(&format!("\\u{byte:04x}")),
        }
        rest = &rest[at + 1..];
    }
    text.text(rest);
}
