//! Words on edges and vertices: labels, and what files say beside the attributes.

use std::borrow::Cow;

use crate::column::Column;
use crate::graph::Vertex;
use crate::names::Names;

/// A text that edges or vertices share, by its number.
pub type Word = u32;

/// What is written on edges: `label` in files, the action of a labelled transition system. Each text
/// is kept once; it takes no memory where no edge has any.
///
/// ```
/// use retrograde_core::Arena;
/// let mut sketch = Arena::sketch();
/// sketch.vertex("a").to("b").label("send").to("b").label("lose").vertex("b").to("a");
/// let arena = sketch.arena()?;
/// let label = |edge| arena.labels.get(edge).map(|word| arena.labels.text(word));
/// assert_eq!(label(0).as_deref(), Some("send"));
/// assert_eq!(label(2), None);
/// assert_eq!(arena.labels.len(), 2);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Labels {
    words: Names,
    of: Column<Word>,
}

impl Labels {
    /// Labels from a list of different texts and which of them each edge has, by its place in
    /// [`Graph::targets`](crate::Graph::targets).
    ///
    /// # Panics
    /// If an edge has a text that is not in the list.
    #[must_use]
    pub fn new(words: Names, of: Column<Word>) -> Self {
        assert!(of.iter().all(|(_, word)| (word as usize) < words.len()), "texts of the list");
        Labels { words, of }
    }

    /// How many different texts there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether no edge has a label.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// What is written on an edge, by its place in [`Graph::targets`](crate::Graph::targets).
    #[inline]
    #[must_use]
    pub fn get(&self, edge: usize) -> Option<Word> {
        self.of.get(edge)
    }

    /// A text by its number.
    ///
    /// # Panics
    /// If there is no such text.
    #[must_use]
    pub fn text(&self, word: Word) -> Cow<'_, str> {
        self.words.get(word)
    }

    /// All texts, in the order of their numbers.
    #[must_use]
    pub fn words(&self) -> &Names {
        &self.words
    }

    /// Which text each edge has.
    #[must_use]
    pub fn of_edges(&self) -> &Column<Word> {
        &self.of
    }

    /// The same texts on other edges: entry `new` for `old`, for each `(new, old)` of `moves`.
    #[must_use]
    pub fn permuted(self, moves: impl Iterator<Item = (usize, usize)>) -> Self {
        Labels { of: self.of.permuted(moves), words: self.words }
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        self.words.heap_bytes() + self.of.heap_bytes()
    }
}

/// The same texts on the same edges, however they are numbered.
impl PartialEq for Labels {
    fn eq(&self, other: &Self) -> bool {
        let texts = |labels: &'_ Self| labels.of.count();
        texts(self) == texts(other)
            && self
                .of
                .iter()
                .zip(other.of.iter())
                .all(|((one, word), (two, same))| one == two && self.text(word) == other.text(same))
    }
}

/// What a file says of vertices in names that mean nothing here: `name=value`, which a formula may ask
/// for. It takes no memory where nothing is said.
///
/// ```
/// use retrograde_core::ArenaBuilder;
/// let mut builder = ArenaBuilder::new();
/// let a = builder.vertex("a")?;
/// let [name, red, blue] = ["paint", "red", "blue"].map(|text| builder.word(text).unwrap());
/// builder.remark(a, name, red)?;
/// builder.remark(a, name, blue)?; // what is said last holds
/// let arena = builder.finish()?;
/// let remarks: Vec<_> = arena.remarks.of(a).collect();
/// assert_eq!(remarks, [("paint".into(), "blue".into())]);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Remarks {
    words: Names,
    /// By vertex, then by name: a vertex, a name, a value.
    said: Vec<(Vertex, Word, Word)>,
}

impl Remarks {
    /// What was said, in the order in which it was; what comes later holds.
    pub(crate) fn new(words: Names, mut said: Vec<(Vertex, Word, Word)>) -> Self {
        said.sort_by_key(|&(vertex, name, _)| (vertex, name));
        said.dedup_by(|later, earlier| {
            let same = (later.0, later.1) == (earlier.0, earlier.1);
            if same {
                earlier.2 = later.2;
            }
            same
        });
        let mut used = vec![false; words.len()];
        for &(_, name, value) in &said {
            (used[name as usize], used[value as usize]) = (true, true);
        }
        if used.iter().all(|&used| used) {
            return Remarks { words, said };
        }
        let kept: Vec<Word> = (0..).zip(&used).filter(|&(_, &used)| used).map(|(w, _)| w).collect();
        let place = |word: Word| kept.partition_point(|&other| other < word) as Word;
        for (_, name, value) in &mut said {
            (*name, *value) = (place(*name), place(*value));
        }
        let write =
            |word: Vertex, text: &mut String| text.push_str(&words.get(kept[word as usize]));
        Remarks { words: Names::written(kept.len(), write), said }
    }

    /// Whether nothing is said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.said.is_empty()
    }

    /// One more than the last vertex of which something is said.
    pub(crate) fn span(&self) -> usize {
        self.said.last().map_or(0, |&(vertex, ..)| vertex as usize + 1)
    }

    /// All that is said: a vertex, a name and a value, by vertex.
    pub fn iter(&self) -> impl Iterator<Item = (Vertex, Word, Word)> + '_ {
        self.said.iter().copied()
    }

    /// A name or a value by its number.
    ///
    /// # Panics
    /// If there is no such word.
    #[must_use]
    pub fn text(&self, word: Word) -> Cow<'_, str> {
        self.words.get(word)
    }

    /// All names and values, in the order of their numbers.
    #[must_use]
    pub fn words(&self) -> &Names {
        &self.words
    }

    /// What is said of a vertex: names and values.
    pub fn of(&self, vertex: Vertex) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
        self.words_of(vertex).map(|(_, name, value)| (self.text(name), self.text(value)))
    }

    /// As [`iter`](Self::iter), of one vertex.
    pub fn words_of(&self, vertex: Vertex) -> impl Iterator<Item = (Vertex, Word, Word)> + '_ {
        let start = self.said.partition_point(|&(other, ..)| other < vertex);
        let rest = self.said[start..].iter().copied();
        rest.take_while(move |&(other, ..)| other == vertex)
    }

    /// What is said of the vertices in `origin`, whose places in it are their new numbers.
    #[must_use]
    pub fn carried(&self, origin: &[Vertex]) -> Self {
        if self.is_empty() {
            return Remarks::default();
        }
        let mut said = Vec::new();
        for (new, &old) in (0..).zip(origin) {
            said.extend(self.words_of(old).map(|(_, name, value)| (new, name, value)));
        }
        Remarks { words: self.words.clone(), said }
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        self.words.heap_bytes() + (self.said.capacity() * size_of::<(Vertex, Word, Word)>()) as u64
    }
}

/// The same is said of the same vertices, however words are numbered.
impl PartialEq for Remarks {
    fn eq(&self, other: &Self) -> bool {
        let listed = |remarks: &'_ Self| {
            let mut all: Vec<_> = remarks
                .iter()
                .map(|(vertex, name, value)| {
                    (vertex, remarks.text(name).into_owned(), remarks.text(value).into_owned())
                })
                .collect();
            all.sort();
            all
        };
        self.said.len() == other.said.len() && listed(self) == listed(other)
    }
}
