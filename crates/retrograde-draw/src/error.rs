//! Why a picture could not be drawn.

use retrograde_core::{Stopped, Vertex, grouped};
use thiserror::Error;

/// What stands in the way of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DrawError {
    /// The whole graph has more positions or moves than the options allow.
    #[error(
        "a picture of {} vertices and {} edges would be unreadable (the limit is {} vertices and {} edges): draw the part around one vertex, or lay it out with Graphviz",
        grouped(*vertices), grouped(*edges), grouped(*max_vertices), grouped(*max_edges)
    )]
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
    #[error(
        "within {moves} moves of '{from}' there are more than {} vertices or {} edges: follow fewer moves, or lay it out with Graphviz",
        grouped(*max_vertices), grouped(*max_edges)
    )]
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
    #[error("vertex number {vertex} does not exist: the graph has {vertices}")]
    NoSuchVertex {
        /// The position asked for.
        vertex: Vertex,
        /// How many there are.
        vertices: usize,
    },
    /// The solution is not one of this graph.
    #[error(
        "the solution speaks of {solved} vertices and the graph has {vertices}: solve this graph first"
    )]
    SolutionMismatch {
        /// The graph's positions.
        vertices: usize,
        /// How many positions the solution speaks of.
        solved: usize,
    },
    /// The solution's answer is of a kind that its objective does not have.
    #[error("the solution is no answer to '{objective}': solve this objective first")]
    NoAnswer {
        /// The objective's name.
        objective: &'static str,
    },
    /// A position of a game with two owners has none.
    #[error("nobody moves at vertex '{name}': give it owner=0 or owner=1")]
    NoOwner {
        /// Its name.
        name: String,
    },
    /// It was to end before it was done.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}
