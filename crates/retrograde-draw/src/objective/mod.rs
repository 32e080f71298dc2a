//! The one thing every objective has to say so that its solutions can be drawn.

mod asymmetric;
mod grundy;
mod outcome;
mod partizan;

pub(crate) use asymmetric::Asymmetric;
pub(crate) use grundy::Grundy;
pub(crate) use outcome::Outcomes;
pub(crate) use partizan::Partizan;

use retrograde_core::{Outcome, Vertex};

use crate::face::{Face, Mark, Stroke};
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

    /// How the explanations begin.
    fn heading(&self) -> &'static str;

    /// What the look of an outcome means.
    fn look_text(&self, outcome: Outcome) -> &'static str {
        outcome.as_str()
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
