//! Graphs by chance: anywhere, upwards, and from layer to layer.
//!
//! Each is written row by row into its final arrays. The numbers of moves are drawn twice from the
//! same random numbers, first to learn how many edges there will be and then to write them, which
//! is cheaper than keeping them.

use retrograde_core::memory::Bytes;
use retrograde_core::{Graph, Vertex};

use super::error::GenerateError;
use super::family::Family;
use super::limits::{check_count, check_mean, check_share, check_vertices};
use super::recipe::Recipe;
use super::rng::{Coin, Rng};
use super::rows::Rows;
use super::size::Size;

/// A random graph: exactly `terminals` × `vertices` of the vertices, rounded and chosen at random,
/// have no move; each other vertex has `moves` of them on average, uniformly between 1 and
/// 2 × `moves` − 1, to vertices chosen from all with equal probability. Loops and parallel edges
/// occur.
///
/// Where 2 × `moves` − 1 is not a whole number, each vertex takes one of the two nearest as its
/// upper end, at random, such that the average is right.
///
/// ```
/// use retrograde_games::generate;
/// let graph = generate::random(100, 2.5, 0.2, 1)?;
/// assert!(graph.vertices().all(|v| graph.out_degree(v) <= 4));
/// assert_eq!(graph, generate::random(100, 2.5, 0.2, 1)?);
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// No vertices or more than a `u32` can number, `moves` below 1, `terminals` not from 0 to 1, a
/// graph that does not fit into memory.
pub fn random(
    vertices: u64,
    moves: f64,
    terminals: f64,
    seed: u64,
) -> Result<Graph, GenerateError> {
    Recipe::Random { vertices, moves, terminals, seed }.build_graph()
}

pub(super) fn random_size(
    vertices: u64,
    moves: f64,
    terminals: f64,
) -> Result<Size, GenerateError> {
    let vertices = check_count("vertices", vertices)?;
    let moves = check_mean("moves", moves)?;
    let moving = vertices - terminal_count(vertices, check_share("terminals", terminals)?);
    Ok(Size::bare(vertices, expected_edges(moving, moves)))
}

pub(super) fn build_random(
    expected: Size,
    moves: f64,
    terminals: f64,
    seed: u64,
    allowed: Bytes,
) -> Result<Graph, GenerateError> {
    Ok(random_graph(expected, moves, terminals, seed, allowed)?.0)
}

/// The graph of [`random`], and the random numbers to draw its attributes from.
pub(super) fn random_graph(
    expected: Size,
    moves: f64,
    terminals: f64,
    seed: u64,
    allowed: Bytes,
) -> Result<(Graph, Rng), GenerateError> {
    let vertices = expected.vertices;
    let mut first = MoveCounts::new(vertices, moves, terminal_count(vertices, terminals), seed);
    let counts = first.clone();
    let edges = first.by_ref().sum();
    let mut rng = first.rng;
    let mut rows = Rows::new(Size { edges, ..expected }, allowed)?;
    for count in counts {
        rows.push((0..count).map(|_| rng.below(vertices) as Vertex));
    }
    Ok((rows.finish(), rng))
}

/// A random graph without cycles: each vertex but the last has moves to vertices of higher
/// numbers, chosen with equal probability; how many is drawn as in [`random`], but never more than
/// there are higher vertices. Parallel edges occur.
///
/// ```
/// use retrograde_games::generate;
/// let graph = generate::dag(100, 3.0, 1)?;
/// assert!(graph.edges().all(|(from, to)| from < to));
/// assert_eq!(graph.vertices().filter(|&v| graph.is_terminal(v)).count(), 1);
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// No vertices or more than a `u32` can number, `moves` below 1, a graph that does not fit into
/// memory.
pub fn dag(vertices: u64, moves: f64, seed: u64) -> Result<Graph, GenerateError> {
    Recipe::Dag { vertices, moves, seed }.build_graph()
}

pub(super) fn dag_size(vertices: u64, moves: f64) -> Result<Size, GenerateError> {
    let vertices = check_count("vertices", vertices)?;
    let moves = check_mean("moves", moves)?;
    let bound = MoveBound::of_mean(moves);
    let narrow = expected_dag_edges(vertices as f64 - 1.0, bound.most as f64);
    let wide = expected_dag_edges(vertices as f64 - 1.0, bound.most as f64 + 1.0);
    let edges = narrow + (wide - narrow) * bound.fraction;
    Ok(Size::bare(vertices, edges.ceil() as u64))
}

pub(super) fn build_dag(
    expected: Size,
    moves: f64,
    seed: u64,
    allowed: Bytes,
) -> Result<Graph, GenerateError> {
    let vertices = expected.vertices;
    let higher = |vertex: u64| vertices - 1 - vertex;
    let mut first = MoveCounts::new(vertices - 1, moves, 0, seed);
    let counts = first.clone();
    let edges = (0..).zip(first.by_ref()).map(|(v, count)| count.min(higher(v))).sum();
    let mut rng = first.rng;
    let mut rows = Rows::new(Size::bare(vertices, edges), allowed)?;
    for (vertex, count) in (0..).zip(counts) {
        let higher = higher(vertex);
        rows.push((0..count.min(higher)).map(|_| (vertex + 1 + rng.below(higher)) as Vertex));
    }
    rows.push([]);
    Ok(rows.finish())
}

/// Layers of `width` vertices each; every vertex outside the last layer has moves, as many as in
/// [`random`]. A move leads to the next layer, or, with probability `back`, to any vertex of the
/// layers up to its own. Parallel edges occur.
///
/// ```
/// use retrograde_games::generate;
/// let graph = generate::layered(4, 10, 2.0, 0.0, 1)?;
/// assert!(graph.edges().all(|(from, to)| to / 10 == from / 10 + 1));
/// # Ok::<(), generate::GenerateError>(())
/// ```
///
/// # Errors
/// No layers or an empty one, more vertices than a `u32` can number, `moves` below 1, `back` not
/// from 0 to 1, a graph that does not fit into memory.
pub fn layered(
    layers: u64,
    width: u64,
    moves: f64,
    back: f64,
    seed: u64,
) -> Result<Graph, GenerateError> {
    Recipe::Layered { layers, width, moves, back, seed }.build_graph()
}

pub(super) fn layered_size(
    layers: u64,
    width: u64,
    moves: f64,
    back: f64,
) -> Result<Size, GenerateError> {
    let layers = check_count("layers", layers)?;
    let width = check_count("width", width)?;
    let moves = check_mean("moves", moves)?;
    check_share("back", back)?;
    let vertices = check_vertices(Family::Layered, u128::from(layers) * u128::from(width))?;
    Ok(Size::bare(vertices, expected_edges(vertices - width, moves)))
}

pub(super) fn build_layered(
    expected: Size,
    width: u64,
    moves: f64,
    back: f64,
    seed: u64,
    allowed: Bytes,
) -> Result<Graph, GenerateError> {
    let vertices = expected.vertices;
    let back = Coin::new(back);
    let mut first = MoveCounts::new(vertices - width, moves, 0, seed);
    let counts = first.clone();
    let edges = first.by_ref().sum();
    let mut rng = first.rng;
    let mut rows = Rows::new(Size::bare(vertices, edges), allowed)?;
    for (vertex, count) in (0u64..).zip(counts) {
        let next_layer = (vertex / width + 1) * width;
        rows.push((0..count).map(|_| {
            let to = if back.toss(&mut rng) {
                rng.below(next_layer)
            } else {
                next_layer + rng.below(width)
            };
            to as Vertex
        }));
    }
    for _ in 0..width {
        rows.push([]);
    }
    Ok(rows.finish())
}

/// How many vertices a share amounts to.
fn terminal_count(vertices: u64, share: f64) -> u64 {
    ((vertices as f64 * share).round() as u64).min(vertices)
}

/// The sum, for h from 1 to `moving`, of the mean of min(U, h) with U uniform from 1 to `most`:
/// h − h (h − 1) / (2 `most`) up to h = `most`, from there on (`most` + 1) / 2.
fn expected_dag_edges(moving: f64, most: f64) -> f64 {
    let capped = moving.min(most);
    let below = capped * (capped + 1.0) / 2.0;
    let excess = (capped - 1.0) * capped * (capped + 1.0) / (6.0 * most);
    below - excess + (moving - capped) * (most + 1.0) / 2.0
}

fn expected_edges(moving: u64, mean: f64) -> u64 {
    (moving as f64 * mean).ceil() as u64
}

/// The most moves a vertex may have for a given mean, if it has from 1 to that many with equal
/// probability: `most`, or one more for a `fraction` of the vertices. The mean of 1..=m is
/// (m + 1) / 2, so mixing m and m + 1 mixes the means alike.
struct MoveBound {
    most: u64,
    fraction: f64,
}

impl MoveBound {
    fn of_mean(mean: f64) -> Self {
        let most = 2.0 * mean - 1.0;
        MoveBound { most: most.floor() as u64, fraction: most.fract() }
    }
}

/// How many moves each of a number of vertices has, drawn one after the other.
#[derive(Clone, Debug)]
struct MoveCounts {
    rng: Rng,
    /// Vertices not yet drawn, and how many of them will have no move.
    left: u64,
    terminals_left: u64,
    /// Counts are uniform from 1 to `most`, or one more where `widen` says so.
    most: u64,
    widen: Coin,
}

impl MoveCounts {
    fn new(vertices: u64, mean: f64, terminals: u64, seed: u64) -> Self {
        let bound = MoveBound::of_mean(mean);
        MoveCounts {
            rng: Rng::from_seed(seed),
            left: vertices,
            terminals_left: terminals,
            most: bound.most,
            widen: Coin::new(bound.fraction),
        }
    }
}

impl Iterator for MoveCounts {
    type Item = u64;

    /// Terminals are chosen by selection sampling: each vertex is one with the probability that
    /// makes the number come out exactly. Fan, Muller and Rezucha (1962), *Development of sampling
    /// plans by using sequential (item by item) selection techniques and digital computers*.
    #[inline]
    fn next(&mut self) -> Option<u64> {
        if self.left == 0 {
            return None;
        }
        let terminal = self.terminals_left > 0 && self.rng.below(self.left) < self.terminals_left;
        self.left -= 1;
        if terminal {
            self.terminals_left -= 1;
            return Some(0);
        }
        let most = self.most + u64::from(self.widen.toss(&mut self.rng));
        Some(1 + self.rng.below(most))
    }
}
