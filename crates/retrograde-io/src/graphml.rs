//! GraphML, with the attribute names of the other formats.
//!
//! Keys are declared before the graph and known by their `attr.name`; a `<default>` is for the nodes
//! or edges that say nothing else. Keys, elements and attributes of other programs are passed over.
//! A file cannot make the reader expand anything: of entities it knows the five that XML predefines,
//! and a document type with declarations of its own is refused.
//!
//! Source: U. Brandes, M. Eiglsperger, I. Herman, M. Himsolt, M. S. Marshall, 2002, "GraphML Progress
//! Report: Structural Layer Proposal", and the schema at <http://graphml.graphdrawing.org>.

mod keys;
mod plain;
mod reader;
mod source;
mod writer;
mod xml;

use std::io::{self, Read, Write};

use retrograde_core::{Arena, ArenaBuilder, Control};

use crate::error::Place;
use crate::quote::quote;
use crate::{NAME_LIMIT, ReadError};

pub(crate) use writer::{NAME_RULE, writable_name};

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
/// What `out` reports, and before anything is written a name or condition that cannot be.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    writer::write(arena, out)
}

/// Whether XML can hold the character at all, written as itself or by its number.
fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// Refuses a name that cannot be one.
fn check_name(name: &str, place: Place) -> Result<(), ReadError> {
    if name.len() > NAME_LIMIT {
        let (limit, name) = (NAME_LIMIT >> 10, quote(name));
        let message = format!("{name} is longer than {limit} KiB: shorten it");
        return Err(ReadError::syntax(place, message));
    }
    if !name.chars().all(is_xml_char) {
        let name = quote(name);
        let message = format!("{name} holds a character that XML has no place for");
        return Err(ReadError::syntax(place, message));
    }
    Ok(())
}
