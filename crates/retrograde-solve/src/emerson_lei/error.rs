//! Why a condition or a game was too much.

use std::fmt;

use retrograde_core::{GraphError, Player, Vertex};

use crate::construct::Size;

/// Why an Emerson–Lei game could not be turned into a parity game, or its solution turned back.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmersonLeiError {
    /// The Zielonka tree would be larger than allowed. It was not built.
    TreeTooLarge {
        /// How many nodes it would have.
        nodes: Size,
        /// How many it may have.
        limit: usize,
    },
    /// Finding the nodes of the Zielonka tree took too long.
    TreeTooHard {
        /// How many colours the condition depends on.
        colors: u32,
        /// How many parts of the formula were looked at before giving up.
        steps: u64,
    },
    /// The parity game could be larger than allowed. Nothing was allocated for it.
    GameTooLarge {
        /// How many vertices it could have.
        vertices: u64,
        /// How many edges it could have.
        edges: u64,
        /// How many copies of each vertex that is: the leaves of the Zielonka tree.
        leaves: usize,
        /// How many of vertices and of edges it may have.
        limit: u64,
    },
    /// The solution of the parity game has no move, or not one of the game, where its player wins.
    NoMove {
        /// The player.
        player: Player,
        /// The vertex of the parity game.
        vertex: Vertex,
    },
    /// The parity game is not a graph that can be stored.
    Graph(GraphError),
}

impl fmt::Display for EmersonLeiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EmersonLeiError::TreeTooLarge { nodes, limit } => write!(
                f,
                "the Zielonka tree of the condition would have {nodes} nodes and may have {limit}: raise the limit, or use fewer colours"
            ),
            EmersonLeiError::TreeTooHard { colors, steps } => write!(
                f,
                "the Zielonka tree of the condition over {colors} colours was not found in {steps} steps: raise the limit of its size, or use a simpler condition or fewer colours"
            ),
            EmersonLeiError::GameTooLarge { vertices, edges, leaves, limit } => write!(
                f,
                "the parity game, with {leaves} copies of each vertex, could have {vertices} vertices and {edges} edges and may have {limit} of either: raise the limit, or use fewer colours"
            ),
            EmersonLeiError::NoMove { player, vertex } => write!(
                f,
                "the solution of the parity game has no valid move at vertex number {vertex}, where player {player} wins and moves: solve it again, with strategies"
            ),
            EmersonLeiError::Graph(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EmersonLeiError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            EmersonLeiError::Graph(error) => Some(error),
            _ => None,
        }
    }
}

impl From<GraphError> for EmersonLeiError {
    fn from(error: GraphError) -> Self {
        EmersonLeiError::Graph(error)
    }
}
