//! What outcomes are called.

use crate::value::Outcome;

/// A vocabulary for outcomes.
///
/// ```
/// use retrograde_core::{Outcome, Terms};
/// assert_eq!(Terms::WinLose.word(Outcome::Lose), "lose");
/// assert_eq!(Terms::Pn.word(Outcome::Lose), "P");
/// assert_eq!(Terms::parse("P"), Some(Outcome::Lose));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Terms {
    /// `win`, `lose` and `draw`, for the player to move.
    #[default]
    WinLose,
    /// `N` where the next player to move wins, `P` where the previous one does, `draw` for draws.
    Pn,
}

impl Terms {
    /// The word for an outcome.
    #[must_use]
    pub fn word(self, outcome: Outcome) -> &'static str {
        match (self, outcome) {
            (Terms::WinLose, outcome) => outcome.as_str(),
            (Terms::Pn, Outcome::Win) => "N",
            (Terms::Pn, Outcome::Lose) => "P",
            (Terms::Pn, Outcome::Draw) => "draw",
        }
    }

    /// The outcome that a word of either vocabulary stands for.
    #[must_use]
    pub fn parse(word: &str) -> Option<Outcome> {
        match word {
            "N" => Some(Outcome::Win),
            "P" => Some(Outcome::Lose),
            // Draws were called that beside P and N.
            "tie" => Some(Outcome::Draw),
            word => Outcome::parse(word),
        }
    }
}
