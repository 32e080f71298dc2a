//! networkx node-link data.
//!
//! The reader walks through the text token by token and holds nothing but the graph. It does its
//! own reading of JSON: ids are called by their text, which may be a number of any length, and
//! messages quote the token and count characters. The tests hold it to serde_json's grammar.

mod early;
pub(crate) mod lexer;
mod plain;
mod reader;
pub(crate) mod walk;
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
    reader::parse(input, builder, control)
}

/// Writes a graph that [`read`] and networkx read back.
///
/// # Errors
/// What `out` reports.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    writer::write(arena, out)
}
