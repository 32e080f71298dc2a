//! Writing an edge list so that reading it back numbers the vertices the same way.

use std::io::{self, Write};

use retrograde_core::{Arena, Vertex};

use super::separator::{BLANK_COMMENT, Hint, Separator, hint};
use crate::NAME_LIMIT;
use crate::quote::quote;
use crate::text_out::TextOut;

/// Whether an edge list can hold this name: at least one character, no blanks, no control
/// characters, no `#`, at most 64 KiB.
pub(crate) fn writable_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= NAME_LIMIT
        && !name.bytes().any(|byte| byte <= b' ' || byte == b'#' || byte == 0x7f)
}

/// Vertices are numbered by first appearance, so a vertex that an edge would bring in too early is
/// preceded by lines that declare those before it.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    check_names(arena)?;
    let (graph, names) = (&arena.graph, &arena.names);
    let mut text = TextOut::new(out);
    // What looks like a byte order mark would be taken for one; behind a real one it is a name.
    if !names.is_empty() && names.number(0).is_none() && names.get(0).starts_with('\u{feff}') {
        text.text("\u{feff}");
    }
    if needs_separator(arena) {
        text.text(BLANK_COMMENT);
        text.end_line()?;
    }
    // Vertices below `next` have appeared, the others have not.
    let mut next: Vertex = 0;
    for from in graph.vertices() {
        if graph.is_terminal(from) && from >= next {
            text.name(names, from);
            text.end_line()?;
            next = from + 1;
        }
        for edge in graph.edge_range(from) {
            let to = graph.targets()[edge];
            if to > next.max(from + 1) {
                for missing in next..to {
                    text.name(names, missing);
                    text.end_line()?;
                }
            }
            next = next.max(from + 1).max(to.saturating_add(1));
            text.name(names, from);
            text.text(" ");
            text.name(names, to);
            if let Some(weight) = arena.weights.get(edge) {
                text.text(" ");
                text.number(weight);
            }
            text.end_line()?;
        }
    }
    text.finish()
}

/// Refuses a name before anything is written; numbers are always fine.
fn check_names(arena: &Arena) -> io::Result<()> {
    let names = &arena.names;
    if names.is_empty() || names.number(0).is_some() {
        return Ok(());
    }
    match arena.graph.vertices().find(|&vertex| !writable_name(&names.get(vertex))) {
        None => Ok(()),
        Some(vertex) => Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!("an edge list cannot hold the name {}", quote(&names.get(vertex))),
        )),
    }
}

/// Whether the first line of a list could be taken for one whose words are separated by commas.
fn needs_separator(arena: &Arena) -> bool {
    let (graph, names) = (&arena.graph, &arena.names);
    if names.is_empty() || names.number(0).is_some() {
        return false;
    }
    let weight = arena.weights.get(0).map_or(String::new(), |weight| format!(" {weight}"));
    let first_line = match graph.successors(0).first() {
        Some(&to @ (0 | 1)) => format!("{} {}{weight}", names.get(0), names.get(to)),
        _ => names.get(0).into_owned(),
    };
    let is_clear = hint(first_line.as_bytes()) == Hint::Says(Separator::Blank);
    !is_clear && graph.vertices().any(|vertex| names.get(vertex).contains(','))
}
