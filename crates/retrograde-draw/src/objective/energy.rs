//! Energy games: who wins, and the least credit that player 0 needs to start with.

use retrograde_core::{EnergySolution, Player, Vertex};

use super::Objective;
use super::owned::{Payoffs, WEIGHTS, winner_attribute, winner_text, wins_text};
use crate::face::{Face, Favour, Mark, Stroke};
use crate::shown::Shown;

pub(crate) struct Energy<'a> {
    pub(crate) solution: &'a EnergySolution,
    pub(crate) payoffs: Payoffs<'a>,
}

impl Energy<'_> {
    fn winner(&self, vertex: Vertex) -> Option<Player> {
        self.solution.winners.get(vertex)
    }

    fn favour(&self, vertex: Vertex) -> Favour {
        Favour::of_winner(self.winner(vertex))
    }

    /// The credit with which player 0 wins, where that is known.
    fn credit(&self, vertex: Vertex) -> Option<u128> {
        let won = self.winner(vertex) == Some(Player::Zero);
        self.solution.credits.get(vertex).filter(|_| won)
    }
}

impl Objective for Energy<'_> {
    fn lengths(&self) -> Vec<usize> {
        let EnergySolution { winners, credits, .. } = self.solution;
        [winners.len(), credits.len()].into_iter().chain(self.payoffs.length()).collect()
    }

    fn face(&self, vertex: Vertex) -> Face {
        let text = match (self.winner(vertex), self.credit(vertex)) {
            (Some(Player::One), _) => "∞".to_owned(),
            (_, Some(credit)) => credit.to_string(),
            (_, None) => "?".to_owned(),
        };
        Face::Owned { owner: self.payoffs.owner(vertex), favour: self.favour(vertex), text }
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let winner = winner_text(self.winner(vertex));
        let owner = self.payoffs.owner(vertex);
        match (self.winner(vertex), self.credit(vertex)) {
            (Some(Player::One), _) => format!("{winner} against any credit, owner {owner}"),
            (_, Some(credit)) => format!("{winner} with credit {credit}, owner {owner}"),
            (_, None) => format!("{winner}, owner {owner}"),
        }
    }

    fn stroke(&self, from: Vertex, to: Vertex, edge: usize) -> Stroke {
        self.payoffs.stroke(from, to, edge, self.favour(from))
    }

    fn attributes(&self, vertex: Vertex) -> String {
        let winner = winner_attribute(self.winner(vertex));
        match self.credit(vertex) {
            Some(credit) => format!("{winner}, credit={credit}"),
            None => winner,
        }
    }

    fn heading(&self) -> &'static str {
        "Least initial credit below the name; who wins:"
    }

    fn favour_text(&self, favour: Favour) -> &'static str {
        wins_text(favour)
    }

    fn mark_text(&self, _mark: Mark) -> &'static str {
        "winning move"
    }

    fn notes(&self, shown: &Shown) -> Vec<String> {
        let lost = shown.favouring(Favour::Player(Player::One)) > 0;
        let notes = [(lost, "∞: no credit suffices"), (shown.weights, WEIGHTS)];
        notes.into_iter().filter(|(wanted, _)| *wanted).map(|(_, text)| text.to_owned()).collect()
    }
}
