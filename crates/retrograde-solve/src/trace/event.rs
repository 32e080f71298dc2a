//! What a trace is made of.

use std::fmt;
use std::sync::Arc;

use retrograde_core::{Outcome, Player, Vertex};

use super::words::Words;

/// What an algorithm did, from a blank graph to the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trace {
    /// A short name of the algorithm.
    pub algorithm: &'static str,
    /// What it is called.
    pub title: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The algorithm, line by line.
    pub lines: Vec<String>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// How many more events there were, of which nothing is kept; counted up to a million.
    pub cut: u64,
}

/// One step of an algorithm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event {
    /// The line that it carries out, as a place in [`Trace::lines`].
    pub line: usize,
    /// What happened and why.
    pub words: Words,
    /// What it changed, in order.
    pub changes: Vec<Change>,
    /// Where to look.
    pub look: Look,
}

/// The vertices and edges that an event is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Look {
    /// The vertices.
    pub vertices: Vec<Vertex>,
    /// The edges, as places in [`Graph::targets`](retrograde_core::Graph::targets).
    pub edges: Vec<usize>,
}

/// Something that is different after an event.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// What is written at a vertex.
    Vertex {
        /// The vertex.
        vertex: Vertex,
        /// Which of the things written there.
        what: What,
        /// What was there; nothing at first.
        before: Option<Entry>,
        /// What is there now.
        after: Option<Entry>,
    },
    /// The part of the graph that the algorithm is at work on.
    Region {
        /// What it was; none at first.
        before: Option<Arc<Region>>,
        /// What it is now.
        after: Option<Arc<Region>>,
    },
}

/// The things that can be written at a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum What {
    /// Who wins: an [`Entry::Outcome`], [`Entry::Both`] or an [`Entry::Winner`]. Zielonka's recursion takes labels
    /// back where it solves something anew.
    Label,
    /// How many moves are still to be counted down.
    Counter,
    /// How many moves it takes to win or lose.
    Distance,
    /// How many moves it takes to reach a target, or the other player's dead end.
    Rank,
    /// A Grundy value.
    Value,
    /// The set that the vertex is in for the time being, in a word or a letter.
    Mark,
}

impl What {
    /// All of them.
    pub const ALL: [What; 6] =
        [What::Label, What::Counter, What::Distance, What::Rank, What::Value, What::Mark];

    /// The word for it in files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            What::Label => "label",
            What::Counter => "counter",
            What::Distance => "distance",
            What::Rank => "rank",
            What::Value => "value",
            What::Mark => "mark",
        }
    }
}

/// Something written at a vertex.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Entry {
    /// For the player to move.
    Outcome(Outcome),
    /// In the asymmetric game: with player 0, and with player 1 to move.
    Both(Outcome, Outcome),
    /// Where vertices have owners.
    Winner(Player),
    /// A counter, a distance, a finite value.
    Number(u64),
    /// A mark.
    Word(&'static str),
    /// The value of a loopy position, such as `inf{0,2}`.
    Text(Box<str>),
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Entry::Outcome(outcome) => outcome.fmt(f),
            Entry::Both(first, second) => write!(f, "{first}/{second}"),
            Entry::Winner(player) => player.fmt(f),
            Entry::Number(number) => number.fmt(f),
            Entry::Word(word) => f.write_str(word),
            Entry::Text(text) => f.write_str(text),
        }
    }
}

/// A part of the graph with what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// What it is, in a few words.
    pub title: String,
    /// Its vertices, in ascending order.
    pub vertices: Vec<Vertex>,
}
