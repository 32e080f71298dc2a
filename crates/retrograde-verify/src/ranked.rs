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
    let mut seen = Seen::default();
    seen.see(there, value, moves);
    seen.check(value)
}

/// What has been seen of the moves from a vertex of a certain value. They may come in several pieces.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Seen {
    /// Of a win the nearest vertex that is lost, of a loss the farthest that is won.
    best: Option<(Vertex, Distance)>,
    /// The first move that the value rules out.
    wrong: Option<(Vertex, Value)>,
    drawn: bool,
}

impl Seen {
    #[inline]
    pub(crate) fn see(
        &mut self,
        there: &Values,
        value: Value,
        moves: impl Iterator<Item = Vertex>,
    ) {
        match value {
            Value::Win(_) => {
                for successor in moves {
                    if there.outcome(successor) == Outcome::Lose
                        && let Some(distance) = there.get(successor).distance()
                        && self.best.is_none_or(|(_, least)| distance < least)
                    {
                        self.best = Some((successor, distance));
                    }
                }
            }
            Value::Lose(_) => {
                for successor in moves {
                    match there.get(successor) {
                        Value::Win(distance) => {
                            if self.best.is_none_or(|(_, most)| distance > most) {
                                self.best = Some((successor, distance));
                            }
                        }
                        reached => self.wrong = self.wrong.or(Some((successor, reached))),
                    }
                }
            }
            Value::Draw => {
                for successor in moves {
                    match there.outcome(successor) {
                        Outcome::Lose => {
                            let reached = there.get(successor);
                            self.wrong = self.wrong.or(Some((successor, reached)));
                        }
                        Outcome::Draw => self.drawn = true,
                        Outcome::Win => {}
                    }
                }
            }
        }
    }

    /// Whether all that was seen, at least one move, bears the value out.
    pub(crate) fn check(self, value: Value) -> Result<(), Rule> {
        match (value, self.best, self.wrong) {
            (Value::Win(claimed), None, _) => Err(Rule::WinWithoutLostSuccessor { claimed }),
            (Value::Win(claimed), Some((successor, distance)), _) => {
                match one_above(distance, claimed) {
                    true => Ok(()),
                    false => Err(Rule::WinDistanceNotShortest { claimed, successor, distance }),
                }
            }
            (Value::Lose(claimed), _, Some((successor, reached))) => {
                Err(Rule::LoseWithSuccessorNotWon { claimed, successor, reached })
            }
            (Value::Lose(claimed), Some((successor, distance)), None)
                if !one_above(distance, claimed) =>
            {
                Err(Rule::LoseDistanceNotLongest { claimed, successor, distance })
            }
            // Without moves the vertex was checked as a terminal one.
            (Value::Lose(_), _, None) => Ok(()),
            (Value::Draw, _, Some((successor, reached))) => {
                Err(Rule::DrawWithLostSuccessor { successor, reached })
            }
            (Value::Draw, _, None) if !self.drawn => Err(Rule::DrawWithoutDrawnSuccessor),
            (Value::Draw, _, None) => Ok(()),
        }
    }
}

/// Whether `moves`, at least one, bear a value out, and a strategy's move if there is one. Where this
/// says no, [`check_value`] and [`check_move`] say why.
///
/// One pass for both, without a branch for each move: those would mostly be guessed wrong.
#[inline]
pub(crate) fn holds(
    there: &Values,
    value: Value,
    moves: &[Vertex],
    to: Option<Option<Vertex>>,
) -> bool {
    let (won, lost) = (there.outcomes().won(), there.outcomes().lost());
    let distance = |to: Vertex| match there.get(to) {
        Value::Win(Distance(distance)) | Value::Lose(Distance(distance)) => u64::from(distance),
        Value::Draw => u64::MAX,
    };
    // Of the distance 0 there is none below, and moves there are.
    let below = |claimed: u32| claimed.checked_sub(1).map(u64::from);
    let is_right = match value {
        Value::Win(Distance(claimed)) => {
            let offer = |&to| if lost.get(to as usize) { distance(to) } else { u64::MAX };
            moves.iter().map(offer).min() == below(claimed)
        }
        Value::Lose(Distance(claimed)) => {
            moves.iter().map(|&to| distance(to)).max() == below(claimed)
                && moves.iter().fold(true, |all, &to| all & won.get(to as usize))
        }
        Value::Draw => {
            let (mut any_lost, mut any_drawn) = (false, false);
            for &to in moves {
                let (won, lost) = (won.get(to as usize), lost.get(to as usize));
                any_lost |= lost;
                any_drawn |= !(won | lost);
            }
            any_drawn & !any_lost
        }
    };
    let keeps = |to: Vertex| {
        moves.iter().fold(false, |any, &other| any | (other == to))
            && check_kept(there, value, to).is_ok()
    };
    is_right && to.is_none_or(|to| to.is_some_and(keeps))
}

/// The move of a strategy, where there is one.
pub(crate) fn check_move(
    there: &Values,
    value: Value,
    moves: impl Iterator<Item = Vertex>,
    to: Option<Vertex>,
) -> Result<(), Rule> {
    let Some(to) = check_edge(moves, to, || Rule::MoveMissing { value })? else { return Ok(()) };
    check_kept(there, value, to)
}

/// That a move along an edge keeps the value.
pub(crate) fn check_kept(there: &Values, value: Value, to: Vertex) -> Result<(), Rule> {
    // A draw is told by its bits, which stay in the cache where distances do not.
    if value == Value::Draw && there.outcome(to) == Outcome::Draw {
        return Ok(());
    }
    let reached = there.get(to);
    let keeps = match (value, reached) {
        (Value::Win(here), Value::Lose(there)) | (Value::Lose(here), Value::Win(there)) => {
            one_above(there, here)
        }
        _ => false,
    };
    if keeps { Ok(()) } else { Err(Rule::MoveLosesValue { value, to, reached }) }
}

/// Whether `above` is `below + 1`. Distances come from outside: the largest has nothing above it.
fn one_above(below: Distance, above: Distance) -> bool {
    below.0.checked_add(1) == Some(above.0)
}
