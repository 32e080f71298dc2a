//! The question the outcome solver answers and the verifier checks.

use crate::arena::Arena;
use crate::column::Column;
use crate::error::GraphError;
use crate::graph::{Graph, Vertex};
use crate::question::QuestionError;
use crate::value::Outcome;

/// What it means to have no move, where no verdict says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Whoever cannot move loses.
    #[default]
    Normal,
    /// Whoever cannot move wins.
    Misere,
}

impl Convention {
    /// The outcome, for the player to move, at a vertex without moves and without a verdict.
    #[must_use]
    pub fn terminal(self) -> Outcome {
        match self {
            Convention::Normal => Outcome::Lose,
            Convention::Misere => Outcome::Win,
        }
    }
}

/// A graph with the outcome at each vertex without moves: everything that decides who wins.
///
/// ```
/// use retrograde_core::{Arena, Convention, Outcome, OutcomeGame};
/// let arena = Arena::sketch().edge("a", "b").arena()?;
/// let game = OutcomeGame::of(&arena, Convention::Misere)?;
/// assert_eq!(game.terminal_outcome(1), Outcome::Win);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OutcomeGame<'a> {
    graph: &'a Graph,
    verdicts: &'a Column<Outcome>,
    convention: Convention,
}

impl<'a> OutcomeGame<'a> {
    /// The game that an arena's verdicts make.
    ///
    /// # Errors
    /// A verdict on a vertex that has moves or does not exist.
    pub fn of(arena: &'a Arena, convention: Convention) -> Result<Self, QuestionError> {
        let game = Self::new(&arena.graph, &arena.verdicts, convention);
        game.map_err(|error| QuestionError::of(arena, error))
    }

    /// A game on `graph`; `verdicts` go before `convention` where there is one.
    ///
    /// # Errors
    /// A verdict on a vertex that has moves or does not exist.
    pub fn new(
        graph: &'a Graph,
        verdicts: &'a Column<Outcome>,
        convention: Convention,
    ) -> Result<Self, GraphError> {
        for (vertex, _) in verdicts.iter() {
            if vertex >= graph.vertex_count() {
                return Err(GraphError::VertexOutOfRange {
                    vertex: vertex as u64,
                    vertices: graph.vertex_count() as u64,
                });
            }
            if !graph.is_terminal(vertex as Vertex) {
                let name = vertex.to_string();
                return Err(GraphError::VerdictOnMoves { vertex: vertex as Vertex, name });
            }
        }
        Ok(OutcomeGame { graph, verdicts, convention })
    }

    /// The positions and moves.
    #[must_use]
    pub fn graph(&self) -> &'a Graph {
        self.graph
    }

    /// The convention for vertices without moves and without a verdict.
    #[must_use]
    pub fn convention(&self) -> Convention {
        self.convention
    }

    /// The verdicts there are.
    pub fn verdicts(&self) -> impl Iterator<Item = Outcome> + 'a {
        self.verdicts.iter().map(|(_, verdict)| verdict)
    }

    /// Whether a verdict, rather than the convention, decides at `vertex`.
    #[must_use]
    pub fn has_verdict(&self, vertex: Vertex) -> bool {
        self.verdicts.get(vertex as usize).is_some()
    }

    /// The outcome at `vertex`, which has no moves.
    #[inline]
    #[must_use]
    pub fn terminal_outcome(&self, vertex: Vertex) -> Outcome {
        self.verdicts.get(vertex as usize).unwrap_or(self.convention.terminal())
    }
}
