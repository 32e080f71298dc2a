//! Edges that come before the nodes they name.

use retrograde_core::{Arena, ArenaBuilder, Vertex, Word};

use crate::error::{Place, ReadError};
use crate::quote::quote;
use crate::spot::Spot;

/// Collects such edges as a graph of its own, with the vertices in order of mention.
pub(crate) struct EarlyBuilder {
    pub(crate) builder: ArenaBuilder,
    spots: Vec<Spot>,
}

impl EarlyBuilder {
    pub(crate) fn new(memory_limit: u64) -> Self {
        let builder = ArenaBuilder::new().with_memory_limit(memory_limit);
        EarlyBuilder { builder, spots: Vec::new() }
    }

    /// The vertex of that name, new or known.
    pub(crate) fn mention(&mut self, name: &str, place: Place) -> Result<Vertex, ReadError> {
        let vertex = self.builder.vertex(name).map_err(|error| ReadError::graph(place, error))?;
        if vertex as usize == self.spots.len() {
            self.spots.push(Spot::new(place));
        }
        Ok(vertex)
    }

    pub(crate) fn finish(self) -> Result<EarlyEdges, ReadError> {
        let arena = self.builder.finish().map_err(|error| ReadError::graph(None, error))?;
        Ok(EarlyEdges { arena, spots: self.spots })
    }
}

/// All edges of a file, waiting for its nodes.
pub(crate) struct EarlyEdges {
    arena: Arena,
    /// Where each vertex was first mentioned.
    spots: Vec<Spot>,
}

impl EarlyEdges {
    /// Bytes held on the heap.
    pub(crate) fn heap_bytes(&self) -> u64 {
        self.arena.heap_bytes() + (self.spots.capacity() * size_of::<Spot>()) as u64
    }

    /// Adds the edges to the graph, now that its vertices have their order.
    pub(crate) fn settle(&self, builder: &mut ArenaBuilder) -> Result<(), ReadError> {
        let graph = &self.arena.graph;
        let known = builder.vertex_count();
        let mut vertices = Vec::with_capacity(graph.vertex_count());
        for (vertex, spot) in graph.vertices().zip(&self.spots) {
            let found = match self.arena.names.number(vertex) {
                Some(number) => builder.numbered_vertex(number),
                None => builder.vertex(&self.arena.names.get(vertex)),
            };
            let found = found.map_err(|error| ReadError::graph(spot.place(), error))?;
            if found as usize >= known {
                return Err(unknown(&self.arena.names.get(vertex), spot.place()));
            }
            vertices.push(found);
        }
        let labels = &self.arena.labels;
        let labelled = labels.words().len() as Word;
        let words = (0..labelled).map(|word| builder.label(&labels.text(word)));
        let words: Result<Vec<Word>, _> = words.collect();
        let words = words.map_err(|error| ReadError::graph(None, error))?;
        for from in graph.vertices() {
            for edge in graph.edge_range(from) {
                let ends = (vertices[from as usize], vertices[graph.targets()[edge] as usize]);
                let added = match self.arena.weights.get(edge) {
                    Some(weight) => builder.weighted_edge(ends.0, ends.1, weight),
                    None => builder.edge(ends.0, ends.1),
                };
                added.map_err(|error| ReadError::graph(None, error))?;
                if let Some(player) = self.arena.players.get(edge) {
                    builder.set_last_player(player);
                }
                if let Some(word) = labels.get(edge) {
                    builder.set_last_label(words[word as usize]);
                }
            }
        }
        Ok(())
    }
}

/// Says that an edge names a vertex that is not among the nodes.
pub(crate) fn unknown(name: &str, place: Option<Place>) -> ReadError {
    let name = quote(name);
    let message =
        format!("the edge names {name}, which is not among the nodes: add it to \"nodes\"");
    ReadError::syntax(place, message)
}
