//! The local rules for values that come with distances, at one vertex with one mover.
//!
//! `there` always holds the values after the move, for the opponent, who is to move then. In an
//! ordinary game that is the same table as the mover's own; in a partizan game it is the other.

use retrograde_core::{Distance, Outcome, Value, Values, Vertex};

use crate::fault::Rule;
use crate::shape::check_edge;

/// The value where the mover has no moves.
pub(crate) fn check_terminal(expected: Outcome, value: Value) -> Result<(), Rule> {
    if value.outcome() != expected {
        return Err(Rule::TerminalOutcome { expected, claimed: value.outcome() });
    }
    match value.distance() {
        None | Some(Distance(0)) => Ok(()),
        Some(_) => Err(Rule::TerminalDistance { claimed: value }),
    }
}

/// The value where the mover has `moves`, at least one.
pub(crate) fn check_value(
    there: &Values,
    value: Value,
    moves: impl Iterator<Item = Vertex>,
) -> Result<(), Rule> {
    match value {
        Value::Win(distance) => check_win(there, distance, moves),
        Value::Lose(distance) => check_lose(there, distance, moves),
        Value::Draw => check_draw(there, moves),
    }
}

fn check_win(
    there: &Values,
    claimed: Distance,
    moves: impl Iterator<Item = Vertex>,
) -> Result<(), Rule> {
    let mut nearest: Option<(Vertex, Distance)> = None;
    for successor in moves {
        if there.outcome(successor) == Outcome::Lose
            && let Some(distance) = there.get(successor).distance()
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

fn check_lose(
    there: &Values,
    claimed: Distance,
    moves: impl Iterator<Item = Vertex>,
) -> Result<(), Rule> {
    let mut farthest: Option<(Vertex, Distance)> = None;
    for successor in moves {
        match there.get(successor) {
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
        // Without moves the vertex was checked as a terminal one.
        Some(_) | None => Ok(()),
    }
}

fn check_draw(there: &Values, moves: impl Iterator<Item = Vertex>) -> Result<(), Rule> {
    let mut drawn = false;
    for successor in moves {
        match there.outcome(successor) {
            Outcome::Lose => {
                let reached = there.get(successor);
                return Err(Rule::DrawWithLostSuccessor { successor, reached });
            }
            Outcome::Draw => drawn = true,
            Outcome::Win => {}
        }
    }
    if drawn { Ok(()) } else { Err(Rule::DrawWithoutDrawnSuccessor) }
}

/// The move of a strategy, where there is one.
pub(crate) fn check_move(
    there: &Values,
    value: Value,
    moves: impl Iterator<Item = Vertex>,
    to: Option<Vertex>,
) -> Result<(), Rule> {
    let Some(to) = check_edge(moves, to, || Rule::MoveMissing { value })? else { return Ok(()) };
    let reached = there.get(to);
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
