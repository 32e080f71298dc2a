//! What can be wrong with strategies that remember, and with winners given without them.

use std::fmt;

use retrograde_core::{Colors, Player, Vertex};

use crate::describe::Described;

/// The ways in which the solution of an Emerson–Lei game can be wrong.
///
/// ```
/// use retrograde_core::{Colors, Player};
/// use retrograde_verify::{EmersonLeiRule, Fault};
/// let rule = EmersonLeiRule::RoundLost { player: Player::Zero, memory: 1, colors: Colors(0b101) };
/// let fault = Fault { vertex: Some(3), turn: None, rule: rule.into() };
/// assert_eq!(
///     fault.to_string(),
///     "vertex 3 can come up in memory state 1 of player 0's machine again and again, with just \
///      the colours 0,2 on the way: player 1 wins such a play"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmersonLeiRule {
    /// Regions are proved by the winners' machines.
    MachinesMissing,
    /// The first machine is player 0's and the second is player 1's.
    MachineOfOther {
        /// Whose machine should be there.
        player: Player,
    },
    /// A machine is made for a game of as many vertices.
    MachineVertices {
        /// Whose machine it is.
        player: Player,
        /// How many vertices it is for.
        found: u64,
        /// How many vertices the game has.
        vertices: u64,
    },
    /// Pairs of a vertex and a memory state are numbered by a `u32`.
    MachineTooLarge {
        /// Whose machine it is.
        player: Player,
        /// How many steps it has.
        steps: u64,
    },
    /// A machine has a step for every vertex and memory state that can come up.
    StepMissing {
        /// Whose machine it is.
        player: Player,
        /// The memory state.
        memory: u32,
    },
    /// A player who must move and cannot loses.
    Stuck {
        /// Who the solution says wins.
        player: Player,
        /// The memory state of this player's machine.
        memory: u32,
    },
    /// A machine moves where the vertex is the player's.
    MoveMissing {
        /// Whose machine it is.
        player: Player,
        /// The memory state.
        memory: u32,
    },
    /// A machine moves along edges.
    MoveNotAnEdge {
        /// Whose machine it is.
        player: Player,
        /// The memory state.
        memory: u32,
        /// Where it wants to move.
        to: Vertex,
    },
    /// A machine makes no moves for the opponent.
    OpponentMoved {
        /// Whose machine it is.
        player: Player,
        /// The memory state.
        memory: u32,
        /// Where it wants to move.
        to: Vertex,
    },
    /// A machine never moves to a vertex that the opponent wins.
    MoveLeavesRegion {
        /// Whose machine it is.
        player: Player,
        /// The memory state.
        memory: u32,
        /// Where it moves.
        to: Vertex,
    },
    /// Against a machine that wins, the opponent cannot get to a vertex that the opponent wins.
    Escape {
        /// Whose machine it is.
        player: Player,
        /// The memory state.
        memory: u32,
        /// Where the opponent can move.
        to: Vertex,
    },
    /// A player who keeps to the machine wins the plays that never end.
    RoundLost {
        /// Whose machine it is.
        player: Player,
        /// The memory state in which the vertex comes up again and again.
        memory: u32,
        /// The colours on the way, all of them again and again.
        colors: Colors,
    },
    /// The moves given beside the machines are those that the machines make first.
    FirstMoveOther {
        /// Who the solution says wins.
        player: Player,
        /// The move given, if there is one.
        given: Option<Vertex>,
        /// The move that this player's machine makes first, if it makes one.
        made: Option<Vertex>,
    },
    /// Solving the game anew gives the same winners.
    WinnerWrong {
        /// Who the solution says wins.
        claimed: Player,
    },
    /// The first of the moves that win leads to a vertex that the player wins.
    FirstMoveLoses {
        /// Owner and winner.
        winner: Player,
        /// Where the move leads.
        to: Vertex,
    },
}

impl EmersonLeiRule {
    pub(crate) fn describe(
        &self,
        f: &mut fmt::Formatter<'_>,
        here: &str,
        names: &Described<'_>,
    ) -> fmt::Result {
        use EmersonLeiRule as Rule;
        let given = |winner: &Player| format!("{here} is given as won by player {winner}");
        let comes_up = |player: &Player, memory: &u32| {
            format!("{here} can come up in memory state {memory} of player {player}'s machine")
        };
        match self {
            Rule::MachinesMissing => f.write_str(
                "the solution has no machines, and without the winners' moves nothing is proved: \
                 solve again and keep them",
            ),
            Rule::MachineOfOther { player } => write!(
                f,
                "the machine given as player {player}'s is player {}'s: give each player their own",
                player.opponent()
            ),
            Rule::MachineVertices { player, found, vertices } => write!(
                f,
                "player {player}'s machine is for {found} vertices and the game has {vertices}: \
                 this is the machine of another game"
            ),
            Rule::MachineTooLarge { player, steps } => write!(
                f,
                "player {player}'s machine has {steps} steps, and less than {} can be checked: \
                 use one with less memory",
                u32::MAX
            ),
            Rule::StepMissing { player, memory } => {
                write!(f, "{}, which has no step for that", comes_up(player, memory))
            }
            Rule::Stuck { player, memory } => write!(
                f,
                "{}, but player {player} must move there and cannot: player {} wins",
                comes_up(player, memory),
                player.opponent()
            ),
            Rule::MoveMissing { player, memory } => write!(
                f,
                "{}, which makes no move there, but player {player} has to move",
                comes_up(player, memory)
            ),
            Rule::MoveNotAnEdge { player, memory, to } => write!(
                f,
                "{}, which moves from there to {}, but there is no such move",
                comes_up(player, memory),
                names.vertex(*to)
            ),
            Rule::OpponentMoved { player, memory, to } => write!(
                f,
                "{}, which moves from there to {}, but player {} moves there",
                comes_up(player, memory),
                names.vertex(*to),
                player.opponent()
            ),
            Rule::MoveLeavesRegion { player, memory, to } => write!(
                f,
                "{}, which moves from there to {}, which is given as won by player {}",
                comes_up(player, memory),
                names.vertex(*to),
                player.opponent()
            ),
            Rule::Escape { player, memory, to } => write!(
                f,
                "{}, but player {opponent} can move from there to {}, which is given as won by \
                 player {opponent}",
                comes_up(player, memory),
                names.vertex(*to),
                opponent = player.opponent()
            ),
            Rule::RoundLost { player, memory, colors } => {
                let seen = match colors.len() {
                    0 => "no colour".to_owned(),
                    1 => format!("just the colour {colors}"),
                    _ => format!("just the colours {colors}"),
                };
                write!(
                    f,
                    "{} again and again, with {seen} on the way: player {} wins such a play",
                    comes_up(player, memory),
                    player.opponent()
                )
            }
            Rule::FirstMoveOther { player, given: first, made } => {
                let first = first.map_or("without a first move".to_owned(), |to| {
                    format!("with a first move to {}", names.vertex(to))
                });
                let made = made.map_or("makes none there".to_owned(), |to| {
                    format!("first moves to {}", names.vertex(to))
                });
                write!(
                    f,
                    "{} {first}, but player {player}'s machine {made}: give the moves that the \
                     machines make, or none",
                    given(player)
                )
            }
            Rule::WinnerWrong { claimed } => write!(
                f,
                "{}, but solving the game anew shows that player {} wins there",
                given(claimed),
                claimed.opponent()
            ),
            Rule::FirstMoveLoses { winner, to } => write!(
                f,
                "{}, but its first move leads to {}, where player {} wins",
                given(winner),
                names.vertex(*to),
                winner.opponent()
            ),
        }
    }
}
