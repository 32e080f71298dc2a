//! What can be wrong with a graph, whoever builds it.

use std::fmt;

use crate::graph::Vertex;

/// Why a graph, an arena or a game could not be made.
///
/// Vertices are named as far as the builder knows their names; readers add file, line and column.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GraphError {
    /// An edge or attribute names a vertex that does not exist.
    VertexOutOfRange {
        /// The vertex asked for.
        vertex: u64,
        /// How many vertices there are.
        vertices: u64,
    },
    /// More vertices than a `u32` can number.
    TooManyVertices,
    /// More moves at one vertex than a `u32` can count.
    TooManyMoves {
        /// The vertex with the moves.
        vertex: Vertex,
    },
    /// Offsets that do not describe the rows of a graph.
    BadOffsets {
        /// The first row that is wrong.
        row: u64,
    },
    /// The same attribute given twice with different values.
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
    /// A verdict on a vertex that has moves: the moves decide there.
    VerdictOnMoves {
        /// The vertex.
        vertex: Vertex,
        /// Its name.
        name: String,
    },
    /// A vertex lacks an attribute that the game needs everywhere.
    Missing {
        /// The attribute's name, `owner` or `priority`.
        attribute: &'static str,
        /// The vertex.
        vertex: Vertex,
    },
    /// A vertex has no move, in a game whose plays must go on forever.
    NoMove {
        /// The vertex.
        vertex: Vertex,
    },
    /// The graph under construction outgrew the memory it may use.
    OutOfMemory {
        /// The bytes it would have needed at that point.
        needed: u64,
        /// The bytes it was allowed.
        allowed: u64,
    },
}

impl fmt::Display for GraphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GraphError::VertexOutOfRange { vertex, vertices } => {
                write!(f, "vertex {vertex} does not exist: the graph has {vertices}")
            }
            GraphError::TooManyVertices => {
                write!(f, "more than {} vertices: split the graph", u32::MAX)
            }
            GraphError::TooManyMoves { vertex } => {
                write!(f, "vertex number {vertex} has more than {} moves", u32::MAX)
            }
            GraphError::BadOffsets { row } => {
                write!(
                    f,
                    "row offsets are wrong at row {row}: they must start at 0, never fall, and end at the number of edges"
                )
            }
            GraphError::Contradiction { attribute, vertex, before, now } => {
                write!(
                    f,
                    "vertex '{vertex}' has {attribute}={before} and now {attribute}={now}: keep one of them"
                )
            }
            GraphError::VerdictOnMoves { name, .. } => {
                write!(
                    f,
                    "vertex '{name}' has a verdict and moves: a verdict is for positions without moves; remove one or the other"
                )
            }
            GraphError::Missing { attribute: "owner", vertex } => write!(
                f,
                "vertex number {vertex} has no owner: say which player moves there, owner=0 or owner=1"
            ),
            GraphError::Missing { attribute, vertex } => {
                write!(f, "vertex number {vertex} has no {attribute}: give it one")
            }
            GraphError::NoMove { vertex } => write!(
                f,
                "vertex number {vertex} has no move: payoffs are of plays that go on forever; give it one, such as a self-loop"
            ),
            GraphError::OutOfMemory { needed, allowed } => write!(
                f,
                "the graph needs more than {} of memory and may use {}",
                crate::memory::Bytes(*needed),
                crate::memory::Bytes(*allowed)
            ),
        }
    }
}

impl std::error::Error for GraphError {}
