//! A best move from each vertex, read off the values.
//!
//! There is one rule, for graphs and for games given by rules, whoever asks and however it was solved:
//! **the fastest win, else a move that keeps the draw, else the slowest loss; among equals the first**
//! in the order of the edges, which for a game given by rules is the order in which the rules list the
//! moves. A draw is kept in the way it is one: by endless play if there is a way, by a tie otherwise.

use retrograde_core::{
    Bitmap, Control, Distance, Graph, Offsets, Outcome, Stopped, Strategy, Value, Values, Vertex,
    sys,
};

use super::codes::Codes;

/// The first move from `vertex` that is best: the fastest win, a move that keeps the draw, the
/// slowest loss. `None` without moves. Where `ties` tells them from other draws, endless play is kept
/// endless.
///
/// ```
/// use retrograde_core::{Distance, Graph, Value, Values};
/// use retrograde_solve::outcome::best_move;
/// let graph = Graph::from_edges(2, [(0, 0), (0, 1)])?;
/// let values = Values::from_iter([Value::Win(Distance(1)), Value::Lose(Distance(0))]);
/// assert_eq!(best_move(&graph, &values, None, 0), Some(1));
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn best_move(
    graph: &Graph,
    values: &Values,
    ties: Option<&Bitmap>,
    vertex: Vertex,
) -> Option<Vertex> {
    let mut moves = graph.successors(vertex).iter().copied();
    match (values.get(vertex), ties) {
        // From a tie every move that keeps the draw leads to a tie, from another draw not every one.
        (Value::Draw, Some(ties)) => {
            let tie = ties.get(vertex as usize);
            moves.find(|&to| values.outcome(to) == Outcome::Draw && ties.get(to as usize) == tie)
        }
        (value, _) => pick(moves, value, values),
    }
}

/// The first of `moves` that is best at a position of this value; `reached` has the values of the
/// positions moved to, for whoever is to move there.
pub(crate) fn pick(
    mut moves: impl Iterator<Item = Vertex>,
    value: Value,
    reached: &Values,
) -> Option<Vertex> {
    // One bit tells most moves apart, and stays in the cache where distances do not.
    let (won, lost) = (reached.outcomes().won(), reached.outcomes().lost());
    let one_below = |to: Vertex, distance: Distance| {
        reached.get(to).distance().is_some_and(|below| below.0.checked_add(1) == Some(distance.0))
    };
    match value {
        Value::Win(distance) => moves.find(|&to| lost.get(to as usize) && one_below(to, distance)),
        Value::Lose(distance) => moves.find(|&to| won.get(to as usize) && one_below(to, distance)),
        Value::Draw => moves.find(|&to| !won.get(to as usize) && !lost.get(to as usize)),
    }
}

/// [`best_move`] for every vertex.
///
/// # Complexity
/// O(V + E) time, `5 V` bytes.
///
/// # Errors
/// It was stopped.
pub fn best_moves(
    graph: &Graph,
    values: &Values,
    ties: Option<&Bitmap>,
    control: &Control<'_>,
) -> Result<Strategy, Stopped> {
    best_moves_in(Room::default(), graph, values, ties, control)
}

/// Arrays that served for something else, to be used again: the system hands out memory at a price.
#[derive(Default)]
pub(super) struct Room {
    moves: Vec<u32>,
    codes: Vec<u32>,
}

impl Room {
    /// The arrays of a graph that is of no more use.
    pub(super) fn of(graph: Graph) -> Self {
        let (offsets, targets) = graph.into_parts();
        match offsets {
            Offsets::Narrow(offsets) => {
                Room { moves: offsets.into_vec(), codes: targets.into_vec() }
            }
            Offsets::Wide(_) => Room { moves: Vec::new(), codes: targets.into_vec() },
        }
    }
}

/// As [`best_moves`], with arrays to use.
pub(super) fn best_moves_in(
    mut room: Room,
    graph: &Graph,
    values: &Values,
    ties: Option<&Bitmap>,
    control: &Control<'_>,
) -> Result<Strategy, Stopped> {
    let vertices = graph.vertex_count();
    if room.codes.len() < vertices.div_ceil(4) {
        room.codes = sys::zeroed(vertices.div_ceil(4));
    }
    if room.moves.len() < vertices {
        room.moves = sys::zeroed(vertices);
    }
    room.moves.truncate(vertices);
    let bytes = &mut sys::as_bytes(&mut room.codes)[..vertices];
    let codes = Codes::of(values, ties, bytes, control)?;
    Strategy::fill_room(room.moves, control, |part| {
        codes.fill(graph, part, |vertex| best_move(graph, values, ties, vertex));
    })
}

/// The strategy with the move `choose(v)` at each vertex `v`, with `fetch(v)` called some time before
/// to ask the processor for what that will look at.
pub(crate) fn fill_ahead(
    graph: &Graph,
    control: &Control<'_>,
    fetch: impl Fn(Vertex) + Sync,
    choose: impl Fn(Vertex) -> Option<Vertex> + Sync,
) -> Result<Strategy, Stopped> {
    const AHEAD: Vertex = 12;
    let vertices = graph.vertex_count();
    Strategy::fill(vertices, control, |vertex| {
        if ((vertex + AHEAD) as usize) < vertices {
            fetch(vertex + AHEAD);
        }
        choose(vertex)
    })
}
