//! Energy games: who wins, and the least credit that player 0 needs to start with.

use retrograde_core::{EnergySolution, Player, Vertex};

use super::Paint;
use super::owned::{Payoffs, WEIGHTS};
use crate::face::{Face, Favour, Mark, Stroke};
use crate::shown::Shown;

pub(super) struct EnergyPaint<'a> {
    pub(super) solution: &'a EnergySolution,
    pub(super) payoffs: Payoffs<'a>,
}

impl EnergyPaint<'_> {
    /// Who wins, and the credit with which player 0 does.
    fn value(&self, vertex: Vertex) -> (Option<Player>, Option<u128>) {
        let winner = self.solution.winners.get(vertex);
        let won = winner == Some(Player::Zero);
        (winner, self.solution.credits.get(vertex).filter(|_| won))
    }
}

impl Paint for EnergyPaint<'_> {
    fn face(&self, vertex: Vertex) -> Face {
        let text = match self.value(vertex) {
            (Some(Player::One), _) => "∞".to_owned(),
            (_, Some(credit)) => credit.to_string(),
            (_, None) => "?".to_owned(),
        };
        self.payoffs.owned.face(vertex, text)
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let (winner, owner) = (self.payoffs.owned.winner(vertex), self.payoffs.owned.owner(vertex));
        match self.value(vertex) {
            (Some(Player::One), _) => format!("{winner} against any credit, owner {owner}"),
            (_, Some(credit)) => format!("{winner} with credit {credit}, owner {owner}"),
            (_, None) => format!("{winner}, owner {owner}"),
        }
    }

    fn stroke(&self, from: Vertex, to: Vertex, edge: usize) -> Stroke {
        self.payoffs.stroke(from, to, edge)
    }

    fn heading(&self) -> &'static str {
        "Least initial credit below the name; who wins:"
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
