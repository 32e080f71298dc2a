//! What can be wrong with winning regions and winning moves, and the words for it.

use std::fmt;

use retrograde_core::{Player, Vertex};

use crate::describe::Described;

/// The ways in which the winners of a game with two owners, or their moves, can be wrong.
///
/// ```
/// use retrograde_core::Player;
/// use retrograde_verify::{Fault, RegionRule};
/// let rule = RegionRule::Escape { winner: Player::Zero, to: 4, reached: Some(Player::One) };
/// let fault = Fault { vertex: Some(3), turn: None, rule: rule.into() };
/// assert_eq!(
///     fault.to_string(),
///     "vertex 3 is given as won by player 0, \
///      but player 1 can move to vertex 4, which is given as won by player 1"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegionRule {
    /// Regions are proved by the winners' moves.
    StrategyMissing,
    /// A complete solution has a winner everywhere.
    WinnerUnknown,
    /// A player who must move and cannot loses.
    StuckOwnerWins {
        /// The owner, who the solution says wins.
        owner: Player,
    },
    /// Reaching a target decides a reachability or safety game.
    TargetGivenAway {
        /// Who wins by reaching it.
        winner: Player,
    },
    /// From a vertex that the owner's opponent wins no move leads out of that player's region.
    Escape {
        /// Who the solution says wins.
        winner: Player,
        /// Where the other player can move.
        to: Vertex,
        /// Who the solution says wins there.
        reached: Option<Player>,
    },
    /// The winner moves, where the vertex is the winner's.
    MoveMissing {
        /// Owner and winner.
        winner: Player,
    },
    /// Winning moves stay among the vertices that the player wins.
    MoveLeavesRegion {
        /// Owner and winner.
        winner: Player,
        /// Where the move leads.
        to: Vertex,
        /// Who the solution says wins there.
        reached: Option<Player>,
    },
    /// There is no winning move for a player who loses.
    LoserMoves {
        /// The owner, who loses.
        loser: Player,
        /// Where the move leads.
        to: Vertex,
    },
    /// A player who keeps to the winning moves wins the plays that never end.
    RoundLost {
        /// Who the solution says wins.
        winner: Player,
        /// The number of moves after which the same vertex comes up again.
        moves: u64,
        /// Why going round and round is a win for the other player.
        round: Round,
    },
}

/// What makes the other player win a play that goes round and round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Round {
    /// The largest priority.
    LargestPriority(u32),
    /// A target on it.
    ThroughTarget,
    /// No target on it.
    WithoutTarget,
    /// What its weights add up to: at least nothing, where player 1 wants any credit to run out.
    Sum(i128),
}

impl RegionRule {
    pub(crate) fn describe(
        &self,
        f: &mut fmt::Formatter<'_>,
        here: &str,
        names: &Described<'_>,
    ) -> fmt::Result {
        let given = |winner: &Player| format!("{here} is given as won by player {winner}");
        let region = |reached: &Option<Player>| match reached {
            Some(winner) => format!("which is given as won by player {winner}"),
            None => "which is given no winner".to_owned(),
        };
        match self {
            RegionRule::StrategyMissing => f.write_str(
                "the solution has no strategy, and without the winners' moves nothing is proved: \
                 solve again and keep them",
            ),
            RegionRule::WinnerUnknown => {
                write!(f, "{here} is given no winner: the solution is of a part of the game only")
            }
            RegionRule::StuckOwnerWins { owner } => write!(
                f,
                "{}, but player {owner} must move there and cannot: player {} wins",
                given(owner),
                owner.opponent()
            ),
            RegionRule::TargetGivenAway { winner } => write!(
                f,
                "{}, but it is a target, where player {winner} wins at once",
                given(&winner.opponent())
            ),
            RegionRule::Escape { winner, to, reached } => write!(
                f,
                "{}, but player {} can move to {}, {}",
                given(winner),
                winner.opponent(),
                names.vertex(*to),
                region(reached)
            ),
            RegionRule::MoveMissing { winner } => {
                write!(f, "{}, who moves there, but is given no winning move", given(winner))
            }
            RegionRule::MoveLeavesRegion { winner, to, reached } => write!(
                f,
                "{}, but its winning move leads to {}, {}",
                given(winner),
                names.vertex(*to),
                region(reached)
            ),
            RegionRule::LoserMoves { loser, to } => write!(
                f,
                "{}, but is given a winning move to {} for player {loser}, who moves there",
                given(&loser.opponent()),
                names.vertex(*to)
            ),
            RegionRule::RoundLost { winner, moves, round } => {
                let count = if *moves == 1 { "move" } else { "moves" };
                write!(
                    f,
                    "{}, but with player {winner}'s moves a play can come back to it in {moves} \
                     {count}, again and again, ",
                    given(winner)
                )?;
                match round {
                    Round::LargestPriority(priority) => {
                        write!(f, "and the largest priority on the way is {priority}")
                    }
                    Round::ThroughTarget => f.write_str("and it is a target"),
                    Round::WithoutTarget => f.write_str("and there is no target on the way"),
                    Round::Sum(sum) => write!(f, "and the weights on the way add up to {sum}"),
                }
            }
        }
    }
}
