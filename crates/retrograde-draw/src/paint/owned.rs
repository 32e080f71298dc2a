//! What all games with two owners have in common, and what those with payoffs have.

use std::cell::Cell;

use retrograde_core::{Answer, Arena, Claims, Player, Strategy, Vertex};

use crate::face::{Face, Favour, Mark, Stroke};

/// The answer to a game that names an owner everywhere.
pub(super) struct Owned<'a> {
    pub(super) arena: &'a Arena,
    claims: &'a dyn Claims,
    strategy: Option<&'a Strategy>,
}

impl<'a> Owned<'a> {
    pub(super) fn new(arena: &'a Arena, answer: &'a Answer) -> Self {
        let claims = answer.claims();
        Owned { arena, claims, strategy: claims.strategies().first().copied() }
    }

    /// Who moves at a vertex.
    pub(super) fn owner(&self, vertex: Vertex) -> Player {
        self.arena.owners.get(vertex as usize).unwrap_or_default()
    }

    pub(super) fn favour(&self, vertex: Vertex) -> Favour {
        Favour::of_cell(self.claims.cell(vertex, 0))
    }

    /// The winner in words.
    pub(super) fn winner(&self, vertex: Vertex) -> &'static str {
        match self.favour(vertex) {
            Favour::Player(Player::Zero) => "player 0 wins",
            Favour::Player(Player::One) => "player 1 wins",
            Favour::Nobody | Favour::Unknown => "winner unknown",
        }
    }

    pub(super) fn face(&self, vertex: Vertex, text: String) -> Face {
        Face::Owned { owner: self.owner(vertex), favour: self.favour(vertex), text }
    }

    /// The mark of a move: set apart if it is the one that the answer names.
    pub(super) fn mark(&self, from: Vertex, to: Vertex) -> Mark {
        match self.strategy.and_then(|moves| moves.get(from)) {
            Some(named) if named == to => Mark::Play(self.favour(from)),
            _ => Mark::Plain,
        }
    }
}

/// Explains the numbers on lines.
pub(super) const WEIGHTS: &str = "number on a line: weight of the move";

/// The moves of a game with payoffs.
///
/// A strategy names a vertex to move to. Of several parallel moves there it means the best for
/// whoever moves: the heaviest for player 0, the lightest for player 1.
pub(super) struct Payoffs<'a> {
    pub(super) owned: Owned<'a>,
    /// The last position whose moves were looked at, and the weight of the move to make there:
    /// moves of one position are asked for one after the other.
    last: Cell<Option<(Vertex, Option<i64>)>>,
}

impl<'a> Payoffs<'a> {
    pub(super) fn new(owned: Owned<'a>) -> Self {
        Payoffs { owned, last: Cell::new(None) }
    }

    pub(super) fn stroke(&self, from: Vertex, to: Vertex, edge: usize) -> Stroke {
        let weight = self.weight(edge);
        let mark = match self.owned.mark(from, to) {
            Mark::Play(_) if self.weight_to_take(from, to) != Some(weight) => Mark::Plain,
            mark => mark,
        };
        Stroke::weighing(mark, weight)
    }

    /// A move without a weight weighs nothing.
    fn weight(&self, edge: usize) -> i64 {
        self.owned.arena.weights.get(edge).unwrap_or(0)
    }

    /// The weight of the best move to `to`, which the strategy names.
    fn weight_to_take(&self, from: Vertex, to: Vertex) -> Option<i64> {
        if let Some((_, weight)) = self.last.get().filter(|(vertex, _)| *vertex == from) {
            return weight;
        }
        let graph = &self.owned.arena.graph;
        let edges = graph.edge_range(from).filter(|&edge| graph.targets()[edge] == to);
        let weights = edges.map(|edge| self.weight(edge));
        let weight = match self.owned.owner(from) {
            Player::Zero => weights.max(),
            Player::One => weights.min(),
        };
        self.last.set(Some((from, weight)));
        weight
    }
}
