//! Outcomes: win, lose and draw with their distances and best moves, checked in one pass.

use std::ops::Range;

use retrograde_core::{
    Control, Outcome, OutcomeGame, OutcomeSolution, Pace, Strategy, Values, Vertex,
};

use crate::checked::{Checked, Tally};
use crate::error::{VerifyError, unstopped};
use crate::fault::{Fault, Rule};
use crate::keys::{Key, bears_out, keys};
use crate::parts::each_part;
use crate::ranked::{check_move, check_terminal, check_value, holds};
use crate::rows::each_row;
use crate::shape::check_lengths;

/// How many vertices ahead of the one looked at memory is asked for what its moves lead to.
const AHEAD: Vertex = 12;

/// Proves that `solution` holds for `game`, or names the first vertex where it does not.
///
/// # The rules
/// - A vertex without moves has the outcome of its verdict or of the convention, at distance 0.
/// - **win in d**: of the successors that are lost, the nearest is lost in d − 1.
/// - **lose in d**: every successor is won, the farthest of them in d − 1.
/// - **draw**: no successor is lost and at least one is drawn.
/// - A strategy has no move where there is none, and elsewhere an edge that keeps the value: from
///   *win in d* to a vertex lost in d − 1, from *lose in d* to one won in d − 1, from a draw to a
///   draw.
///
/// # Why local rules are enough
/// Rules on outcomes alone would not do: on the cycle a → b → a they accept "a wins, b loses",
/// although nobody can force anything there. Distances rule that out, because they are ranks.
///
/// *The outcomes are true.* By induction on d, every vertex given as won or lost in d is: a win
/// rests on a vertex lost in d − 1, a loss on vertices won in at most d − 1, and at 0 only vertices
/// without moves remain, since a distance one above another is at least 1. On the cycle the two
/// distances would each have to be one more than the other. And every vertex given as a draw is
/// one: no move from it reaches a lost vertex, and some move reaches a draw or it is terminal with
/// the verdict *draw*; so either player, wherever a play among the draws leads, has a move that
/// keeps it there, and the other can only stay or go to a vertex won for the opponent.
///
/// *The distances are true.* By induction on k, a vertex is given distance k if and only if k is
/// its true distance. Let this hold below k. A vertex given *win in k* has a successor truly lost
/// in k − 1, so its true distance is at most k, and it is not less, for then that would be the one
/// it is given. A vertex given *lose in k* has successors truly won in at most k − 1, one of them
/// in exactly that. Conversely a vertex truly won in k is not given less than k, and not more,
/// because a successor truly lost in k − 1 is given k − 1; a vertex truly lost in k has only
/// successors given their true distances, so it is given k.
///
/// So exactly one assignment of values passes, the true one. In the terms of McConnell, Mehlhorn,
/// Näher and Schweitzer (2011), *Certifying algorithms*, the distances are the witness that makes
/// the answer checkable.
///
/// # Complexity
/// O(V + E) time on all threads, at most `2 V` bytes.
///
/// # Errors
/// The [`Fault`] of the lowest vertex that breaks a rule. At a vertex its value is looked at before
/// its move, and lengths that do not match come before everything.
pub fn verify_outcome(
    game: &OutcomeGame<'_>,
    solution: &OutcomeSolution,
) -> Result<Checked, Fault> {
    unstopped(check(game, solution, &Control::ALONE))
}

/// As [`verify_outcome`], for work that may be stopped.
pub(crate) fn check(
    game: &OutcomeGame<'_>,
    solution: &OutcomeSolution,
    control: &Control<'_>,
) -> Result<Checked, VerifyError> {
    let graph = game.graph();
    let values = &solution.values;
    check_lengths(graph, values.len(), solution.strategy.as_ref()).map_err(Fault::whole)?;
    let terminals = match (keys::<u8>(values, control)?, solution.strategy.as_ref()) {
        (Some(keys), strategy) => check_all(game, values, strategy, &keys, control)?,
        (None, strategy) => match keys::<u16>(values, control)? {
            Some(keys) => check_all(game, values, strategy, &keys, control)?,
            None => check_far(game, values, strategy, control)?,
        },
    };
    Ok(Checked {
        tally: Tally::Outcome,
        vertices: graph.vertex_count() as u64,
        edges: graph.edge_count() as u64,
        terminals,
        moves: solution.strategy.as_ref().map(|_| graph.vertex_count() as u64 - terminals),
    })
}

/// Looks at all vertices; how many have no moves. What keys do not bear out is looked at again.
fn check_all<K: Key>(
    game: &OutcomeGame<'_>,
    values: &Values,
    strategy: Option<&Strategy>,
    keys: &[K],
    control: &Control<'_>,
) -> Result<u64, VerifyError> {
    let graph = game.graph();
    let check = |part: Range<Vertex>, pace: &mut Pace<'_>| {
        let mut terminals = 0;
        let gather = |to: Vertex| keys[to as usize];
        each_row(graph, part, K::LAST, pace, gather, |vertex, found| {
            let row = graph.edge_range(vertex);
            let to = strategy.map(|strategy| strategy.get(vertex));
            terminals += u64::from(row.is_empty());
            let here = keys[vertex as usize];
            let (moves, len) = (&graph.targets()[row.start..], row.len());
            if let Some(found) = found
                && !row.is_empty()
                && bears_out(here, found, moves, len, (to, keys))
            {
                return Ok(());
            }
            let checked = check_vertex(game, values, vertex, to);
            checked.map_err(|rule| Fault::at(vertex, rule).into())
        })?;
        Ok([terminals])
    };
    let [terminals] = each_part(graph.vertex_count(), control, check)?;
    Ok(terminals)
}

/// As [`check_all`], whatever the distances.
fn check_far(
    game: &OutcomeGame<'_>,
    values: &Values,
    strategy: Option<&Strategy>,
    control: &Control<'_>,
) -> Result<u64, VerifyError> {
    let graph = game.graph();
    // Where a vertex is drawn, bits tell all about its moves.
    let fetch = |vertex: Vertex| {
        if values.outcome(vertex) != Outcome::Draw {
            graph.successors(vertex).iter().for_each(|&to| values.prefetch(to));
        }
    };
    let check = |part: Range<Vertex>, pace: &mut Pace<'_>| {
        let mut terminals = 0;
        for vertex in part.clone() {
            if vertex + AHEAD < part.end {
                fetch(vertex + AHEAD);
            }
            let successors = graph.successors(vertex);
            pace.steps(1 + successors.len())?;
            terminals += u64::from(successors.is_empty());
            let to = strategy.map(|strategy| strategy.get(vertex));
            check_vertex(game, values, vertex, to).map_err(|rule| Fault::at(vertex, rule))?;
        }
        Ok([terminals])
    };
    let [terminals] = each_part(graph.vertex_count(), control, check)?;
    Ok(terminals)
}

/// What can be seen from the vertex and its moves; `to` is the strategy's, where there is one.
fn check_vertex(
    game: &OutcomeGame<'_>,
    values: &Values,
    vertex: Vertex,
    to: Option<Option<Vertex>>,
) -> Result<(), Rule> {
    let successors = game.graph().successors(vertex);
    let value = values.get(vertex);
    if !successors.is_empty() && holds(values, value, successors, to) {
        return Ok(());
    }
    if successors.is_empty() {
        check_terminal(game.terminal_outcome(vertex), value)?;
    } else {
        check_value(values, value, successors.iter().copied())?;
    }
    to.map_or(Ok(()), |to| check_move(values, value, successors.iter().copied(), to))
}
