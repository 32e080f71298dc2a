//! Outcomes: win, lose and draw with their distances and best moves, checked in one pass.

use std::fmt;

use retrograde_core::{Distance, Outcome, OutcomeGame, OutcomeSolution, Value, Values, Vertex};

use crate::fault::{Fault, Rule};

/// What a successful check has looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Vertices, each with its value.
    pub vertices: u64,
    /// Edges, each compared with the values at both its ends.
    pub edges: u64,
    /// Vertices among them that have no move.
    pub terminals: u64,
    /// Best moves; `None` if the solution has no strategy.
    pub moves: Option<u64>,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counted = |count: u64, one: &str, many: &str| {
            format!("{count} {}", if count == 1 { one } else { many })
        };
        let vertices = counted(self.vertices, "vertex", "vertices");
        let edges = counted(self.edges, "edge", "edges");
        match self.moves {
            Some(moves) => {
                write!(f, "{vertices}, {edges} and {}", counted(moves, "best move", "best moves"))
            }
            None => write!(f, "{vertices} and {edges}"),
        }
    }
}

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
/// O(V + E) time, no memory of its own.
///
/// # Errors
/// The [`Fault`] of the lowest vertex that breaks a rule. At a vertex its value is looked at before
/// its move, and lengths that do not match come before everything.
pub fn verify_outcome(
    game: &OutcomeGame<'_>,
    solution: &OutcomeSolution,
) -> Result<Checked, Fault> {
    let graph = game.graph();
    let vertices = graph.vertex_count() as u64;
    let values = &solution.values;
    if values.len() as u64 != vertices {
        let found = values.len() as u64;
        return Err(Fault { vertex: None, rule: Rule::ValuesLength { found, vertices } });
    }
    if let Some(strategy) = &solution.strategy
        && strategy.len() as u64 != vertices
    {
        let found = strategy.len() as u64;
        return Err(Fault { vertex: None, rule: Rule::StrategyLength { found, vertices } });
    }
    let mut terminals = 0;
    for vertex in graph.vertices() {
        let at = |rule| Fault { vertex: Some(vertex), rule };
        let successors = graph.successors(vertex);
        let value = values.get(vertex);
        if successors.is_empty() {
            terminals += 1;
            check_terminal(game.terminal_outcome(vertex), value).map_err(at)?;
        } else {
            match value {
                Value::Win(distance) => check_win(values, distance, successors),
                Value::Lose(distance) => check_lose(values, distance, successors),
                Value::Draw => check_draw(values, successors),
            }
            .map_err(at)?;
        }
        if let Some(strategy) = &solution.strategy {
            check_move(values, value, successors, strategy.get(vertex)).map_err(at)?;
        }
    }
    Ok(Checked {
        vertices,
        edges: graph.edge_count() as u64,
        terminals,
        moves: solution.strategy.as_ref().map(|_| vertices - terminals),
    })
}

fn check_terminal(expected: Outcome, value: Value) -> Result<(), Rule> {
    if value.outcome() != expected {
        return Err(Rule::TerminalOutcome { expected, claimed: value.outcome() });
    }
    match value.distance() {
        None | Some(Distance(0)) => Ok(()),
        Some(_) => Err(Rule::TerminalDistance { claimed: value }),
    }
}

fn check_win(values: &Values, claimed: Distance, successors: &[Vertex]) -> Result<(), Rule> {
    let mut nearest: Option<(Vertex, Distance)> = None;
    for &successor in successors {
        if values.outcome(successor) == Outcome::Lose
            && let Some(distance) = values.get(successor).distance()
            && nearest.is_none_or(|(_, least)| distance < least)
        {
            nearest = Some((successor, distance));
        }
    }
    match nearest {
        None => Err(Rule::WinWithoutLostSuccessor { claimed }),
        Some((_, distance)) if one_above(distance, claimed) => Ok(()),
        Some((successor, distance)) => {
            Err(Rule::WinDistanceNotShortest { claimed, successor, distance })
        }
    }
}

fn check_lose(values: &Values, claimed: Distance, successors: &[Vertex]) -> Result<(), Rule> {
    let mut farthest: Option<(Vertex, Distance)> = None;
    for &successor in successors {
        match values.get(successor) {
            Value::Win(distance) => {
                if farthest.is_none_or(|(_, most)| distance > most) {
                    farthest = Some((successor, distance));
                }
            }
            reached @ (Value::Draw | Value::Lose(_)) => {
                return Err(Rule::LoseWithSuccessorNotWon { claimed, successor, reached });
            }
        }
    }
    match farthest {
        Some((successor, distance)) if !one_above(distance, claimed) => {
            Err(Rule::LoseDistanceNotLongest { claimed, successor, distance })
        }
        // Without successors the vertex is terminal and was checked as such.
        Some(_) | None => Ok(()),
    }
}

fn check_draw(values: &Values, successors: &[Vertex]) -> Result<(), Rule> {
    let mut drawn = false;
    for &successor in successors {
        match values.outcome(successor) {
            Outcome::Lose => {
                let reached = values.get(successor);
                return Err(Rule::DrawWithLostSuccessor { successor, reached });
            }
            Outcome::Draw => drawn = true,
            Outcome::Win => {}
        }
    }
    if drawn { Ok(()) } else { Err(Rule::DrawWithoutDrawnSuccessor) }
}

fn check_move(
    values: &Values,
    value: Value,
    successors: &[Vertex],
    to: Option<Vertex>,
) -> Result<(), Rule> {
    let to = match to {
        None if successors.is_empty() => return Ok(()),
        None => return Err(Rule::MoveMissing { value }),
        Some(to) if successors.is_empty() => return Err(Rule::TerminalMove { to }),
        Some(to) if !successors.contains(&to) => return Err(Rule::MoveNotAnEdge { to }),
        Some(to) => to,
    };
    let reached = values.get(to);
    let keeps = match (value, reached) {
        (Value::Win(here), Value::Lose(there)) | (Value::Lose(here), Value::Win(there)) => {
            one_above(there, here)
        }
        (Value::Draw, Value::Draw) => true,
        _ => false,
    };
    if keeps { Ok(()) } else { Err(Rule::MoveLosesValue { value, to, reached }) }
}

/// Whether `above` is `below + 1`. Distances come from outside: the largest has nothing above it.
fn one_above(below: Distance, above: Distance) -> bool {
    below.0.checked_add(1) == Some(above.0)
}
