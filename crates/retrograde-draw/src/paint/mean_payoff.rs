//! Mean-payoff games: the value of each position, and whom its sign favours.

use retrograde_core::{MeanPayoffSolution, Player, Solution, Vertex};

use super::Paint;
use super::owned::{Payoffs, WEIGHTS};
use crate::face::{Face, Favour, Mark, Stroke};
use crate::shown::Shown;

pub(super) struct MeanPayoffPaint<'a> {
    pub(super) solution: &'a MeanPayoffSolution,
    pub(super) payoffs: Payoffs<'a>,
}

impl MeanPayoffPaint<'_> {
    fn value(&self, vertex: Vertex, unknown: &str) -> String {
        let value = self.solution.values.get(vertex);
        value.map_or_else(|| unknown.to_owned(), |value| value.to_string())
    }
}

impl Paint for MeanPayoffPaint<'_> {
    fn face(&self, vertex: Vertex) -> Face {
        self.payoffs.owned.face(vertex, self.value(vertex, "?"))
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let owner = self.payoffs.owned.owner(vertex);
        format!("mean payoff {}, owner {owner}", self.value(vertex, "unknown"))
    }

    fn stroke(&self, from: Vertex, to: Vertex, edge: usize) -> Stroke {
        self.payoffs.stroke(from, to, edge)
    }

    /// A fraction is no word, so all values stand in quotes.
    fn attributes(&self, _solution: &Solution, vertex: Vertex) -> String {
        format!("value=\"{}\"", self.value(vertex, "unknown"))
    }

    fn heading(&self) -> &'static str {
        "Mean payoff below the name:"
    }

    fn favour_text(&self, favour: Favour) -> &'static str {
        match favour {
            Favour::Player(Player::Zero) => "positive, for player 0",
            Favour::Player(Player::One) => "negative, for player 1",
            Favour::Nobody => "zero",
            Favour::Unknown => "unknown",
        }
    }

    fn mark_text(&self, _mark: Mark) -> &'static str {
        "best move"
    }

    fn notes(&self, shown: &Shown) -> Vec<String> {
        shown.weights.then(|| WEIGHTS.to_owned()).into_iter().collect()
    }
}
