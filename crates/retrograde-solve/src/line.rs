//! An optimal line of play.

use retrograde_core::{Bitmap, Graph, Value, Values, Vertex};

use crate::outcome::best_move;

/// A position on a line and what it is worth to whoever moves there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The position.
    pub vertex: Vertex,
    /// Its value for the player to move.
    pub value: Value,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The last position has no moves.
    Terminal,
    /// The last position's best move leads back to the step of this number: it goes on forever.
    Repeats(usize),
    /// The line was cut at the length asked for.
    Cut,
}

/// Best play by both sides from some position on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The positions, the first one included.
    pub steps: Vec<Step>,
    /// What comes after the last.
    pub end: End,
}

/// Follows best moves from `start` until the game ends, a position comes back, or `limit`
/// positions, if there is a limit, are written down.
///
/// A winner's line is as long as its distance. A drawn line of play enters a cycle or ends in a
/// drawn terminal.
///
/// ```
/// use retrograde_core::{Distance, Graph, Value, Values};
/// use retrograde_solve::line::{End, optimal};
/// let graph = Graph::from_edges(2, [(0, 1), (1, 0)])?;
/// let values = Values::from_iter([Value::Draw, Value::Draw]);
/// let line = optimal(&graph, &values, 0, None);
/// assert_eq!(line.steps.len(), 2);
/// assert_eq!(line.end, End::Repeats(0));
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
#[must_use]
pub fn optimal(graph: &Graph, values: &Values, start: Vertex, limit: Option<usize>) -> Line {
    let mut steps = Vec::new();
    let mut seen = Bitmap::new(graph.vertex_count());
    let mut vertex = start;
    loop {
        if seen.get(vertex as usize) {
            let back = steps.iter().position(|step: &Step| step.vertex == vertex);
            return Line { end: End::Repeats(back.unwrap_or(0)), steps };
        }
        if Some(steps.len()) == limit {
            return Line { steps, end: End::Cut };
        }
        seen.set(vertex as usize);
        steps.push(Step { vertex, value: values.get(vertex) });
        match best_move(graph, values, vertex) {
            Some(to) => vertex = to,
            None => return Line { steps, end: End::Terminal },
        }
    }
}
