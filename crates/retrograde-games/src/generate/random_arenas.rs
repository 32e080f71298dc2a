//! Arenas by chance, for the objectives on infinite plays: every vertex has an owner and a move.

use retrograde_core::Arena;

use super::draft::{Plan, player};
use super::error::GenerateError;
use super::random::random_rows;
use super::recipe::arena;

/// A random parity arena: the moves of [`random`](super::random) without terminals; each vertex
/// belongs to either player and has any of the priorities from 0 to `priorities` − 1 with equal
/// probability.
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::random_parity(100, 2.5, 4, 1)?;
/// assert!(arena.graph.vertices().all(|v| !arena.graph.is_terminal(v)));
/// assert!(arena.priorities.iter().all(|(_, priority)| priority < 4));
/// assert_eq!(arena.owners.count(), 100);
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// No vertices or no priorities, more than a `u32` can number, `moves` below 1, an arena that does
/// not fit into memory.
pub fn random_parity(
    vertices: u64,
    moves: f64,
    priorities: u64,
    seed: u64,
) -> Result<Arena, GenerateError> {
    arena(&format!("random-parity {vertices} {moves} {priorities} {seed}"))
}

pub(super) fn build_random_parity(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let (mut draft, mut rng) = random_rows(plan, 0.0)?;
    let priorities = plan.values.whole("priorities");
    for _ in 0..plan.size.vertices {
        draft.owners.push(player(rng.below(2)));
        draft.priorities.push(rng.below(priorities) as u32);
        draft.steps(1)?;
    }
    draft.finish()
}

/// A random arena for energy and mean payoff: the moves of [`random`](super::random) without
/// terminals; each vertex belongs to either player with equal probability, and each edge weighs
/// any whole number from −`weight` to `weight` with equal probability.
///
/// ```
/// use retrograde_games::generate;
/// let arena = generate::random_payoff(100, 2.5, 10, 1)?;
/// assert_eq!(arena.weights.count(), arena.graph.edge_count());
/// assert!(arena.weights.iter().all(|(_, weight)| weight.abs() <= 10));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// No vertices or more than a `u32` can number, `moves` below 1, `weight` 0 or past `u32`, an arena
/// that does not fit into memory.
pub fn random_payoff(
    vertices: u64,
    moves: f64,
    weight: u64,
    seed: u64,
) -> Result<Arena, GenerateError> {
    arena(&format!("random-payoff {vertices} {moves} {weight} {seed}"))
}

pub(super) fn build_random_payoff(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let (mut draft, mut rng) = random_rows(plan, 0.0)?;
    let weight = plan.values.whole("weight");
    for _ in 0..plan.size.vertices {
        draft.owners.push(player(rng.below(2)));
        draft.steps(1)?;
    }
    for _ in 0..draft.edges() {
        // Weights are at most a `u32`, so nothing overflows.
        draft.weights.push(rng.below(2 * weight + 1) as i64 - weight as i64);
        draft.steps(1)?;
    }
    draft.finish()
}
