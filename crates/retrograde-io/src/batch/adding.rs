//! Moving a batch to a graph.

use retrograde_core::{ArenaBuilder, GraphError, Key, Vertex};

use super::{AHEAD, Batch, Found, Line, Says, Stumble, TOGETHER, UNKNOWN, Wrong};
use crate::statements::Vertices;

/// What could not be added of a line.
type Fault = (Wrong, Option<GraphError>);

impl Batch {
    /// Moves all to the builder. Names must be what `vertices` says; if the builder `is_asked`, it may say
    /// that it has no room for an edge before it gets one.
    pub(crate) fn add_to(
        &mut self,
        builder: &mut ArenaBuilder,
        (vertices, is_asked): (Vertices, bool),
    ) -> Result<(), Stumble> {
        let mut adding = Adding { builder, vertices, is_asked };
        let at_line =
            |index: usize, (at, error)| Stumble { line: self.first + index as u64, at, error };
        if self.found.is_empty() {
            let mut weights = self.weights.iter().copied();
            // Many files have the edges of a vertex side by side.
            let mut last = None;
            for (index, &[from, to]) in self.edges.iter().enumerate() {
                if let Some(&[from, to]) = self.edges.get(index + AHEAD) {
                    adding.builder.prefetch_numbered(from);
                    adding.builder.prefetch_numbered(to);
                }
                adding
                    .numbers([from, to], weights.next(), &mut last)
                    .map_err(|fault| at_line(index, fault))?;
            }
        } else {
            let (mut next, mut last) = (0, None);
            for (place, &index) in self.missing.iter().enumerate() {
                if let Some(&far) = self.missing.get(place + AHEAD) {
                    let [from, to] = self.edges[far as usize];
                    adding.builder.prefetch_numbered(from);
                    adding.builder.prefetch_numbered(to);
                }
                let index = index as usize;
                self.add_found(&mut adding, next..index).map_err(|(at, why)| at_line(at, why))?;
                if next < index {
                    last = Some((self.edges[index - 1][0], self.found[index - 1].0));
                }
                let (edge, weight) = (self.edges[index], self.weights.get(index).copied());
                adding.numbers(edge, weight, &mut last).map_err(|fault| at_line(index, fault))?;
                next = index + 1;
            }
            self.add_found(&mut adding, next..self.edges.len())
                .map_err(|(at, why)| at_line(at, why))?;
        }
        self.add_words(&mut adding)?;
        self.clear();
        Ok(())
    }

    /// Adds edges whose ends are found, those that fit at once.
    fn add_found(
        &self,
        adding: &mut Adding<'_>,
        edges: std::ops::Range<usize>,
    ) -> Result<(), (usize, Fault)> {
        let mut next = edges.start;
        if adding.vertices == Vertices::New && next < edges.end {
            return Err((next, (Wrong::From, None)));
        }
        while next < edges.end {
            let many = adding.builder.edges_that_fit(&self.found[next..edges.end]);
            if !self.weights.is_empty() {
                adding.builder.set_last_weights(&self.weights[next..next + many]);
            }
            next += many;
            if next < edges.end {
                let ((from, to), weight) = (self.found[next], self.weights.get(next).copied());
                adding.edge(from, to, weight).map_err(|fault| (next, fault))?;
                next += 1;
            }
        }
        Ok(())
    }

    fn add_words(&self, adding: &mut Adding<'_>) -> Result<(), Stumble> {
        let (mut start, mut ahead) = (0, 0);
        let mut weights = self.word_weights.iter().copied();
        let mut keys: Vec<[Option<Key>; 2]> = Vec::with_capacity(TOGETHER);
        for (number, lines) in self.lines.chunks(TOGETHER).enumerate() {
            let found = self.found_words.get(number * TOGETHER..).unwrap_or_default();
            let found = |index: usize| found.get(index).copied().unwrap_or((UNKNOWN, UNKNOWN));
            keys.clear();
            for (index, line) in lines.iter().enumerate() {
                let ((from, to), (is_from, is_to)) =
                    (line.names(&self.text, &mut ahead), found(index));
                let key =
                    |name: &str, is: Vertex| (is == UNKNOWN).then(|| adding.builder.key(name));
                keys.push([key(from, is_from), to.and_then(|to| key(to, is_to))]);
            }
            for (index, line) in lines.iter().enumerate() {
                let names = line.names(&self.text, &mut start);
                adding.line(line, names, (found(index), keys[index]), &mut weights).map_err(
                    |(at, error)| Stumble {
                        line: self.first_word + u64::from(line.number),
                        at,
                        error,
                    },
                )?;
            }
        }
        Ok(())
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
        [from, to]: [u64; 2],
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

    #[inline]
    fn line(
        &mut self,
        line: &Line,
        (from, to): (&str, Option<&str>),
        (found, keys): (Found, [Option<Key>; 2]),
        weights: &mut impl Iterator<Item = i64>,
    ) -> Result<(), Fault> {
        let from = self.word(Wrong::From, from, (found.0, keys[0]))?;
        let Some(to) = to else { return Ok(()) };
        let to = self.word(Wrong::To, to, (found.1, keys[1]))?;
        match line.says {
            Says::Vertex | Says::Vertices => Ok(()),
            Says::Edge => self.edge(from, to, None),
            Says::Weighted => self.edge(from, to, weights.next()),
        }
    }

    /// The vertex of a name that is found or has a key.
    #[inline]
    fn word(
        &mut self,
        at: Wrong,
        name: &str,
        (found, key): (Vertex, Option<Key>),
    ) -> Result<Vertex, Fault> {
        match key {
            Some(key) => self.end(at, |builder| builder.keyed_vertex(key, name)),
            None if self.vertices == Vertices::New => Err((at, None)),
            None => Ok(found),
        }
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
