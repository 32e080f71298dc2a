//! Finding vertices by name, many millions of times.

use retrograde_core::{NameIndex, NamedMoves, Names, Vertex};

/// There is never a vertex of that number.
const NONE: Vertex = Vertex::MAX;

/// An index over names that makes use of their being numbers.
pub(super) struct Lookup<'a> {
    names: &'a Names,
    kind: Kind<'a>,
}

enum Kind<'a> {
    /// Vertex of each number, or `NONE`.
    Numbers(Vec<Vertex>),
    /// Each is called by its number, and there are so many.
    Sequence(usize),
    Any(NameIndex<'a>),
}

impl<'a> Lookup<'a> {
    pub(super) fn new(names: &'a Names) -> Self {
        let kind = match names.is_sequence() {
            true => Kind::Sequence(names.len()),
            false => numbers(names).map_or_else(|| Kind::Any(names.index()), Kind::Numbers),
        };
        Lookup { names, kind }
    }

    /// The names it finds.
    pub(super) fn names(&self) -> &'a Names {
        self.names
    }

    /// The names of moves, where they have some.
    pub(super) fn moves(&self) -> Option<&'a dyn NamedMoves> {
        self.names.moves()
    }

    /// Whether that vertex is there and called `name`, without searching for it.
    #[inline]
    pub(super) fn is_called(&self, vertex: usize, name: &str) -> bool {
        if vertex >= self.names.len() {
            return false;
        }
        match self.names.number(vertex as Vertex) {
            Some(number) => plain(name) == Some(number as usize),
            None => self.names.get(vertex as Vertex) == name,
        }
    }

    /// The vertex called `name`, which is how that number is written.
    #[inline]
    pub(super) fn find_number(&self, number: u64, name: &str) -> Option<Vertex> {
        match &self.kind {
            Kind::Sequence(count) => (number < *count as u64).then_some(number as Vertex),
            _ => self.find(name, 0),
        }
    }

    /// The vertex called `name`. Files mostly list vertices in order, so `guess` is tried first.
    pub(super) fn find(&self, name: &str, guess: usize) -> Option<Vertex> {
        match &self.kind {
            Kind::Numbers(vertices) => {
                let found = *vertices.get(plain(name)?)?;
                (found != NONE).then_some(found)
            }
            Kind::Sequence(count) => {
                plain(name).filter(|number| number < count).map(|number| number as Vertex)
            }
            Kind::Any(index) => {
                if guess < self.names.len() && self.names.get(guess as Vertex) == name {
                    return Some(guess as Vertex);
                }
                index.find(name)
            }
        }
    }
}

/// A table by number, where all names are numbers and none is so large that it would not pay.
fn numbers(names: &Names) -> Option<Vec<Vertex>> {
    if names.is_empty() {
        return None;
    }
    let limit = names.len() as u64 * 8 + 1024;
    let mut vertices = Vec::new();
    for vertex in 0..names.len() as Vertex {
        let number = names.number(vertex).filter(|&number| number < limit)? as usize;
        if number >= vertices.len() {
            vertices.resize(number + 1, NONE);
        }
        vertices[number] = vertex;
    }
    Some(vertices)
}

/// The number that prints as `name`.
fn plain(name: &str) -> Option<usize> {
    let digits = name.as_bytes();
    if digits.is_empty() || digits.len() > 18 || (digits[0] == b'0' && digits.len() > 1) {
        return None;
    }
    digits.iter().try_fold(0, |number, digit| {
        digit.is_ascii_digit().then(|| number * 10 + usize::from(digit - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use retrograde_core::ArenaBuilder;

    use super::*;

    #[test]
    fn every_kind_of_names_is_found_and_nothing_else() {
        for words in [
            &["0", "1", "2"][..],
            &["5", "3", "4000"],
            &["5", "3", "99999999999"],
            &["b", "05", "5", "", "a"],
        ] {
            let mut builder = ArenaBuilder::new();
            for word in words {
                builder.vertex(word).unwrap();
            }
            let arena = builder.finish().unwrap();
            let lookup = Lookup::new(&arena.names);
            for guess in [0, 1, 7] {
                for (vertex, word) in words.iter().enumerate() {
                    assert_eq!(lookup.find(word, guess), Some(vertex as Vertex), "{word}");
                    let number =
                        word.parse().ok().filter(|number: &u64| number.to_string() == *word);
                    if let Some(number) = number {
                        assert_eq!(lookup.find_number(number, word), Some(vertex as Vertex));
                    }
                    assert!((0..9).all(|other| lookup.is_called(other, word) == (other == vertex)));
                }
                for word in ["00", "03", "7", "x", "+5", "4001", "18446744073709551619"] {
                    assert_eq!(lookup.find(word, guess), None, "{word}");
                }
            }
        }
    }
}
