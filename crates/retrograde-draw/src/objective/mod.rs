//! The one thing every objective has to say so that its solutions can be drawn.

mod asymmetric;
mod energy;
mod grundy;
mod mean_payoff;
mod outcome;
mod owned;
mod partizan;
mod regions;

pub(crate) use asymmetric::Asymmetric;
pub(crate) use energy::Energy;
pub(crate) use grundy::Grundy;
pub(crate) use mean_payoff::MeanPayoff;
pub(crate) use outcome::Outcomes;
pub(crate) use owned::Payoffs;
pub(crate) use partizan::Partizan;
pub(crate) use regions::{Condition, Moves, Regions};

use retrograde_core::{Outcome, Player, Vertex};

use crate::face::{Face, Favour, Mark, Stroke};
use crate::shown::Shown;

/// A solution as pictures see it: what to write, which look to give, which moves to mark, and how
/// to explain all that.
pub(crate) trait Objective {
    /// Of how many positions each part of the solution speaks. Nothing else is asked unless all
    /// of them fit the graph.
    fn lengths(&self) -> Vec<usize>;

    /// What the node of a position shows.
    fn face(&self, vertex: Vertex) -> Face;

    /// The value in words, without colons, for whoever rests the pointer on the node.
    fn in_full(&self, vertex: Vertex) -> String;

    /// How to draw the move along the edge at place `edge` of the graph's targets.
    fn stroke(&self, from: Vertex, to: Vertex, edge: usize) -> Stroke;

    /// The value as DOT attributes for other programs, separated by commas.
    fn attributes(&self, vertex: Vertex) -> String;

    /// Whether play from the position need not end, where values tell.
    fn is_loopy(&self, _vertex: Vertex) -> bool {
        false
    }

    /// Whether the border of a position is double, which has no moves if it is `terminal`.
    fn is_ringed(&self, _vertex: Vertex, terminal: bool) -> bool {
        terminal
    }

    /// What a double border means.
    fn ring_text(&self) -> &'static str {
        "no moves"
    }

    /// How the explanations begin.
    fn heading(&self) -> &'static str;

    /// What the look of an outcome means.
    fn look_text(&self, outcome: Outcome) -> &'static str {
        outcome.as_str()
    }

    /// What the colour of positions that favour somebody means.
    fn favour_text(&self, favour: Favour) -> &'static str {
        match favour {
            Favour::Player(Player::Zero) => "player 0",
            Favour::Player(Player::One) => "player 1",
            Favour::Nobody => "nobody",
            Favour::Unknown => "unknown",
        }
    }

    /// Whether looks that no position has are explained too.
    fn explains_absent_looks(&self) -> bool {
        false
    }

    /// What a mark other than [`Mark::Plain`] means.
    fn mark_text(&self, mark: Mark) -> &'static str;

    /// Further explanations of what is shown.
    fn notes(&self, shown: &Shown) -> Vec<String>;

    /// Whether a DOT file explains itself, too.
    fn explains_dot(&self) -> bool {
        true
    }
}
