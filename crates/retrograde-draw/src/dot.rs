//! A solved graph for Graphviz, which is also a graph file for Retrograde.

use std::io::{self, BufWriter, ErrorKind, Write};

use retrograde_core::{Arena, Outcome, OutcomeSolution, Vertex};

use crate::best::{is_best, solved_vertices};
use crate::error::DrawError;
use crate::palette::{OTHER_MOVE, look};

/// Writes a solved graph in the language of Graphviz, for graphs of any size.
///
/// Positions are coloured by outcome and labelled with name and distance, best moves are bold.
/// The attributes Retrograde reads (`verdict`, `owner`, `priority`, `target`, `weight`) are kept,
/// so the file can be solved again; `outcome` and `distance` are added for other programs.
///
/// # Errors
/// What `out` reports; [`ErrorKind::InvalidInput`] for a solution of another graph and for a name
/// that DOT cannot hold, one with a single backslash before a quote, a line end or its own end.
///
/// ```
/// use retrograde_core::{Arena, Distance, Graph, OutcomeSolution, Value};
/// let arena = Arena::from(Graph::from_edges(2, [(0, 1)])?);
/// let values = [Value::Win(Distance(1)), Value::Lose(Distance(0))].into_iter().collect();
/// let mut out = Vec::new();
/// retrograde_draw::dot(&arena, &OutcomeSolution { values, strategy: None }, &mut out)?;
/// assert!(String::from_utf8(out)?.contains(r#""0" -> "1" [penwidth=2.8"#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn dot(arena: &Arena, solution: &OutcomeSolution, out: &mut dyn Write) -> io::Result<()> {
    let vertices = arena.graph.vertex_count();
    solved_vertices(solution, vertices).map_err(|solved| {
        let error = DrawError::SolutionMismatch { vertices, solved };
        io::Error::new(ErrorKind::InvalidInput, error)
    })?;
    let mut out = BufWriter::with_capacity(1 << 16, out);
    writeln!(out, "digraph {{")?;
    writeln!(out, r#"  node [fontname="Helvetica,Arial,sans-serif", fontsize=12];"#)?;
    writeln!(out, r#"  edge [color="{OTHER_MOVE}", arrowsize=0.8];"#)?;
    for vertex in arena.graph.vertices() {
        write_vertex(arena, solution, vertex, &mut out)?;
    }
    for from in arena.graph.vertices() {
        for edge in arena.graph.edge_range(from) {
            write_edge(arena, solution, from, edge, &mut out)?;
        }
    }
    writeln!(out, "}}")?;
    out.flush()
}

fn write_vertex(
    arena: &Arena,
    solution: &OutcomeSolution,
    vertex: Vertex,
    out: &mut impl Write,
) -> io::Result<()> {
    let name = arena.names.get(vertex);
    let value = solution.values.get(vertex);
    let outcome = value.outcome();
    let look = look(outcome);
    let (shape, style) = match outcome {
        Outcome::Win => ("ellipse", "filled"),
        Outcome::Lose => ("box", "filled"),
        Outcome::Draw => ("box", "filled,rounded,dashed"),
    };
    write!(out, "  {} [label=\"{}\\n{outcome}", quoted(&name)?, escaped_label(&name))?;
    if let Some(distance) = value.distance() {
        write!(out, " {distance}\", distance={distance}")?;
    } else {
        write!(out, "\"")?;
    }
    write!(
        out,
        r#", outcome={outcome}, shape={shape}, style="{style}", fillcolor="{}", color="{}", fontcolor="{}""#,
        look.fill, look.border, look.text
    )?;
    if arena.graph.is_terminal(vertex) {
        write!(out, ", peripheries=2")?;
    }
    let index = vertex as usize;
    if let Some(verdict) = arena.verdicts.get(index) {
        write!(out, ", verdict={verdict}")?;
    }
    if let Some(owner) = arena.owners.get(index) {
        write!(out, ", owner={owner}")?;
    }
    if let Some(priority) = arena.priorities.get(index) {
        write!(out, ", priority={priority}")?;
    }
    if let Some(target) = arena.targets.get(index) {
        write!(out, ", target={target}")?;
    }
    writeln!(out, "];")
}

fn write_edge(
    arena: &Arena,
    solution: &OutcomeSolution,
    from: Vertex,
    edge: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let to = arena.graph.targets()[edge];
    write!(out, "  {} -> {}", quoted(&arena.names.get(from))?, quoted(&arena.names.get(to))?)?;
    let best = is_best(solution, from, to);
    let weight = arena.weights.get(edge);
    if best {
        let colour = look(solution.values.outcome(from)).best;
        write!(out, r#" [penwidth=2.8, color="{colour}""#)?;
    }
    if let Some(weight) = weight {
        write!(out, "{}weight={weight}", if best { ", " } else { " [" })?;
    }
    writeln!(out, "{}", if best || weight.is_some() { "];" } else { ";" })
}

/// A name in quotes. There only `\"` means something else than it says.
fn quoted(name: &str) -> io::Result<String> {
    let mut text = String::with_capacity(name.len() + 2);
    text.push('"');
    // Whether the next character would be escaped by what stands before it.
    let mut escaping = false;
    for character in name.chars() {
        if escaping && matches!(character, '"' | '\n' | '\r') {
            return Err(unwritable(name));
        }
        if character == '"' {
            text.push('\\');
        }
        text.push(character);
        escaping = character == '\\' && !escaping;
    }
    if escaping {
        return Err(unwritable(name));
    }
    text.push('"');
    Ok(text)
}

fn unwritable(name: &str) -> io::Error {
    let message = format!(
        "DOT cannot hold the name {name:?}, with a single backslash before a quote, a line end or its own end: rename it, or write another format"
    );
    io::Error::new(ErrorKind::InvalidInput, message)
}

/// A name in a label, where Graphviz gives backslashes a meaning.
fn escaped_label(name: &str) -> String {
    let mut text = String::with_capacity(name.len());
    for character in name.chars() {
        match character {
            '\\' => text.push_str("\\\\"),
            '"' => text.push_str("\\\""),
            '\n' => text.push_str("\\n"),
            _ => text.push(character),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_as_graphviz_reads_them() {
        assert_eq!(quoted(r#"a "b" c"#).unwrap(), r#""a \"b\" c""#);
        assert_eq!(quoted(r"a\b").unwrap(), r#""a\b""#);
        assert_eq!(quoted(r"a\\").unwrap(), r#""a\\""#);
        for name in [r"a\", r#"a\"b"#, "a\\\nb"] {
            assert_eq!(quoted(name).unwrap_err().kind(), ErrorKind::InvalidInput);
        }
    }
}
