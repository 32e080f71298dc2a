//! What can be wrong with a graph, whoever builds it.

use std::convert::Infallible;

use crate::acceptance::{Color, SpellingError};
use crate::count::grouped;
use crate::graph::Vertex;
use crate::memory::Bytes;

/// Why a graph, an arena or a game could not be made.
///
/// Vertices are named as far as the builder knows their names; readers add file, line and column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// An edge or attribute names a vertex that does not exist.
    #[error("vertex {vertex} does not exist: the graph has {vertices}")]
    VertexOutOfRange {
        /// The vertex asked for.
        vertex: u64,
        /// How many vertices there are.
        vertices: u64,
    },
    /// A list that is longer or shorter than what it is about.
    #[error("there are {has} {what} where {wanted} are wanted")]
    OtherLength {
        /// What is listed.
        what: &'static str,
        /// How many there are.
        has: u64,
        /// How many there should be.
        wanted: u64,
    },
    /// More vertices than a `u32` can number.
    #[error("more than {} vertices: split the graph", grouped(u32::MAX))]
    TooManyVertices,
    /// More moves at one vertex than a `u32` can count.
    #[error("vertex number {vertex} has more than {} moves", grouped(u32::MAX))]
    TooManyMoves {
        /// The vertex with the moves.
        vertex: Vertex,
    },
    /// Offsets that do not describe the rows of a graph.
    #[error(
        "row offsets are wrong at row {row}: they must start at 0, never fall, and end at the number of edges"
    )]
    BadOffsets {
        /// The first row that is wrong.
        row: u64,
    },
    /// The same attribute given twice with different values.
    #[error(
        "vertex '{vertex}' has {attribute}={before} and now {attribute}={now}: keep one of them"
    )]
    Contradiction {
        /// The attribute's name, such as `verdict`.
        attribute: &'static str,
        /// The name of the vertex.
        vertex: String,
        /// The value given first.
        before: String,
        /// The value given now.
        now: String,
    },
    /// The same attribute given twice to an edge, with different values. There is much to say, so
    /// strings are boxed for errors to stay small.
    #[error(
        "the edge from '{from}' to '{to}' has {attribute}={before} and now {attribute}={now}: keep one of them"
    )]
    EdgeContradiction {
        /// The attribute's name, `weight` or `player`.
        attribute: &'static str,
        /// The name of the vertex it leaves.
        from: Box<str>,
        /// The name of the vertex it leads to.
        to: Box<str>,
        /// The value given first.
        before: Box<str>,
        /// The value given now.
        now: Box<str>,
    },
    /// A verdict on a vertex that has moves: the moves decide there.
    #[error(
        "vertex '{name}' has a verdict and moves: a verdict is for positions without moves; remove one or the other"
    )]
    VerdictOnMoves {
        /// The vertex.
        vertex: Vertex,
        /// Its name.
        name: String,
    },
    /// A vertex lacks an attribute that the game needs everywhere.
    #[error("vertex number {vertex} has no {attribute}: {}", match *attribute {
        "owner" => "say which player moves there, owner=0 or owner=1",
        _ => "give it one",
    })]
    Missing {
        /// The attribute's name, `owner` or `priority`.
        attribute: &'static str,
        /// The vertex.
        vertex: Vertex,
    },
    /// A vertex has no move, in a game whose plays must go on forever.
    #[error(
        "vertex number {vertex} has no move: payoffs are of plays that go on forever; give it one, such as a self-loop"
    )]
    NoMove {
        /// The vertex.
        vertex: Vertex,
    },
    /// The graph under construction outgrew the memory it may use.
    #[error(
        "the graph needs more than {} of memory and may use {}", Bytes(*needed), Bytes(*allowed)
    )]
    OutOfMemory {
        /// The bytes it would have needed at that point.
        needed: u64,
        /// The bytes it was allowed.
        allowed: u64,
    },
    /// Edges could not be put aside.
    #[error("the edges cannot be put aside: {why}")]
    NotKept {
        /// What went wrong.
        why: String,
    },
    /// A sketch says something of a vertex before it names one.
    #[error("nobody knows which vertex '{said}' is about: call vertex(…) before it")]
    NoVertexYet {
        /// What it says: an attribute, or `to`.
        said: &'static str,
    },
    /// A sketch says something of an edge before it draws one.
    #[error("nobody knows which edge '{said}' is about: call to(…) or edge(…) right before it")]
    NoEdgeYet {
        /// Which attribute.
        said: &'static str,
    },
    /// A number that is no player's.
    #[error("players are 0 and 1, not {number}")]
    NoPlayer {
        /// The number.
        number: String,
    },
    /// A number that is no colour's.
    #[error("colors are numbers from 0 to {}, not {number}", Color::COUNT - 1)]
    NoColor {
        /// The number.
        number: u32,
    },
    /// Two nodes of a graph from elsewhere with the same name.
    #[error("two nodes are called '{name}': give each a name of its own, such as its index")]
    SameName {
        /// The name.
        name: String,
    },
    /// Text that is not a condition on colours.
    #[error(transparent)]
    Acceptance(#[from] SpellingError),
}

/// What cannot fail fits wherever something may.
impl From<Infallible> for GraphError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
