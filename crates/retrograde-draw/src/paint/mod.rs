//! The one thing every kind of answer has to say so that it can be drawn.

mod asymmetric;
mod choice;
mod energy;
mod grundy;
mod mean_payoff;
mod model;
mod outcome;
mod owned;
mod partizan;
mod winners;

pub(crate) use choice::paint;
pub(crate) use model::Model;

use retrograde_core::{Cell, Outcome, Player, Solution, Vertex};

use crate::face::{Face, Favour, Mark, Stroke};
use crate::shown::Shown;

/// A solution as pictures see it: what to write, which look to give, which moves to mark, and how
/// to explain all that.
pub(crate) trait Paint {
    /// What the node of a position shows.
    fn face(&self, vertex: Vertex) -> Face;

    /// The value in words, without colons, for whoever rests the pointer on the node.
    fn in_full(&self, vertex: Vertex) -> String;

    /// How to draw the move along the edge at place `edge` of the graph's targets.
    fn stroke(&self, from: Vertex, to: Vertex, edge: usize) -> Stroke;

    /// What is written on the line from a position to another, beside what the stroke says.
    fn words(&self, _from: Vertex, _to: Vertex) -> Option<String> {
        None
    }

    /// The value in the solution as DOT attributes for other programs, separated by commas.
    fn attributes(&self, solution: &Solution, vertex: Vertex) -> String {
        let names = solution.objective.facts().values.iter();
        let fields = names.zip(solution.cells(vertex)).enumerate();
        let texts = fields.filter_map(|(column, (name, cell))| match cell {
            Cell::Nothing if column > 0 => None,
            Cell::Nothing => Some(format!("{name}=unknown")),
            cell => Some(format!("{name}={cell}")),
        });
        texts.collect::<Vec<_>>().join(", ")
    }

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
            Favour::Player(Player::Zero) => "player 0 wins",
            Favour::Player(Player::One) => "player 1 wins",
            Favour::Nobody => "nobody wins",
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
    fn notes(&self, _shown: &Shown) -> Vec<String> {
        Vec::new()
    }

    /// Whether a DOT file explains itself, too.
    fn explains_dot(&self) -> bool {
        true
    }
}
