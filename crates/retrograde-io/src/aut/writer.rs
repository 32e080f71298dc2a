//! Writing transitions.

use std::io::{self, ErrorKind, Write};

use retrograde_core::Arena;

use crate::aut::reader::has_two;
use crate::quote::quote;
use crate::text_out::TextOut;

/// What is written on an edge without a label: the internal action.
pub(crate) const UNLABELLED: &str = "i";

/// What labels must be like.
pub(crate) const LABEL_RULE: &str =
    "no line ends, and no quote before what looks like the end of a transition";

/// Whether the format can hold this label.
pub(crate) fn writable_label(label: &str) -> bool {
    !label.contains('\n') && !has_two(label.as_bytes())
}

/// Writes states by their numbers, in the order of the vertices. Nothing is written if a label cannot be.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    let (graph, labels) = (&arena.graph, &arena.labels);
    let mut words = (0..labels.len() as u32).map(|word| labels.text(word));
    if let Some(label) = words.find(|label| !writable_label(label)) {
        let message = format!("aut cannot hold the label {} ({LABEL_RULE})", quote(&label));
        return Err(io::Error::new(ErrorKind::InvalidInput, message));
    }
    let mut out = TextOut::new(out);
    out.text("des (");
    out.number(arena.start.unwrap_or(0));
    out.text(", ");
    out.number(graph.edge_count());
    out.text(", ");
    out.number(graph.vertex_count());
    out.text(")");
    out.end_line()?;
    for from in graph.vertices() {
        for edge in graph.edge_range(from) {
            out.text("(");
            out.count(from.into());
            out.text(", \"");
            match labels.get(edge) {
                Some(word) => out.text(&labels.text(word)),
                None => out.text(UNLABELLED),
            }
            out.text("\", ");
            out.count(graph.targets()[edge].into());
            out.text(")");
            out.end_line()?;
        }
    }
    out.finish()
}
