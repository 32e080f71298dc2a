//! Why a game could not be reduced to another.

use retrograde_core::{Arena, GraphError, Ratio, Stopped, Vertex, grouped};

use crate::construct::Size;
use crate::emerson_lei::EmersonLeiError;

/// Why a game could not be reduced to another.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_solve::reduce::exchange_players;
/// let arena = Arena::from(Graph::from_edges(1, [(0, 0)])?);
/// assert_eq!(
///     exchange_players(arena, &Control::default()).unwrap_err().to_string(),
///     "vertex '0' has no owner: give every vertex one, such as owner=0"
/// );
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReduceError {
    /// A vertex lacks an attribute that the old game needs everywhere.
    #[error("vertex '{name}' has no {attribute}: give every vertex one, such as {attribute}=0")]
    Missing {
        /// The attribute's name, `owner` or `priority`.
        attribute: &'static str,
        /// The vertex.
        vertex: Vertex,
        /// Its name.
        name: String,
    },
    /// A vertex of a payoff game has no move.
    #[error(
        "vertex '{name}' has no move: payoffs are of plays that go on forever; give it one, such as a self-loop"
    )]
    NoMove {
        /// The vertex.
        vertex: Vertex,
        /// Its name.
        name: String,
    },
    /// Weights that tell so many priorities apart among so many vertices do not fit 64 bits.
    #[error(
        "weights for {priorities} priorities over {} vertices do not fit 64 bits: over so many vertices, {fitting_priorities} priorities always do{}; solve the parity game itself, or a part of it",
        grouped(*vertices),
        fewer_vertices(*priorities, *fitting_vertices)
    )]
    Weights {
        /// How many priorities there are at vertices with moves, where those of the same parity with
        /// none of the other between them count as one.
        priorities: usize,
        /// How many vertices have moves.
        vertices: usize,
        /// How many priorities fit with this many vertices, whichever vertices have them.
        fitting_priorities: usize,
        /// How many vertices fit with this many priorities, whichever vertices have them.
        fitting_vertices: u64,
    },
    /// A weight does not fit 64 bits once it is measured from a threshold.
    #[error(
        "the weight {weight} from '{from}' to '{to}' does not fit 64 bits once it is measured from {threshold}: use smaller weights, or a threshold with a smaller denominator"
    )]
    Threshold {
        /// The name of the vertex that the edge leads from.
        from: String,
        /// The name of the vertex that it leads to.
        to: String,
        /// The weight.
        weight: i64,
        /// The threshold.
        threshold: Ratio,
    },
    /// The safety game could be larger than allowed. Nothing was allocated for it.
    #[error(
        "the safety game, with {states} copies of each vertex, could have {vertices} vertices and {edges} edges and may have {} of either: solve the parity game itself",
        grouped(*limit)
    )]
    Counters {
        /// How many states the counters of odd priorities have together.
        states: Size,
        /// How many vertices the game could have.
        vertices: Size,
        /// How many edges it could have.
        edges: Size,
        /// How many of either it may have.
        limit: u64,
    },
    /// The condition or the parity game made for it is too large.
    #[error(transparent)]
    EmersonLei(#[from] EmersonLeiError),
    /// The old arena is no game of its kind, or the new one is not a graph that can be stored.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// It was stopped.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// Says how many vertices fit; fewer than there are priorities do not have so many.
fn fewer_vertices(priorities: usize, fitting: u64) -> String {
    match fitting >= priorities as u64 {
        true => format!(", and so many priorities over {fitting} vertices"),
        false => String::new(),
    }
}

impl ReduceError {
    /// The error, with names for vertices.
    pub(super) fn of(arena: &Arena, error: GraphError) -> Self {
        let name = |vertex| arena.names.printable(vertex).into_owned();
        match error {
            GraphError::Missing { attribute, vertex } => {
                ReduceError::Missing { attribute, vertex, name: name(vertex) }
            }
            GraphError::NoMove { vertex } => ReduceError::NoMove { vertex, name: name(vertex) },
            other => ReduceError::Graph(other),
        }
    }
}
