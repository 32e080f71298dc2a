//! The edges of a `strict` graph, where a second edge between two vertices is the first one again.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use retrograde_core::{ArenaBuilder, Column, GraphError, Vertex};

use crate::budget::Budget;
use crate::dot::scope::{Given, Said, two_weights};
use crate::error::ReadError;

/// Edges by their two ends, in order of first appearance.
#[derive(Debug, Default)]
pub(crate) struct StrictEdges {
    index: HashMap<(Vertex, Vertex), usize>,
    edges: Vec<(Vertex, Vertex)>,
    weights: Column<Given<i64>>,
}

/// Bytes an edge takes in the table and in the list, both with room to grow.
const EDGE_BYTES: u64 = 56;
/// Bytes a weight takes.
const WEIGHT_BYTES: u64 = 32;

impl StrictEdges {
    /// Adds an edge or what is said about one that is there. A default weight is for new edges.
    pub(crate) fn add(
        &mut self,
        (from, to): (Vertex, Vertex),
        weight: Option<Said<i64>>,
        default: Option<i64>,
        builder: &ArenaBuilder,
        budget: &mut Budget,
    ) -> Result<(), ReadError> {
        let edge = match self.index.entry((from, to)) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(vacant) => {
                budget.charge(EDGE_BYTES)?;
                let edge = self.edges.len();
                vacant.insert(edge);
                self.edges.push((from, to));
                if let (None, Some(default)) = (weight, default) {
                    budget.charge(WEIGHT_BYTES)?;
                    self.weights.set(edge, Given::Default(default));
                }
                edge
            }
        };
        let Some(said) = weight else { return Ok(()) };
        let mut given = self.weights.get(edge).unwrap_or_default();
        given.tell(said.value).map_err(|values| {
            let (from, to) = (builder.name(from), builder.name(to));
            two_weights(said.place, [&from, &to], values)
        })?;
        budget.charge(WEIGHT_BYTES)?;
        self.weights.set(edge, given);
        Ok(())
    }

    /// Hands the edges over.
    pub(crate) fn settle(self, builder: &mut ArenaBuilder) -> Result<(), GraphError> {
        drop(self.index);
        for (edge, (from, to)) in self.edges.into_iter().enumerate() {
            match self.weights.get(edge).and_then(Given::value) {
                Some(weight) => builder.weighted_edge(from, to, weight)?,
                None => builder.edge(from, to)?,
            }
        }
        Ok(())
    }
}
