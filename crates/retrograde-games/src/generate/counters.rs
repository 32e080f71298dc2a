//! Parity arenas whose pieces hinder each other, so that solvers which go by regions count with them.

use retrograde_core::{Arena, Player, Vertex};

use super::draft::{Plan, player};
use super::error::GenerateError;
use super::recipe::arena;

/// The moves of a vertex: some that it always has, and some that it has where there is a next or a
/// previous piece.
fn moves<const N: usize>(
    always: [Vertex; N],
    sometimes: impl IntoIterator<Item = Option<Vertex>>,
) -> impl Iterator<Item = Vertex> {
    always.into_iter().chain(sometimes.into_iter().flatten())
}

/// The core of the worst cases of Benerecetti, Dell'Erba and Mogavero, with 2 · `pairs` + 1 pieces of
/// three vertices: exponential for all algorithms that divide a game as Zielonka's does, and
/// made so that none of the usual remedies helps.
///
/// Piece i of k belongs to player i mod 2, where a, b and c are the vertices 3i, 3i + 1 and 3i + 2:
///
/// | vertex | priority | owner | moves to |
/// | --- | --- | --- | --- |
/// | a | k + i | i mod 2 | b |
/// | b | i | i mod 2 | c, and a of the piece before |
/// | c | i | the other | b, c, and a of the next piece |
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::core_counter(1)?;
/// assert_eq!((arena.graph.vertex_count(), arena.graph.edge_count()), (9, 16));
/// assert_eq!(arena.graph.successors(5), [4, 5, 6]);
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: Benerecetti, Dell'Erba and Mogavero (2017), *Robust exponential worst cases for
/// divide-et-impera algorithms for parity games*.
///
/// # Errors
/// No pairs, more vertices than a `u32` can number or than fit into memory.
pub fn core_counter(pairs: u64) -> Result<Arena, GenerateError> {
    arena(&format!("core-counter {pairs}"))
}

pub(super) fn build_core_counter(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let pieces = (plan.size.vertices / 3) as Vertex;
    for piece in 0..pieces {
        let [a, b, c] = [0, 1, 2].map(|place| 3 * piece + place);
        let (own, other) = (player(piece.into()), player(u64::from(piece) + 1));
        draft.vertex(own, pieces + piece, [b])?;
        draft.vertex(own, piece, moves([c], [(piece > 0).then(|| a - 3)]))?;
        draft.vertex(other, piece, moves([b, c], [(piece + 1 < pieces).then_some(a + 3)]))?;
    }
    draft.finish()
}

/// Gazda's counter of `pieces` pieces with three vertices each: exponential for the recursive
/// algorithm, also where it solves strongly connected components one by one.
///
/// In piece i, a, b and c are the vertices 3i, 3i + 1 and 3i + 2:
///
/// | vertex | priority | owner | moves to |
/// | --- | --- | --- | --- |
/// | a | i + 2 | i mod 2 | b, and a of the next piece |
/// | b | 1 − i mod 2 | i mod 2 | c, and a of the next piece |
/// | c | 1 − i mod 2 | the other | b, and c of the piece before |
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::gazda_counter(2)?;
/// assert_eq!((arena.graph.vertex_count(), arena.graph.edge_count()), (6, 9));
/// assert_eq!(arena.graph.successors(5), [4, 2]);
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: in the manner of Gazda and Willemse (2013), *Zielonka's recursive algorithm: dull, weak
/// and solitaire games and tighter bounds*, as van Dijk gives it with *Oink* (2018).
///
/// # Errors
/// No pieces, more vertices than a `u32` can number or than fit into memory.
pub fn gazda_counter(pieces: u64) -> Result<Arena, GenerateError> {
    arena(&format!("gazda-counter {pieces}"))
}

pub(super) fn build_gazda_counter(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let pieces = (plan.size.vertices / 3) as Vertex;
    for piece in 0..pieces {
        let [a, b, c] = [0, 1, 2].map(|place| 3 * piece + place);
        let (own, other) = (player(piece.into()), player(u64::from(piece) + 1));
        let next = (piece + 1 < pieces).then_some(a + 3);
        let low = 1 - piece % 2;
        draft.vertex(own, piece + 2, moves([b], [next]))?;
        draft.vertex(own, low, moves([c], [next]))?;
        draft.vertex(other, low, moves([b], [(piece > 0).then(|| c - 3)]))?;
    }
    draft.finish()
}

/// A ring of `groups` groups with four vertices each: exponential for priority promotion, also where
/// regions below the target of a promotion are kept if they can be.
///
/// Group i of n belongs to player (n + i) mod 2, all four of it. Two vertices, 4i and 4i + 1, have
/// priority n − 1 − i, the other two n + 1 + i. The two of a priority lead to each other; each of the
/// first two leads also to its partner among the other two, and each of those to the first or
/// the second vertex of the next group.
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::region_counter(3)?;
/// assert_eq!((arena.graph.vertex_count(), arena.graph.edge_count()), (12, 24));
/// assert_eq!(arena.graph.successors(7), [6, 9]);
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: in the manner of Benerecetti, Dell'Erba and Mogavero (2016), *Improving priority promotion
/// for parity games*, as van Dijk gives it with *Oink* (2018).
///
/// # Errors
/// No groups, more vertices than a `u32` can number or than fit into memory.
pub fn region_counter(groups: u64) -> Result<Arena, GenerateError> {
    arena(&format!("region-counter {groups}"))
}

pub(super) fn build_region_counter(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let groups = (plan.size.vertices / 4) as Vertex;
    for group in 0..groups {
        let owner = player(u64::from(groups) + u64::from(group));
        let first = 4 * group;
        let next = 4 * ((group + 1) % groups);
        let (low, high) = (groups - 1 - group, groups + 1 + group);
        draft.vertex(owner, low, [first + 1, first + 2])?;
        draft.vertex(owner, low, [first, first + 3])?;
        draft.vertex(owner, high, [first + 3, next])?;
        draft.vertex(owner, high, [first + 2, next + 1])?;
    }
    draft.finish()
}

/// A chain of `pieces` pieces with four vertices each: exponential for priority promotion, also where
/// promotions are put off as long as others are possible.
///
/// In piece i, a, b, c and d are the vertices 4i to 4i + 3:
///
/// | vertex | priority | owner | moves to |
/// | --- | --- | --- | --- |
/// | a | i | 1 − i mod 2 | b |
/// | b | i | 1 − i mod 2 | a, c, and d of the next piece |
/// | c | i | i mod 2 | b, and d of the piece before |
/// | d | i + 3 | i mod 2 | c |
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::delayed_counter(2)?;
/// assert_eq!((arena.graph.vertex_count(), arena.graph.edge_count()), (8, 12));
/// assert_eq!(arena.graph.successors(1), [0, 2, 7]);
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: in the manner of Benerecetti, Dell'Erba and Mogavero (2016), *A delayed promotion policy for
/// parity games*, as van Dijk gives it with *Oink* (2018).
///
/// # Errors
/// No pieces, more vertices than a `u32` can number or than fit into memory.
pub fn delayed_counter(pieces: u64) -> Result<Arena, GenerateError> {
    arena(&format!("delayed-counter {pieces}"))
}

pub(super) fn build_delayed_counter(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let pieces = (plan.size.vertices / 4) as Vertex;
    for piece in 0..pieces {
        let [a, b, c, d] = [0, 1, 2, 3].map(|place| 4 * piece + place);
        let (own, other) = (player(piece.into()), player(u64::from(piece) + 1));
        draft.vertex(other, piece, [b])?;
        draft.vertex(other, piece, moves([a, c], [(piece + 1 < pieces).then_some(d + 4)]))?;
        draft.vertex(own, piece, moves([b], [(piece > 0).then(|| d - 4)]))?;
        draft.vertex(own, piece + 3, [c])?;
    }
    draft.finish()
}

/// A root with `arms` arms of five vertices each, every one of which distracts player 0 from the
/// cycle back to the root: hard for the one-sided form of recursive tangle learning.
///
/// The root, vertex 0, is player 1's and has priority 0; it leads to itself and to the first vertex
/// of each arm. In arm i of n, the vertices from 5i + 1 on are
///
/// | vertex | priority | owner | moves to |
/// | --- | --- | --- | --- |
/// | a | 2(n − i) | 0 | the root, b |
/// | b | 2(n + i + 1) | 0 | c |
/// | c | 1 | 1 | d |
/// | d | 1 | 0 | c, e |
/// | e | 2(n + i + 1) + 1 | 0 | a |
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::distractions(2)?;
/// assert_eq!((arena.graph.vertex_count(), arena.graph.edge_count()), (11, 17));
/// assert_eq!(arena.graph.successors(0), [0, 1, 6]);
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// Source: in the manner of the game that van Dijk gives with *Oink* (2021) against it.
///
/// # Errors
/// No arms, more vertices than a `u32` can number or than fit into memory.
pub fn distractions(arms: u64) -> Result<Arena, GenerateError> {
    arena(&format!("distractions {arms}"))
}

pub(super) fn build_distractions(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let arms = (plan.size.vertices / 5) as Vertex;
    draft.vertex(Player::One, 0, moves([0], (0..arms).map(|arm| Some(5 * arm + 1))))?;
    for arm in 0..arms {
        let [a, b, c, d, e] = [1, 2, 3, 4, 5].map(|place| 5 * arm + place);
        let high = 2 * (arms + arm + 1);
        draft.vertex(Player::Zero, 2 * (arms - arm), [0, b])?;
        draft.vertex(Player::Zero, high, [c])?;
        draft.vertex(Player::One, 1, [d])?;
        draft.vertex(Player::Zero, 1, [c, e])?;
        draft.vertex(Player::Zero, high + 1, [a])?;
    }
    draft.finish()
}
