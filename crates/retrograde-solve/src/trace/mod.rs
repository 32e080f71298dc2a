//! Algorithms that write down what they do, event by event, for teaching and animation.
//!
//! A [`Trace`] has the algorithm in a few lines and the events in order. Each [`Event`] names the
//! line that it carries out, says in [`Words`] what happened, and has the [`Change`]s that it made
//! with what was there before and after, so that one can step forward and back; [`State`] does.
//! These versions are for reading: the solvers of the [`registry`](crate::registry) are the fast
//! ones, and must always agree with them.
//!
//! | objective | algorithm |
//! | --- | --- |
//! | outcome | retrograde analysis with counters |
//! | the asymmetric game | de Jager and Löwe's revisions |
//! | reachability, safety | the attractor of the targets |
//! | Büchi, co-Büchi | the nested fixpoint |
//! | parity | Zielonka's recursion |
//! | Grundy values | the least value missing; on graphs with cycles one value at a time |
//!
//! ```
//! use retrograde_core::{Arena, Control, Graph, Objective, Outcome, Question};
//! use retrograde_solve::trace::{Entry, Limits, State, What, trace};
//! let arena = Arena::from(Graph::from_edges(2, [(0, 1)])?);
//! let question = Question::new(&arena, &Objective::OUTCOME)?;
//! let trace = trace(&question, &Limits::default(), &Control::ALONE)?;
//! let mut state = State::new(2);
//! trace.events.iter().for_each(|event| state.forward(event));
//! assert_eq!(state.get(0, What::Label), Some(&Entry::Outcome(Outcome::Win)));
//! trace.events.iter().rev().for_each(|event| state.back(event));
//! assert_eq!(state, State::new(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asymmetric;
mod attractor;
mod buchi;
mod event;
mod loopy;
mod mex;
mod outcome;
mod parity;
mod reachability;
mod recorder;
mod state;
mod words;

use retrograde_core::{Control, Objective, Player, Posed, Question, Stopped, counted, grouped};

pub use event::{Change, Entry, Event, Look, Region, Trace, What};
pub use state::State;
pub use words::{Part, Words};

use crate::cycle;
use recorder::{Halt, Recorder};

/// How much is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Vertices that a graph may have; nobody can follow more.
    pub vertices: usize,
    /// Edges that it may have.
    pub edges: usize,
    /// Events that are kept. Past these, or past `bytes`, events are only counted.
    pub events: usize,
    /// Bytes that they may take, about.
    pub bytes: usize,
}

/// What a page shows without getting slow.
impl Default for Limits {
    fn default() -> Self {
        Limits { vertices: 1_000, edges: 20_000, events: 20_000, bytes: 16 << 20 }
    }
}

/// Why there is no trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    /// No algorithm for this objective writes down what it does.
    #[error("there is nothing to watch for the objective {objective}")]
    NotTraced {
        /// The name of the objective.
        objective: &'static str,
    },
    /// Nobody could follow it.
    #[error(
        "{} and {} are too many to watch: up to {} and {} can be",
        counted(*vertices as u64, "vertex", "vertices"),
        counted(*edges as u64, "edge", "edges"),
        grouped(limits.vertices),
        grouped(limits.edges)
    )]
    TooLarge {
        /// How many vertices there are.
        vertices: usize,
        /// How many edges.
        edges: usize,
        /// How many there may be.
        limits: Limits,
    },
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Solves a question and writes down how.
///
/// # Errors
/// The objective is not [traced](retrograde_core::Facts::traced), the graph is too large to watch, or it was stopped.
///
/// # Complexity
/// That of the textbook: O(V + E) for outcomes, attractors and the values of acyclic graphs, O(V E)
/// for Büchi games and loopy values, exponential for Zielonka's recursion at worst. Past the limits
/// events are counted up to a million; then it ends.
pub fn trace(
    question: &Question<'_>,
    limits: &Limits,
    control: &Control<'_>,
) -> Result<Trace, TraceError> {
    if !question.objective.facts().traced {
        return Err(TraceError::NotTraced { objective: question.objective.name() });
    }
    let graph = question.graph();
    let (vertices, edges) = (graph.vertex_count(), graph.edge_count());
    if vertices > limits.vertices || edges > limits.edges {
        return Err(TraceError::TooLarge { vertices, edges, limits: *limits });
    }
    control.check()?;
    let mut recorder = Recorder::new(graph, limits, control);
    let done = match (&question.posed, &question.objective) {
        (Posed::Outcome(game), _) => outcome::run(game, &mut recorder),
        (Posed::Graph(graph), Objective::Asymmetric) => asymmetric::run(graph, &mut recorder),
        (Posed::Graph(graph), _) => match cycle::find(graph, control)? {
            None => mex::run(graph, &mut recorder),
            Some(_) => loopy::run(graph, &mut recorder),
        },
        (Posed::Targets(game), Objective::Reachability) => {
            reachability::run(game, Player::Zero, &mut recorder)
        }
        (Posed::Targets(game), Objective::Safety) => {
            reachability::run(game, Player::One, &mut recorder)
        }
        (Posed::Targets(game), Objective::Buchi) => buchi::run(game, Player::Zero, &mut recorder),
        (Posed::Targets(game), _) => buchi::run(game, Player::One, &mut recorder),
        (Posed::Parity(game), objective) => {
            parity::run(game, objective, &question.arena.priorities, &mut recorder)
        }
        _ => Ok(()),
    };
    match done {
        Ok(()) | Err(Halt::Enough) => Ok(recorder.finish()),
        Err(Halt::Stopped(stopped)) => Err(stopped.into()),
    }
}
