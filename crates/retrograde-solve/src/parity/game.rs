//! A parity game as the algorithms want it.

use retrograde_core::{Control, Graph, OwnedGraph, ParityGame, Player, Stopped, Vertex};

/// A parity game in which every vertex has a move, with its edges turned around as well.
pub(crate) struct Game<'a> {
    pub(crate) arena: OwnedGraph<'a>,
    /// The largest one that comes up infinitely often decides; even is player 0's.
    pub(crate) priorities: Vec<u32>,
    /// The graph with every edge turned around.
    pub(crate) back: Graph,
}

impl<'a> Game<'a> {
    /// Every vertex of `game` must have a move.
    pub(crate) fn new(game: ParityGame<'a>, control: &Control<'_>) -> Result<Self, Stopped> {
        let back = game.arena.graph().transposed(control)?;
        debug_assert!(back.vertices().all(|vertex| !game.arena.graph().is_terminal(vertex)));
        Ok(Game { arena: game.arena, priorities: game.priorities, back })
    }

    pub(crate) fn graph(&self) -> &'a Graph {
        self.arena.graph()
    }

    pub(crate) fn owner(&self, vertex: Vertex) -> Player {
        self.arena.owner(vertex)
    }

    pub(crate) fn priority(&self, vertex: Vertex) -> u32 {
        self.priorities[vertex as usize]
    }
}

/// Whom a priority is good for.
pub(crate) fn player_of(priority: u32) -> Player {
    if priority.is_multiple_of(2) { Player::Zero } else { Player::One }
}
