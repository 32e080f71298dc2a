//! Best moves, read off what was found.

use retrograde_core::{Distance, Outcome, OutcomeSolution, Value, Vertex};

use crate::hunt::Hunted;
use crate::visits::Visited;

/// What the moves of an answer are read off.
#[derive(Debug)]
pub enum Found {
    /// The values themselves.
    Values,
    /// Ranks, where a target is to be reached or avoided.
    Hunted(Hunted),
    /// Rounds, where targets are to be visited infinitely or only finitely often.
    Visited(Visited),
}

/// The first best move among some of those from a vertex.
pub(crate) fn best_value(
    solution: &OutcomeSolution,
    vertex: Vertex,
    row: &[Vertex],
) -> Option<Vertex> {
    let OutcomeSolution { values, ties, .. } = solution;
    let is_one_below = |to: Vertex, wanted: Outcome, distance: Distance| {
        values.outcome(to) == wanted
            && values.get(to).distance().is_some_and(|d| d.0.checked_add(1) == Some(distance.0))
    };
    let is_tie = |vertex: Vertex| ties.as_ref().is_some_and(|ties| ties.get(vertex as usize));
    let mut moves = row.iter().copied();
    match values.get(vertex) {
        Value::Win(distance) => moves.find(|&to| is_one_below(to, Outcome::Lose, distance)),
        Value::Lose(distance) => moves.find(|&to| is_one_below(to, Outcome::Win, distance)),
        // From a tie every move that keeps the draw leads to a tie, from another draw not every one.
        Value::Draw => {
            moves.find(|&to| values.outcome(to) == Outcome::Draw && is_tie(to) == is_tie(vertex))
        }
    }
}

impl Hunted {
    /// The first of some moves from a vertex that is one nearer to a target, or that stays away from them.
    pub(crate) fn best_of(&self, vertex: usize, row: &[Vertex]) -> Option<Vertex> {
        let Hunted { region, ranks, own, .. } = self;
        let rank = ranks.get(vertex);
        let mut moves = row.iter().copied();
        match (region.get(vertex), own.get(vertex)) {
            (true, true) if rank > 0 => moves.find(|&to| {
                region.get(to as usize) && ranks.get(to as usize).checked_add(1) == Some(rank)
            }),
            (false, false) => moves.find(|&to| !region.get(to as usize)),
            _ => None,
        }
    }
}

impl Visited {
    /// The first of some moves from a vertex that does what the rounds say.
    pub(crate) fn best_of(&self, vertex: usize, row: &[Vertex]) -> Option<Vertex> {
        let Visited { spoiled, levels, begins, ranks, own, .. } = self;
        let mut moves = row.iter().copied();
        match (spoiled.get(vertex), own.get(vertex)) {
            (false, true) => {
                let rank = ranks.get(vertex);
                // At a goal any move that stays where the visitor wins will do.
                moves.find(|&to| {
                    let nearer = rank == 0 || ranks.get(to as usize).checked_add(1) == Some(rank);
                    !spoiled.get(to as usize) && nearer
                })
            }
            (true, false) => {
                let level = levels.get(vertex);
                // Those that could not be forced to a goal stay among themselves.
                let wanted = match begins.binary_search(&level) {
                    Ok(_) => Some(level),
                    Err(_) => level.checked_sub(1),
                };
                moves
                    .find(|&to| spoiled.get(to as usize) && Some(levels.get(to as usize)) == wanted)
            }
            _ => None,
        }
    }
}
