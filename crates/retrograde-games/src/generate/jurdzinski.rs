//! The grid on which small progress measures climb through all their values.

use retrograde_core::{Arena, Player, Vertex};

use super::draft::Plan;
use super::error::GenerateError;
use super::recipe::arena;

/// Jurdziński's grid of `depth` levels over a base row, `width` columns wide: exponential in the
/// depth for small progress measures, in whichever order they are lifted.
///
/// The base row alternates t, q, t, q, …; t belongs to player 0 and has priority 0, q belongs to
/// player 1 and has priority 1. One moves to the neighbours on either side, and from the last q
/// also to itself. Level k, from 1 to `depth`, has such a row too, s, d, s, d, … with s of player
/// 1, d of player 0 and priorities 2k, and over each pair a vertex u of player 0 with priority
/// 2k + 1, on a detour s → u → d; the last d has the loop. From each q one may climb to the d of the
/// same column in any level, and from there back.
///
/// Player 1 wins the base row, by going to its end and staying there, and player 0 wins all levels
/// likewise. Progress measures see on the base row a cycle of the least odd priority and raise it in
/// the smallest steps, past all numbers of visits to the `width` vertices u of each level.
///
/// The vertices are numbered column by column in each row: the base row from 0, then for each level
/// its row and its vertices u. The base row is the one of the lowest priorities because here the
/// largest decides; in the paper the smallest does.
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::jurdzinski_grid(1, 2)?;
/// assert_eq!((arena.graph.vertex_count(), arena.graph.edge_count()), (10, 22));
/// assert_eq!(arena.graph.successors(3), [2, 3, 7]);
/// assert_eq!(arena.graph.successors(6), [5, 7, 9]);
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: Jurdziński (2000), *Small progress measures for solving parity games*; the figure in
/// Friedmann and Lange (2009), *The PGSolver collection of parity game solvers*, decided where the
/// moves lead.
///
/// # Errors
/// No depth or width, more vertices than a `u32` can number or than fit into memory.
pub fn jurdzinski_grid(depth: u64, width: u64) -> Result<Arena, GenerateError> {
    arena(&format!("jurdzinski-grid {depth} {width}"))
}

pub(super) fn build_jurdzinski_grid(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let (depth, width) = (plan.values.whole("depth"), plan.values.whole("width"));
    let level = |k: u64| 2 * width + 3 * width * (k - 1);
    // The right neighbour of the second vertex of a column, at the end the vertex itself.
    let right = |vertex: u64, column: u64| if column + 1 < width { vertex + 1 } else { vertex };
    for column in 0..width {
        let (t, q) = (2 * column, 2 * column + 1);
        let left = (column > 0).then(|| t - 1);
        draft.vertex(Player::Zero, 0, narrow(left.into_iter().chain([q])))?;
        let up = (1..=depth).map(|k| level(k) + q);
        draft.vertex(Player::One, 1, narrow([t, right(q, column)].into_iter().chain(up)))?;
    }
    for k in 1..=depth {
        let even = 2 * k as u32;
        let upper = level(k) + 2 * width;
        for column in 0..width {
            let (s, d) = (level(k) + 2 * column, level(k) + 2 * column + 1);
            let left = (column > 0).then(|| s - 1);
            draft.vertex(Player::One, even, narrow(left.into_iter().chain([d, upper + column])))?;
            draft.vertex(Player::Zero, even, narrow([s, right(d, column), 2 * column + 1]))?;
        }
        for column in 0..width {
            draft.vertex(Player::Zero, even + 1, narrow([level(k) + 2 * column + 1]))?;
        }
    }
    draft.finish()
}

fn narrow(moves: impl IntoIterator<Item = u64>) -> impl Iterator<Item = Vertex> {
    moves.into_iter().map(|to| to as Vertex)
}
