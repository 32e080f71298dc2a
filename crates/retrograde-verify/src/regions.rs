//! Winning regions with winning moves: what all games with two owners have in common.

use std::ops::Range;

use retrograde_core::{Control, OwnedGraph, Pace, Player, RegionSolution, Strategy, Vertex};

use crate::checked::{Checked, Tally};
use crate::cycles::{Condition, Kept};
use crate::error::VerifyError;
use crate::fault::{Fault, Rule};
use crate::parts::each_part;
use crate::region_rule::{RegionRule, Round};
use crate::shape::{check_edge, check_lengths};

/// Whether a solution may leave winners open, as that of a solver that was stopped does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Partial {
    /// Every vertex has a winner.
    #[default]
    Refused,
    /// What is said must be right, and proved by what is said: from a vertex with a winner the play
    /// never comes to one without, unless there is a machine that goes on winning there. At vertices
    /// without a winner the strategy is not looked at.
    Allowed,
}

/// A condition that can say why a cycle is lost.
pub(crate) trait Explained: Condition {
    fn round(&self, cycle: &[Vertex]) -> Round;
}

/// The rules that the public functions document, for any condition.
pub(crate) fn check(
    arena: &OwnedGraph<'_>,
    condition: &(impl Explained + Sync),
    solution: &RegionSolution,
    partial: Partial,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let graph = arena.graph();
    let winners = &solution.winners;
    check_lengths(graph, winners.len(), solution.strategy.as_ref()).map_err(Fault::whole)?;
    let Some(strategy) = &solution.strategy else {
        return Err(Fault::whole(RegionRule::StrategyMissing).into());
    };
    let check = |part: Range<Vertex>, pace: &mut Pace<'_>| {
        let (mut won, mut edges, mut terminals, mut moves) = ([0; 2], 0, 0, 0);
        for vertex in part {
            pace.steps(1 + graph.out_degree(vertex) as usize)?;
            let Some(winner) = winners.get(vertex) else {
                match partial {
                    Partial::Refused => {
                        return Err(Fault::at(vertex, RegionRule::WinnerUnknown).into());
                    }
                    Partial::Allowed => continue,
                }
            };
            won[usize::from(winner.number())] += 1;
            edges += u64::from(graph.out_degree(vertex));
            terminals += u64::from(graph.is_terminal(vertex));
            match condition.decided(vertex) {
                Some(decided) if decided == winner => {}
                Some(winner) => {
                    return Err(Fault::at(vertex, RegionRule::TargetGivenAway { winner }).into());
                }
                None => {
                    let moved = check_vertex(arena, solution, strategy, vertex, winner);
                    moves += u64::from(moved.map_err(|rule| Fault::at(vertex, rule))?);
                }
            }
        }
        Ok([won[0], won[1], edges, terminals, moves])
    };
    let [zero, one, edges, terminals, moves] = each_part(graph.vertex_count(), control, check)?;
    let players = [Player::Zero, Player::One];
    let mut cycles = [const { Ok(None) }; 2];
    control.for_each(players.into_iter().zip(&mut cycles).collect(), |(player, cycle)| {
        let kept = Kept { arena, region: winners.region(player), strategy, player, condition };
        *cycle = kept.lost_cycle(&mut control.pace());
    })?;
    for (player, cycle) in players.into_iter().zip(cycles) {
        if let Some(cycle) = cycle? {
            let (moves, round) = (cycle.len() as u64, condition.round(&cycle));
            let rule = RegionRule::RoundLost { winner: player, moves, round }.into();
            return Err(Fault { vertex: cycle.first().copied(), turn: None, rule }.into());
        }
    }
    Ok(Checked {
        tally: Tally::Regions { zero, one },
        vertices: zero + one,
        edges,
        terminals,
        moves: Some(moves),
    })
}

/// What can be seen from the vertex and its moves. Says whether it has a winning move.
fn check_vertex(
    arena: &OwnedGraph<'_>,
    solution: &RegionSolution,
    strategy: &Strategy,
    vertex: Vertex,
    winner: Player,
) -> Result<bool, Rule> {
    let successors = arena.graph().successors(vertex);
    let moves = || successors.iter().copied();
    let owner = arena.owner(vertex);
    let there = |to| solution.winners.get(to);
    let to = strategy.get(vertex);
    if owner == winner {
        if successors.is_empty() {
            return Err(RegionRule::StuckOwnerWins { owner }.into());
        }
        return match check_edge(moves(), to, || RegionRule::MoveMissing { winner }.into())? {
            Some(to) if there(to) != Some(winner) => {
                Err(RegionRule::MoveLeavesRegion { winner, to, reached: there(to) }.into())
            }
            Some(_) | None => Ok(true),
        };
    }
    if let Some(to) = moves().find(|&to| there(to) != Some(winner)) {
        return Err(RegionRule::Escape { winner, to, reached: there(to) }.into());
    }
    match to {
        Some(to) if successors.is_empty() => Err(Rule::TerminalMove { to }),
        Some(to) => Err(RegionRule::LoserMoves { loser: owner, to }.into()),
        None => Ok(false),
    }
}
