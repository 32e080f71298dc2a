//! Writing a solution as CSV or JSON.

use std::io::{self, Write};

use retrograde_core::{Distance, Names, Outcome, OutcomeSolution, Value, Vertex};

use crate::text_out::TextOut;

/// Everything that a JSON solution says.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeReport<'a> {
    /// What the vertices are called.
    pub names: &'a Names,
    /// How many moves the game has.
    pub edges: u64,
    /// Their values, and moves where there is a strategy.
    pub solution: &'a OutcomeSolution,
    /// The value of the start, for a game that has one.
    pub start: Option<Value>,
}

/// Whether a JSON solution lists its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// One row a vertex.
    Listed,
    /// Only the summary.
    LeftOut,
}

/// Writes a solution as CSV, one row a vertex; without a strategy there is no column `move`.
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
/// retrograde_io::write_outcome_csv(&Names::numbered(3), &solution, &mut text)?;
/// assert_eq!(text, b"vertex,outcome,distance,move\n0,win,1,1\n1,lose,0,\n2,draw,,2\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn write_outcome_csv(
    names: &Names,
    solution: &OutcomeSolution,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut text = TextOut::new(out);
    let has_moves = solution.strategy.is_some();
    text.text(if has_moves { "vertex,outcome,distance,move" } else { "vertex,outcome,distance" });
    text.end_line()?;
    for vertex in 0..solution.values.len() as Vertex {
        let value = solution.values.get(vertex);
        csv_name(&mut text, names, vertex);
        text.text(match value {
            Value::Win(_) => ",win,",
            Value::Lose(_) => ",lose,",
            Value::Draw => ",draw,",
        });
        if let Some(Distance(distance)) = value.distance() {
            text.number(distance);
        }
        if has_moves {
            text.text(",");
        }
        if let Some(to) = move_at(solution, vertex) {
            csv_name(&mut text, names, to);
        }
        text.end_line()?;
    }
    text.finish()
}

/// Writes a solution as JSON, one row a line; without a strategy the rows have no `move`.
///
/// # Errors
/// What `out` reports.
pub fn write_outcome_json(
    report: &OutcomeReport<'_>,
    rows: Rows,
    out: &mut dyn Write,
) -> io::Result<()> {
    let OutcomeReport { names, edges, solution, start } = *report;
    let values = &solution.values;
    let mut text = TextOut::new(out);
    text.text("{\n  \"objective\": \"outcome\",\n  \"vertices\": ");
    text.number(values.len());
    text.text(",\n  \"edges\": ");
    text.number(edges);
    text.text(",\n  \"summary\": {");
    for outcome in [Outcome::Win, Outcome::Lose, Outcome::Draw] {
        text.text("\"");
        text.text(outcome.as_str());
        text.text("\": ");
        text.number(values.count(outcome));
        text.text(", ");
    }
    text.text("\"longest\": ");
    let longest = [Outcome::Win, Outcome::Lose].map(|outcome| values.longest(outcome));
    json_distance(&mut text, longest.into_iter().flatten().map(|(_, distance)| distance).max());
    if let Some(start) = start {
        text.text(", \"start\": {");
        json_value(&mut text, start);
        text.text("}");
    }
    text.text("}");
    if rows == Rows::Listed {
        text.text(",\n  \"rows\": [");
        for vertex in 0..values.len() as Vertex {
            text.text(if vertex == 0 { "" } else { "," });
            text.end_line()?;
            text.text("    {\"vertex\": ");
            json_name(&mut text, names, vertex);
            text.text(", ");
            json_value(&mut text, values.get(vertex));
            if solution.strategy.is_some() {
                text.text(", \"move\": ");
                match move_at(solution, vertex) {
                    Some(to) => json_name(&mut text, names, to),
                    None => text.text("null"),
                }
            }
            text.text("}");
        }
        text.text(if values.is_empty() { "]" } else { "\n  ]" });
    }
    text.text("\n}");
    text.end_line()?;
    text.finish()
}

fn move_at(solution: &OutcomeSolution, vertex: Vertex) -> Option<Vertex> {
    solution.strategy.as_ref().and_then(|strategy| strategy.get(vertex))
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

fn json_value(text: &mut TextOut<'_>, value: Value) {
    text.text("\"outcome\": \"");
    text.text(value.outcome().as_str());
    text.text("\", \"distance\": ");
    json_distance(text, value.distance());
}

fn json_distance(text: &mut TextOut<'_>, distance: Option<Distance>) {
    match distance {
        Some(Distance(distance)) => text.number(distance),
        None => text.text("null"),
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
