//! Mean-payoff games: the value of each position, and whom its sign favours.

use std::cmp::Ordering;

use retrograde_core::{MeanPayoffSolution, Player, Vertex};

use super::Objective;
use super::owned::{Payoffs, WEIGHTS};
use crate::face::{Face, Favour, Mark, Stroke};
use crate::shown::Shown;

pub(crate) struct MeanPayoff<'a> {
    pub(crate) solution: &'a MeanPayoffSolution,
    pub(crate) payoffs: Payoffs<'a>,
}

impl MeanPayoff<'_> {
    fn favour(&self, vertex: Vertex) -> Favour {
        let sign = self.solution.values.get(vertex).map(|value| value.numerator().cmp(&0));
        match sign {
            Some(Ordering::Greater) => Favour::Player(Player::Zero),
            Some(Ordering::Less) => Favour::Player(Player::One),
            Some(Ordering::Equal) => Favour::Nobody,
            None => Favour::Unknown,
        }
    }

    fn value(&self, vertex: Vertex) -> Option<String> {
        self.solution.values.get(vertex).map(|value| value.to_string())
    }
}

impl Objective for MeanPayoff<'_> {
    fn lengths(&self) -> Vec<usize> {
        [self.solution.values.len()].into_iter().chain(self.payoffs.length()).collect()
    }

    fn face(&self, vertex: Vertex) -> Face {
        let text = self.value(vertex).unwrap_or_else(|| "?".to_owned());
        Face::Owned { owner: self.payoffs.owner(vertex), favour: self.favour(vertex), text }
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let owner = self.payoffs.owner(vertex);
        match self.value(vertex) {
            Some(value) => format!("mean payoff {value}, owner {owner}"),
            None => format!("mean payoff unknown, owner {owner}"),
        }
    }

    fn stroke(&self, from: Vertex, to: Vertex, edge: usize) -> Stroke {
        self.payoffs.stroke(from, to, edge, self.favour(from))
    }

    fn attributes(&self, vertex: Vertex) -> String {
        let value = self.value(vertex).unwrap_or_else(|| "unknown".to_owned());
        format!("value=\"{value}\"")
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
