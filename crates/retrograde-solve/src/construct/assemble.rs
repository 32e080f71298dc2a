//! Putting a new arena together row by row, with the attributes of the old one.

use std::fmt::Write as _;

use retrograde_core::{
    Arena, Column, Graph, GraphError, Labels, Names, Offsets, Pace, Side, Stopped, Vertex, Word,
};

/// The rows of a graph under construction, in vertex order, with what is said about their edges.
pub(crate) struct NewRows {
    offsets: Offsets,
    ended: usize,
    targets: Vec<Vertex>,
    weights: Column<i64>,
    players: Column<Side>,
    labels: Column<Word>,
}

impl NewRows {
    /// No row yet, of `vertices`; there may be up to `most_edges`.
    pub(crate) fn new(vertices: usize, most_edges: u64) -> Self {
        NewRows {
            offsets: Offsets::zeroed(vertices, most_edges),
            ended: 0,
            targets: Vec::new(),
            weights: Column::default(),
            players: Column::default(),
            labels: Column::default(),
        }
    }

    /// No row yet, with room for exactly so many edges.
    pub(crate) fn with_room(vertices: usize, edges: usize) -> Self {
        let mut rows = Self::new(vertices, edges as u64);
        rows.targets.reserve_exact(edges);
        rows
    }

    /// Adds an edge to the row at hand: a copy of the edge of `source` at `place`, leading to `to`.
    #[inline]
    pub(crate) fn carry(&mut self, to: Vertex, source: &Arena, place: usize) {
        if let Some(weight) = source.weights.get(place) {
            self.weights.set(self.targets.len(), weight);
        }
        if let Some(player) = source.players.get(place) {
            self.players.set(self.targets.len(), player);
        }
        if let Some(label) = source.labels.get(place) {
            self.labels.set(self.targets.len(), label);
        }
        self.bare(to);
    }

    /// Adds an edge of which nothing is said.
    #[inline]
    pub(crate) fn bare(&mut self, to: Vertex) {
        self.targets.push(to);
    }

    /// Adds an edge with a weight.
    #[inline]
    pub(crate) fn weighted(&mut self, to: Vertex, weight: i64) {
        self.weights.set(self.targets.len(), weight);
        self.bare(to);
    }

    /// Ends the row at hand.
    #[inline]
    pub(crate) fn end_row(&mut self) {
        self.ended += 1;
        self.offsets.set(self.ended, self.targets.len() as u64);
    }

    /// The arena with these rows, in which nothing is said about vertices.
    pub(crate) fn finish(self, names: Names) -> Result<Arena, GraphError> {
        debug_assert_eq!(self.ended, names.len(), "every row was ended");
        let graph = Graph::from_parts(self.offsets, self.targets)?;
        Ok(Arena { names, weights: self.weights, players: self.players, ..Arena::from(graph) })
    }

    /// The arena with these rows, where the same is said about each vertex as about its origin.
    pub(crate) fn finish_like(
        mut self,
        source: &Arena,
        origin: &[Vertex],
        names: Names,
    ) -> Result<Arena, GraphError> {
        let labels = std::mem::take(&mut self.labels);
        let mut arena = self.finish(names)?;
        if !labels.is_empty() {
            arena.labels = Labels::new(source.labels.words().clone(), labels);
        }
        arena.remarks = source.remarks.carried(origin);
        arena.verdicts = carried(&source.verdicts, origin);
        arena.owners = carried(&source.owners, origin);
        arena.priorities = carried(&source.priorities, origin);
        arena.targets = carried(&source.targets, origin);
        arena.colors = carried(&source.colors, origin);
        arena.acceptance.clone_from(&source.acceptance);
        Ok(arena)
    }
}

fn carried<T: Copy + Default>(column: &Column<T>, origin: &[Vertex]) -> Column<T> {
    if column.is_empty() {
        return Column::default();
    }
    column.permuted(origin.iter().enumerate().map(|(new, &old)| (new, old as usize)))
}

/// Appends the name of `vertex`; numbers do not become strings of their own on the way.
pub(crate) fn push_name(text: &mut String, names: &Names, vertex: Vertex) {
    match names.number(vertex) {
        Some(number) => write!(text, "{number}").expect("a string takes all text"),
        None => text.push_str(&names.get(vertex)),
    }
}

/// As [`Names::written`], for work that may be stopped.
pub(crate) fn written(
    count: usize,
    pace: &mut Pace<'_>,
    mut write: impl FnMut(Vertex, &mut String),
) -> Result<Names, Stopped> {
    // About as much work for each name as for so many edges.
    const STEPS: usize = 4;
    let mut going = Ok(());
    let names = Names::written(count, |vertex, text| {
        if going.is_ok() {
            going = pace.steps(STEPS);
            write(vertex, text);
        }
    });
    going.map(|()| names)
}

/// The names of these vertices, in their order.
pub(crate) fn names_of(
    names: &Names,
    origin: &[Vertex],
    pace: &mut Pace<'_>,
) -> Result<Names, Stopped> {
    written(origin.len(), pace, |vertex, text| push_name(text, names, origin[vertex as usize]))
}
