//! Graphs without chance: the shapes that are hardest on a solver in one respect each.

use retrograde_core::{Arena, Graph, Vertex};

use super::draft::Plan;
use super::error::GenerateError;
use super::recipe::graph;

/// One path 0 → 1 → … → n − 1: distances as long as they can be.
///
/// ```
/// use retrograde_games::generate;
/// let graph = generate::chain(3)?;
/// assert!(graph.edges().eq([(0, 1), (1, 2)]));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// No vertices, more than a `u32` can number, more than fit into memory.
pub fn chain(vertices: u64) -> Result<Graph, GenerateError> {
    graph(&format!("chain {vertices}"))
}

pub(super) fn build_chain(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let end = plan.size.vertices;
    for vertex in 0..end {
        draft.row((vertex + 1 < end).then_some((vertex + 1) as Vertex))?;
    }
    draft.finish()
}

/// One cycle 0 → 1 → … → n − 1 → 0, on which nothing is ever decided; for one vertex, a loop.
///
/// ```
/// use retrograde_games::generate;
/// let graph = generate::cycle(3)?;
/// assert!(graph.edges().eq([(0, 1), (1, 2), (2, 0)]));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// No vertices, more than a `u32` can number, more than fit into memory.
pub fn cycle(vertices: u64) -> Result<Graph, GenerateError> {
    graph(&format!("cycle {vertices}"))
}

pub(super) fn build_cycle(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let end = plan.size.vertices;
    for vertex in 0..end {
        draft.row([((vertex + 1) % end) as Vertex])?;
    }
    draft.finish()
}

/// A board of `width` × `height` squares, numbered row by row, with moves one step right and down.
///
/// ```
/// use retrograde_games::generate;
/// let graph = generate::grid(2, 2)?;
/// assert!(graph.edges().eq([(0, 1), (0, 2), (1, 3), (2, 3)]));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// A side of 0, more squares than a `u32` can number or than fit into memory.
pub fn grid(width: u64, height: u64) -> Result<Graph, GenerateError> {
    graph(&format!("grid {width} {height}"))
}

pub(super) fn build_grid(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let (width, end) = (plan.values.whole("width"), plan.size.vertices);
    for row_start in (0..end).step_by(width as usize) {
        for vertex in row_start..row_start + width {
            let right = (vertex + 1 < row_start + width).then_some(vertex + 1);
            let down = (vertex + width < end).then_some(vertex + width);
            draft.row([right, down].into_iter().flatten().map(|to| to as Vertex))?;
        }
    }
    draft.finish()
}

/// A move from every vertex to every vertex of a higher number: the most edges without a cycle.
///
/// ```
/// use retrograde_games::generate;
/// let graph = generate::complete_dag(3)?;
/// assert!(graph.edges().eq([(0, 1), (0, 2), (1, 2)]));
/// let error = generate::complete_dag(4_000_000_000).unwrap_err();
/// assert!(error.to_string().starts_with(
///     "a graph of 4,000,000,000 vertices and 7,999,999,998,000,000,000 edges takes"
/// ));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// No vertices, more than a `u32` can number, more edges than fit into memory.
pub fn complete_dag(vertices: u64) -> Result<Graph, GenerateError> {
    graph(&format!("complete-dag {vertices}"))
}

pub(super) fn build_complete_dag(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    let end = plan.size.vertices as Vertex;
    for vertex in 0..end {
        draft.row(vertex + 1..end)?;
    }
    draft.finish()
}

/// A centre, vertex 0, with a move to each of the leaves: one vertex with very many moves.
///
/// ```
/// use retrograde_games::generate;
/// let graph = generate::star(3)?;
/// assert!(graph.edges().eq([(0, 1), (0, 2), (0, 3)]));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// No leaves, more than a `u32` can number, more than fit into memory.
pub fn star(leaves: u64) -> Result<Graph, GenerateError> {
    graph(&format!("star {leaves}"))
}

/// Leaves with a move each to the centre, vertex 0, which has none: one vertex that very many
/// others wait for.
///
/// ```
/// use retrograde_games::generate;
/// let graph = generate::inward_star(3)?;
/// assert!(graph.edges().eq([(1, 0), (2, 0), (3, 0)]));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// No leaves, more than a `u32` can number, more than fit into memory.
pub fn inward_star(leaves: u64) -> Result<Graph, GenerateError> {
    graph(&format!("inward-star {leaves}"))
}

pub(super) fn build_star(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    draft.row(1..plan.size.vertices as Vertex)?;
    for _ in 1..plan.size.vertices {
        draft.row([])?;
    }
    draft.finish()
}

pub(super) fn build_inward_star(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let mut draft = plan.draft()?;
    draft.row([])?;
    for _ in 1..plan.size.vertices {
        draft.row([0])?;
    }
    draft.finish()
}
