//! Parity arenas in which two rails or all vertices are tied together: the ladders and the clique.

use retrograde_core::{Arena, Player, Vertex};

use super::draft::{Plan, player};
use super::error::GenerateError;
use super::recipe::arena;

/// The clique game: a move from every vertex to every other, vertex v with priority v, owned by the
/// player to whom the priority is good. A vertex alone has a loop, for it needs a move.
///
/// As many cycles as there can be, though each player wins from their own vertices by never leaving
/// them (from four vertices on; of three, player 0 wins all; of two, player 1).
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::clique(3)?;
/// assert!(arena.graph.edges().eq([(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: Friedmann and Lange (2009), *The PGSolver collection of parity game solvers*.
///
/// # Errors
/// No vertices, more than a `u32` can number, more edges than fit into memory.
pub fn clique(vertices: u64) -> Result<Arena, GenerateError> {
    arena(&format!("clique {vertices}"))
}

pub(super) fn build_clique(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let end = plan.size.vertices as Vertex;
    for vertex in 0..end {
        let others = (0..vertex).chain(vertex + 1..end);
        draft.vertex(player(vertex.into()), vertex, others.chain((end == 1).then_some(0)))?;
    }
    draft.finish()
}

/// The model-checker ladder of `rungs` double rungs, four vertices each: exponential for solvers
/// that explore plays and forget what they learnt of one branch in the next, as the local model
/// checker of Stevens and Stirling does.
///
/// Vertex k has priority k + 1. The upper rail is 0, …, 2 · `rungs` − 1, owned by the players in
/// turn, the lower one goes back from there, below each vertex one of the same owner. On the upper
/// rail one goes on or down, from the lower rail to the next vertex of the upper, and from both
/// ends back to 0. Every play comes back to 0, where player 0 goes down to the largest priority,
/// which is even: player 0 wins everywhere.
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::model_checker_ladder(1)?;
/// assert!(arena.graph.edges().eq([(0, 1), (0, 3), (1, 0), (1, 2), (2, 0), (3, 1)]));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: Friedmann and Lange (2009), *The PGSolver collection of parity game solvers*, in the
/// manner of its figure, which gives no definition in words.
///
/// # Errors
/// No rungs, more than a `u32` can number, more than fit into memory.
pub fn model_checker_ladder(rungs: u64) -> Result<Arena, GenerateError> {
    arena(&format!("model-checker-ladder {rungs}"))
}

pub(super) fn build_model_checker_ladder(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let rail = (plan.size.vertices / 2) as Vertex;
    let end = plan.size.vertices as Vertex;
    for upper in 0..rail {
        let below = end - 1 - upper;
        draft.vertex(player(upper.into()), upper + 1, [(upper + 1) % rail, below])?;
    }
    for lower in rail..end {
        let above = end - 1 - lower;
        draft.vertex(player(above.into()), lower + 1, [(above + 1) % rail])?;
    }
    draft.finish()
}

/// The recursive ladder of `levels` levels, five vertices each: exponential for the recursive
/// algorithm of Zielonka.
///
/// Level i speaks for player σ = i mod 2 and consists of
///
/// | vertex | number | priority | owner | moves to |
/// | --- | --- | --- | --- | --- |
/// | c | 5i | 3i + 5 | the other | d, b |
/// | d | 5i + 1 | 3i + 4 | σ | e, and d of the level below and of the one above |
/// | e | 5i + 2 | 3i + 3 | the other | d, b |
/// | a | 5i + 3 | σ | σ | b, d |
/// | b | 5i + 4 | σ | the other | a, and c of the level above |
///
/// At the last level, b can only go to a: whoever that level speaks for wins the whole ladder.
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::recursive_ladder(2)?;
/// assert_eq!(arena.graph.successors(1), [2, 6]);
/// assert_eq!(arena.graph.successors(4), [3, 5]);
/// assert_eq!(arena.priorities.get(5), Some(8));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: Friedmann (2011), *Recursive algorithm for parity games requires exponential time*. The
/// numbering of the levels follows the figure in Friedmann and Lange (2009), *The PGSolver
/// collection of parity game solvers*.
///
/// # Errors
/// No levels, more than a `u32` can number, more than fit into memory.
pub fn recursive_ladder(levels: u64) -> Result<Arena, GenerateError> {
    arena(&format!("recursive-ladder {levels}"))
}

pub(super) fn build_recursive_ladder(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let levels = plan.size.vertices / 5;
    for level in 0..levels {
        let below = level > 0;
        let above = level + 1 < levels;
        let base = 5 * level as Vertex;
        let priority = 3 * level as u32;
        let (own, other): (Player, Player) = (player(level), player(level + 1));
        let good = (level % 2) as u32;
        let [c, d, e, a, b] = [base, base + 1, base + 2, base + 3, base + 4];
        draft.vertex(other, priority + 5, [d, b])?;
        let across = [below.then(|| d - 5), above.then_some(d + 5)];
        draft.vertex(own, priority + 4, std::iter::once(e).chain(across.into_iter().flatten()))?;
        draft.vertex(other, priority + 3, [d, b])?;
        draft.vertex(own, good, [b, d])?;
        draft.vertex(other, good, std::iter::once(a).chain(above.then_some(c + 5)))?;
    }
    draft.finish()
}
