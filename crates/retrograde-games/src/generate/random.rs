//! Graphs by chance: anywhere, upwards, and from layer to layer.
//!
//! Each is written row by row into its final arrays. The numbers of moves are drawn twice from the
//! same random numbers, first to learn how many edges there will be and then to write them, which
//! is cheaper than keeping them.

use retrograde_core::{Arena, Graph, Vertex};

use super::draft::{Draft, Plan};
use super::error::GenerateError;
use super::parameter::Values;
use super::recipe::graph;
use super::rng::{Coin, Rng};

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
    graph(&format!("random {vertices} {moves} {terminals} {seed}"))
}

/// How many edges to expect if a share of the vertices are terminals.
pub(super) fn random_edges(values: &Values, terminals: f64) -> u128 {
    let vertices = values.whole("vertices");
    expected_edges(vertices - terminal_count(vertices, terminals), values.real("moves"))
}

pub(super) fn build_random(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    random_rows(plan, plan.values.real("terminals"))?.0.finish()
}

/// The rows of [`random`], and the random numbers to draw attributes from.
pub(super) fn random_rows<'a>(
    plan: &Plan<'a>,
    terminals: f64,
) -> Result<(Draft<'a>, Rng), GenerateError> {
    let vertices = plan.size.vertices;
    let counts = MoveCounts::new(plan, vertices, terminal_count(vertices, terminals));
    let (mut draft, mut rng) = measure(plan, counts.clone(), |_, count| count)?;
    for count in counts {
        draft.row((0..count).map(|_| rng.below(vertices) as Vertex))?;
    }
    Ok((draft, rng))
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
    graph(&format!("dag {vertices} {moves} {seed}"))
}

/// How many edges to expect.
pub(super) fn dag_edges(values: &Values) -> u128 {
    let moving = values.whole("vertices") as f64 - 1.0;
    let bound = MoveBound::of_mean(values.real("moves"));
    let narrow = expected_dag_edges(moving, bound.most as f64);
    let wide = expected_dag_edges(moving, bound.most as f64 + 1.0);
    (narrow + (wide - narrow) * bound.fraction).ceil() as u128
}

pub(super) fn build_dag(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let moving = plan.size.vertices - 1;
    let counts = MoveCounts::new(plan, moving, 0);
    let at_most_higher = |vertex: u64, count: u64| count.min(moving - vertex);
    let (mut draft, mut rng) = measure(plan, counts.clone(), at_most_higher)?;
    for (vertex, count) in (0..).zip(counts) {
        let moves = 0..at_most_higher(vertex, count);
        draft.row(moves.map(|_| (vertex + 1 + rng.below(moving - vertex)) as Vertex))?;
    }
    draft.row([])?;
    draft.finish()
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
    graph(&format!("layered {layers} {width} {moves} {back} {seed}"))
}

/// How many edges to expect.
pub(super) fn layered_edges(values: &Values) -> u128 {
    let moving = (values.wide("layers") - 1) * values.wide("width");
    expected_edges(u64::try_from(moving).unwrap_or(u64::MAX), values.real("moves"))
}

pub(super) fn build_layered(plan: &Plan<'_>) -> Result<Arena, GenerateError> {
    let width = plan.values.whole("width");
    let back = Coin::new(plan.values.real("back"));
    let counts = MoveCounts::new(plan, plan.size.vertices - width, 0);
    let (mut draft, mut rng) = measure(plan, counts.clone(), |_, count| count)?;
    for (vertex, count) in (0u64..).zip(counts) {
        let next_layer = (vertex / width + 1) * width;
        draft.row((0..count).map(|_| {
            let to = if back.toss(&mut rng) {
                rng.below(next_layer)
            } else {
                next_layer + rng.below(width)
            };
            to as Vertex
        }))?;
    }
    for _ in 0..width {
        draft.row([])?;
    }
    draft.finish()
}

/// Draws the numbers of moves for the first time: room for so many edges, `limit` of each vertex and
/// its number, and the random numbers that follow.
fn measure<'a>(
    plan: &Plan<'a>,
    mut counts: MoveCounts,
    limit: impl Fn(u64, u64) -> u64,
) -> Result<(Draft<'a>, Rng), GenerateError> {
    let (mut edges, mut vertex) = (0, 0);
    while counts.left > 0 {
        plan.control.check()?;
        for count in counts.by_ref().take(1 << 16) {
            edges += limit(vertex, count);
            vertex += 1;
        }
    }
    Ok((plan.draft_of(edges)?, counts.rng))
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

fn expected_edges(moving: u64, mean: f64) -> u128 {
    (moving as f64 * mean).ceil() as u128
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
    fn new(plan: &Plan<'_>, vertices: u64, terminals: u64) -> Self {
        let bound = MoveBound::of_mean(plan.values.real("moves"));
        MoveCounts {
            rng: Rng::from_seed(plan.values.whole("seed")),
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
