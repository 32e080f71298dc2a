//! What all games with two owners have in common, and what those with payoffs have.

use std::cell::Cell;

use retrograde_core::{Arena, Player, Strategy, Vertex};

use crate::face::{Favour, Mark, Stroke};

/// Who moves at a vertex of an arena that names an owner everywhere.
pub(super) fn owner(arena: &Arena, vertex: Vertex) -> Player {
    arena.owners.get(vertex as usize).unwrap_or_default()
}

/// The winner in words.
pub(super) fn winner_text(winner: Option<Player>) -> &'static str {
    match winner {
        Some(Player::Zero) => "player 0 wins",
        Some(Player::One) => "player 1 wins",
        None => "winner unknown",
    }
}

/// The winner as an attribute for other programs.
pub(super) fn winner_attribute(winner: Option<Player>) -> String {
    match winner {
        Some(player) => format!("winner={player}"),
        None => "winner=unknown".to_owned(),
    }
}

/// Explains the colours where positions are won.
pub(super) fn wins_text(favour: Favour) -> &'static str {
    match favour {
        Favour::Player(Player::Zero) => "player 0 wins",
        Favour::Player(Player::One) => "player 1 wins",
        Favour::Nobody => "nobody wins",
        Favour::Unknown => "unknown",
    }
}

/// Explains the numbers on lines.
pub(super) const WEIGHTS: &str = "number on a line: weight of the move";

/// The moves of a game with payoffs and the strategy for them.
///
/// A strategy names a vertex to move to. Of several parallel moves there it means the best for
/// whoever moves: the heaviest for player 0, the lightest for player 1.
pub(crate) struct Payoffs<'a> {
    arena: &'a Arena,
    strategy: Option<&'a Strategy>,
    /// The last position whose moves were looked at, and the weight of the move to make there:
    /// moves of one position are asked for one after the other.
    last: Cell<Option<(Vertex, Option<i64>)>>,
}

impl<'a> Payoffs<'a> {
    pub(crate) fn new(arena: &'a Arena, strategy: Option<&'a Strategy>) -> Self {
        Payoffs { arena, strategy, last: Cell::new(None) }
    }

    pub(super) fn owner(&self, vertex: Vertex) -> Player {
        owner(self.arena, vertex)
    }

    /// Of how many positions the strategy speaks, if there is one.
    pub(super) fn length(&self) -> Option<usize> {
        self.strategy.map(Strategy::len)
    }

    pub(super) fn stroke(&self, from: Vertex, to: Vertex, edge: usize, favour: Favour) -> Stroke {
        let weight = self.weight(edge);
        let named = self.strategy.and_then(|moves| moves.get(from)) == Some(to);
        let made = named && self.weight_to_take(from, to) == Some(weight);
        Stroke::weighing(if made { Mark::Play(favour) } else { Mark::Plain }, weight)
    }

    /// A move without a weight weighs nothing.
    fn weight(&self, edge: usize) -> i64 {
        self.arena.weights.get(edge).unwrap_or(0)
    }

    /// The weight of the best move to `to`, which the strategy names.
    fn weight_to_take(&self, from: Vertex, to: Vertex) -> Option<i64> {
        if let Some((_, weight)) = self.last.get().filter(|(vertex, _)| *vertex == from) {
            return weight;
        }
        let graph = &self.arena.graph;
        let edges = graph.edge_range(from).filter(|&edge| graph.targets()[edge] == to);
        let weights = edges.map(|edge| self.weight(edge));
        let weight = match self.owner(from) {
            Player::Zero => weights.max(),
            Player::One => weights.min(),
        };
        self.last.set(Some((from, weight)));
        weight
    }
}
