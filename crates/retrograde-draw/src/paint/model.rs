//! Pictures of transition systems, which are no games: names, transitions, and what is on them.

use retrograde_core::{Arena, Outcome, Vertex};

use super::Paint;
use crate::face::{Badge, Face, Mark, Stroke};

/// A transition system with a text for each of its transitions.
pub(crate) struct Model<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) on_edge: &'a dyn Fn(usize) -> String,
}

impl Paint for Model<'_> {
    fn face(&self, vertex: Vertex) -> Face {
        let is_start = vertex == self.arena.start.unwrap_or(0);
        let outcome = if is_start { Outcome::Win } else { Outcome::Draw };
        Face::One(Badge { outcome, text: if is_start { "start" } else { "" }.to_owned() })
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let remarks = self.arena.remarks.of(vertex);
        remarks.map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(", ")
    }

    fn stroke(&self, _from: Vertex, _to: Vertex, _edge: usize) -> Stroke {
        Stroke::open(Mark::Plain)
    }

    fn words(&self, from: Vertex, to: Vertex) -> Option<String> {
        const SHOWN: usize = 60;
        let edges = self.arena.graph.edge_range(from);
        let between = edges.filter(|&edge| self.arena.graph.targets()[edge] == to);
        let text = between.map(self.on_edge).collect::<Vec<_>>().join(", ");
        Some(match text.char_indices().nth(SHOWN) {
            Some((at, _)) => format!("{}…", &text[..at]),
            None => text,
        })
    }

    fn heading(&self) -> &'static str {
        "State:"
    }

    fn look_text(&self, outcome: Outcome) -> &'static str {
        if outcome == Outcome::Win { "start" } else { "other" }
    }

    fn mark_text(&self, _mark: Mark) -> &'static str {
        "transition"
    }
}
