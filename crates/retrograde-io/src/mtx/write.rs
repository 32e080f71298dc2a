//! Writing a graph as a Matrix Market file.

use std::io::{self, Write};

use retrograde_core::Arena;

use crate::text_out::TextOut;

/// Vertex `v` becomes row `v + 1`. Names and vertex attributes have no place in the format.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    let graph = &arena.graph;
    let weighted = !arena.weights.is_empty();
    if weighted && arena.weights.count() != graph.edge_count() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "a matrix has a weight for every edge or for none, and only some edges have one: give weights to the others, or write another format",
        ));
    }
    let mut text = TextOut::new(out);
    text.text("%%MatrixMarket matrix coordinate ");
    text.text(if weighted { "integer general" } else { "pattern general" });
    text.end_line()?;
    text.number(graph.vertex_count());
    text.text(" ");
    text.number(graph.vertex_count());
    text.text(" ");
    text.number(graph.edge_count());
    text.end_line()?;
    for from in graph.vertices() {
        for edge in graph.edge_range(from) {
            text.number(u64::from(from) + 1);
            text.text(" ");
            text.number(u64::from(graph.targets()[edge]) + 1);
            if weighted {
                text.text(" ");
                text.number(arena.weights.get(edge).unwrap_or_default());
            }
            text.end_line()?;
        }
    }
    text.finish()
}
