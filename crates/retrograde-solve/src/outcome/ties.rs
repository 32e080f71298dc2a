//! Draws by the rules told from draws by endless play.

use retrograde_core::{Bitmap, Graph, Outcome, Threads, Values, Vertex};

/// The draws that are ties: where both sides keep the draw, play comes to an end, by a verdict of
/// `draw`. In every other drawn position it can go on forever.
///
/// ```
/// use retrograde_core::{Column, Convention, Graph, Outcome, OutcomeGame};
/// use retrograde_solve::outcome::{Options, solve, ties};
/// // From 0 one moves to 1, which the rules call a draw; from 2 one can wait instead.
/// let graph = Graph::from_edges(3, [(0, 1), (2, 2), (2, 1)])?;
/// let verdicts: Column<Outcome> = [(1, Outcome::Draw)].into_iter().collect();
/// let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
/// let values = solve(&game, &Options::default()).unwrap().solution.values;
/// let ties = ties(&graph, &values, Default::default());
/// assert_eq!(ties.ones().collect::<Vec<_>>(), [0, 1]);
/// # Ok::<(), retrograde_core::GraphError>(())
/// ```
///
/// # Complexity
/// O(V + E); `4 E + 12 V` bytes, or nothing where no verdict is `draw`.
#[must_use]
pub fn ties(graph: &Graph, values: &Values, threads: Threads) -> Bitmap {
    let mut ties = Bitmap::new(graph.vertex_count());
    let is_draw = |vertex: Vertex| values.outcome(vertex) == Outcome::Draw;
    let mut open: Vec<Vertex> =
        graph.vertices().filter(|&v| graph.is_terminal(v) && is_draw(v)).collect();
    if open.is_empty() {
        return ties;
    }
    open.iter().for_each(|&vertex| ties.set(vertex as usize));
    let back = graph.transpose(threads);
    // Moves that keep the draw and are not known to lead to a tie.
    let keeping = |vertex: Vertex| match is_draw(vertex) {
        true => graph.successors(vertex).iter().filter(|&&to| is_draw(to)).count() as u32,
        false => 0,
    };
    let mut left: Vec<u32> = graph.vertices().map(keeping).collect();
    while let Some(vertex) = open.pop() {
        for &from in back.successors(vertex).iter().filter(|&&from| is_draw(from)) {
            left[from as usize] -= 1;
            if left[from as usize] == 0 {
                ties.set(from as usize);
                open.push(from);
            }
        }
    }
    ties
}
