//! Why a picture could not be drawn.

use std::fmt;

use retrograde_core::Vertex;

/// What stands in the way of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DrawError {
    /// The whole graph has more positions or moves than the options allow.
    TooLarge {
        /// The graph's positions.
        vertices: usize,
        /// The graph's moves.
        edges: usize,
        /// The most positions allowed.
        max_vertices: usize,
        /// The most moves allowed.
        max_edges: usize,
    },
    /// The part asked for has more positions or moves than the options allow.
    PartTooLarge {
        /// The name of the position the part starts from.
        from: String,
        /// How many moves were to be followed.
        moves: u32,
        /// The most positions allowed.
        max_vertices: usize,
        /// The most moves allowed.
        max_edges: usize,
    },
    /// The part asked for starts from a position that does not exist.
    NoSuchVertex {
        /// The position asked for.
        vertex: Vertex,
        /// How many there are.
        vertices: usize,
    },
    /// The solution is not one of this graph.
    SolutionMismatch {
        /// The graph's positions.
        vertices: usize,
        /// How many positions the solution speaks of.
        solved: usize,
    },
    /// A position of a game with two owners has none.
    NoOwner {
        /// Its name.
        name: String,
    },
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::TooLarge { vertices, edges, max_vertices, max_edges } => write!(
                f,
                "a picture of {vertices} vertices and {edges} edges would be unreadable (the limit is {max_vertices} vertices and {max_edges} edges): draw the part around one vertex, or write --format dot and lay it out with Graphviz"
            ),
            DrawError::PartTooLarge { from, moves, max_vertices, max_edges } => write!(
                f,
                "within {moves} moves of '{from}' there are more than {max_vertices} vertices or {max_edges} edges: follow fewer moves, or write --format dot and lay it out with Graphviz"
            ),
            DrawError::NoSuchVertex { vertex, vertices } => {
                write!(f, "vertex number {vertex} does not exist: the graph has {vertices}")
            }
            DrawError::SolutionMismatch { vertices, solved } => write!(
                f,
                "the solution speaks of {solved} vertices and the graph has {vertices}: solve this graph first"
            ),
            DrawError::NoOwner { name } => {
                write!(f, "nobody moves at vertex '{name}': give it owner=0 or owner=1")
            }
        }
    }
}

impl std::error::Error for DrawError {}
