//! A binary counter played by strategy improvement.

use retrograde_core::{Arena, Player, Vertex};

use super::draft::Plan;
use super::error::GenerateError;
use super::recipe::arena;

/// Friedmann's counter of n = `bits` bits, with 10n + 4 vertices: exponential for strategy
/// improvement that makes the best switch of player 0 everywhere at once. From the strategy that
/// takes the first move at every vertex it passes 9 · 2ⁿ⁻¹ − 1 strategies.
///
/// | vertex | owner | priority | moves to |
/// | --- | --- | --- | --- |
/// | x | 1 | 1 | x |
/// | c | 0 | 8n + 4 | r, s |
/// | s | 0 | 8n + 6 | x, all f |
/// | r | 0 | 8n + 8 | x, all g |
/// | t(i), i from 1 to 2n | 0 | 4n + 2i + 1 | t(i − 1), or c for i = 1; s, r |
/// | a(i), i from 1 to 2n | 1 | 4n + 2i + 2 | t(i) |
/// | d(i), i from 1 to n | 0 | 4i + 1 | r, s, e(i), and a(j) for j up to 2i |
/// | e(i), i from 1 to n | 1 | 4i + 2 | d(i), h(i) |
/// | g(i), i from 1 to n | 0 | 4i + 4 | k(i), f(i) |
/// | k(i), i from 1 to n | 0 | 8n + 4i + 7 | x, and g(j) for j above i |
/// | f(i), i from 1 to n | 1 | 8n + 4i + 9 | e(i) |
/// | h(i), i from 1 to n | 1 | 8n + 4i + 10 | k(i) |
///
/// They are numbered x, c, s, r, then t and a in turn, then d, e, g, k, f, h of each bit. A bit is
/// set while d and e form a cycle, which player 1 has to leave by way of h; the lane of t and a
/// keeps higher bits busy until the lower ones are set. All plays can be brought to x, so player 1
/// wins everywhere.
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::friedmann_counter(2)?;
/// assert_eq!((arena.graph.vertex_count(), arena.graph.edge_count()), (24, 52));
/// assert_eq!(arena.graph.successors(2), [0, 16, 22]);
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: Friedmann (2009), *An exponential lower bound for the parity game strategy improvement
/// algorithm as we know it*. The order of the moves is ours.
///
/// # Errors
/// No bits, more vertices than a `u32` can number, more edges than fit into memory.
pub fn friedmann_counter(bits: u64) -> Result<Arena, GenerateError> {
    arena(&format!("friedmann-counter {bits}"))
}

const X: Vertex = 0;
const C: Vertex = 1;
const S: Vertex = 2;
const R: Vertex = 3;

pub(super) fn build_friedmann_counter(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let n = plan.values.whole("bits") as u32;
    let t = |i: u32| if i == 0 { C } else { 2 * i + 2 };
    let a = |i: u32| 2 * i + 3;
    let bit = |i: u32| 4 + 4 * n + 6 * (i - 1);
    let [d, e, g, k, f, h] = [0, 1, 2, 3, 4, 5].map(|place| move |i: u32| bit(i) + place);
    let first = std::iter::once;
    draft.vertex(Player::One, 1, [X])?;
    draft.vertex(Player::Zero, 8 * n + 4, [R, S])?;
    draft.vertex(Player::Zero, 8 * n + 6, first(X).chain((1..=n).map(f)))?;
    draft.vertex(Player::Zero, 8 * n + 8, first(X).chain((1..=n).map(g)))?;
    for i in 1..=2 * n {
        draft.vertex(Player::Zero, 4 * n + 2 * i + 1, [t(i - 1), S, R])?;
        draft.vertex(Player::One, 4 * n + 2 * i + 2, [t(i)])?;
    }
    for i in 1..=n {
        draft.vertex(
            Player::Zero,
            4 * i + 1,
            [R, S, e(i)].into_iter().chain((1..=2 * i).map(a)),
        )?;
        draft.vertex(Player::One, 4 * i + 2, [d(i), h(i)])?;
        draft.vertex(Player::Zero, 4 * i + 4, [k(i), f(i)])?;
        draft.vertex(Player::Zero, 8 * n + 4 * i + 7, first(X).chain((i + 1..=n).map(g)))?;
        draft.vertex(Player::One, 8 * n + 4 * i + 9, [e(i)])?;
        draft.vertex(Player::One, 8 * n + 4 * i + 10, [k(i)])?;
    }
    draft.finish()
}
