//! Graphviz DOT.
//!
//! What Graphviz takes for the same graph is the same graph here: chains, subgraphs as ends of
//! edges, scoped defaults, `strict`. An attribute given to a vertex or edge itself beats a default;
//! two that contradict each other are an error. Attributes that games do not know are ignored.

mod attributes;
mod graph;
mod lexer;
mod parser;
mod plain;
mod scope;
mod strict;
mod subgraphs;
mod token;
mod writer;

use std::io::{self, Read, Write};

use retrograde_core::{Arena, ArenaBuilder, Control};

use crate::ReadError;

/// Reads a graph in memory that grows with the graph, not with the text.
pub(crate) fn read(
    input: &mut dyn Read,
    builder: ArenaBuilder,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    parser::parse(input, builder, control)
}

/// Writes a graph that [`read`] and Graphviz read back.
///
/// # Errors
/// What `out` reports, and a name that DOT cannot hold.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    writer::write(arena, out)
}
