//! Lines gathered before they are added to a graph.
//!
//! Looking a vertex up in a large table waits for memory. With a batch of names at hand, each
//! look-up is announced some time before it is made.

use retrograde_core::{ArenaBuilder, GraphError};

use crate::error::{Place, ReadError};

/// How many edges ahead look-ups of numbers are announced.
const AHEAD: usize = 12;

/// Lines of words whose look-ups are announced together.
const TOGETHER: usize = 32;

/// A line of two or three numbers.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) weight: Option<i64>,
}

/// Lines of plain numbers, which follow each other and all have a weight, or none of them has; then
/// lines of words.
#[derive(Default)]
pub(super) struct Batch {
    /// The line of the first of the numbers.
    first: u64,
    edges: Vec<(u64, u64)>,
    weights: Vec<i64>,
    lines: Vec<Line>,
    /// The names of the lines of words, one after the other.
    text: String,
}

/// What a line of words says: a vertex, two of them, or an edge.
struct Line {
    number: u64,
    /// Where in the text its names begin, and where each ends.
    start: usize,
    from: usize,
    to: Option<usize>,
    edge: Option<Option<i64>>,
}

impl Batch {
    pub(super) fn is_empty(&self) -> bool {
        self.edges.is_empty() && self.lines.is_empty()
    }

    /// Whether it holds so many lines, or as much text as so many lines have mostly.
    pub(super) fn is_full(&self, lines: usize) -> bool {
        self.edges.len() >= lines || self.lines.len() >= lines || self.text.len() >= 32 * lines
    }

    /// Takes the edge of a line; `false` if there is something that must be added first.
    #[inline]
    pub(super) fn push(&mut self, line: u64, edge: Edge) -> bool {
        if self.edges.is_empty() {
            self.first = line;
        }
        let weighted = usize::from(edge.weight.is_some()) * self.edges.len();
        if self.weights.len() != weighted || !self.lines.is_empty() {
            return false;
        }
        self.edges.push((edge.from, edge.to));
        if let Some(weight) = edge.weight {
            self.weights.push(weight);
        }
        true
    }

    /// Takes the first name of a line.
    pub(super) fn push_name(&mut self, number: u64, name: &str) {
        let start = self.text.len();
        self.text.push_str(name);
        self.lines.push(Line { number, start, from: self.text.len(), to: None, edge: None });
    }

    /// Takes the second name of the last line.
    pub(super) fn push_second_name(&mut self, name: &str) {
        self.text.push_str(name);
        if let Some(line) = self.lines.last_mut() {
            line.to = Some(self.text.len());
        }
    }

    /// Makes an edge of the last line.
    pub(super) fn push_edge(&mut self, weight: Option<i64>) {
        if let Some(line) = self.lines.last_mut() {
            line.edge = Some(weight);
        }
    }

    /// Moves all to the builder.
    pub(super) fn add_to(&mut self, builder: &mut ArenaBuilder) -> Result<(), ReadError> {
        let at = |line, error: GraphError| ReadError::graph(Place::line(line), error);
        let mut weights = self.weights.iter().copied();
        for (index, &(from, to)) in self.edges.iter().enumerate() {
            if let Some(&(from, to)) = self.edges.get(index + AHEAD) {
                builder.prefetch_numbered(from);
                builder.prefetch_numbered(to);
            }
            let mut add = || {
                let from = builder.numbered_vertex(from)?;
                let to = builder.numbered_vertex(to)?;
                match weights.next() {
                    None => builder.edge(from, to),
                    Some(weight) => builder.weighted_edge(from, to, weight),
                }
            };
            add().map_err(|error| at(self.first + index as u64, error))?;
        }
        let text = &self.text;
        for lines in self.lines.chunks(TOGETHER) {
            builder.foresee(lines.iter().flat_map(|line| line.names(text)));
            for line in lines {
                line.add_to(text, builder).map_err(|error| at(line.number, error))?;
            }
        }
        self.edges.clear();
        self.weights.clear();
        self.lines.clear();
        self.text.clear();
        Ok(())
    }
}

impl Line {
    fn names<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let second = self.to.map(|to| &text[self.from..to]);
        [Some(&text[self.start..self.from]), second].into_iter().flatten()
    }

    fn add_to(&self, text: &str, builder: &mut ArenaBuilder) -> Result<(), GraphError> {
        let mut names = self.names(text);
        let from = builder.vertex(names.next().unwrap_or_default())?;
        let Some(to) = names.next() else { return Ok(()) };
        let to = builder.vertex(to)?;
        match self.edge {
            None => Ok(()),
            Some(None) => builder.edge(from, to),
            Some(Some(weight)) => builder.weighted_edge(from, to, weight),
        }
    }
}
