//! The edges of a `strict` graph, where a second edge between two vertices is the first one again.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Display;

use retrograde_core::{ArenaBuilder, Column, GraphError, Side, Vertex, Word};

use crate::budget::Budget;
use crate::dot::scope::{Given, two_values};
use crate::error::ReadError;
use crate::settings::{Said, Settings};

/// Edges by their two ends, in order of first appearance.
#[derive(Debug, Default)]
pub(crate) struct StrictEdges {
    index: HashMap<(Vertex, Vertex), usize>,
    edges: Vec<(Vertex, Vertex)>,
    weights: Column<Given<i64>>,
    players: Column<Given<Side>>,
    labels: Column<Given<Word>>,
}

/// Bytes an edge takes in the table and in the list, both with room to grow.
const EDGE_BYTES: u64 = 56;

impl StrictEdges {
    /// Adds an edge or what is said about one that is there. Defaults are for new edges.
    pub(crate) fn add(
        &mut self,
        (from, to): (Vertex, Vertex),
        settings: &Settings,
        defaults: &Settings,
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
                start(&mut self.weights, edge, defaults.weight, budget)?;
                start(&mut self.players, edge, defaults.player, budget)?;
                start(&mut self.labels, edge, defaults.label, budget)?;
                edge
            }
        };
        let names = || [builder.name(from), builder.name(to)];
        tell(&mut self.weights, "weight", edge, settings.weight, names, budget)?;
        tell(&mut self.players, "player", edge, settings.player, names, budget)?;
        let labelled = tell(&mut self.labels, "label", edge, settings.label, names, budget);
        labelled.map_err(|error| match (settings.label, self.labels.get(edge)) {
            (Some(Said { value: Some(now), place }), Some(before)) => {
                let before = before.value().map_or(String::new(), |word| builder.label_text(word));
                let [from, to] = names();
                two_values(place, [&from, &to], "label", (before, builder.label_text(now)))
            }
            _ => error,
        })
    }

    /// Hands the edges over.
    pub(crate) fn settle(self, builder: &mut ArenaBuilder) -> Result<(), GraphError> {
        drop(self.index);
        for (edge, (from, to)) in self.edges.into_iter().enumerate() {
            match self.weights.get(edge).and_then(Given::value) {
                Some(weight) => builder.weighted_edge(from, to, weight)?,
                None => builder.edge(from, to)?,
            }
            if let Some(player) = self.players.get(edge).and_then(Given::value) {
                builder.set_last_player(player);
            }
            if let Some(label) = self.labels.get(edge).and_then(Given::value) {
                builder.set_last_label(label);
            }
        }
        Ok(())
    }
}

/// Gives a new edge the default of its scope.
fn start<T: Copy + Default>(
    column: &mut Column<Given<T>>,
    edge: usize,
    default: Option<Said<T>>,
    budget: &mut Budget,
) -> Result<(), ReadError> {
    match default.and_then(|said| said.value) {
        Some(value) => set(column, edge, Given::Default(value), budget),
        None => Ok(()),
    }
}

/// Tells an edge what its list says. `names` of its ends are asked for only if that contradicts.
fn tell<T: Copy + Default + PartialEq + Display>(
    column: &mut Column<Given<T>>,
    attribute: &str,
    edge: usize,
    said: Option<Said<T>>,
    names: impl Fn() -> [String; 2],
    budget: &mut Budget,
) -> Result<(), ReadError> {
    let Some(said) = said else { return Ok(()) };
    let mut given = column.get(edge).unwrap_or_default();
    given.tell(said.value).map_err(|values| {
        let [from, to] = names();
        two_values(said.place, [&from, &to], attribute, values)
    })?;
    set(column, edge, given, budget)
}

/// Sets a value and charges what the column has grown by: it reaches up to this edge, however few
/// of the edges before have a value.
fn set<T: Copy + Default>(
    column: &mut Column<Given<T>>,
    edge: usize,
    given: Given<T>,
    budget: &mut Budget,
) -> Result<(), ReadError> {
    let before = column.heap_bytes();
    column.set(edge, given);
    budget.charge(column.heap_bytes() - before)
}
