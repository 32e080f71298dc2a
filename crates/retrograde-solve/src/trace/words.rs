//! Sentences about vertices, whose names somebody else knows.

use std::fmt::Write as _;

use retrograde_core::{Outcome, Player, Vertex, grouped};

/// A sentence with places for the names of vertices, which solvers do not know.
///
/// ```
/// use retrograde_solve::trace::{Part, Words};
/// let words = Words::new("{} can move to {}.", vec![Part::Vertex(0), Part::vertices(&[1, 2])]);
/// assert_eq!(words.text(|vertex| ["a", "b", "c"][vertex as usize]), "a can move to b and c.");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    pattern: &'static str,
    parts: Vec<Part>,
}

/// What stands at a place of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The name of a vertex.
    Vertex(Vertex),
    /// The names of the first vertices of a list, and how many others there are.
    Vertices(Vec<Vertex>, usize),
    /// A number.
    Number(u64),
    /// A word that is always the same.
    Word(&'static str),
    /// Any text.
    Text(String),
}

impl Part {
    /// How many names of a list are told.
    const TOLD: usize = 8;

    /// A list of vertices.
    #[must_use]
    pub fn vertices(list: &[Vertex]) -> Self {
        // To leave one out would save nothing.
        let told = if list.len() <= Part::TOLD + 1 { list.len() } else { Part::TOLD };
        Part::Vertices(list[..told].to_vec(), list.len() - told)
    }
}

impl Words {
    /// A sentence in which each `{}` stands for a part.
    #[must_use]
    pub fn new(pattern: &'static str, parts: Vec<Part>) -> Self {
        debug_assert_eq!(pattern.matches("{}").count(), parts.len(), "{pattern}");
        Words { pattern, parts }
    }

    /// The sentence, given the names of the vertices.
    #[must_use]
    pub fn text<N: AsRef<str>>(&self, name: impl Fn(Vertex) -> N) -> String {
        let mut pieces = self.pattern.split("{}");
        let mut text = pieces.next().unwrap_or("").to_owned();
        for (part, after) in self.parts.iter().zip(pieces) {
            match part {
                Part::Vertex(vertex) => text.push_str(name(*vertex).as_ref()),
                Part::Vertices(list, others) => write_list(&mut text, list, *others, &name),
                Part::Number(number) => text.push_str(&grouped(number)),
                Part::Word(word) => text.push_str(word),
                Part::Text(piece) => text.push_str(piece),
            }
            text.push_str(after);
        }
        text
    }

    /// The vertices whose names it tells.
    pub fn vertices(&self) -> impl Iterator<Item = Vertex> + '_ {
        self.parts
            .iter()
            .flat_map(|part| match part {
                Part::Vertex(vertex) => std::slice::from_ref(vertex),
                Part::Vertices(list, _) => list,
                _ => &[],
            })
            .copied()
    }

    /// Bytes that it takes beside itself, about.
    pub(super) fn bytes(&self) -> usize {
        let of = |part: &Part| match part {
            Part::Vertices(list, _) => list.len() * 4,
            Part::Text(text) => text.len(),
            _ => 0,
        };
        self.parts.iter().map(|part| size_of::<Part>() + of(part)).sum()
    }
}

/// "a", "a and b", "a, b and c", "a, b and 12 others".
fn write_list<N: AsRef<str>>(
    text: &mut String,
    list: &[Vertex],
    others: usize,
    name: impl Fn(Vertex) -> N,
) {
    let items = list.len() + usize::from(others > 0);
    for place in 0..items {
        text.push_str(match place {
            0 => "",
            _ if place + 1 == items => " and ",
            _ => ", ",
        });
        match list.get(place) {
            Some(&vertex) => text.push_str(name(vertex).as_ref()),
            None => drop(write!(text, "{} others", grouped(others))),
        }
    }
}

impl From<Vertex> for Part {
    fn from(vertex: Vertex) -> Self {
        Part::Vertex(vertex)
    }
}

impl From<&[Vertex]> for Part {
    fn from(list: &[Vertex]) -> Self {
        Part::vertices(list)
    }
}

impl From<&Vec<Vertex>> for Part {
    fn from(list: &Vec<Vertex>) -> Self {
        Part::vertices(list)
    }
}

impl From<u64> for Part {
    fn from(number: u64) -> Self {
        Part::Number(number)
    }
}

impl From<Player> for Part {
    fn from(player: Player) -> Self {
        Part::Number(player.number().into())
    }
}

impl From<&'static str> for Part {
    fn from(word: &'static str) -> Self {
        Part::Word(word)
    }
}

impl From<String> for Part {
    fn from(text: String) -> Self {
        Part::Text(text)
    }
}

/// What follows "is".
pub(super) fn said(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "won",
        Outcome::Lose => "lost",
        Outcome::Draw => "a draw",
    }
}

/// A sentence with its parts.
macro_rules! words {
    ($pattern:expr $(, $part:expr)* $(,)?) => {
        $crate::trace::Words::new($pattern, vec![$($crate::trace::Part::from($part)),*])
    };
}
pub(super) use words;
