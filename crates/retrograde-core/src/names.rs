//! Vertex names: the one table at the edge of the program.

use std::borrow::Cow;
use std::fmt;
use std::hash::BuildHasher;
use std::sync::Arc;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::graph::Vertex;
use crate::quote;

/// The name of each vertex. Numbers are kept as numbers, and the common case, where vertex `v` is
/// called `v`, takes no memory at all.
///
/// ```
/// use retrograde_core::Names;
/// let names = Names::numbered(3);
/// assert_eq!(names.get(2), "2");
/// assert_eq!(names.find("2"), Some(2));
/// assert_eq!(names.find("x"), None);
/// ```
#[derive(Clone, Debug)]
pub struct Names(Repr);

#[derive(Clone, Debug)]
enum Repr {
    /// Vertex `v` is called `v`.
    Sequence(usize),
    /// Every name is a decimal number without leading zeros.
    Numbers(Vec<u64>),
    /// `text[ends[v - 1]..ends[v]]` is the name of `v`.
    Text { text: String, ends: Vec<u64> },
    /// The names are made when they are asked for.
    Computed(Arc<dyn Naming>),
}

/// Something that can tell the names of vertices without having them written down, such as the
/// positions of a game.
///
/// ```
/// use std::sync::Arc;
/// use retrograde_core::{Names, Naming, Vertex};
///
/// #[derive(Debug)]
/// struct Squares;
///
/// impl Naming for Squares {
///     fn len(&self) -> usize {
///         64
///     }
///
///     fn name(&self, vertex: Vertex) -> String {
///         format!("{}{}", char::from(b'a' + (vertex % 8) as u8), vertex / 8 + 1)
///     }
///
///     fn find(&self, name: &str) -> Option<Vertex> {
///         (0..64).find(|&vertex| self.name(vertex) == name)
///     }
/// }
///
/// let names = Names::computed(Arc::new(Squares));
/// assert_eq!(names.get(28), "e4");
/// assert_eq!(names.find("e4"), Some(28));
/// assert_eq!(names.heap_bytes(), 0);
/// ```
pub trait Naming: fmt::Debug + Send + Sync {
    /// How many vertices have names: those below this number.
    fn len(&self) -> usize;

    /// Whether there are none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The name of a vertex; no two have the same.
    fn name(&self, vertex: Vertex) -> String;

    /// The vertex of a name: of what [`name`](Self::name) says, and of other ways to write it if
    /// there are any.
    fn find(&self, name: &str) -> Option<Vertex>;

    /// Bytes held on the heap.
    fn heap_bytes(&self) -> u64 {
        0
    }

    /// The moves from vertex to vertex, if they have names too.
    fn moves(&self) -> Option<&dyn NamedMoves> {
        None
    }

    /// Why a name could not be told that somebody asked for, if that has happened: names may lie
    /// where reading them fails.
    fn lost(&self) -> Option<String> {
        None
    }
}

/// The names of moves, where vertices are the positions of a game given by rules.
pub trait NamedMoves {
    /// The first move that leads from one vertex to the other, if one does.
    fn between(&self, from: Vertex, to: Vertex) -> Option<NamedMove>;

    /// Where the move `name` leads from the position `from`, if it is one there. Of a vertex that
    /// stands for several positions, any of them may be named, and the moves are those at that one.
    fn after(&self, from: &str, name: &str) -> Option<Vertex>;
}

/// A move as players write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedMove {
    /// Its name.
    pub name: String,
    /// What the position is called that it really leads to. Where one vertex stands for several
    /// positions by symmetry, that may be another one than the vertex is called after.
    pub to: String,
}

impl Repr {
    fn of_numbers(numbers: Vec<u64>) -> Self {
        if numbers.iter().enumerate().all(|(vertex, &number)| vertex as u64 == number) {
            Repr::Sequence(numbers.len())
        } else {
            Repr::Numbers(numbers)
        }
    }
}

impl Names {
    /// The names `0`, `1`, … of `count` vertices.
    #[must_use]
    pub fn numbered(count: usize) -> Self {
        Names(Repr::Sequence(count))
    }

    /// Names that are made when they are asked for, and looked up by whoever makes them.
    #[must_use]
    pub fn computed(naming: Arc<dyn Naming>) -> Self {
        Names(Repr::Computed(naming))
    }

    /// The names that these numbers are written as; no two are the same.
    #[must_use]
    pub fn of_numbers(numbers: Vec<u64>) -> Self {
        Names(Repr::of_numbers(numbers))
    }

    /// Names side by side in a text, and where each ends. One of them at least is not a number.
    pub(crate) fn of_text(text: String, ends: Vec<u64>) -> Self {
        Names(Repr::Text { text, ends })
    }

    /// The names that `write` appends, vertex after vertex, without a table to look them up: for
    /// names known to differ because of how they are made. Where two are the same all the same, a
    /// search finds one of the two vertices.
    ///
    /// ```
    /// use retrograde_core::Names;
    /// let names = Names::written(2, |vertex, text| text.push(['a', 'b'][vertex as usize]));
    /// assert_eq!(names.find("b"), Some(1));
    /// ```
    ///
    /// # Panics
    /// If there are more than a `u32` can number.
    #[must_use]
    pub fn written(count: usize, mut write: impl FnMut(Vertex, &mut String)) -> Self {
        let count = u32::try_from(count).expect("vertices are numbered by u32");
        let (mut text, mut ends) = (String::new(), Vec::with_capacity(count as usize));
        for vertex in 0..count {
            write(vertex, &mut text);
            ends.push(text.len() as u64);
        }
        let numbers: Option<Vec<u64>> =
            (0..count).map(|vertex| canonical_number(text_name(&text, &ends, vertex))).collect();
        Names(match numbers {
            Some(numbers) => Repr::of_numbers(numbers),
            None => Repr::Text { text, ends },
        })
    }

    /// How many names there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0 {
            Repr::Sequence(count) => *count,
            Repr::Numbers(numbers) => numbers.len(),
            Repr::Text { ends, .. } => ends.len(),
            Repr::Computed(naming) => naming.len(),
        }
    }

    /// Whether there are no names.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether vertex `v` is called `v` for every `v`, so that formats without names lose nothing.
    #[must_use]
    pub fn is_sequence(&self) -> bool {
        matches!(self.0, Repr::Sequence(_))
    }

    /// The name of `vertex`.
    ///
    /// # Panics
    /// If `vertex` has none.
    #[must_use]
    pub fn get(&self, vertex: Vertex) -> Cow<'_, str> {
        match self.number(vertex) {
            Some(number) => Cow::Owned(number.to_string()),
            None => match &self.0 {
                Repr::Text { text, ends } => Cow::Borrowed(text_name(text, ends, vertex)),
                Repr::Computed(naming) => Cow::Owned(naming.name(vertex)),
                Repr::Sequence(_) | Repr::Numbers(_) => unreachable!("numbers are numbers"),
            },
        }
    }

    /// The name as it can be [shown](quote::shown) on one line.
    ///
    /// # Panics
    /// If `vertex` has none.
    ///
    /// ```
    /// let mut builder = retrograde_core::ArenaBuilder::new();
    /// builder.vertex("two\nlines")?;
    /// assert_eq!(builder.finish()?.names.printable(0), "two\\nlines");
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    #[must_use]
    pub fn printable(&self, vertex: Vertex) -> Cow<'_, str> {
        match self.get(vertex) {
            Cow::Borrowed(name) => quote::shown(name),
            Cow::Owned(name) => match quote::shown(&name) {
                Cow::Borrowed(_) => Cow::Owned(name),
                Cow::Owned(shown) => Cow::Owned(shown),
            },
        }
    }

    /// The name as a number, where all names are numbers: writers of large files want no strings.
    ///
    /// # Panics
    /// If `vertex` has no name.
    #[must_use]
    pub fn number(&self, vertex: Vertex) -> Option<u64> {
        match &self.0 {
            Repr::Sequence(count) => {
                assert!((vertex as usize) < *count, "vertex {vertex} of {count}");
                Some(u64::from(vertex))
            }
            Repr::Numbers(numbers) => Some(numbers[vertex as usize]),
            Repr::Text { .. } | Repr::Computed(_) => None,
        }
    }

    /// The vertex of that name, by a linear search unless the names are [computed](Self::computed).
    /// For many look-ups make an [`index`](Self::index) first.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Vertex> {
        match &self.0 {
            Repr::Sequence(count) => {
                canonical_number(name).filter(|&n| n < *count as u64).map(|n| n as Vertex)
            }
            Repr::Numbers(numbers) => {
                let number = canonical_number(name)?;
                numbers.iter().position(|&n| n == number).map(|v| v as Vertex)
            }
            Repr::Text { text, ends } => {
                (0..ends.len() as Vertex).find(|&v| text_name(text, ends, v) == name)
            }
            Repr::Computed(naming) => naming.find(name),
        }
    }

    /// The names of moves, for the positions of a game given by rules.
    #[must_use]
    pub fn moves(&self) -> Option<&dyn NamedMoves> {
        match &self.0 {
            Repr::Computed(naming) => naming.moves(),
            _ => None,
        }
    }

    /// Why a name could not be told that somebody asked for, if that has happened. Names that are in
    /// memory, or made by rules, can always be told.
    #[must_use]
    pub fn lost(&self) -> Option<String> {
        match &self.0 {
            Repr::Computed(naming) => naming.lost(),
            _ => None,
        }
    }

    /// A hash index over the names, for looking up many.
    #[must_use]
    pub fn index(&self) -> NameIndex<'_> {
        let hasher = DefaultHashBuilder::default();
        let mut table = HashTable::new();
        if !self.finds_at_once() {
            table = HashTable::with_capacity(self.len());
            for vertex in 0..self.len() as Vertex {
                let hash = hasher.hash_one(self.get(vertex).as_ref());
                table.insert_unique(hash, vertex, |&v| hasher.hash_one(self.get(v).as_ref()));
            }
        }
        NameIndex { names: self, table, hasher }
    }

    /// Whether a name is looked up without a table.
    fn finds_at_once(&self) -> bool {
        matches!(self.0, Repr::Sequence(_) | Repr::Computed(_))
    }

    /// Bytes held on the heap.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        match &self.0 {
            Repr::Sequence(_) => 0,
            Repr::Numbers(numbers) => numbers.capacity() as u64 * 8,
            Repr::Text { text, ends } => (text.capacity() + ends.capacity() * 8) as u64,
            Repr::Computed(naming) => naming.heap_bytes(),
        }
    }
}

/// No names.
impl Default for Names {
    fn default() -> Self {
        Names::numbered(0)
    }
}

/// Names are the same if they read the same, however they are kept.
impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Sequence(one), Repr::Sequence(other)) => one == other,
            (Repr::Numbers(one), Repr::Numbers(other)) => one == other,
            (Repr::Text { text, ends }, Repr::Text { text: other_text, ends: other_ends }) => {
                ends == other_ends && text == other_text
            }
            (Repr::Computed(one), Repr::Computed(other)) if Arc::ptr_eq(one, other) => true,
            (Repr::Computed(_), _) | (_, Repr::Computed(_)) => {
                self.len() == other.len()
                    && (0..self.len() as Vertex).all(|v| self.get(v) == other.get(v))
            }
            // Numbers are never kept as text, nor a sequence as a list of numbers.
            _ => false,
        }
    }
}

impl Eq for Names {}

/// Finds vertices by name in constant time; made by [`Names::index`].
#[derive(Debug)]
pub struct NameIndex<'a> {
    names: &'a Names,
    table: HashTable<Vertex>,
    hasher: DefaultHashBuilder,
}

impl NameIndex<'_> {
    /// The vertex of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Vertex> {
        if self.names.finds_at_once() {
            return self.names.find(name);
        }
        self.table.find(self.hasher.hash_one(name), |&v| self.names.get(v) == name).copied()
    }
}
/// The name of a vertex, of names side by side in a text.
pub(crate) fn text_name<'a>(text: &'a str, ends: &[u64], vertex: Vertex) -> &'a str {
    let vertex = vertex as usize;
    let start = if vertex == 0 { 0 } else { ends[vertex - 1] };
    &text[start as usize..ends[vertex] as usize]
}

/// The number that prints as `name`, if there is one: `007` is a name, not the number 7.
pub(crate) fn canonical_number(name: &str) -> Option<u64> {
    let digits = name.as_bytes();
    let canonical = digits == b"0"
        || (digits.first().is_some_and(|&d| d != b'0') && digits.iter().all(u8::is_ascii_digit));
    if canonical { name.parse().ok() } else { None }
}
#[cfg(test)]
mod tests {
    use super::*;
    use crate::interner::Interner;

    fn names(words: &[&str]) -> Names {
        let mut interner = Interner::default();
        for word in words {
            interner.intern(word).unwrap();
        }
        interner.finish()
    }

    #[test]
    fn numbers_in_order_take_no_memory() {
        let names = names(&["0", "1", "0", "2"]);
        assert!(names.is_sequence());
        assert_eq!((names.len(), names.heap_bytes()), (3, 0));
    }

    #[test]
    fn written_names_are_the_names_read_one_by_one() {
        let lists: [&[&str]; 6] = [
            &[],
            &["0", "1", "2"],
            &["3", "18446744073709551615"],
            &["3", "007"],
            &["", "a b", "ä"],
            &["0", "18446744073709551616"],
        ];
        for words in lists {
            let written =
                Names::written(words.len(), |vertex, text| text.push_str(words[vertex as usize]));
            assert_eq!(written, names(words));
        }
    }

    /// Names in reverse order of the alphabet, read in capitals as well.
    #[derive(Debug)]
    struct Letters;

    impl Naming for Letters {
        fn len(&self) -> usize {
            3
        }

        fn name(&self, vertex: Vertex) -> String {
            char::from(b'c' - vertex as u8).to_string()
        }

        fn find(&self, name: &str) -> Option<Vertex> {
            ["c", "b", "a"]
                .iter()
                .position(|letter| letter.eq_ignore_ascii_case(name))
                .map(|v| v as Vertex)
        }

        fn heap_bytes(&self) -> u64 {
            7
        }
    }

    #[test]
    fn computed_names_are_the_same_as_written_ones() {
        let computed = Names::computed(Arc::new(Letters));
        assert_eq!((computed.len(), computed.heap_bytes()), (3, 7));
        assert!(!computed.is_sequence());
        assert_eq!((computed.number(0), computed.printable(2)), (None, "a".into()));
        assert_eq!((computed.find("B"), computed.index().find("a")), (Some(1), Some(2)));
        assert_eq!((computed.find("d"), computed.index().find("")), (None, None));
        assert_eq!(computed, names(&["c", "b", "a"]));
        assert_eq!(names(&["c", "b", "a"]), computed);
        assert_eq!(computed, computed.clone());
        assert_eq!(computed, Names::computed(Arc::new(Letters)));
        for others in [&["c", "b"][..], &["c", "b", "a", "d"], &["a", "b", "c"], &["0", "1", "2"]] {
            assert_ne!(computed, names(others));
        }
        assert_eq!(format!("{computed:?}"), "Names(Computed(Letters))");
    }

    #[test]
    fn a_number_with_leading_zeros_is_another_name() {
        let names = names(&["7", "007", "7", "18446744073709551615", "18446744073709551616"]);
        assert_eq!(names.len(), 4);
        for vertex in 0..4 {
            assert_eq!(names.find(&names.get(vertex)), Some(vertex));
            assert_eq!(names.index().find(&names.get(vertex)), Some(vertex));
        }
    }
}
