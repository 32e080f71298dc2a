//! What is asked of a graph.

use std::fmt;

use retrograde_core::{Outcome, OutcomeGame, Player, TargetGame, Vertex};

use crate::source::{Ending, Look};

/// What is asked of a graph: everything that decides the answer beside its edges.
#[derive(Clone, Copy)]
pub enum Rule<'a> {
    /// Win, lose or draw; what the rules say at vertices without moves.
    Outcome(&'a (dyn Fn(Vertex) -> Outcome + Sync)),
    /// From where a player can force the play to a target, or to where the other player cannot move.
    Attractor {
        /// The player.
        hunter: Player,
        /// Who moves where.
        owner: &'a (dyn Fn(Vertex) -> Player + Sync),
        /// The targets.
        target: &'a (dyn Fn(Vertex) -> bool + Sync),
    },
}

impl fmt::Debug for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Outcome(_) => f.write_str("Outcome"),
            Rule::Attractor { hunter, .. } => write!(f, "Attractor({hunter})"),
        }
    }
}

impl Rule<'_> {
    /// What there is at a vertex with so many moves.
    #[inline]
    pub(crate) fn look(&self, vertex: Vertex, moves: u32) -> Look<'static> {
        match self {
            Rule::Outcome(terminal) => match moves {
                0 => Look::Over(terminal(vertex)),
                replies => Look::Open { replies, leaving: &[] },
            },
            Rule::Attractor { hunter, owner, target } => {
                let hunts = owner(vertex) == *hunter;
                if target(vertex) || (moves == 0 && !hunts) {
                    return Look::Over(Outcome::Win);
                }
                // One move is enough for the hunter, and without one nothing ever happens.
                Look::Open { replies: if hunts { 1 } else { moves }, leaving: &[] }
            }
        }
    }

    pub(crate) fn ending(&self) -> Ending {
        match self {
            Rule::Outcome(_) => Ending::Lost,
            Rule::Attractor { .. } => Ending::Attracted,
        }
    }

    /// A number that tells it from other rules, as far as that is quickly told.
    pub(crate) fn number(&self) -> u64 {
        match self {
            Rule::Outcome(_) => 1,
            Rule::Attractor { hunter, .. } => 2 + u64::from(hunter.number()),
        }
    }
}

/// Calls `with` with the rule of a game of outcomes.
pub(crate) fn outcome_rule<R>(game: &OutcomeGame<'_>, with: impl FnOnce(Rule<'_>) -> R) -> R {
    with(Rule::Outcome(&|vertex| game.terminal_outcome(vertex)))
}

/// Calls `with` with the rule of a game with targets.
pub(crate) fn target_rule<R>(
    game: &TargetGame<'_>,
    hunter: Player,
    with: impl FnOnce(Rule<'_>) -> R,
) -> R {
    with(Rule::Attractor {
        hunter,
        owner: &|vertex| game.arena.owner(vertex),
        target: &|vertex| game.targets.get(vertex as usize),
    })
}
