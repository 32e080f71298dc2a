//! Arenas by chance, for the objectives on infinite plays: every vertex has an owner and a move.

use retrograde_core::Arena;
use retrograde_core::memory::Bytes;

use super::attributes::{Attributes, FilledColumn, player};
use super::error::GenerateError;
use super::limits::check_count;
use super::random::{random_graph, random_size};
use super::recipe::Recipe;
use super::size::Size;

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
    Recipe::RandomParity { vertices, moves, priorities, seed }.build()
}

pub(super) fn random_parity_size(
    vertices: u64,
    moves: f64,
    priorities: u64,
) -> Result<Size, GenerateError> {
    let size = random_size(vertices, moves, 0.0)?;
    check_count("priorities", priorities)?;
    Ok(Size { attributes: Attributes::PARITY, ..size })
}

pub(super) fn build_random_parity(
    expected: Size,
    moves: f64,
    priorities: u64,
    seed: u64,
    allowed: Bytes,
) -> Result<Arena, GenerateError> {
    let (graph, mut rng) = random_graph(expected, moves, 0.0, seed, allowed)?;
    let mut owners = FilledColumn::new(true, expected.vertices);
    let mut column = FilledColumn::new(true, expected.vertices);
    for _ in graph.vertices() {
        owners.push(player(rng.below(2)));
        column.push(rng.below(priorities) as u32);
    }
    Ok(Arena { owners: owners.finish(), priorities: column.finish(), ..Arena::from(graph) })
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
    Recipe::RandomPayoff { vertices, moves, weight, seed }.build()
}

pub(super) fn random_payoff_size(
    vertices: u64,
    moves: f64,
    weight: u64,
) -> Result<Size, GenerateError> {
    let size = random_size(vertices, moves, 0.0)?;
    check_count("weight", weight)?;
    Ok(Size { attributes: Attributes::PAYOFF, ..size })
}

pub(super) fn build_random_payoff(
    expected: Size,
    moves: f64,
    weight: u64,
    seed: u64,
    allowed: Bytes,
) -> Result<Arena, GenerateError> {
    let (graph, mut rng) = random_graph(expected, moves, 0.0, seed, allowed)?;
    let mut owners = FilledColumn::new(true, expected.vertices);
    for _ in graph.vertices() {
        owners.push(player(rng.below(2)));
    }
    let mut weights = FilledColumn::new(true, graph.edge_count() as u64);
    for _ in graph.targets() {
        // Weights are at most a `u32`, so nothing overflows.
        weights.push(rng.below(2 * weight + 1) as i64 - weight as i64);
    }
    Ok(Arena { owners: owners.finish(), weights: weights.finish(), ..Arena::from(graph) })
}
