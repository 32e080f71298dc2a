//! Outcomes and distances: win, lose or draw for the player to move.

use retrograde_core::{Distance, Outcome, OutcomeSolution, Solution, Terms, Value, Values, Vertex};

use super::Paint;
use crate::face::{Badge, Face, Mark, Stroke};
use crate::shown::Shown;

pub(super) struct OutcomePaint<'a> {
    pub(super) solution: &'a OutcomeSolution,
    pub(super) terms: Terms,
}

/// Explains distances, where there are any.
pub(super) const DISTANCES: &str = "number: moves to the end";

impl Paint for OutcomePaint<'_> {
    fn face(&self, vertex: Vertex) -> Face {
        Face::One(badge(worth(self.solution, vertex), self.terms))
    }

    fn in_full(&self, vertex: Vertex) -> String {
        in_words(worth(self.solution, vertex), self.terms)
    }

    fn stroke(&self, from: Vertex, to: Vertex, _edge: usize) -> Stroke {
        let best = is_best(self.solution, &self.solution.values, from, to);
        let outcome = self.solution.values.outcome(from);
        Stroke::open(if best { Mark::Best(outcome) } else { Mark::Plain })
    }

    /// Unlike in the columns of files, the distance comes first.
    fn attributes(&self, _solution: &Solution, vertex: Vertex) -> String {
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
            (Terms::Pn, Outcome::Draw) => "draw",
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

/// An outcome, and in how many moves where that is known.
pub(super) type Valued = (Outcome, Option<Distance>);

/// What a position is worth.
pub(super) fn worth(solution: &OutcomeSolution, vertex: Vertex) -> Valued {
    let value = solution.values.get(vertex);
    (value.outcome(), value.distance())
}

/// The outcome with its distance, in short.
pub(super) fn badge((outcome, distance): Valued, terms: Terms) -> Badge {
    let word = terms.word(outcome);
    let text = distance.map_or(word.to_owned(), |distance| format!("{word} {distance}"));
    Badge { outcome, text }
}

/// The outcome with its distance, in full.
pub(super) fn in_words((outcome, distance): Valued, terms: Terms) -> String {
    let word = terms.word(outcome);
    distance.map_or(word.to_owned(), |distance| format!("{word} in {distance}"))
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
