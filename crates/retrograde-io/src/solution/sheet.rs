//! What a solution says, cell by cell, for whoever writes it down.

use retrograde_core::{Grundy, Mealy, Outcome, Player, Ratio, Strategy, Vertex, Winners};

use super::layout::Layout;

/// A solution as a sheet of rows, one a vertex: all that [`write_csv`](crate::write_csv) and
/// [`write_json`](crate::write_json) ask of it.
///
/// ```
/// use retrograde_core::{Grundy, GrundyValues};
/// use retrograde_io::{Cell, Sheet};
/// let values = GrundyValues::from_finite(vec![0, 2]);
/// assert_eq!(values.layout().objective, "grundy");
/// assert_eq!(values.cell(1, 0), Cell::Grundy(Grundy::Finite(2)));
/// ```
pub trait Sheet {
    /// The objective and its columns.
    fn layout(&self) -> &'static Layout;

    /// How many rows there are.
    fn vertices(&self) -> usize;

    /// What the row of `vertex` says in the column `layout().values[column]`.
    fn cell(&self, vertex: Vertex, column: usize) -> Cell<'_>;

    /// The moves, one strategy for each of `layout().moves`; none where they were left out.
    fn strategies(&self) -> Vec<&Strategy>;

    /// The figures that stand for the whole, each under its key.
    fn summary(&self) -> Vec<(&'static str, Fact<'_>)>;

    /// The machines of player 0 and player 1, where winning takes memory and they were not left
    /// out. Only JSON has a place for them.
    fn machines(&self) -> Option<&[Mealy; 2]> {
        None
    }
}

/// One field of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cell<'a> {
    /// Nothing to say: an empty field, or `null`.
    Nothing,
    /// A word of the program's own, never a name.
    Word(&'static str),
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

/// A part of a summary.
///
/// ```
/// use retrograde_io::{Cell, Fact};
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
}

impl Fact<'_> {
    /// A number of vertices.
    #[must_use]
    pub fn count(count: usize) -> Self {
        Fact::Cell(Cell::Number(count as u64))
    }

    /// The number of vertices with each outcome, called as `word` says.
    pub(super) fn of_outcomes(
        word: impl Fn(Outcome) -> &'static str,
        count: impl Fn(Outcome) -> usize,
    ) -> Vec<(&'static str, Self)> {
        [Outcome::Win, Outcome::Lose, Outcome::Draw]
            .map(|outcome| (word(outcome), Fact::count(count(outcome))))
            .into()
    }

    /// The number of vertices that each player wins, and of those where nobody knows.
    pub(super) fn of_winners(winners: &Winners) -> Vec<(&'static str, Self)> {
        let (zero, one) = (winners.count(Player::Zero), winners.count(Player::One));
        vec![
            ("0", Fact::count(zero)),
            ("1", Fact::count(one)),
            ("unknown", Fact::count(winners.len() - zero - one)),
        ]
    }
}

impl Cell<'_> {
    /// Who wins, where that is known.
    #[inline]
    pub(super) fn winner(winner: Option<Player>) -> Self {
        winner.map(|winner| winner.number().into()).into()
    }
}

impl From<Option<u64>> for Cell<'_> {
    fn from(number: Option<u64>) -> Self {
        number.map_or(Cell::Nothing, Cell::Number)
    }
}
