//! Why a condition or a game was too much.

use retrograde_core::memory::Bytes;
use retrograde_core::{GraphError, Player, Stopped, Vertex, grouped};

use crate::construct::Size;

/// Why an Emerson–Lei game could not be turned into a parity game, or its solution turned back.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EmersonLeiError {
    /// The Zielonka tree would be larger than allowed. It was not built.
    #[error(
        "the Zielonka tree of the condition would have {nodes} nodes and may have {}: use fewer colours",
        grouped(*limit)
    )]
    TreeTooLarge {
        /// How many nodes it would have.
        nodes: Size,
        /// How many it may have.
        limit: usize,
    },
    /// Finding the nodes of the Zielonka tree took too long.
    #[error(
        "the Zielonka tree of the condition over {colors} colours was not found in {} steps: use a simpler condition or fewer colours",
        grouped(*steps)
    )]
    TreeTooHard {
        /// How many colours the condition depends on.
        colors: u32,
        /// How many parts of the formula were looked at before giving up.
        steps: u64,
    },
    /// The parity game is larger than allowed. It was given up when that showed.
    #[error(
        "the parity game, with up to {} copies of each vertex, has more than {} vertices or edges, of {} and {} that could come up: use fewer colours{}",
        grouped(*leaves), grouped(*limit), grouped(*vertices), grouped(*edges),
        by_memory(*room)
    )]
    GameTooLarge {
        /// How many vertices it could have.
        vertices: u64,
        /// How many edges it could have.
        edges: u64,
        /// How many copies of each vertex that would be: the leaves of the Zielonka tree.
        leaves: usize,
        /// How many of vertices and of edges it may have.
        limit: u64,
        /// The bytes that there are, where that is what the limit comes from.
        room: Option<u64>,
    },
    /// The solution of the parity game has no move, or not one of the game, where its player wins.
    #[error(
        "the solution of the parity game has no valid move at vertex number {vertex}, where player {player} wins and moves: solve it again, with strategies"
    )]
    NoMove {
        /// The player.
        player: Player,
        /// The vertex of the parity game.
        vertex: Vertex,
    },
    /// The parity game is not a graph that can be stored.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Where memory is what sets the limit.
fn by_memory(room: Option<u64>) -> String {
    room.map_or(String::new(), |room| format!("; that is what {} of memory holds", Bytes(room)))
}
