//! Graphs without chance: the shapes that are hardest on a solver in one respect each.

use retrograde_core::memory::Bytes;
use retrograde_core::{Graph, Vertex};

use super::error::GenerateError;
use super::family::Family;
use super::limits::{check_count, check_vertices};
use super::recipe::Recipe;
use super::rows::Rows;
use super::size::Size;

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
    Recipe::Chain { vertices }.build_graph()
}

pub(super) fn chain_size(vertices: u64) -> Result<Size, GenerateError> {
    let vertices = check_count("vertices", vertices)?;
    Ok(Size::bare(vertices, vertices - 1))
}

pub(super) fn build_chain(size: Size, allowed: Bytes) -> Result<Graph, GenerateError> {
    let mut rows = Rows::new(size, allowed)?;
    for vertex in 0..size.vertices {
        rows.push((vertex + 1 < size.vertices).then_some((vertex + 1) as Vertex));
    }
    Ok(rows.finish())
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
    Recipe::Cycle { vertices }.build_graph()
}

pub(super) fn cycle_size(vertices: u64) -> Result<Size, GenerateError> {
    let vertices = check_count("vertices", vertices)?;
    Ok(Size::bare(vertices, vertices))
}

pub(super) fn build_cycle(size: Size, allowed: Bytes) -> Result<Graph, GenerateError> {
    let mut rows = Rows::new(size, allowed)?;
    for vertex in 0..size.vertices {
        rows.push([((vertex + 1) % size.vertices) as Vertex]);
    }
    Ok(rows.finish())
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
    Recipe::Grid { width, height }.build_graph()
}

pub(super) fn grid_size(width: u64, height: u64) -> Result<Size, GenerateError> {
    let width = check_count("width", width)?;
    let height = check_count("height", height)?;
    let vertices = check_vertices(Family::Grid, u128::from(width) * u128::from(height))?;
    Ok(Size::bare(vertices, 2 * vertices - width - height))
}

pub(super) fn build_grid(size: Size, width: u64, allowed: Bytes) -> Result<Graph, GenerateError> {
    let mut rows = Rows::new(size, allowed)?;
    for row_start in (0..size.vertices).step_by(width as usize) {
        for vertex in row_start..row_start + width {
            let right = (vertex + 1 < row_start + width).then_some(vertex + 1);
            let down = (vertex + width < size.vertices).then_some(vertex + width);
            rows.push([right, down].into_iter().flatten().map(|to| to as Vertex));
        }
    }
    Ok(rows.finish())
}

/// A move from every vertex to every vertex of a higher number: the most edges without a cycle.
///
/// ```
/// use retrograde_games::generate;
/// let graph = generate::complete_dag(3)?;
/// assert!(graph.edges().eq([(0, 1), (0, 2), (1, 2)]));
/// let error = generate::complete_dag(4_000_000_000).unwrap_err();
/// assert!(error.to_string().starts_with(
///     "a graph of 4000000000 vertices and 7999999998000000000 edges takes"
/// ));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// No vertices, more than a `u32` can number, more edges than fit into memory.
pub fn complete_dag(vertices: u64) -> Result<Graph, GenerateError> {
    Recipe::CompleteDag { vertices }.build_graph()
}

pub(super) fn complete_dag_size(vertices: u64) -> Result<Size, GenerateError> {
    let vertices = check_count("vertices", vertices)?;
    // Below 2³² · 2³² / 2, so nothing overflows.
    Ok(Size::bare(vertices, vertices * (vertices - 1) / 2))
}

pub(super) fn build_complete_dag(size: Size, allowed: Bytes) -> Result<Graph, GenerateError> {
    let mut rows = Rows::new(size, allowed)?;
    let end = size.vertices as Vertex;
    for vertex in 0..end {
        rows.push(vertex + 1..end);
    }
    Ok(rows.finish())
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
    Recipe::Star { leaves }.build_graph()
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
    Recipe::InwardStar { leaves }.build_graph()
}

pub(super) fn star_size(family: Family, leaves: u64) -> Result<Size, GenerateError> {
    let leaves = check_count("leaves", leaves)?;
    let vertices = check_vertices(family, u128::from(leaves) + 1)?;
    Ok(Size::bare(vertices, leaves))
}

pub(super) fn build_star(size: Size, allowed: Bytes) -> Result<Graph, GenerateError> {
    let mut rows = Rows::new(size, allowed)?;
    rows.push(1..size.vertices as Vertex);
    for _ in 1..size.vertices {
        rows.push([]);
    }
    Ok(rows.finish())
}

pub(super) fn build_inward_star(size: Size, allowed: Bytes) -> Result<Graph, GenerateError> {
    let mut rows = Rows::new(size, allowed)?;
    rows.push([]);
    for _ in 1..size.vertices {
        rows.push([0]);
    }
    Ok(rows.finish())
}
