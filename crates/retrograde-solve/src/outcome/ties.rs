//! Draws by the rules told from draws by endless play.

use retrograde_core::{Bitmap, Control, Graph, Outcome, Stopped, Values, Vertex, sys};

/// The draws that are ties: where both sides keep the draw, play comes to an end, by a verdict of
/// `draw`. In every other drawn position it can go on forever.
///
/// ```
/// use retrograde_core::{Column, Control, Convention, Graph, Outcome, OutcomeGame};
/// use retrograde_solve::{Options, outcome::{Method, solve, ties}};
/// // From 0 one moves to 1, which the rules call a draw; from 2 one can wait instead.
/// let graph = Graph::from_edges(3, [(0, 1), (2, 2), (2, 1)])?;
/// let verdicts: Column<Outcome> = [(1, Outcome::Draw)].into_iter().collect();
/// let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
/// let values = solve(&game, Method::Auto, &Options::default())?.solution.values;
/// let ties = ties(&graph, &values, &Control::default())?;
/// assert_eq!(ties.ones().collect::<Vec<_>>(), [0, 1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// O(V + E); `4 E + 16 V` bytes, or nothing where no verdict is `draw`.
///
/// # Errors
/// It was stopped.
pub fn ties(graph: &Graph, values: &Values, control: &Control<'_>) -> Result<Bitmap, Stopped> {
    let mut pace = control.pace();
    let mut ties = Bitmap::new(graph.vertex_count());
    let is_draw = |vertex: Vertex| values.outcome(vertex) == Outcome::Draw;
    let mut open: Vec<Vertex> =
        graph.vertices().filter(|&v| graph.is_terminal(v) && is_draw(v)).collect();
    if open.is_empty() {
        return Ok(ties);
    }
    open.iter().for_each(|&vertex| ties.set(vertex as usize));
    let back = graph.transposed(control)?;
    // Moves that keep the draw and are not known to lead to a tie.
    let keeping = |vertex: Vertex| match is_draw(vertex) {
        true => graph.successors(vertex).iter().filter(|&&to| is_draw(to)).count() as u32,
        false => 0,
    };
    let mut left: Vec<u32> = sys::zeroed(graph.vertex_count());
    for vertex in graph.vertices() {
        pace.steps(1 + graph.successors(vertex).len())?;
        left[vertex as usize] = keeping(vertex);
    }
    while let Some(vertex) = open.pop() {
        pace.steps(1 + back.successors(vertex).len())?;
        for &from in back.successors(vertex).iter().filter(|&&from| is_draw(from)) {
            left[from as usize] -= 1;
            if left[from as usize] == 0 {
                ties.set(from as usize);
                open.push(from);
            }
        }
    }
    Ok(ties)
}

/// Bytes that [`ties`] takes, its answer included.
pub(crate) fn ties_bytes(graph: &Graph) -> u64 {
    let (vertices, edges) = (graph.vertex_count() as u64, graph.edge_count() as u64);
    // The graph turned around, counts, a list that may have grown to twice its length.
    edges * 4 + (vertices + 1) * graph.offsets().bytes_per_row() + vertices * (4 + 8 + 1)
}
