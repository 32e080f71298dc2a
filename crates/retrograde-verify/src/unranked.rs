//! The local rules for outcomes that come without distances, at one vertex with one mover.
//!
//! As everywhere, `there` holds the outcomes after the move, for the opponent. These rules alone
//! have many solutions on cycles: whoever uses them must also see that the claims rest on an end of
//! the game and not on each other.

use std::fmt;

use retrograde_core::{Outcome, Outcomes, Vertex};

use crate::describe::Described;
use crate::fault::Rule;

/// The ways in which outcomes without distances can be wrong.
///
/// ```
/// use retrograde_core::{Outcome, Side};
/// use retrograde_verify::{Fault, Turn, UnrankedRule};
/// let rule = UnrankedRule::LoseWithSuccessorNotWon { successor: 2, reached: Outcome::Draw };
/// let turn = Some(Turn::Side(Side::Right));
/// let fault = Fault { vertex: Some(1), turn, rule: rule.into() };
/// assert_eq!(
///     fault.to_string(),
///     "with Right to move, vertex 1 is given as lose, \
///      but a move leads to vertex 2, which is draw and not a win"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UnrankedRule {
    /// A win needs a move to a lost vertex.
    WinWithoutLostSuccessor,
    /// A loss means that every move leads to a vertex won for the opponent.
    LoseWithSuccessorNotWon {
        /// The first successor that is not won.
        successor: Vertex,
        /// Its outcome.
        reached: Outcome,
    },
    /// With a move to a lost vertex a position is won, not drawn.
    DrawWithLostSuccessor {
        /// The first lost successor.
        successor: Vertex,
    },
    /// What a player forces must come about after finitely many moves.
    Unfounded {
        /// What the solution says.
        claimed: Outcome,
    },
    /// A strategy moves wherever there is a move.
    MoveMissing {
        /// The outcome of the vertex without one.
        outcome: Outcome,
    },
    /// A best move keeps what the position is worth.
    MoveLosesValue {
        /// The outcome before the move.
        outcome: Outcome,
        /// Where the move leads.
        to: Vertex,
        /// The outcome there, for the opponent.
        reached: Outcome,
    },
    /// Against player 0's strategy in the asymmetric game no play from a vertex that is not lost
    /// goes on for ever.
    PlayReturns {
        /// What the solution says.
        claimed: Outcome,
        /// The number of moves after which the same vertex comes up again.
        moves: u64,
    },
}

impl UnrankedRule {
    pub(crate) fn describe(
        &self,
        f: &mut fmt::Formatter<'_>,
        here: &str,
        names: &Described<'_>,
    ) -> fmt::Result {
        match self {
            UnrankedRule::WinWithoutLostSuccessor => {
                write!(f, "{here} is given as win, but none of its moves leads to a lost vertex")
            }
            UnrankedRule::LoseWithSuccessorNotWon { successor, reached } => write!(
                f,
                "{here} is given as lose, but a move leads to {}, which is {reached} and not a win",
                names.vertex(*successor)
            ),
            UnrankedRule::DrawWithLostSuccessor { successor } => write!(
                f,
                "{here} is given as draw, but a move leads to {}, which is lose: it is a win",
                names.vertex(*successor)
            ),
            UnrankedRule::Unfounded { claimed } => write!(
                f,
                "{here} is given as {claimed}, but that rests on claims that go round in a circle: \
                 nothing forces it"
            ),
            UnrankedRule::MoveMissing { outcome } => {
                write!(f, "{here} ({outcome}) has moves, but is given no best move")
            }
            UnrankedRule::MoveLosesValue { outcome, to, reached } => write!(
                f,
                "{here} ({outcome}) is given a best move to {} ({reached}), but it needs {}",
                names.vertex(*to),
                outcome.for_opponent()
            ),
            UnrankedRule::PlayReturns { claimed, moves } => write!(
                f,
                "{here} is given as {claimed}, but against player 0's moves player 1 can come back \
                 to it in {moves} moves, again and again: the game need not end"
            ),
        }
    }
}

/// The outcome where the mover has no moves.
pub(crate) fn check_terminal(expected: Outcome, claimed: Outcome) -> Result<(), Rule> {
    if claimed == expected { Ok(()) } else { Err(Rule::TerminalOutcome { expected, claimed }) }
}

/// The outcome where the mover has `moves`, at least one: the best of the opponent's, inverted.
pub(crate) fn check_outcome(
    there: &Outcomes,
    outcome: Outcome,
    moves: impl Iterator<Item = Vertex>,
) -> Result<(), Rule> {
    let mut drawn = false;
    for successor in moves {
        match (outcome, there.get(successor)) {
            (Outcome::Win, Outcome::Lose) => return Ok(()),
            (Outcome::Lose, reached @ (Outcome::Draw | Outcome::Lose)) => {
                return Err(UnrankedRule::LoseWithSuccessorNotWon { successor, reached }.into());
            }
            (Outcome::Draw, Outcome::Lose) => {
                return Err(UnrankedRule::DrawWithLostSuccessor { successor }.into());
            }
            (Outcome::Draw, Outcome::Draw) => drawn = true,
            (Outcome::Win, Outcome::Draw | Outcome::Win)
            | (Outcome::Draw | Outcome::Lose, Outcome::Win) => {}
        }
    }
    match outcome {
        Outcome::Win => Err(UnrankedRule::WinWithoutLostSuccessor.into()),
        Outcome::Draw if !drawn => Err(Rule::DrawWithoutDrawnSuccessor),
        Outcome::Draw | Outcome::Lose => Ok(()),
    }
}
