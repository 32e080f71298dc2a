//! What a picture says about one position and about one move, whatever was solved.

use retrograde_core::{Outcome, Side};

/// What a node shows below the name of its position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Face {
    /// One value, which gives the whole node its look.
    One(Cell),
    /// A value for each of two players, side by side, and perhaps a word between them.
    Two { cells: [Cell; 2], between: &'static str },
}

/// A value as text, with the look of an outcome.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cell {
    pub(crate) outcome: Outcome,
    pub(crate) text: String,
}

impl Face {
    /// All values from left to right.
    pub(crate) fn cells(&self) -> &[Cell] {
        match self {
            Face::One(cell) => std::slice::from_ref(cell),
            Face::Two { cells, .. } => cells,
        }
    }
}

/// How a move is told apart from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    pub(crate) mark: Mark,
    /// The only side that may make the move.
    pub(crate) only: Option<Side>,
}

/// For whom a move is the one to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Plain,
    /// For the player to move, at a position of this outcome.
    Best(Outcome),
    /// For the player of the left value.
    First,
    /// For the player of the right value.
    Second,
    /// For either player.
    Both,
}

impl Mark {
    /// The mark of a move that is the one to make for the first player, the second, or both.
    pub(crate) fn of_players(first: bool, second: bool) -> Self {
        match (first, second) {
            (false, false) => Mark::Plain,
            (true, false) => Mark::First,
            (false, true) => Mark::Second,
            (true, true) => Mark::Both,
        }
    }
}

impl Stroke {
    /// A move open to everybody.
    pub(crate) fn open(mark: Mark) -> Self {
        Stroke { mark, only: None }
    }

    /// One line for two parallel moves: what holds for either of them.
    pub(crate) fn joined(self, other: Stroke) -> Stroke {
        let mark = match (self.mark, other.mark) {
            (one, two) if one == two => one,
            (Mark::Plain, marked) | (marked, Mark::Plain) => marked,
            _ => Mark::Both,
        };
        Stroke { mark, only: self.only.filter(|_| self.only == other.only) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_moves_join_their_marks_and_their_players() {
        let left = |mark| Stroke { mark, only: Some(Side::Left) };
        let right = |mark| Stroke { mark, only: Some(Side::Right) };
        assert_eq!(left(Mark::First).joined(right(Mark::Second)), Stroke::open(Mark::Both));
        assert_eq!(left(Mark::Plain).joined(left(Mark::First)), left(Mark::First));
        assert_eq!(
            Stroke::open(Mark::Second).joined(left(Mark::Plain)),
            Stroke::open(Mark::Second)
        );
    }
}
