//! Writing networkx node-link data.

use std::collections::HashMap;
use std::io::{self, Write};

use retrograde_core::{Arena, Colors, Graph, Names, Vertex};

use crate::condition;
use crate::text_out::TextOut;

/// Writes what `nx.node_link_graph(data, edges="edges")` reads, one node or edge a line. Nothing is
/// written if the condition cannot be.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    let acceptance = condition::writable(arena.acceptance.as_ref())?;
    let mut out = TextOut::new(out);
    let mut keys = Keys::default();
    let is_multigraph = arena.graph.vertices().any(|from| keys.look_at(&arena.graph, from));
    out.text("{");
    out.end_line()?;
    out.text("\"directed\": true,");
    out.end_line()?;
    out.text(if is_multigraph { "\"multigraph\": true," } else { "\"multigraph\": false," });
    out.end_line()?;
    out.text("\"graph\": {");
    if let Some(acceptance) = acceptance {
        out.text("\"acceptance\": \"");
        out.text(&acceptance);
        out.text("\"");
    }
    out.text("},");
    out.end_line()?;
    out.text("\"nodes\": [");
    let mut separator = "";
    for vertex in arena.graph.vertices() {
        out.text(std::mem::replace(&mut separator, ","));
        out.end_line()?;
        push_node(&mut out, arena, vertex)?;
    }
    out.end_line()?;
    out.text("],");
    out.end_line()?;
    out.text("\"edges\": [");
    let mut separator = "";
    for from in arena.graph.vertices() {
        let has_parallel = is_multigraph && keys.look_at(&arena.graph, from);
        for edge in arena.graph.edge_range(from) {
            out.text(std::mem::replace(&mut separator, ","));
            out.end_line()?;
            let to = arena.graph.targets()[edge];
            out.text("{\"source\": ");
            push_name(&mut out, &arena.names, from)?;
            out.text(", \"target\": ");
            push_name(&mut out, &arena.names, to)?;
            if let Some(weight) = arena.weights.get(edge) {
                out.text(", \"weight\": ");
                out.number(weight);
            }
            if let Some(player) = arena.players.get(edge) {
                out.text(", \"player\": \"");
                out.text(player.as_str());
                out.text("\"");
            }
            if let Some(label) = arena.labels.get(edge) {
                out.text(", \"label\": ");
                serde_json::to_writer(out.buffer(), arena.labels.text(label).as_ref())?;
            }
            if is_multigraph {
                out.text(", \"key\": ");
                out.number(if has_parallel { keys.next(to) } else { 0 });
            }
            out.text("}");
        }
    }
    out.end_line()?;
    out.text("]");
    out.end_line()?;
    out.text("}");
    out.end_line()?;
    out.finish()
}

/// Numbers the parallel edges of one vertex after the other.
#[derive(Default)]
struct Keys {
    sorted: Vec<Vertex>,
    given: HashMap<Vertex, u32>,
}

impl Keys {
    /// Starts on a vertex; says whether two of its edges lead to the same place.
    fn look_at(&mut self, graph: &Graph, from: Vertex) -> bool {
        self.given.clear();
        self.sorted.clear();
        self.sorted.extend_from_slice(graph.successors(from));
        self.sorted.sort_unstable();
        self.sorted.windows(2).any(|pair| pair[0] == pair[1])
    }

    fn next(&mut self, to: Vertex) -> u32 {
        let count = self.given.entry(to).or_default();
        *count += 1;
        *count - 1
    }
}

fn push_node(out: &mut TextOut<'_>, arena: &Arena, vertex: Vertex) -> io::Result<()> {
    let index = vertex as usize;
    out.text("{\"id\": ");
    push_name(out, &arena.names, vertex)?;
    if let Some(verdict) = arena.verdicts.get(index) {
        out.text(", \"verdict\": \"");
        out.text(verdict.as_str());
        out.text("\"");
    }
    if let Some(owner) = arena.owners.get(index) {
        out.text(", \"owner\": ");
        out.number(owner.number());
    }
    if let Some(priority) = arena.priorities.get(index) {
        out.text(", \"priority\": ");
        out.number(priority);
    }
    if let Some(target) = arena.targets.get(index) {
        out.text(", \"target\": ");
        out.text(if target { "true" } else { "false" });
    }
    if let Some(colors) = arena.colors.get(index).filter(|&colors| colors != 0) {
        out.text(", \"colors\": [");
        out.colors(Colors(colors), ", ");
        out.text("]");
    }
    for (name, value) in arena.remarks.of(vertex) {
        out.text(", ");
        serde_json::to_writer(out.buffer(), name.as_ref())?;
        out.text(": ");
        serde_json::to_writer(out.buffer(), value.as_ref())?;
    }
    out.text("}");
    Ok(())
}

/// A number where all names are numbers, a string otherwise.
fn push_name(out: &mut TextOut<'_>, names: &Names, vertex: Vertex) -> io::Result<()> {
    match names.number(vertex) {
        Some(number) => out.number(number),
        None => serde_json::to_writer(out.buffer(), names.get(vertex).as_ref())?,
    }
    Ok(())
}
