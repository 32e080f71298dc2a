//! The disjunctive sum of games: all on the table at once, each move made in one of them.

use retrograde_core::{Arena, Column, Control, Outcome, Vertex};

use super::assemble::{NewRows, push_name, written};
use super::{ConstructError, Construction, Size};

/// A sum of games as one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Product {
    /// The sum.
    pub arena: Arena,
    /// How many vertices each game has.
    counts: Vec<u32>,
}

impl Product {
    /// The vertex of the sum where the games stand at these positions, if there is one.
    #[must_use]
    pub fn vertex(&self, positions: &[Vertex]) -> Option<Vertex> {
        let inside = |(position, count)| position < count;
        if positions.len() != self.counts.len() || !positions.iter().zip(&self.counts).all(inside) {
            return None;
        }
        let places = positions.iter().zip(&self.counts);
        Some(places.fold(0, |vertex, (&position, &count)| vertex * count + position))
    }

    /// Where each game stands at a vertex of the sum: the way back.
    ///
    /// # Panics
    /// If the sum has no such vertex.
    #[must_use]
    pub fn positions(&self, vertex: Vertex) -> Vec<Vertex> {
        assert!((vertex as usize) < self.arena.graph.vertex_count(), "no vertex {vertex}");
        let mut positions = vec![0; self.counts.len()];
        let mut rest = vertex;
        for (position, &count) in positions.iter_mut().zip(&self.counts).rev() {
            *position = rest % count;
            rest /= count;
        }
        positions
    }
}

/// The disjunctive sum: a vertex for each choice of one position in every game; a move is a move in
/// exactly one game, while the others stay where they are.
///
/// Vertices are in lexicographic order, the first game deciding first; the moves of a vertex are
/// those in the first game, then those in the second, and so on. A vertex is called by the names of
/// the positions, joined by `+`. A `+` or `\` within such a name is written `\+` or `\\`, so that no
/// two vertices share a name.
///
/// Weights and players of edges go along, so sums of partizan games work. A sum is normal play:
/// whoever can move in no game loses. So the one verdict a position may have is `lose`, which says
/// just that; a vertex without moves has it in the sum if one of its positions has it. Owners,
/// priorities and targets are dropped, as the positions of a vertex need not agree about them.
///
/// The size is known before anything is allocated; the sum has at most `limit` vertices and at most
/// `limit` edges.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_solve::construct::product;
/// // A heap of one and a heap of two.
/// let one = Arena::from(Graph::from_edges(2, [(1, 0)])?);
/// let two = Arena::from(Graph::from_edges(3, [(1, 0), (2, 0), (2, 1)])?);
/// let sum = product(&[&one, &two], 1000, &Control::default())?;
/// let start = sum.vertex(&[1, 2]).unwrap();
/// assert_eq!(sum.arena.names.get(start), "1+2");
/// let moves = sum.arena.graph.successors(start).iter().map(|&to| sum.positions(to));
/// assert_eq!(moves.collect::<Vec<_>>(), [[0, 2], [1, 0], [1, 1]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ConstructError::TooLarge`]; [`ConstructError::Verdict`] at the first vertex with a verdict
/// other than `lose`; [`ConstructError::NoGames`]; [`ConstructError::Stopped`].
///
/// # Complexity
/// O(E + N V) time for a sum of N games with V vertices and E edges; nothing beside the result,
/// `4 E + 4 V` bytes and the names.
///
/// Source: J. H. Conway, *On Numbers and Games* (1976), chapter 7; C. A. B. Smith, *Graphs and
/// composite games* (1966), for games with cycles.
pub fn product(
    games: &[&Arena],
    limit: u64,
    control: &Control<'_>,
) -> Result<Product, ConstructError> {
    control.check()?;
    let mut pace = control.pace();
    if games.is_empty() {
        return Err(ConstructError::NoGames);
    }
    for (game, arena) in games.iter().enumerate() {
        if let Some((vertex, verdict)) = arena.verdicts.iter().find(|&(_, v)| v != Outcome::Lose) {
            let name = arena.names.printable(vertex as Vertex).into_owned();
            return Err(ConstructError::Verdict { game, vertex: vertex as Vertex, name, verdict });
        }
    }
    let (vertices, edges) = size(games);
    ConstructError::check_size(Construction::Product, vertices, edges, limit)?;
    let mut sum = Sum {
        rows: NewRows::with_room(vertices.count() as usize, edges.count() as usize),
        verdicts: Column::default(),
    };
    let steps = steps(games);
    let mut positions = vec![0; games.len()];
    for vertex in 0..vertices.count() as Vertex {
        let moves = sum.add_vertex(games, &steps, &positions, vertex);
        pace.steps(1 + games.len() + moves)?;
        advance(&mut positions, games);
    }
    let names = written(vertices.count() as usize, &mut pace, |_, text| {
        push_joined(text, games, &positions);
        advance(&mut positions, games);
    })?;
    let arena = Arena { verdicts: sum.verdicts, ..sum.rows.finish(names)? };
    let counts = games.iter().map(|arena| arena.graph.vertex_count() as u32).collect();
    Ok(Product { arena, counts })
}

/// The number of vertices and edges of a sum.
fn size(games: &[&Arena]) -> (Size, Size) {
    // With a game that has no position, the sum has none either, however large the others are.
    if games.iter().any(|arena| arena.graph.vertex_count() == 0) {
        return (Size::Exactly(0), Size::Exactly(0));
    }
    let (mut vertices, mut edges) = (1u128, 0u128);
    for arena in games {
        let count = arena.graph.vertex_count() as u128;
        let here = vertices.saturating_mul(arena.graph.edge_count() as u128);
        edges = edges.saturating_mul(count).saturating_add(here);
        vertices = vertices.saturating_mul(count);
    }
    let size = |count| if count == u128::MAX { Size::AtLeast(count) } else { Size::Exactly(count) };
    (size(vertices), size(edges))
}

/// How far apart in the sum two vertices are that differ by one in the position of each game.
fn steps(games: &[&Arena]) -> Vec<u32> {
    let mut step = 1u32;
    let mut steps = vec![0; games.len()];
    for (place, arena) in steps.iter_mut().zip(games).rev() {
        *place = step;
        // Only in a sum without vertices, where nobody asks, can this be more than a `u32`.
        step = step.saturating_mul(arena.graph.vertex_count() as u32);
    }
    steps
}

/// Goes on to the next vertex in lexicographic order; after the last comes the first.
fn advance(positions: &mut [Vertex], games: &[&Arena]) {
    for (position, arena) in positions.iter_mut().zip(games).rev() {
        *position += 1;
        if (*position as usize) < arena.graph.vertex_count() {
            return;
        }
        *position = 0;
    }
}

/// The sum under construction.
struct Sum {
    rows: NewRows,
    verdicts: Column<Outcome>,
}

impl Sum {
    /// Adds the moves of the next vertex, or its verdict where it has no moves. Says how many.
    fn add_vertex(
        &mut self,
        games: &[&Arena],
        steps: &[u32],
        positions: &[Vertex],
        vertex: Vertex,
    ) -> usize {
        let (mut moves, mut has_verdict) = (0, false);
        for ((arena, &step), &position) in games.iter().zip(steps).zip(positions) {
            let elsewhere = vertex - position * step;
            for place in arena.graph.edge_range(position) {
                let to = elsewhere + arena.graph.targets()[place] * step;
                self.rows.carry(to, arena, place);
                moves += 1;
            }
            has_verdict |= arena.verdicts.get(position as usize).is_some();
        }
        self.rows.end_row();
        if has_verdict && moves == 0 {
            self.verdicts.set(vertex as usize, Outcome::Lose);
        }
        moves
    }
}

fn push_joined(text: &mut String, games: &[&Arena], positions: &[Vertex]) {
    for (game, (arena, &position)) in games.iter().zip(positions).enumerate() {
        if game > 0 {
            text.push('+');
        }
        let before = text.len();
        push_name(text, &arena.names, position);
        if text[before..].contains(['+', '\\']) {
            let name = text.split_off(before);
            for character in name.chars() {
                if matches!(character, '+' | '\\') {
                    text.push('\\');
                }
                text.push(character);
            }
        }
    }
}
