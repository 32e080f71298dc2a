//! What is wrong with a solution, and where.

use std::fmt;

use retrograde_core::{Distance, Names, Outcome, Player, Side, Value, Vertex};

use crate::describe::Described;
use crate::emerson_lei::EmersonLeiRule;
use crate::grundy_rule::GrundyRule;
use crate::payoff_rule::PayoffRule;
use crate::region_rule::RegionRule;
use crate::unranked::UnrankedRule;

/// The first rule a solution breaks, and the vertex where it does.
///
/// Prints vertices by their numbers; [`describe`](Self::describe) prints them by their names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", Described::new(self, None))]
pub struct Fault {
    /// The vertex; `None` if the solution as a whole does not belong to the game.
    pub vertex: Option<Vertex>,
    /// Who is to move there, in games where that decides what a vertex is worth.
    pub turn: Option<Turn>,
    /// The rule broken there, with the evidence.
    pub rule: Rule,
}

/// Who is to move.
///
/// ```
/// use retrograde_core::{Player, Side};
/// use retrograde_verify::Turn;
/// assert_eq!(Turn::Player(Player::One).to_string(), "player 1");
/// assert_eq!(Turn::Side(Side::Left).to_string(), "Left");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// A player of the asymmetric game.
    Player(Player),
    /// A side of a partizan game.
    Side(Side),
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Player(player) => write!(f, "player {player}"),
            Turn::Side(Side::Left) => f.write_str("Left"),
            Turn::Side(Side::Right) => f.write_str("Right"),
        }
    }
}

/// The ways in which a solution can fail to be one.
///
/// Those that outcomes with distances and other solutions have in common stand here; outcomes
/// without distances, Grundy values, winning regions, Emerson–Lei games and payoffs have further ones
/// of their own.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// There must be one value a vertex.
    ValuesLength {
        /// How many values there are.
        found: u64,
        /// How many vertices the game has.
        vertices: u64,
    },
    /// A strategy must have one entry a vertex.
    StrategyLength {
        /// How many entries there are.
        found: u64,
        /// How many vertices the game has.
        vertices: u64,
    },
    /// A vertex without moves has the outcome of its verdict, or else of the convention.
    TerminalOutcome {
        /// What the game says.
        expected: Outcome,
        /// What the solution says.
        claimed: Outcome,
    },
    /// At a vertex without moves the game is over: its distance is 0.
    TerminalDistance {
        /// What the solution says.
        claimed: Value,
    },
    /// A vertex without moves has no best move either.
    TerminalMove {
        /// Where the strategy moves.
        to: Vertex,
    },
    /// A win needs a move to a lost vertex.
    WinWithoutLostSuccessor {
        /// The distance the solution gives.
        claimed: Distance,
    },
    /// A win is as long as the quickest way to a lost vertex, no shorter and no longer.
    WinDistanceNotShortest {
        /// The distance the solution gives.
        claimed: Distance,
        /// The nearest lost successor.
        successor: Vertex,
        /// The distance the solution gives to that one.
        distance: Distance,
    },
    /// A loss means that every move leads to a vertex won for the opponent.
    LoseWithSuccessorNotWon {
        /// The distance the solution gives.
        claimed: Distance,
        /// The first successor that is not won.
        successor: Vertex,
        /// Its value.
        reached: Value,
    },
    /// A loss is as long as the longest resistance, no shorter and no longer.
    LoseDistanceNotLongest {
        /// The distance the solution gives.
        claimed: Distance,
        /// The successor that is won slowest.
        successor: Vertex,
        /// The distance the solution gives to that one.
        distance: Distance,
    },
    /// With a move to a lost vertex a position is won, not drawn.
    DrawWithLostSuccessor {
        /// The first lost successor.
        successor: Vertex,
        /// Its value.
        reached: Value,
    },
    /// A draw needs a move to a drawn vertex: with wins for the opponent only, it is lost.
    DrawWithoutDrawnSuccessor,
    /// A strategy moves wherever there is a move.
    MoveMissing {
        /// The value of the vertex without one.
        value: Value,
    },
    /// A strategy moves along edges.
    MoveNotAnEdge {
        /// Where it wants to move instead; perhaps no vertex at all.
        to: Vertex,
    },
    /// A best move keeps what the position is worth.
    MoveLosesValue {
        /// The value before the move.
        value: Value,
        /// Where the move leads.
        to: Vertex,
        /// The value there, for the opponent.
        reached: Value,
    },
    /// A rule for outcomes that come without distances.
    Unranked(UnrankedRule),
    /// A rule for Grundy values.
    Grundy(GrundyRule),
    /// A rule for winning regions.
    Region(RegionRule),
    /// A rule for Emerson–Lei games.
    EmersonLei(EmersonLeiRule),
    /// A rule for credits and mean payoffs.
    Payoff(PayoffRule),
}

/// Makes a rule of each kind that has rules of its own.
macro_rules! rules {
    ($($kind:ident($rule:ty),)*) => {$(
        impl From<$rule> for Rule {
            fn from(rule: $rule) -> Self {
                Rule::$kind(rule)
            }
        }
    )*};
}

rules! {
    Unranked(UnrankedRule),
    Grundy(GrundyRule),
    Region(RegionRule),
    EmersonLei(EmersonLeiRule),
    Payoff(PayoffRule),
}

impl Fault {
    /// A solution that as a whole does not belong to the game.
    pub(crate) fn whole(rule: impl Into<Rule>) -> Self {
        Fault { vertex: None, turn: None, rule: rule.into() }
    }

    /// A rule that is broken at `vertex`.
    pub(crate) fn at(vertex: Vertex, rule: impl Into<Rule>) -> Self {
        Fault { vertex: Some(vertex), turn: None, rule: rule.into() }
    }

    /// The same where it is for `turn` to move.
    pub(crate) fn with(self, turn: Turn) -> Self {
        Fault { turn: Some(turn), ..self }
    }

    /// The same sentence with the vertices' names. A vertex without a name keeps its number.
    ///
    /// ```
    /// use retrograde_core::ArenaBuilder;
    /// use retrograde_verify::{Fault, Rule};
    ///
    /// let mut builder = ArenaBuilder::new();
    /// builder.vertex("start")?;
    /// let names = builder.finish()?.names;
    /// let rule = Rule::DrawWithoutDrawnSuccessor;
    /// let fault = Fault { vertex: Some(0), turn: None, rule };
    /// assert_eq!(
    ///     fault.describe(&names).to_string(),
    ///     "vertex 'start' is given as draw, but none of its moves leads to a draw"
    /// );
    /// # Ok::<(), retrograde_core::GraphError>(())
    /// ```
    #[must_use]
    pub fn describe<'a>(&'a self, names: &'a Names) -> impl fmt::Display + 'a {
        Described::new(self, Some(names))
    }
}
