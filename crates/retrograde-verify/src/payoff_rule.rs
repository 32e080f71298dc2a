//! What can be wrong with credits and mean payoffs, and the words for it.

use std::fmt;

use retrograde_core::{Player, Ratio, Vertex};

use crate::describe::Described;

/// The ways in which a solution of an energy or mean-payoff game can be wrong, beside those that it
/// has in common with other winning regions.
///
/// ```
/// use retrograde_core::{Player, Ratio};
/// use retrograde_verify::{Fault, PayoffRule};
/// let rule = PayoffRule::CreditShort {
///     credit: 2,
///     mover: Player::One,
///     to: 4,
///     weight: -3,
///     needed: 1,
/// };
/// let fault = Fault { vertex: Some(0), turn: None, rule: rule.into() };
/// assert_eq!(
///     fault.to_string(),
///     "vertex 0 is given the credit 2, but player 1 can move to vertex 4 by a weight of -3, and the \
///      credit there is 1"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PayoffRule {
    /// Payoffs are of plays that never end.
    NoMove,
    /// Where player 0 wins an energy game there is a credit that suffices.
    CreditMissing,
    /// Where player 0 is not said to win there is none.
    CreditGiven {
        /// What the solution gives.
        credit: u128,
        /// Who it says wins there.
        winner: Option<Player>,
    },
    /// What can be lost before a vertex comes up again is always enough.
    CreditImpossible {
        /// What the solution gives.
        credit: u128,
        /// The largest credit that a game of this size and with these weights can need.
        most: u128,
    },
    /// What is left after a move must be enough where it leads.
    CreditShort {
        /// What the solution gives.
        credit: u128,
        /// Who moves.
        mover: Player,
        /// Where the move leads.
        to: Vertex,
        /// What is earned or paid by it.
        weight: i64,
        /// The credit that the solution gives to that vertex.
        needed: u128,
    },
    /// The credit is the least: there is no move of player 0 that makes do with less, and not all
    /// moves of player 1 do.
    CreditSpare {
        /// What the solution gives.
        credit: u128,
        /// Who moves.
        mover: Player,
        /// Where the best move leads.
        to: Vertex,
        /// What is enough for that move.
        enough: u128,
    },
    /// Player 1 must be able to make player 0 use up the credit.
    CreditUnused {
        /// What the solution gives.
        credit: u128,
    },
    /// Nothing that is proved may depend on a vertex without a winner.
    CreditUnproved {
        /// What the solution gives.
        credit: u128,
        /// Where player 0 could do with less, for all that is known.
        to: Vertex,
    },
    /// A vertex that player 0 wins and moves at has a move to another that player 0 wins.
    NoMoveWithin,
    /// Wins of player 1 are proved by moves.
    WinUnproved,
    /// Mean payoffs are proved by moves.
    StrategyMissing,
    /// A complete solution has a value everywhere.
    ValueUnknown,
    /// A mean is between the smallest and the largest weight.
    ValueImpossible {
        /// What the solution gives.
        value: Ratio,
        /// The smallest weight of the game.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// A value is the mean of a cycle, which has no more moves than there are vertices.
    DenominatorImpossible {
        /// What the solution gives.
        value: Ratio,
        /// How many vertices the game has.
        vertices: u64,
    },
    /// The owner moves.
    MoveMissing {
        /// The value of the vertex.
        value: Ratio,
    },
    /// A best move leads to a vertex of the same value.
    MoveLosesValue {
        /// The value of the vertex.
        value: Ratio,
        /// Where the move leads.
        to: Vertex,
        /// The value there.
        reached: Ratio,
    },
    /// No move of player 0 leads to a larger value, and none of player 1 to a smaller one.
    BetterMove {
        /// The value of the vertex.
        value: Ratio,
        /// Who moves there.
        mover: Player,
        /// Where the move leads.
        to: Vertex,
        /// The value there.
        reached: Ratio,
    },
    /// Nothing that is proved may depend on a vertex without a value.
    ValueUnproved {
        /// The value of the vertex.
        value: Ratio,
        /// Who moves there.
        mover: Player,
        /// Where the mover might get more, for all that is known.
        to: Vertex,
    },
    /// A player who keeps to the best moves is not made to go round for a worse mean.
    RoundWorse {
        /// The value of the vertex.
        value: Ratio,
        /// Who keeps to the best moves.
        player: Player,
        /// The number of moves after which the same vertex comes up again.
        moves: u64,
        /// What the weights on the way add up to.
        sum: i128,
    },
    /// A bound beside a value is the value.
    BoundBeside {
        /// The value of the vertex.
        value: Ratio,
        /// Whose moves should prove the bound: it is a lower one for player 0, an upper one for
        /// player 1.
        player: Player,
        /// What the solution gives.
        bound: Ratio,
    },
    /// A mean is between the smallest and the largest weight, and bounds are too.
    BoundImpossible {
        /// Whose bound it is.
        player: Player,
        /// What the solution gives.
        bound: Ratio,
        /// The smallest weight of the game.
        least: i64,
        /// The largest.
        most: i64,
    },
    /// Who is sure of a bound moves.
    BoundMoveMissing {
        /// Whose bound it is.
        player: Player,
        /// What the solution gives.
        bound: Ratio,
    },
    /// While a player keeps to the moves, no move leads to a worse bound.
    BoundLost {
        /// Whose bound it is.
        player: Player,
        /// What the solution gives.
        bound: Ratio,
        /// Who moves there.
        mover: Player,
        /// Where the move leads.
        to: Vertex,
        /// The bound there.
        reached: Ratio,
    },
    /// Nor to a vertex without one.
    BoundUnproved {
        /// Whose bound it is.
        player: Player,
        /// What the solution gives.
        bound: Ratio,
        /// Who moves there.
        mover: Player,
        /// Where the move leads.
        to: Vertex,
    },
    /// Nor does the player have to go round for a mean that is worse than the bound.
    BoundRoundWorse {
        /// Whose bound it is.
        player: Player,
        /// What the solution gives.
        bound: Ratio,
        /// The number of moves after which the same vertex comes up again.
        moves: u64,
        /// What the weights on the way add up to.
        sum: i128,
    },
    /// Sums of weights past 128 bits are not checked.
    TooLarge {
        /// The number of vertices among which a play can stay.
        vertices: u64,
    },
    /// What is paid on all cycles together has to be shown move by move.
    PotentialFalls {
        /// Where the move leads for which it could not be shown.
        to: Vertex,
    },
}

impl PayoffRule {
    pub(crate) fn describe(
        &self,
        f: &mut fmt::Formatter<'_>,
        here: &str,
        names: &Described<'_>,
    ) -> fmt::Result {
        let vertex = |to: &Vertex| names.vertex(*to);
        let at = |player: &Player| match player {
            Player::Zero => "at least",
            Player::One => "at most",
        };
        let moved = |player: &Player, mover: &Player, to: &Vertex| match mover == player {
            true => format!("its move leads to {}", vertex(to)),
            false => format!("player {mover} can move to {}", vertex(to)),
        };
        match self {
            PayoffRule::NoMove => write!(
                f,
                "{here} has no moves, and payoffs are of plays that never end: give it one, a loop \
                 to itself perhaps"
            ),
            PayoffRule::CreditMissing => {
                write!(f, "{here} is given as won by player 0, but no credit is given for it")
            }
            PayoffRule::CreditGiven { credit, winner: Some(winner) } => {
                write!(f, "{here} is given as won by player {winner}, but also the credit {credit}")
            }
            PayoffRule::CreditGiven { credit, winner: None } => {
                write!(f, "{here} is given no winner, but the credit {credit}")
            }
            PayoffRule::CreditImpossible { credit, most } => write!(
                f,
                "{here} is given the credit {credit}, but in a game of this size and with these \
                 weights nothing needs more than {most}"
            ),
            PayoffRule::CreditShort { credit, mover, to, weight, needed } => {
                let to = vertex(to);
                write!(f, "{here} is given the credit {credit}, but ")?;
                match mover {
                    Player::Zero => write!(f, "its winning move leads to {to}")?,
                    Player::One => write!(f, "player 1 can move to {to}")?,
                }
                write!(f, " by a weight of {weight}, and the credit there is {needed}")
            }
            PayoffRule::CreditSpare { credit, mover, to, enough } => {
                let to = vertex(to);
                write!(f, "{here} is given the credit {credit}, but {enough} is enough: ")?;
                match mover {
                    Player::Zero => write!(f, "player 0 can move to {to}"),
                    Player::One => write!(f, "player 1 can do no better than move to {to}"),
                }
            }
            PayoffRule::CreditUnused { credit } => write!(
                f,
                "{here} is given the credit {credit}, but player 1 cannot make player 0 use it up: \
                 less is enough"
            ),
            PayoffRule::CreditUnproved { credit, to } => write!(
                f,
                "{here} is given the credit {credit}, but player 0 can move to {}, which is given \
                 no winner: perhaps less is enough",
                vertex(to)
            ),
            PayoffRule::NoMoveWithin => write!(
                f,
                "{here} is given as won by player 0, who moves there, but no move leads to a vertex \
                 that is"
            ),
            PayoffRule::WinUnproved => write!(
                f,
                "{here} is given as won by player 1, who moves there, but the solution has no \
                 strategy, and without player 1's moves that is not proved: solve again and keep \
                 them"
            ),
            PayoffRule::StrategyMissing => f.write_str(
                "the solution has no strategy, and without the owners' moves nothing is proved: \
                 solve again and keep them",
            ),
            PayoffRule::ValueUnknown => {
                write!(f, "{here} is given no value: the solution is of a part of the game only")
            }
            PayoffRule::ValueImpossible { value, least, most } => write!(
                f,
                "{here} is given the value {value}, but all weights are from {least} to {most}, and \
                 so are their means"
            ),
            PayoffRule::DenominatorImpossible { value, vertices } => write!(
                f,
                "{here} is given the value {value}, but no cycle has so many moves in a game of \
                 {vertices} vertices"
            ),
            PayoffRule::MoveMissing { value } => {
                write!(f, "{here} is given the value {value}, but no best move")
            }
            PayoffRule::MoveLosesValue { value, to, reached } => write!(
                f,
                "{here} is given the value {value}, but its best move leads to {}, which is given \
                 the value {reached}",
                vertex(to)
            ),
            PayoffRule::BetterMove { value, mover, to, reached } => write!(
                f,
                "{here} is given the value {value}, but player {mover} can move to {}, which is \
                 given the value {reached}",
                vertex(to)
            ),
            PayoffRule::ValueUnproved { value, mover, to } => write!(
                f,
                "{here} is given the value {value}, but player {mover} can move to {}, which is \
                 given none",
                vertex(to)
            ),
            PayoffRule::RoundWorse { value, player, moves, sum } => {
                let count = if *moves == 1 { "move" } else { "moves" };
                write!(
                    f,
                    "{here} is given the value {value}, but with player {player}'s moves a play can \
                     come back to it in {moves} {count}, again and again, and the weights on the \
                     way add up to {sum}"
                )
            }
            PayoffRule::BoundBeside { value, player, bound } => {
                write!(f, "{here} is given the value {value}, but also {} {bound}", at(player))
            }
            PayoffRule::BoundImpossible { player, bound, least, most } => write!(
                f,
                "{here} is given {} {bound}, but all weights are from {least} to {most}, and so are \
                 their means",
                at(player)
            ),
            PayoffRule::BoundMoveMissing { player, bound } => write!(
                f,
                "{here} is given {} {bound}, but no move of player {player}, who moves there",
                at(player)
            ),
            PayoffRule::BoundLost { player, bound, mover, to, reached } => {
                let (at, moved) = (at(player), moved(player, mover, to));
                write!(
                    f,
                    "{here} is given {at} {bound}, but {moved}, which is given {at} {reached}"
                )
            }
            PayoffRule::BoundUnproved { player, bound, mover, to } => {
                let (at, moved) = (at(player), moved(player, mover, to));
                write!(f, "{here} is given {at} {bound}, but {moved}, which is given no such bound")
            }
            PayoffRule::BoundRoundWorse { player, bound, moves, sum } => {
                let count = if *moves == 1 { "move" } else { "moves" };
                write!(
                    f,
                    "{here} is given {} {bound}, but with player {player}'s moves a play can come \
                     back to it in {moves} {count}, again and again, and the weights on the way add \
                     up to {sum}",
                    at(player)
                )
            }
            PayoffRule::TooLarge { vertices } => write!(
                f,
                "{here} is one of {vertices} vertices among which a play can stay, and with such \
                 weights sums on that many moves do not fit 128 bits: this cannot be checked"
            ),
            PayoffRule::PotentialFalls { to } => write!(
                f,
                "what the cycles through {here} and {} cost could not be bounded: nothing is \
                 proved about them",
                vertex(to)
            ),
        }
    }
}
