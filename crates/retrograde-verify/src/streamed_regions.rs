//! Games with targets whose rows are kept elsewhere: a pass over the rows for what can be seen from a vertex
//! and its moves, then cycles.

use std::io;

use retrograde_core::{
    Bitmap, Control, Player, Progress, RegionSolution, RowSource, Strategy, Vertex,
};

use crate::checked::{Checked, Tally};
use crate::error::VerifyError;
use crate::fault::{Fault, Rule};
use crate::peeling::Peeling;
use crate::region_rule::RegionRule;
use crate::regions::Partial;
use crate::streamed::RowsError;
use crate::targets::Goal;

/// A game with targets whose moves are kept elsewhere, both ways.
#[derive(Clone, Copy)]
pub struct TargetRows<'a> {
    /// Where moves lead.
    pub forward: &'a dyn RowSource,
    /// Where moves come from.
    pub reverse: &'a dyn RowSource,
    /// The vertices of player 1; the others are player 0's.
    pub ones: &'a Bitmap,
    /// The targets.
    pub targets: &'a Bitmap,
    /// What player 0 wants of them.
    pub goal: Goal,
}

impl std::fmt::Debug for TargetRows<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TargetRows").field("goal", &self.goal).finish_non_exhaustive()
    }
}

impl TargetRows<'_> {
    pub(crate) fn owner(&self, vertex: Vertex) -> Player {
        if self.ones.get(vertex as usize) { Player::One } else { Player::Zero }
    }

    pub(crate) fn is_target(&self, vertex: Vertex) -> bool {
        self.targets.get(vertex as usize)
    }

    /// Who wins as soon as a play is at a vertex, if that decides it.
    fn decided(&self, vertex: Vertex) -> Option<Player> {
        match self.goal {
            Goal::Reachability => self.is_target(vertex).then_some(Player::Zero),
            Goal::Safety => self.is_target(vertex).then_some(Player::One),
            Goal::Buchi | Goal::Cobuchi => None,
        }
    }
}

/// Proves that a solution holds for a game with targets, or names the lowest vertex where it does not, or
/// one of a cycle that is lost. The rules, and why they are enough, are those of
/// [`verify_reachability`](crate::verify_reachability), [`verify_safety`](crate::verify_safety),
/// [`verify_buchi`](crate::verify_buchi) and [`verify_cobuchi`](crate::verify_cobuchi); no row need be in
/// memory.
///
/// That no cycle is without a target is shown by taking away, again and again, what has no move left to
/// what remains. That no cycle has one on it, by taking away as well what cannot reach a target any more:
/// if in the end something remains from where a target can be reached again and again, there is one. The
/// moves turned around are a help in that, and what was found is checked by the moves alone.
///
/// ```
/// use retrograde_core::{Bitmap, Control, Graph, Player, RegionSolution, Threads};
/// use retrograde_verify::{Goal, Partial, TargetRows, verify_target_rows};
/// // Player 0 can wait at 0 or move to the target 1.
/// let graph = Graph::from_edges(2, [(0, 0), (0, 1)])?;
/// let back = graph.transpose(Threads::ONE);
/// let (ones, mut targets) = (Bitmap::new(2), Bitmap::new(2));
/// targets.set(1);
/// let goal = Goal::Reachability;
/// let game = TargetRows { forward: &graph, reverse: &back, ones: &ones, targets: &targets, goal };
/// let moving = |to| RegionSolution {
///     winners: [Some(Player::Zero); 2].into_iter().collect(),
///     strategy: Some([Some(to), None].into_iter().collect()),
/// };
/// let control = Control::default();
/// assert!(verify_target_rows(&game, &moving(1), Partial::Refused, &control).is_ok());
/// assert!(verify_target_rows(&game, &moving(0), Partial::Refused, &control).is_err());
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
///
/// # Errors
/// The [`Fault`]; rows that cannot be read; it was stopped.
///
/// # Complexity
/// O(V + E) time in two passes over the moves and one over those turned around, and for Büchi and co-Büchi games O(E) more as often as what cannot reach a target grows; 13
/// bytes a vertex beside the solution.
pub fn verify_target_rows(
    game: &TargetRows<'_>,
    solution: &RegionSolution,
    partial: Partial,
    control: &Control<'_>,
) -> Result<Checked, RowsError> {
    control.check().map_err(VerifyError::from)?;
    let vertices = game.forward.vertex_count() as u64;
    let whole = |rule: Rule| RowsError::from(VerifyError::from(Fault::whole(rule)));
    let found = solution.winners.len() as u64;
    if found != vertices {
        return Err(whole(Rule::ValuesLength { found, vertices }));
    }
    let Some(strategy) = &solution.strategy else {
        return Err(whole(RegionRule::StrategyMissing.into()));
    };
    let found = strategy.len() as u64;
    if found != vertices {
        return Err(whole(Rule::StrategyLength { found, vertices }));
    }
    let mut peeling = Peeling::new(game, solution, strategy);
    let checked = local(game, solution, strategy, partial, &mut peeling, control)?;
    peeling.run(control)?;
    Ok(checked)
}

/// What has been seen of the moves of a vertex.
struct Seen {
    vertex: Vertex,
    winner: Option<Player>,
    moves: u64,
    /// Whether the move of the strategy is among them.
    chosen: bool,
    /// The first that leads to where the winner does not win.
    leaving: Option<Vertex>,
}

/// All that can be seen from a vertex and its moves, which are counted for what comes after.
fn local(
    game: &TargetRows<'_>,
    solution: &RegionSolution,
    strategy: &Strategy,
    partial: Partial,
    peeling: &mut Peeling<'_>,
    control: &Control<'_>,
) -> Result<Checked, RowsError> {
    let winners = &solution.winners;
    let vertices = game.forward.vertex_count();
    let (mut won, mut edges, mut terminals, mut moves) = ([0; 2], 0, 0, 0);
    let mut fault = None;
    let mut finish = |seen: &Seen| -> Result<(), Fault> {
        let at = |rule| Fault::at(seen.vertex, rule);
        let Some(winner) = seen.winner else {
            return match partial {
                Partial::Refused => Err(at(RegionRule::WinnerUnknown.into())),
                Partial::Allowed => Ok(()),
            };
        };
        won[usize::from(winner.number())] += 1;
        edges += seen.moves;
        terminals += u64::from(seen.moves == 0);
        match game.decided(seen.vertex) {
            Some(decided) if decided == winner => Ok(()),
            Some(winner) => Err(at(RegionRule::TargetGivenAway { winner }.into())),
            None => {
                moves += u64::from(judge(game, solution, strategy, seen, winner).map_err(at)?);
                Ok(())
            }
        }
    };
    let (mut pace, mut last, mut next) = (control.pace(), None::<Seen>, 0);
    let read = game.forward.read_rows(0..vertices, &mut |vertex, row| {
        pace.steps(1 + row.len())?;
        if last.as_ref().is_none_or(|seen| seen.vertex != vertex) {
            if let Some(Err(found)) = last.take().map(|seen| finish(&seen)) {
                fault = Some(found);
                // Whoever reads need not go on.
                return Err(io::Error::from(io::ErrorKind::Interrupted).into());
            }
            if vertex as usize != next {
                return Err(io::Error::other("rows come out of order").into());
            }
            next += 1;
            if next.is_multiple_of(1 << 20) {
                control.tell(Progress::new("verifying", next as u64, 2 * vertices as u64));
            }
            let winner = winners.get(vertex);
            last = Some(Seen { vertex, winner, moves: 0, chosen: false, leaving: None });
        }
        if let Some(seen) = &mut last {
            seen.moves += row.len() as u64;
            let chosen = strategy.get(vertex);
            seen.chosen |= chosen.is_some_and(|to| row.contains(&to));
            let leaves = |to: &&Vertex| winners.get(**to) != seen.winner;
            seen.leaving = seen.leaving.or_else(|| row.iter().find(leaves).copied());
            peeling.count(vertex, row);
        }
        Ok(())
    });
    if let Some(Err(found)) = last.take().filter(|_| read.is_ok()).map(|seen| finish(&seen)) {
        fault = Some(found);
    }
    if let Some(fault) = fault {
        return Err(VerifyError::from(fault).into());
    }
    read?;
    if next < vertices {
        return Err(io::Error::other("rows are missing").into());
    }
    let [zero, one] = won;
    let tally = Tally::Regions { zero, one };
    Ok(Checked { tally, vertices: zero + one, edges, terminals, moves: Some(moves) })
}

/// Whether a vertex of which everything has been seen keeps the rules; if so, whether it has a winning move.
fn judge(
    game: &TargetRows<'_>,
    solution: &RegionSolution,
    strategy: &Strategy,
    seen: &Seen,
    winner: Player,
) -> Result<bool, Rule> {
    let (owner, to) = (game.owner(seen.vertex), strategy.get(seen.vertex));
    let there = |to| solution.winners.get(to);
    match (owner == winner, to) {
        (true, _) if seen.moves == 0 => Err(RegionRule::StuckOwnerWins { owner }.into()),
        (true, None) => Err(RegionRule::MoveMissing { winner }.into()),
        (true, Some(to)) if !seen.chosen => Err(Rule::MoveNotAnEdge { to }),
        (true, Some(to)) if there(to) != Some(winner) => {
            Err(RegionRule::MoveLeavesRegion { winner, to, reached: there(to) }.into())
        }
        (true, Some(_)) => Ok(true),
        (false, to) => match (seen.leaving, to) {
            (Some(to), _) => Err(RegionRule::Escape { winner, to, reached: there(to) }.into()),
            (None, Some(to)) if seen.moves == 0 => Err(Rule::TerminalMove { to }),
            (None, Some(to)) => Err(RegionRule::LoserMoves { loser: owner, to }.into()),
            (None, None) => Ok(false),
        },
    }
}
