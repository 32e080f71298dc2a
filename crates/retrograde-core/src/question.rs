//! An objective put to an arena: everything that decides the answer, and nothing else.

use crate::acceptance::{Acceptance, EmersonLeiGame, Pair};
use crate::arena::Arena;
use crate::attribute::Attribute;
use crate::error::GraphError;
use crate::graph::{Graph, Vertex};
use crate::objective::Objective;
use crate::outcome_game::OutcomeGame;
use crate::owned::{ParityGame, PayoffGame, TargetGame};
use crate::partizan::PartizanGame;
use crate::value::Outcome;

/// An objective put to an arena that has all it needs. Solvers answer it, and the checker checks
/// answers to it.
///
/// ```
/// use retrograde_core::{Arena, Graph, Objective, Question};
/// let arena = Arena::from(Graph::from_edges(2, [(0, 1)])?);
/// assert!(Question::new(&arena, &Objective::OUTCOME).is_ok());
/// assert_eq!(
///     Question::new(&arena, &Objective::Buchi).unwrap_err().to_string(),
///     "vertex '0' has no owner: this objective needs one at every vertex, such as owner=0"
/// );
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The graph with its names and attributes.
    pub arena: &'a Arena,
    /// What is asked; a condition on colours is always written out.
    pub objective: Objective,
    /// The game that it comes down to.
    pub posed: Posed<'a>,
}

/// The game that a question comes down to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Posed<'a> {
    /// Both players have the same moves and want the same.
    Outcome(OutcomeGame<'a>),
    /// Nothing but the graph decides.
    Graph(&'a Graph),
    /// Moves may be reserved for a side.
    Partizan(PartizanGame<'a>),
    /// Owners and targets.
    Targets(TargetGame<'a>),
    /// Owners and priorities.
    Parity(ParityGame<'a>),
    /// Owners and weights.
    Payoff(PayoffGame<'a>),
    /// Owners, colours and a condition on them.
    Colors(EmersonLeiGame<'a>),
}

impl<'a> Question<'a> {
    /// Puts an objective to an arena.
    ///
    /// # Errors
    /// What the arena lacks, or has too much of.
    pub fn new(arena: &'a Arena, objective: &Objective) -> Result<Self, QuestionError> {
        let mut objective = objective.clone();
        let posed = match &mut objective {
            Objective::Outcome(convention) => Posed::Outcome(OutcomeGame::of(arena, *convention)?),
            Objective::Asymmetric => {
                let why = "in the asymmetric game all that counts is who moves last";
                Posed::Graph(normal(arena, why)?)
            }
            Objective::Grundy => {
                let why = "Grundy values are of normal play, where whoever cannot move loses";
                Posed::Graph(normal(arena, why)?)
            }
            Objective::Partizan(convention) => {
                Posed::Partizan(PartizanGame::of(arena, *convention)?)
            }
            Objective::Reachability | Objective::Safety | Objective::Buchi | Objective::Cobuchi => {
                Posed::Targets(TargetGame::of(arena)?)
            }
            Objective::Parity(extremum) => Posed::Parity(ParityGame::of(arena, *extremum)?),
            Objective::Energy | Objective::MeanPayoff => Posed::Payoff(PayoffGame::of(arena)?),
            Objective::Muller(given) => {
                let condition =
                    condition(arena, given).ok_or_else(|| match arena.priorities.is_empty() {
                        true => QuestionError::NoCondition,
                        false => QuestionError::ConditionOnPriorities,
                    })?;
                colors(arena, given, condition)?
            }
            Objective::Rabin(given) => {
                let found = condition(arena, given);
                let condition = found.unwrap_or_else(|| Acceptance::rabin(&pairs(arena)));
                if !condition.is_rabin() {
                    return Err(QuestionError::NotRabin { acceptance: condition.to_string() });
                }
                colors(arena, given, condition)?
            }
            Objective::Streett(given) => {
                let found = condition(arena, given);
                let condition = found.unwrap_or_else(|| Acceptance::streett(&pairs(arena)));
                if !condition.is_streett() {
                    return Err(QuestionError::NotStreett { acceptance: condition.to_string() });
                }
                colors(arena, given, condition)?
            }
        };
        Ok(Question { arena, objective, posed })
    }

    /// The positions and moves.
    #[must_use]
    pub fn graph(&self) -> &'a Graph {
        &self.arena.graph
    }
}

/// The graph of an arena whose verdicts are those of normal play; `why` says what for.
fn normal<'a>(arena: &'a Arena, why: &'static str) -> Result<&'a Graph, QuestionError> {
    match arena.odd_verdict() {
        None => Ok(&arena.graph),
        Some((vertex, verdict)) => {
            let name = arena.names.printable(vertex).into_owned();
            Err(QuestionError::Verdict { vertex, name, verdict, why })
        }
    }
}

/// The condition that is given, or the arena's.
fn condition(arena: &Arena, given: &Option<Acceptance>) -> Option<Acceptance> {
    given.as_ref().or(arena.acceptance.as_ref()).cloned()
}

/// All colours that come up, in pairs.
fn pairs(arena: &Arena) -> Vec<Pair> {
    Pair::numbered((64 - arena.used_colors().0.leading_zeros()).div_ceil(2))
}

fn colors<'a>(
    arena: &'a Arena,
    given: &mut Option<Acceptance>,
    condition: Acceptance,
) -> Result<Posed<'a>, QuestionError> {
    *given = Some(condition.clone());
    Ok(Posed::Colors(EmersonLeiGame::of(arena, condition)?))
}

/// Why an objective cannot be put to an arena.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum QuestionError {
    /// A vertex lacks what every vertex needs.
    #[error(
        "vertex '{name}' has no {attribute}: this objective needs one at every vertex, such as {attribute}=0"
    )]
    Missing {
        /// What it lacks.
        attribute: Attribute,
        /// The vertex.
        vertex: Vertex,
        /// Its name.
        name: String,
    },
    /// A vertex has no move, and plays must go on forever.
    #[error(
        "vertex '{name}' has no move: payoffs are of plays that never end, so give it one, such as to itself"
    )]
    NoMove {
        /// The vertex.
        vertex: Vertex,
        /// Its name.
        name: String,
    },
    /// A verdict that contradicts normal play.
    #[error("vertex '{name}' has verdict={verdict}, but {why}: take the verdict away")]
    Verdict {
        /// The vertex.
        vertex: Vertex,
        /// Its name.
        name: String,
        /// What it says.
        verdict: Outcome,
        /// Why there is no place for it.
        why: &'static str,
    },
    /// The arena's condition is on colours and cannot be put into priorities as it stands.
    #[error("the condition of this game is '{acceptance}', which priorities cannot express")]
    NotParity {
        /// The condition.
        acceptance: String,
    },
    /// The largest priority there is cannot be turned around.
    #[error(
        "where the smallest priority decides, all are below {}: make the largest smaller",
        u32::MAX
    )]
    PriorityTooLarge,
    /// Nobody says what player 0 wants of the colours.
    #[error("nobody says what player 0 wants of the colours seen infinitely often")]
    NoCondition,
    /// The arena has priorities and no condition on colours.
    #[error("the condition is one on priorities")]
    ConditionOnPriorities,
    /// A condition that is not a Rabin condition.
    #[error(
        "'{acceptance}' is not a Rabin condition: pairs such as Fin(0)&Inf(1), with '|' between them"
    )]
    NotRabin {
        /// The condition.
        acceptance: String,
    },
    /// A condition that is not a Streett condition.
    #[error(
        "'{acceptance}' is not a Streett condition: pairs such as (Fin(0) | Inf(1)), with '&' between them"
    )]
    NotStreett {
        /// The condition.
        acceptance: String,
    },
    /// The arena contradicts itself.
    #[error(transparent)]
    Graph(#[from] GraphError),
}

impl QuestionError {
    /// What is wrong with an arena, by the names of its vertices.
    pub(crate) fn of(arena: &Arena, error: GraphError) -> Self {
        let name = |vertex| arena.names.printable(vertex).into_owned();
        match error {
            GraphError::Missing { attribute, vertex } => {
                let attribute = Attribute::named(attribute).unwrap_or(Attribute::Owner);
                QuestionError::Missing { attribute, vertex, name: name(vertex) }
            }
            GraphError::NoMove { vertex } => QuestionError::NoMove { vertex, name: name(vertex) },
            GraphError::VerdictOnMoves { vertex, .. } => {
                GraphError::VerdictOnMoves { vertex, name: name(vertex) }.into()
            }
            error => error.into(),
        }
    }
}
