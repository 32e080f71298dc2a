//! What is asked of a graph.

use std::fmt;
use std::ops::Range;

use retrograde_core::{Outcome, OutcomeGame, Player, RowError, TargetGame, Vertex};

use crate::source::{Ending, Look};

/// What is said of vertices: appends it for each of a range, in order. Asked for a block at a time, and by
/// a worker for its own blocks alone, but for a few vertices that tell one input from another.
pub type Say<'a, T> = &'a (dyn Fn(Range<usize>, &mut Vec<T>) -> Result<(), RowError> + Sync);

/// What is said of each vertex on its own, as a [`Rule`] asks for it.
///
/// ```
/// use retrograde_cluster::{Rule, each};
/// use retrograde_core::Outcome;
/// let misere = each(|_| Outcome::Win);
/// let rule = Rule::Outcome(&misere);
/// # let _ = rule;
/// ```
pub fn each<T>(
    say: impl Fn(Vertex) -> T + Sync,
) -> impl Fn(Range<usize>, &mut Vec<T>) -> Result<(), RowError> + Sync {
    move |vertices, said| {
        said.extend(vertices.map(|vertex| say(vertex as Vertex)));
        Ok(())
    }
}

/// What is asked of a graph: everything that decides the answer beside its edges.
#[derive(Clone, Copy)]
pub enum Rule<'a> {
    /// Win, lose or draw; what the rules say of vertices if they have no moves.
    Outcome(Say<'a, Outcome>),
    /// From where a player can force the play to a target, or to where the other player cannot move.
    Attractor {
        /// The player.
        hunter: Player,
        /// Who moves where, and whether it is a target.
        said: Say<'a, (Player, bool)>,
    },
    /// From where a player can force the play to targets infinitely often, or to where the other player
    /// cannot move.
    Visits {
        /// The player.
        visitor: Player,
        /// Who moves where, and whether it is a target.
        said: Say<'a, (Player, bool)>,
    },
}

impl fmt::Debug for Rule<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Outcome(_) => f.write_str("Outcome"),
            Rule::Attractor { hunter, .. } => write!(f, "Attractor({hunter})"),
            Rule::Visits { visitor, .. } => write!(f, "Visits({visitor})"),
        }
    }
}

/// What is said of the vertices of a range.
#[derive(Clone, Debug, Default)]
pub(crate) struct Said {
    ends: Vec<Outcome>,
    marks: Vec<(Player, bool)>,
}

impl Said {
    /// It as a number, where the vertex has no moves or has some.
    pub(crate) fn number(&self, index: usize, is_terminal: bool) -> u64 {
        match (self.ends.get(index), self.marks.get(index)) {
            (Some(_), _) if !is_terminal => 0,
            (Some(Outcome::Lose), _) => 1,
            (Some(Outcome::Draw), _) => 2,
            (Some(Outcome::Win), _) => 3,
            (_, Some(&(owner, target))) => u64::from(owner == Player::One) | u64::from(target) << 1,
            _ => 4,
        }
    }
}

impl Rule<'_> {
    /// What is said of the vertices of a range, in place of what was said of another.
    pub(crate) fn read(&self, vertices: Range<u64>, said: &mut Said) -> Result<(), RowError> {
        let vertices = vertices.start as usize..vertices.end as usize;
        said.ends.clear();
        said.marks.clear();
        match self {
            Rule::Outcome(say) => say(vertices, &mut said.ends),
            Rule::Attractor { said: say, .. } | Rule::Visits { said: say, .. } => {
                say(vertices, &mut said.marks)
            }
        }
    }

    /// What there is at a vertex of the range with so many moves.
    #[inline]
    pub(crate) fn look(&self, said: &Said, index: usize, moves: u32) -> Look<'static> {
        match self {
            Rule::Outcome(_) => match moves {
                0 => Look::Over(said.ends[index]),
                replies => Look::Open { replies, leaving: &[] },
            },
            Rule::Attractor { hunter, .. } => {
                let (owner, target) = said.marks[index];
                let hunts = owner == *hunter;
                if target || (moves == 0 && !hunts) {
                    return Look::Over(Outcome::Win);
                }
                // One move is enough for the hunter, and without one nothing ever happens.
                Look::Open { replies: if hunts { 1 } else { moves }, leaving: &[] }
            }
            Rule::Visits { visitor, .. } => {
                let (owner, target) = said.marks[index];
                let own = owner == *visitor;
                Look::Visit { own, goal: if moves == 0 { !own } else { target }, moves }
            }
        }
    }

    /// The player who wants targets, if they are what it is about.
    pub(crate) fn hunter(&self) -> Option<Player> {
        match self {
            Rule::Outcome(_) => None,
            Rule::Attractor { hunter: player, .. } | Rule::Visits { visitor: player, .. } => {
                Some(*player)
            }
        }
    }

    /// Whether there is a hunter, who moves at a vertex of the range.
    pub(crate) fn hunts(&self, said: &Said, index: usize) -> bool {
        let owner = said.marks.get(index).map(|(owner, _)| *owner);
        self.hunter().is_some_and(|hunter| owner == Some(hunter))
    }

    pub(crate) fn ending(&self) -> Ending {
        match self {
            Rule::Outcome(_) => Ending::Lost,
            Rule::Attractor { .. } => Ending::Attracted,
            Rule::Visits { .. } => Ending::Visited,
        }
    }

    /// A number that tells it from other rules, as far as that is quickly told.
    pub(crate) fn number(&self) -> u64 {
        match self {
            Rule::Outcome(_) => 1,
            Rule::Attractor { hunter, .. } => 2 + u64::from(hunter.number()),
            Rule::Visits { visitor, .. } => 4 + u64::from(visitor.number()),
        }
    }
}

/// Calls `with` with the rule of a game of outcomes.
pub(crate) fn outcome_rule<R>(game: &OutcomeGame<'_>, with: impl FnOnce(Rule<'_>) -> R) -> R {
    with(Rule::Outcome(&each(|vertex| game.terminal_outcome(vertex))))
}

/// Calls `with` with the rule of a game with targets.
pub(crate) fn target_rule<R>(
    game: &TargetGame<'_>,
    hunter: Player,
    with: impl FnOnce(Rule<'_>) -> R,
) -> R {
    let said = each(|vertex| (game.arena.owner(vertex), game.targets.get(vertex as usize)));
    with(Rule::Attractor { hunter, said: &said })
}

/// Calls `with` with the rule of a game whose targets are to be visited infinitely often.
pub(crate) fn visit_rule<R>(
    game: &TargetGame<'_>,
    visitor: Player,
    with: impl FnOnce(Rule<'_>) -> R,
) -> R {
    let said = each(|vertex| (game.arena.owner(vertex), game.targets.get(vertex as usize)));
    with(Rule::Visits { visitor, said: &said })
}
