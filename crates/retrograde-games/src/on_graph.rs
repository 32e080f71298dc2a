//! A graph as a game.

use std::collections::HashSet;
use std::sync::Arc;

use retrograde_core::{Arena, Outcome, Vertex};

use crate::{Game, ParseError};

/// A graph as a game in normal play: the vertices are the positions, a move goes along an edge, and
/// both have the names of vertices.
///
/// ```
/// use std::sync::Arc;
/// use retrograde_core::Arena;
/// use retrograde_games::{Game, OnGraph};
/// let arena = Arena::sketch().edges([("a", "b"), ("a", "c"), ("a", "b")]).arena()?;
/// let game = OnGraph::new(Arc::new(arena), 0);
/// let mut moves = Vec::new();
/// game.moves(&0, &mut moves);
/// assert_eq!(moves.iter().map(|to| game.show_move(&0, to)).collect::<Vec<_>>(), ["b", "c"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OnGraph {
    arena: Arc<Arena>,
    start: Vertex,
}

impl OnGraph {
    /// The game on a graph that begins at a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn new(arena: Arc<Arena>, start: Vertex) -> Self {
        assert!((start as usize) < arena.graph.vertex_count(), "play begins at a vertex");
        OnGraph { arena, start }
    }
}

impl Game for OnGraph {
    type Position = Vertex;
    type Move = Vertex;

    fn start(&self) -> Option<Vertex> {
        Some(self.start)
    }

    fn verdict(&self, &position: &Vertex) -> Option<Outcome> {
        self.arena.verdict(position)
    }

    fn moves(&self, &position: &Vertex, moves: &mut Vec<Vertex>) {
        let mut seen = HashSet::new();
        let successors = self.arena.graph.successors(position).iter().copied();
        moves.extend(successors.filter(|&to| seen.insert(to)));
    }

    fn play(&self, _: &Vertex, &to: &Vertex) -> Vertex {
        to
    }

    fn show(&self, &position: &Vertex) -> String {
        self.arena.name(position).into_owned()
    }

    fn parse(&self, text: &str) -> Result<Vertex, ParseError> {
        let none = || ParseError::new(format!("there is no vertex '{}'", text.escape_debug()));
        self.arena.vertex(text).ok_or_else(none)
    }

    fn show_move(&self, _: &Vertex, &to: &Vertex) -> String {
        self.arena.name(to).into_owned()
    }

    fn board(&self, &position: &Vertex) -> String {
        format!("at {}", self.arena.names.printable(position))
    }
}
