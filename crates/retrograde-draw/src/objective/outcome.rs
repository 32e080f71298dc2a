//! Outcomes and distances: win, lose or draw for the player to move.

use retrograde_core::{Outcome, OutcomeSolution, Value, Values, Vertex};

use super::Objective;
use crate::face::{Cell, Face, Mark, Stroke};
use crate::shown::Shown;
use retrograde_core::Terms;

pub(crate) struct Outcomes<'a> {
    pub(crate) solution: &'a OutcomeSolution,
    pub(crate) terms: Terms,
}

/// Explains distances, where there are any.
pub(super) const DISTANCES: &str = "number: moves to the end";

impl Objective for Outcomes<'_> {
    fn lengths(&self) -> Vec<usize> {
        lengths(self.solution)
    }

    fn face(&self, vertex: Vertex) -> Face {
        Face::One(value_cell(self.solution.values.get(vertex), self.terms))
    }

    fn in_full(&self, vertex: Vertex) -> String {
        let value = self.solution.values.get(vertex);
        let word = self.terms.word(value.outcome());
        match value.distance() {
            Some(distance) => format!("{word} in {distance}"),
            None => word.to_owned(),
        }
    }

    fn stroke(&self, from: Vertex, to: Vertex, _edge: usize) -> Stroke {
        let best = is_best(self.solution, &self.solution.values, from, to);
        let outcome = self.solution.values.outcome(from);
        Stroke::open(if best { Mark::Best(outcome) } else { Mark::Plain })
    }

    fn attributes(&self, vertex: Vertex) -> String {
        let value = self.solution.values.get(vertex);
        let outcome = value.outcome();
        match value.distance() {
            Some(distance) => format!("distance={distance}, outcome={outcome}"),
            None => format!("outcome={outcome}"),
        }
    }

    fn heading(&self) -> &'static str {
        match self.terms {
            Terms::WinLose => "For the player to move:",
            Terms::Pn => "Who wins:",
        }
    }

    fn look_text(&self, outcome: Outcome) -> &'static str {
        match (self.terms, outcome) {
            (Terms::WinLose, outcome) => outcome.as_str(),
            (Terms::Pn, Outcome::Win) => "N: the next player",
            (Terms::Pn, Outcome::Lose) => "P: the previous player",
            (Terms::Pn, Outcome::Draw) => "tie",
        }
    }

    fn explains_absent_looks(&self) -> bool {
        true
    }

    fn mark_text(&self, _mark: Mark) -> &'static str {
        "best move"
    }

    fn notes(&self, shown: &Shown) -> Vec<String> {
        let decided = shown.any_of(Outcome::Win) || shown.any_of(Outcome::Lose);
        decided.then(|| DISTANCES.to_owned()).into_iter().collect()
    }

    fn explains_dot(&self) -> bool {
        // Win and lose say what they mean.
        self.terms != Terms::WinLose
    }
}

/// Of how many positions each part of a solution speaks.
pub(super) fn lengths(solution: &OutcomeSolution) -> Vec<usize> {
    let moves = solution.strategy.as_ref().map(|moves| moves.len());
    [Some(solution.values.len()), moves].into_iter().flatten().collect()
}

/// The outcome with its distance.
pub(super) fn value_cell(value: Value, terms: Terms) -> Cell {
    let word = terms.word(value.outcome());
    let text = match value.distance() {
        Some(distance) => format!("{word} {distance}"),
        None => word.to_owned(),
    };
    Cell { outcome: value.outcome(), text }
}

/// Whether `from → to` is a fastest win, a slowest loss or keeps a draw, where `replies` are the
/// opponent's values; or is the move the solution names: a solver that does not count the fewest
/// moves still knows a move that holds.
pub(super) fn is_best(
    solution: &OutcomeSolution,
    replies: &Values,
    from: Vertex,
    to: Vertex,
) -> bool {
    let by_value = match (solution.values.get(from), replies.get(to)) {
        (Value::Win(before), Value::Lose(after)) | (Value::Lose(before), Value::Win(after)) => {
            after.0.checked_add(1) == Some(before.0)
        }
        (Value::Draw, Value::Draw) => true,
        _ => false,
    };
    by_value || solution.strategy.as_ref().is_some_and(|moves| moves.get(from) == Some(to))
}
