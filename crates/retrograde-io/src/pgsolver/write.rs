//! Writing a parity game.

use std::io::{self, Write};

use retrograde_core::{Arena, GraphError, Names, ParityGame, Vertex};

use crate::text_out::TextOut;

/// Vertices are written by their numbers; where they are called otherwise, their names stand in
/// quotes as far as the format can hold them, for people to read.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    let (graph, names) = (&arena.graph, &arena.names);
    let refused = |error: GraphError| io::Error::new(io::ErrorKind::InvalidInput, error);
    let priorities = ParityGame::priorities(graph, &arena.priorities).map_err(refused)?;
    if let Some(vertex) =
        graph.vertices().find(|&vertex| arena.owners.get(vertex as usize).is_none())
    {
        return Err(refused(GraphError::Missing { attribute: "owner", vertex }));
    }
    let mut text = TextOut::new(out);
    text.text("parity ");
    text.number(graph.vertex_count().saturating_sub(1));
    text.text(";");
    text.end_line()?;
    for vertex in graph.vertices() {
        text.number(vertex);
        text.text(" ");
        text.number(priorities[vertex as usize]);
        text.text(" ");
        text.number(arena.owners.get(vertex as usize).unwrap_or_default().number());
        for (index, &successor) in graph.successors(vertex).iter().enumerate() {
            text.text(if index == 0 { " " } else { "," });
            text.number(successor);
        }
        name(&mut text, names, vertex);
        text.text(";");
        text.end_line()?;
    }
    text.finish()
}

fn name(text: &mut TextOut<'_>, names: &Names, vertex: Vertex) {
    if names.is_sequence() {
        return;
    }
    let name = names.get(vertex);
    if !name.contains(|c: char| c == '"' || c.is_control()) {
        text.text(" \"");
        text.text(&name);
        text.text("\"");
    }
}
