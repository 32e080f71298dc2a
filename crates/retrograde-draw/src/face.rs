//! What a picture says about one position and about one move, whatever was solved.

use retrograde_core::{Cell, Outcome, Player, Side};

/// What a node shows below the name of its position.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Face {
    /// One value, which gives the whole node its look.
    One(Badge),
    /// A value for each of two players, side by side, and perhaps a word between them.
    Two { badges: [Badge; 2], between: &'static str },
    /// The position of one of two owners, who gives the node its shape; whom it favours gives the
    /// colour.
    Owned { owner: Player, favour: Favour, text: String },
}

/// A value as text, with the look of an outcome.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Badge {
    pub(crate) outcome: Outcome,
    pub(crate) text: String,
}

/// Whom a position favours, where positions have owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Favour {
    Player(Player),
    Nobody,
    /// The solver was stopped before it knew.
    Unknown,
}

impl Favour {
    /// All of them, in the order they are explained.
    pub(crate) const ALL: [Favour; 4] = [
        Favour::Player(Player::Zero),
        Favour::Player(Player::One),
        Favour::Nobody,
        Favour::Unknown,
    ];

    /// Whom a value favours, if that is known.
    pub(crate) fn of_cell(cell: Cell<'_>) -> Self {
        match cell.outcome() {
            Some(Outcome::Win) => Favour::Player(Player::Zero),
            Some(Outcome::Lose) => Favour::Player(Player::One),
            Some(Outcome::Draw) => Favour::Nobody,
            None => Favour::Unknown,
        }
    }
}

impl Face {
    /// What the node is, in the words by which its shape is classed in a picture.
    pub(crate) fn classes(&self) -> Vec<&'static str> {
        match self {
            Face::One(badge) => vec![badge.outcome.as_str()],
            Face::Two { badges: [left, right], .. } => {
                vec![left.outcome.as_str(), right.outcome.as_str()]
            }
            Face::Owned { owner, favour, .. } => {
                let favour = match favour {
                    Favour::Player(Player::Zero) => "for-0",
                    Favour::Player(Player::One) => "for-1",
                    Favour::Nobody => "for-nobody",
                    Favour::Unknown => "unknown",
                };
                let owner = match owner {
                    Player::Zero => "owner-0",
                    Player::One => "owner-1",
                };
                vec![favour, owner]
            }
        }
    }
}

/// How a move is told apart from others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stroke {
    pub(crate) mark: Mark,
    /// The only side that may make the move.
    pub(crate) only: Option<Side>,
    /// What the move pays, where moves pay.
    pub(crate) weights: Option<Weights>,
}

/// The least and the largest weight of parallel moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Weights {
    pub(crate) least: i64,
    pub(crate) most: i64,
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
    /// For the owner of the position, which favours somebody.
    Play(Favour),
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
        Stroke { mark, only: None, weights: None }
    }

    /// A move that pays.
    pub(crate) fn weighing(mark: Mark, weight: i64) -> Self {
        let weights = Some(Weights { least: weight, most: weight });
        Stroke { weights, ..Stroke::open(mark) }
    }

    /// One line for two parallel moves: what holds for either of them.
    pub(crate) fn joined(self, other: Stroke) -> Stroke {
        let mark = match (self.mark, other.mark) {
            (one, two) if one == two => one,
            (Mark::Plain, marked) | (marked, Mark::Plain) => marked,
            _ => Mark::Both,
        };
        let weights = match (self.weights, other.weights) {
            (Some(one), Some(two)) => {
                Some(Weights { least: one.least.min(two.least), most: one.most.max(two.most) })
            }
            (one, two) => one.or(two),
        };
        Stroke { mark, only: self.only.filter(|_| self.only == other.only), weights }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parallel_moves_join_their_marks_and_their_players() {
        let left = |mark| Stroke { only: Some(Side::Left), ..Stroke::open(mark) };
        let right = |mark| Stroke { only: Some(Side::Right), ..Stroke::open(mark) };
        assert_eq!(left(Mark::First).joined(right(Mark::Second)), Stroke::open(Mark::Both));
        assert_eq!(left(Mark::Plain).joined(left(Mark::First)), left(Mark::First));
        assert_eq!(
            Stroke::open(Mark::Second).joined(left(Mark::Plain)),
            Stroke::open(Mark::Second)
        );
    }

    #[test]
    fn parallel_moves_keep_their_extreme_weights() {
        let play = Mark::Play(Favour::Nobody);
        let joined = Stroke::weighing(Mark::Plain, 4)
            .joined(Stroke::weighing(play, -7))
            .joined(Stroke::weighing(Mark::Plain, 1));
        let weights = Some(Weights { least: -7, most: 4 });
        assert_eq!(joined, Stroke { weights, ..Stroke::open(play) });
    }
}
