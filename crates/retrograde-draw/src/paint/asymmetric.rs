//! The asymmetric game: a value with player 0 to move and one with player 1 to move.

use retrograde_core::{AsymmetricSolution, Vertex};

use super::Paint;
use crate::face::{Badge, Face, Mark, Stroke};

pub(super) struct AsymmetricPaint<'a> {
    pub(super) solution: &'a AsymmetricSolution,
}

impl Paint for AsymmetricPaint<'_> {
    fn face(&self, vertex: Vertex) -> Face {
        let badges = [&self.solution.first, &self.solution.second].map(|outcomes| {
            let outcome = outcomes.get(vertex);
            Badge { outcome, text: outcome.to_string() }
        });
        Face::Two { badges, between: "" }
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let (first, second) = (self.solution.first.get(vertex), self.solution.second.get(vertex));
        format!("{first} with player 0 to move, {second} with player 1 to move")
    }

    /// Only what the strategies name: a move that keeps a value need not achieve it.
    fn stroke(&self, from: Vertex, to: Vertex, _edge: usize) -> Stroke {
        let mark = self.solution.strategies.as_ref().map_or(Mark::Plain, |both| {
            let named = [&both.first, &both.second].map(|moves| moves.get(from) == Some(to));
            Mark::of_players(named[0], named[1])
        });
        Stroke::open(mark)
    }

    fn heading(&self) -> &'static str {
        "For the player to move (left: player 0, right: player 1):"
    }

    fn mark_text(&self, mark: Mark) -> &'static str {
        match mark {
            Mark::First => "player 0's move",
            Mark::Second => "player 1's move",
            _ => "move of both",
        }
    }
}
