//! What an answer says of a vertex or of the whole, fact by fact, for whoever writes it down.

use std::fmt;

use crate::grundy::Grundy;
use crate::partizan::PartizanClass;
use crate::ratio::Ratio;
use crate::regions::Winners;
use crate::terms::Terms;
use crate::value::{Outcome, Player, Side};

/// One field of a row.
///
/// ```
/// use retrograde_core::{Cell, Outcome, Terms};
/// assert_eq!(Cell::Outcome(Outcome::Win).text(Terms::Pn), "N");
/// assert_eq!(Cell::Nothing.to_string(), "");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cell<'a> {
    /// Nothing to say: an empty field, or `null`.
    Nothing,
    /// An outcome, called as the [`Terms`] have it.
    Outcome(Outcome),
    /// A class of partizan games.
    Class(PartizanClass),
    /// Who wins, or whose it is.
    Winner(Player),
    /// Whose turn it is in a partizan game.
    Side(Side),
    /// A number.
    Number(u64),
    /// A number that 64 bits need not be enough for.
    Wide(u128),
    /// A fraction: `p/q`, or `p` where it is whole. JSON has it as a number where it is whole, else
    /// as text.
    Ratio(Ratio),
    /// A Grundy value: a number, or the text `inf{…}`.
    Grundy(Grundy<'a>),
}

impl Cell<'_> {
    /// The cell as text.
    #[must_use]
    pub fn text(self, terms: Terms) -> String {
        match self {
            Cell::Outcome(outcome) => terms.word(outcome).to_owned(),
            other => other.to_string(),
        }
    }

    /// Whom the value is good for, where it speaks for somebody: the player to move for outcomes,
    /// player 0 for winners and means.
    #[must_use]
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Cell::Outcome(outcome) => Some(outcome),
            Cell::Grundy(value) => Some(value.outcome()),
            Cell::Winner(Player::Zero) => Some(Outcome::Win),
            Cell::Winner(Player::One) => Some(Outcome::Lose),
            Cell::Ratio(value) => Some(match value.numerator() {
                0 => Outcome::Draw,
                1.. => Outcome::Win,
                _ => Outcome::Lose,
            }),
            Cell::Nothing | Cell::Class(_) | Cell::Side(_) | Cell::Number(_) | Cell::Wide(_) => {
                None
            }
        }
    }
}

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cell::Nothing => Ok(()),
            Cell::Outcome(outcome) => outcome.fmt(f),
            Cell::Class(class) => class.fmt(f),
            Cell::Winner(player) => player.fmt(f),
            Cell::Side(side) => side.fmt(f),
            Cell::Number(number) => number.fmt(f),
            Cell::Wide(number) => number.fmt(f),
            Cell::Ratio(value) => value.fmt(f),
            Cell::Grundy(value) => value.fmt(f),
        }
    }
}

impl From<Option<Player>> for Cell<'_> {
    fn from(winner: Option<Player>) -> Self {
        winner.map_or(Cell::Nothing, Cell::Winner)
    }
}

impl From<Option<u64>> for Cell<'_> {
    fn from(number: Option<u64>) -> Self {
        number.map_or(Cell::Nothing, Cell::Number)
    }
}

impl From<Option<u128>> for Cell<'_> {
    fn from(number: Option<u128>) -> Self {
        number.map_or(Cell::Nothing, Cell::Wide)
    }
}

impl From<Option<Ratio>> for Cell<'_> {
    fn from(value: Option<Ratio>) -> Self {
        value.map_or(Cell::Nothing, Cell::Ratio)
    }
}

/// A part of a summary.
///
/// ```
/// use retrograde_core::{Cell, Fact};
/// assert_eq!(Fact::count(3), Fact::Cell(Cell::Number(3)));
/// let both = Fact::Group(vec![("first", Fact::count(3)), ("second", Fact::count(4))]);
/// # assert!(matches!(both, Fact::Group(facts) if facts.len() == 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fact<'a> {
    /// A single figure.
    Cell(Cell<'a>),
    /// Several facts, each under its key.
    Group(Vec<(&'static str, Fact<'a>)>),
    /// It is so; where it is not, nothing is said.
    True,
}

/// Facts, each under its key.
pub type Summary<'a> = Vec<(&'static str, Fact<'a>)>;

impl Fact<'_> {
    /// A number of vertices.
    #[must_use]
    pub fn count(count: usize) -> Self {
        Fact::Cell(Cell::Number(count as u64))
    }

    /// The number of vertices with each outcome.
    pub(crate) fn of_outcomes(
        terms: Terms,
        count: impl Fn(Outcome) -> usize,
    ) -> Vec<(&'static str, Self)> {
        [Outcome::Win, Outcome::Lose, Outcome::Draw]
            .map(|outcome| (terms.word(outcome), Fact::count(count(outcome))))
            .into()
    }

    /// The number of vertices that each player wins, and of those where nobody knows.
    pub(crate) fn of_winners(winners: &Winners) -> Vec<(&'static str, Self)> {
        vec![
            ("0", Fact::count(winners.count(Player::Zero))),
            ("1", Fact::count(winners.count(Player::One))),
            ("unknown", Fact::count(winners.unknown())),
        ]
    }
}
