//! Which moves are best.

use retrograde_core::{OutcomeSolution, Value, Vertex};

/// Whether `from → to` is a fastest win, a slowest loss or keeps a draw, or is the move the
/// solution names: a solver that does not count the fewest moves still knows a move that holds.
pub(crate) fn is_best(solution: &OutcomeSolution, from: Vertex, to: Vertex) -> bool {
    let values = &solution.values;
    let by_value = match (values.get(from), values.get(to)) {
        (Value::Win(before), Value::Lose(after)) | (Value::Lose(before), Value::Win(after)) => {
            after.0.checked_add(1) == Some(before.0)
        }
        (Value::Draw, Value::Draw) => true,
        _ => false,
    };
    by_value || solution.strategy.as_ref().is_some_and(|moves| moves.get(from) == Some(to))
}

/// Whether the solution has an entry for each of `vertices` positions.
pub(crate) fn solved_vertices(solution: &OutcomeSolution, vertices: usize) -> Result<(), usize> {
    let lengths =
        [Some(solution.values.len()), solution.strategy.as_ref().map(|moves| moves.len())];
    match lengths.into_iter().flatten().find(|&length| length != vertices) {
        Some(length) => Err(length),
        None => Ok(()),
    }
}
