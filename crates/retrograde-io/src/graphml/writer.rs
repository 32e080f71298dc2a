//! Writing GraphML.

use std::io::{self, ErrorKind, Write};

use retrograde_core::{Arena, Attribute, Colors, Names, Vertex, Word};

use crate::NAME_LIMIT;
use crate::condition;
use crate::graphml::is_xml_char;
use crate::graphml::keys::Element;
use crate::quote::quote;
use crate::text_out::TextOut;

/// What names must be like.
pub(crate) const NAME_RULE: &str = "no control characters but tabs and line ends, as XML has no place for them, and at most 64 KiB";

/// Whether GraphML can hold this name.
pub(crate) fn writable_name(name: &str) -> bool {
    name.len() <= NAME_LIMIT && name.chars().all(is_xml_char)
}

const HEADER: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">"#;

/// Writes the keys that are used, every node in order, then every edge, one a line. Nothing is
/// written if a name or the condition cannot be.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    check_names(&arena.names)?;
    check_names(arena.labels.words())?;
    check_names(arena.remarks.words())?;
    let acceptance = condition::writable(arena.acceptance.as_ref())?;
    let mut out = TextOut::new(out);
    out.text(HEADER);
    out.end_line()?;
    for attribute in arena.attributes() {
        push_key(&mut out, attribute);
        out.end_line()?;
    }
    for name in remark_names(arena) {
        out.text("  <key id=\"");
        push_remark_key(&mut out, name);
        out.text("\" for=\"node\" attr.name=\"");
        push_escaped(&mut out, &arena.remarks.text(name));
        out.text("\" attr.type=\"string\"/>");
        out.end_line()?;
    }
    out.text("  <graph edgedefault=\"directed\">");
    out.end_line()?;
    if let Some(acceptance) = acceptance {
        out.text("    ");
        push_data(&mut out, Attribute::Acceptance, |out| push_escaped(out, &acceptance));
        out.end_line()?;
    }
    for vertex in arena.graph.vertices() {
        push_node(&mut out, arena, vertex);
        out.end_line()?;
    }
    for from in arena.graph.vertices() {
        for edge in arena.graph.edge_range(from) {
            push_edge(&mut out, arena, from, edge);
            out.end_line()?;
        }
    }
    out.text("  </graph>");
    out.end_line()?;
    out.text("</graphml>");
    out.end_line()?;
    out.finish()
}

/// The names under which something is said of nodes, each once.
fn remark_names(arena: &Arena) -> Vec<Word> {
    let mut names: Vec<Word> = arena.remarks.iter().map(|(_, name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The id of a key for a name of one's own.
fn push_remark_key(out: &mut TextOut<'_>, name: Word) {
    out.text("d");
    out.number(name);
}

fn push_key(out: &mut TextOut<'_>, attribute: Attribute) {
    // Priorities may be larger than the `int` of GraphML, which is that of Java.
    let kind = match attribute {
        Attribute::Owner => "int",
        Attribute::Priority | Attribute::Weight => "long",
        Attribute::Target => "boolean",
        _ => "string",
    };
    let (name, element) = (attribute.name(), Element::of(attribute).name());
    out.text(&format!(
        "  <key id=\"{name}\" for=\"{element}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
    ));
}

fn push_data(out: &mut TextOut<'_>, attribute: Attribute, push: impl FnOnce(&mut TextOut<'_>)) {
    out.text("<data key=\"");
    out.text(attribute.name());
    out.text("\">");
    push(out);
    out.text("</data>");
}

fn push_node(out: &mut TextOut<'_>, arena: &Arena, vertex: Vertex) {
    let index = vertex as usize;
    out.text("    <node id=\"");
    push_name(out, &arena.names, vertex);
    out.text("\"");
    let start = open_content(out);
    for (_, name, value) in arena.remarks.words_of(vertex) {
        out.text("<data key=\"");
        push_remark_key(out, name);
        out.text("\">");
        push_escaped(out, &arena.remarks.text(value));
        out.text("</data>");
    }
    if let Some(verdict) = arena.verdicts.get(index) {
        push_data(out, Attribute::Verdict, |out| out.text(verdict.as_str()));
    }
    if let Some(owner) = arena.owners.get(index) {
        push_data(out, Attribute::Owner, |out| out.number(owner.number()));
    }
    if let Some(priority) = arena.priorities.get(index) {
        push_data(out, Attribute::Priority, |out| out.number(priority));
    }
    if let Some(target) = arena.targets.get(index) {
        push_data(out, Attribute::Target, |out| out.text(if target { "true" } else { "false" }));
    }
    if let Some(colors) = arena.colors.get(index).filter(|&colors| colors != 0) {
        push_data(out, Attribute::Colors, |out| out.colors(Colors(colors), ","));
    }
    close_content(out, start, "</node>");
}

fn push_edge(out: &mut TextOut<'_>, arena: &Arena, from: Vertex, edge: usize) {
    out.text("    <edge source=\"");
    push_name(out, &arena.names, from);
    out.text("\" target=\"");
    push_name(out, &arena.names, arena.graph.targets()[edge]);
    out.text("\"");
    let start = open_content(out);
    if let Some(weight) = arena.weights.get(edge) {
        push_data(out, Attribute::Weight, |out| out.number(weight));
    }
    if let Some(player) = arena.players.get(edge) {
        push_data(out, Attribute::Player, |out| out.text(player.as_str()));
    }
    if let Some(label) = arena.labels.get(edge) {
        push_data(out, Attribute::Label, |out| push_escaped(out, &arena.labels.text(label)));
    }
    close_content(out, start, "</edge>");
}

/// Ends a start tag; gives where the content of the element begins.
fn open_content(out: &mut TextOut<'_>) -> usize {
    out.text(">");
    out.buffer().len()
}

/// Writes the end tag, or makes one tag of an element without content.
fn close_content(out: &mut TextOut<'_>, start: usize, end: &str) {
    if out.buffer().len() > start {
        return out.text(end);
    }
    out.buffer().truncate(start - 1);
    out.text("/>");
}

fn push_name(out: &mut TextOut<'_>, names: &Names, vertex: Vertex) {
    match names.number(vertex) {
        Some(number) => out.count(number),
        None => push_escaped(out, &names.get(vertex)),
    }
}

/// Text as it may stand in an element or between double quotes, where a parser would make blanks of
/// tabs and line ends.
fn push_escaped(out: &mut TextOut<'_>, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\t', '\n', '\r']) {
        out.text(&rest[..at]);
        out.text(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\t' => "&#9;",
            b'\n' => "&#10;",
            _ => "&#13;",
        });
        rest = &rest[at + 1..];
    }
    out.text(rest);
}

fn check_names(names: &Names) -> io::Result<()> {
    if names.is_empty() || names.number(0).is_some() {
        return Ok(());
    }
    let mut all = (0..names.len() as Vertex).map(|vertex| names.get(vertex));
    let Some(name) = all.find(|name| !writable_name(name)) else { return Ok(()) };
    let message = format!(
        "GraphML cannot hold the name {} ({NAME_RULE}): write another format, such as json",
        quote(&name)
    );
    Err(io::Error::new(ErrorKind::InvalidInput, message))
}
