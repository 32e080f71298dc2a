//! What a position is worth, and to whom.

use std::fmt;

use crate::error::GraphError;

/// The result of a position **for the player to move**.
///
/// ```
/// use retrograde_core::Outcome;
/// assert_eq!(Outcome::Lose.for_opponent(), Outcome::Win);
/// assert_eq!(Outcome::Draw.to_string(), "draw");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// The opponent wins however the mover plays.
    Lose,
    /// Neither side can force a win.
    #[default]
    Draw,
    /// The mover wins however the opponent replies.
    Win,
}

impl Outcome {
    /// The same result seen from the other side of the board.
    #[must_use]
    pub fn for_opponent(self) -> Self {
        match self {
            Outcome::Win => Outcome::Lose,
            Outcome::Draw => Outcome::Draw,
            Outcome::Lose => Outcome::Win,
        }
    }

    /// The word used in files and on the command line.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Outcome::Win => "win",
            Outcome::Lose => "lose",
            Outcome::Draw => "draw",
        }
    }

    /// Reads the word that [`as_str`](Self::as_str) writes.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "win" => Some(Outcome::Win),
            "lose" => Some(Outcome::Lose),
            "draw" => Some(Outcome::Draw),
            _ => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// One of the two owners of an arena's vertices, as parity-like objectives need them.
///
/// Kept apart from [`Outcome`], which always speaks for the player to move.
///
/// ```
/// use retrograde_core::Player;
/// assert_eq!(Player::try_from(1), Ok(Player::One));
/// assert_eq!(Player::try_from(2_u8).unwrap_err().to_string(), "players are 0 and 1, not 2");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Player {
    /// Player 0, the one who wants the winning condition to hold.
    #[default]
    Zero,
    /// Player 1, the opponent.
    One,
}

impl Player {
    /// The other player.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Player::Zero => Player::One,
            Player::One => Player::Zero,
        }
    }

    /// `0` or `1`, as written in files.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Player::Zero => 0,
            Player::One => 1,
        }
    }
}

/// Makes players of the numbers that programs have.
macro_rules! players_from {
    ($($number:ty)*) => {$(
        impl TryFrom<$number> for Player {
            type Error = GraphError;

            fn try_from(number: $number) -> Result<Self, GraphError> {
                match number {
                    0 => Ok(Player::Zero),
                    1 => Ok(Player::One),
                    _ => Err(GraphError::NoPlayer { number: number.to_string() }),
                }
            }
        }
    )*};
}

players_from!(u8 u16 u32 u64 usize i32 i64);

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

/// One of the two sides of a partizan game, where not every move is open to both.
///
/// ```
/// use retrograde_core::Side;
/// assert_eq!(Side::parse("left"), Some(Side::Left));
/// assert_eq!(Side::Left.opponent().to_string(), "right");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// Left.
    #[default]
    Left,
    /// Right.
    Right,
}

impl Side {
    /// Both sides, Left first.
    pub const BOTH: [Side; 2] = [Side::Left, Side::Right];

    /// The other side.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Side::Left => Side::Right,
            Side::Right => Side::Left,
        }
    }

    /// The word used in files.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }

    /// Reads the word that [`as_str`](Self::as_str) writes.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Side::BOTH.into_iter().find(|side| side.as_str() == word)
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A number of moves until the game is over under best play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Distance(pub u32);

impl fmt::Display for Distance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An outcome with its distance: wins are taken as fast as possible, losses put off as long as
/// possible. A draw has no distance, so none can be written down.
///
/// ```
/// use retrograde_core::{Distance, Outcome, Value};
/// let value = Value::Win(Distance(3));
/// assert_eq!(value.outcome(), Outcome::Win);
/// assert_eq!(value.distance(), Some(Distance(3)));
/// assert_eq!(Value::Draw.distance(), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Value {
    /// The mover forces a win in this many moves.
    Win(Distance),
    /// The mover loses, but not before this many moves.
    Lose(Distance),
    /// Nobody can force anything.
    #[default]
    Draw,
}

impl Value {
    /// Win, lose or draw, without the distance.
    #[must_use]
    pub fn outcome(self) -> Outcome {
        match self {
            Value::Win(_) => Outcome::Win,
            Value::Lose(_) => Outcome::Lose,
            Value::Draw => Outcome::Draw,
        }
    }

    /// The distance, which a draw does not have.
    #[must_use]
    pub fn distance(self) -> Option<Distance> {
        match self {
            Value::Win(distance) | Value::Lose(distance) => Some(distance),
            Value::Draw => None,
        }
    }

    /// Puts an outcome and a distance together; a draw drops the distance.
    #[must_use]
    pub fn new(outcome: Outcome, distance: Distance) -> Self {
        match outcome {
            Outcome::Win => Value::Win(distance),
            Outcome::Lose => Value::Lose(distance),
            Outcome::Draw => Value::Draw,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(distance) => write!(f, "win in {distance}"),
            Value::Lose(distance) => write!(f, "lose in {distance}"),
            Value::Draw => f.write_str("draw"),
        }
    }
}
