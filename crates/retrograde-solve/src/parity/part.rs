//! A part of a game as a game of its own.

use retrograde_core::{
    Bitmap, Control, Graph, Offsets, OwnedGraph, ParityGame, Player, Stopped, Vertex,
};

use super::game::{Game, player_of};
use super::preprocess::compress;
use crate::stop::Stop;

/// Cuts parts out of one game.
pub(super) struct Cutter {
    /// The number of a vertex within the part being cut; [`ELSEWHERE`] for all between two cuts.
    numbers: Vec<u32>,
}

const ELSEWHERE: u32 = u32::MAX;

/// Some vertices and the moves among them.
pub(super) struct Part {
    /// The vertices by their numbers in the part.
    pub(super) vertices: Vec<Vertex>,
    pub(super) graph: Graph,
}

impl Cutter {
    pub(super) fn new(vertices: usize) -> Self {
        Cutter { numbers: vec![ELSEWHERE; vertices] }
    }

    /// The part with these vertices. Self-loops that their owner had better not use are left out
    /// where there is another move. `None` if stopped, and then nothing more can be cut.
    ///
    /// # Complexity
    /// O(edges from the vertices) time.
    pub(super) fn cut(
        &mut self,
        game: &Game<'_>,
        vertices: Vec<Vertex>,
        stop: &Stop<'_>,
    ) -> Option<Part> {
        for (number, &vertex) in (0..).zip(&vertices) {
            self.numbers[vertex as usize] = number;
        }
        let most: u64 = vertices.iter().map(|&v| u64::from(game.graph().out_degree(v))).sum();
        let mut offsets = Offsets::zeroed(vertices.len(), most);
        let mut targets = Vec::with_capacity(most as usize);
        for (number, &vertex) in (0..).zip(&vertices) {
            let row = game.graph().successors(vertex);
            if stop.spend(row.len() as u32 + 1) {
                return None;
            }
            let before = targets.len();
            let inside = row.iter().map(|&to| self.numbers[to as usize]);
            let stays = player_of(game.priority(vertex)) == game.owner(vertex);
            targets.extend(inside.filter(|&to| to != ELSEWHERE && (stays || to != number)));
            if targets.len() == before && row.contains(&vertex) {
                targets.push(number);
            }
            offsets.set(number as usize + 1, targets.len() as u64);
        }
        for &vertex in &vertices {
            self.numbers[vertex as usize] = ELSEWHERE;
        }
        let graph = Graph::from_parts(offsets, targets).expect("rows cut from those of a graph");
        Some(Part { vertices, graph })
    }
}

impl Part {
    /// The part as a game, with its priorities compressed. Every vertex must have a move in it.
    pub(super) fn game(
        &self,
        whole: &Game<'_>,
        control: &Control<'_>,
    ) -> Result<Game<'_>, Stopped> {
        let mut ones = Bitmap::new(self.vertices.len());
        for (number, &vertex) in self.vertices.iter().enumerate() {
            if whole.owner(vertex) == Player::One {
                ones.set(number);
            }
        }
        let priorities: Vec<u32> = self.vertices.iter().map(|&v| whole.priority(v)).collect();
        let arena = OwnedGraph::from_bitmap(&self.graph, ones);
        Game::new(ParityGame::max(arena, compress(&priorities, control)?), control)
    }
}
