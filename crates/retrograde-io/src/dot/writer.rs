//! Writing DOT.

use std::io::{self, ErrorKind, Write};

use retrograde_core::quote::{dot, fits_dot};
use retrograde_core::{Arena, Colors, Names, Vertex};

use crate::condition;
use crate::dot::token::is_bare;
use crate::quote::quote;
use crate::text_out::TextOut;

/// Writes every vertex first, in order, then every edge, one statement a line. Nothing is written
/// if a name or the condition cannot be.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    check_names(&arena.names)?;
    check_names(arena.labels.words())?;
    check_names(arena.remarks.words())?;
    let acceptance = condition::writable(arena.acceptance.as_ref())?;
    let mut out = TextOut::new(out);
    out.text("digraph {");
    out.end_line()?;
    if let Some(acceptance) = acceptance {
        out.text("  acceptance=\"");
        out.text(&acceptance);
        out.text("\";");
        out.end_line()?;
    }
    for vertex in arena.graph.vertices() {
        out.text("  ");
        push_name(&mut out, &arena.names, vertex);
        push_vertex_attributes(&mut out, arena, vertex);
        out.text(";");
        out.end_line()?;
    }
    for from in arena.graph.vertices() {
        for edge in arena.graph.edge_range(from) {
            out.text("  ");
            push_name(&mut out, &arena.names, from);
            out.text(" -> ");
            push_name(&mut out, &arena.names, arena.graph.targets()[edge]);
            push_edge_attributes(&mut out, arena, edge);
            out.text(";");
            out.end_line()?;
        }
    }
    out.text("}");
    out.end_line()?;
    out.finish()
}

/// An attribute list, whose brackets are written only if there is something to put in them.
#[derive(Default)]
struct List {
    is_open: bool,
}

impl List {
    fn next(&mut self, out: &mut TextOut<'_>, name: &str) {
        out.text(if self.is_open { ", " } else { " [" });
        out.text(name);
        self.is_open = true;
    }

    fn close(self, out: &mut TextOut<'_>) {
        if self.is_open {
            out.text("]");
        }
    }
}

fn push_edge_attributes(out: &mut TextOut<'_>, arena: &Arena, edge: usize) {
    let mut list = List::default();
    if let Some(weight) = arena.weights.get(edge) {
        list.next(out, "weight=");
        out.number(weight);
    }
    if let Some(player) = arena.players.get(edge) {
        list.next(out, "player=");
        out.text(player.as_str());
    }
    if let Some(label) = arena.labels.get(edge) {
        list.next(out, "label=");
        push_word(out, &arena.labels.text(label));
    }
    list.close(out);
}

fn push_vertex_attributes(out: &mut TextOut<'_>, arena: &Arena, vertex: Vertex) {
    let index = vertex as usize;
    let mut list = List::default();
    if let Some(verdict) = arena.verdicts.get(index) {
        list.next(out, "verdict=");
        out.text(verdict.as_str());
    }
    if let Some(owner) = arena.owners.get(index) {
        list.next(out, "owner=");
        out.number(owner.number());
    }
    if let Some(priority) = arena.priorities.get(index) {
        list.next(out, "priority=");
        out.number(priority);
    }
    if let Some(target) = arena.targets.get(index) {
        list.next(out, "target=");
        out.text(if target { "true" } else { "false" });
    }
    if let Some(colors) = arena.colors.get(index).filter(|&colors| colors != 0) {
        list.next(out, "colors=\"");
        out.colors(Colors(colors), ",");
        out.text("\"");
    }
    for (name, value) in arena.remarks.of(vertex) {
        list.next(out, "");
        push_word(out, &name);
        out.text("=");
        push_word(out, &value);
    }
    list.close(out);
}

fn push_name(out: &mut TextOut<'_>, names: &Names, vertex: Vertex) {
    if let Some(number) = names.number(vertex) {
        out.number(number);
        return;
    }
    push_word(out, &names.get(vertex));
}

/// A name, which has been checked.
fn push_word(out: &mut TextOut<'_>, text: &str) {
    match is_bare(text) {
        true => out.text(text),
        false => out.text(&dot(text).unwrap_or_default()),
    }
}

fn check_names(names: &Names) -> io::Result<()> {
    if names.is_empty() || names.number(0).is_some() {
        return Ok(());
    }
    for vertex in 0..names.len() as Vertex {
        let name = names.get(vertex);
        if !fits_dot(&name) {
            let message = format!(
                "DOT cannot hold the name {}, with a single backslash before a quote, a line end or its own end: write another format, such as json",
                quote(&name)
            );
            return Err(io::Error::new(ErrorKind::InvalidInput, message));
        }
    }
    Ok(())
}
