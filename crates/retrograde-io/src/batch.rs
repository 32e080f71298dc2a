//! Lines gathered before they are added to a graph.
//!
//! Looking a vertex up in a large table waits for memory. With a batch of names at hand, each
//! look-up is announced some time before it is made.

use retrograde_core::{ArenaBuilder, GraphError, Vertex};

use crate::statements::Vertices;

/// How many edges ahead look-ups of numbers are announced.
const AHEAD: usize = 12;

/// Lines of words whose look-ups are announced together.
const TOGETHER: usize = 32;

/// A line of two or three numbers.
#[derive(Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) weight: Option<i64>,
}

/// Lines of plain numbers, which follow each other and all have a weight, or none of them has; then
/// lines of words.
#[derive(Default)]
pub(crate) struct Batch {
    /// The line of the first of the numbers.
    first: u64,
    edges: Vec<(u64, u64)>,
    weights: Vec<i64>,
    lines: Vec<Line>,
    /// The names of the lines of words, one after the other.
    text: String,
    /// Whether a line has a key besides, which means nothing.
    pub(crate) has_key: bool,
}

/// Why a line could not be added.
#[derive(Debug)]
pub(crate) struct Stumble {
    pub(crate) line: u64,
    pub(crate) at: Wrong,
    /// There is none where a name is not [what it must be](Vertices).
    pub(crate) error: Option<GraphError>,
}

/// What of a line is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    From,
    To,
    Edge,
}

/// What could not be added of a line.
type Fault = (Wrong, Option<GraphError>);

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
    pub(crate) fn is_empty(&self) -> bool {
        self.edges.is_empty() && self.lines.is_empty()
    }

    /// Whether it holds so many lines, or as much text as so many lines have mostly.
    pub(crate) fn is_full(&self, lines: usize) -> bool {
        self.edges.len() >= lines || self.lines.len() >= lines || self.text.len() >= 32 * lines
    }

    /// Takes the edge of a line; `false` if there is something that must be added first.
    #[inline]
    pub(crate) fn push(&mut self, line: u64, edge: Edge) -> bool {
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
    pub(crate) fn push_name(&mut self, number: u64, name: &str) {
        let start = self.text.len();
        self.text.push_str(name);
        self.lines.push(Line { number, start, from: self.text.len(), to: None, edge: None });
    }

    /// Takes the second name of the last line.
    pub(crate) fn push_second_name(&mut self, name: &str) {
        self.text.push_str(name);
        if let Some(line) = self.lines.last_mut() {
            line.to = Some(self.text.len());
        }
    }

    /// Makes an edge of the last line.
    pub(crate) fn push_edge(&mut self, weight: Option<i64>) {
        if let Some(line) = self.lines.last_mut() {
            line.edge = Some(weight);
        }
    }

    /// Moves all to the builder. Names must be what `vertices` says; if the builder `is_asked`, it may say
    /// that it has no room for an edge before it gets one.
    pub(crate) fn add_to(
        &mut self,
        builder: &mut ArenaBuilder,
        (vertices, is_asked): (Vertices, bool),
    ) -> Result<(), Stumble> {
        let mut adding = Adding { builder, vertices, is_asked };
        let mut weights = self.weights.iter().copied();
        // Many files have the edges of a vertex side by side.
        let mut last = None;
        for (index, &(from, to)) in self.edges.iter().enumerate() {
            if let Some(&(from, to)) = self.edges.get(index + AHEAD) {
                adding.builder.prefetch_numbered(from);
                adding.builder.prefetch_numbered(to);
            }
            adding
                .numbers((from, to), weights.next(), &mut last)
                .map_err(|(at, error)| Stumble { line: self.first + index as u64, at, error })?;
        }
        let text = &self.text;
        for lines in self.lines.chunks(TOGETHER) {
            adding.builder.foresee(lines.iter().flat_map(|line| line.names(text)));
            for line in lines {
                adding.line(line, text).map_err(|(at, error)| Stumble {
                    line: line.number,
                    at,
                    error,
                })?;
            }
        }
        self.edges.clear();
        self.weights.clear();
        self.lines.clear();
        self.text.clear();
        self.has_key = false;
        Ok(())
    }
}

impl Line {
    fn names<'t>(&self, text: &'t str) -> impl Iterator<Item = &'t str> + use<'t> {
        let second = self.to.map(|to| &text[self.from..to]);
        [Some(&text[self.start..self.from]), second].into_iter().flatten()
    }
}

/// A builder, and what it may be given.
struct Adding<'b> {
    builder: &'b mut ArenaBuilder,
    vertices: Vertices,
    is_asked: bool,
}

impl Adding<'_> {
    #[inline]
    fn numbers(
        &mut self,
        (from, to): (u64, u64),
        weight: Option<i64>,
        last: &mut Option<(u64, Vertex)>,
    ) -> Result<(), Fault> {
        let source = match *last {
            Some((number, vertex)) if number == from => vertex,
            _ => self.end(Wrong::From, |builder| builder.numbered_vertex(from))?,
        };
        *last = Some((from, source));
        let to = self.end(Wrong::To, |builder| builder.numbered_vertex(to))?;
        self.edge(source, to, weight)
    }

    fn line(&mut self, line: &Line, text: &str) -> Result<(), Fault> {
        let mut names = line.names(text);
        let from = names.next().unwrap_or_default();
        let from = self.end(Wrong::From, |builder| builder.vertex(from))?;
        let Some(to) = names.next() else { return Ok(()) };
        let to = self.end(Wrong::To, |builder| builder.vertex(to))?;
        line.edge.map_or(Ok(()), |weight| self.edge(from, to, weight))
    }

    /// The vertex that `find` finds or makes, if it is as it must be.
    #[inline]
    fn end(
        &mut self,
        at: Wrong,
        find: impl FnOnce(&mut ArenaBuilder) -> Result<Vertex, GraphError>,
    ) -> Result<Vertex, Fault> {
        let wrong = |error| (at, Some(error));
        if self.vertices == Vertices::Any {
            return find(self.builder).map_err(wrong);
        }
        let known = self.builder.vertex_count();
        let vertex = find(self.builder).map_err(wrong)?;
        let is_new = vertex as usize == known;
        if is_new == (self.vertices == Vertices::New) { Ok(vertex) } else { Err((at, None)) }
    }

    #[inline]
    fn edge(&mut self, from: Vertex, to: Vertex, weight: Option<i64>) -> Result<(), Fault> {
        let mut add = || {
            if self.is_asked {
                self.builder.expect_edges(1)?;
            }
            match weight {
                None => self.builder.edge(from, to),
                Some(weight) => self.builder.weighted_edge(from, to, weight),
            }
        };
        add().map_err(|error| (Wrong::Edge, Some(error)))
    }
}
