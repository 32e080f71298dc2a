//! Lines gathered before they are added to a graph.
//!
//! Looking a vertex up in a large table waits for memory. With a batch of names at hand, each
//! look-up is announced some time before it is made; and where several threads read, the one that has read
//! the lines looks up what is known by then, so that only names that are new wait for their turn.

mod adding;
mod ahead;
mod names;

use retrograde_core::{GraphError, Known, Vertex};

pub(crate) use ahead::Ahead;

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
    edges: Vec<[u64; 2]>,
    weights: Vec<i64>,
    /// The line that those of words are counted from.
    first_word: u64,
    lines: Vec<Line>,
    /// The names of the lines of words, one after the other, and their weights.
    text: String,
    word_weights: Vec<i64>,
    /// The ends of the edges and of the lines of words that somebody has looked up; none where nobody has.
    found: Vec<Found>,
    found_words: Vec<Found>,
    /// The edges that have an end which was not known then.
    missing: Vec<u32>,
    /// Whether a line has a key besides, which means nothing.
    pub(crate) has_key: bool,
}

/// The vertices of two names, or [`UNKNOWN`].
type Found = (Vertex, Vertex);

/// What is no vertex: there is one less than there are numbers for them.
const UNKNOWN: Vertex = Vertex::MAX;

/// Why a line could not be added.
#[derive(Debug)]
pub(crate) struct Stumble {
    pub(crate) line: u64,
    pub(crate) at: Wrong,
    /// There is none where a name is not [what it must be](crate::statements::Vertices).
    pub(crate) error: Option<GraphError>,
}

/// What of a line is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    From,
    To,
    Edge,
}

/// A line of words, which begins where the one before it ends.
#[derive(Clone, Copy)]
struct Line {
    /// How many lines after the first one it is.
    number: u32,
    /// Where in the text its names end.
    from: u32,
    to: u32,
    says: Says,
}

/// What a line of words says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    Vertex,
    /// Two vertices: what comes after them is wrong.
    Vertices,
    Edge,
    Weighted,
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
        self.edges.push([edge.from, edge.to]);
        if let Some(weight) = edge.weight {
            self.weights.push(weight);
        }
        true
    }

    /// Takes the first name of a line.
    pub(crate) fn push_name(&mut self, number: u64, name: &str) {
        if self.lines.is_empty() {
            self.first_word = number;
        }
        self.text.push_str(name);
        let (number, end) = ((number - self.first_word) as u32, self.text.len() as u32);
        self.lines.push(Line { number, from: end, to: end, says: Says::Vertex });
    }

    /// Takes the second name of the last line.
    pub(crate) fn push_second_name(&mut self, name: &str) {
        self.text.push_str(name);
        if let Some(line) = self.lines.last_mut() {
            (line.to, line.says) = (self.text.len() as u32, Says::Vertices);
        }
    }

    /// Makes an edge of the last line.
    pub(crate) fn push_edge(&mut self, weight: Option<i64>) {
        if let Some(line) = self.lines.last_mut() {
            line.says = if weight.is_some() { Says::Weighted } else { Says::Edge };
            self.word_weights.extend(weight);
        }
    }

    /// About how many names it holds.
    pub(crate) fn names(&self) -> usize {
        2 * (self.edges.len() + self.lines.len())
    }

    /// Makes it as it was made.
    pub(crate) fn emptied(mut self) -> Self {
        self.clear();
        self
    }

    /// Looks up all names, as far as they are known.
    fn look_up(&mut self, known: &Known) {
        // The graph looks at its memory when these come up, and must not miss it.
        let is_plain = |vertex: &Vertex| *vertex < 1024 || !vertex.is_power_of_two();
        let or_unknown = |vertex: Option<Vertex>| vertex.filter(is_plain).unwrap_or(UNKNOWN);
        self.found.reserve(self.edges.len());
        for (index, &[from, to]) in self.edges.iter().enumerate() {
            if let Some(&[from, to]) = self.edges.get(index + AHEAD) {
                known.prefetch_number(from);
                known.prefetch_number(to);
            }
            let found = (or_unknown(known.number(from)), or_unknown(known.number(to)));
            if found.0.max(found.1) == UNKNOWN {
                self.missing.push(index as u32);
            }
            self.found.push(found);
        }
        let mut start = 0;
        let mut keys = Vec::with_capacity(TOGETHER);
        for lines in self.lines.chunks(TOGETHER) {
            keys.clear();
            for line in lines {
                let (from, to) = line.names(&self.text, &mut start);
                keys.push((known.key(from), to.map(|to| known.key(to))));
            }
            self.found_words.extend(keys.iter().map(|&(from, to)| {
                (or_unknown(known.word(from)), or_unknown(to.and_then(|to| known.word(to))))
            }));
        }
    }

    fn clear(&mut self) {
        self.edges.clear();
        self.weights.clear();
        self.lines.clear();
        self.text.clear();
        self.word_weights.clear();
        self.found.clear();
        self.found_words.clear();
        self.missing.clear();
        self.has_key = false;
    }
}

impl Line {
    /// Its names, of which the first begins at `start`; moves that to the next line.
    #[inline]
    fn names<'t>(&self, text: &'t str, start: &mut u32) -> (&'t str, Option<&'t str>) {
        let from = &text[*start as usize..self.from as usize];
        let to = (self.says != Says::Vertex).then(|| &text[self.from as usize..self.to as usize]);
        *start = self.to;
        (from, to)
    }
}
