//! Parity as mean payoff and as energy: weights that let the deciding priority outweigh all others.

use retrograde_core::{Arena, Column, Control, Extremum, Player};

use super::levels::Levels;
use super::{ReduceError, Reduced, owned, stripped};
use crate::construct::assemble::NewRows;

/// A parity game as a payoff game on the same vertices, which may be played for mean payoff or for
/// energy.
///
/// All moves from a vertex have the same weight, which depends on its priority. It is positive for
/// even priorities and negative for odd ones, and in size larger by 1 than what all vertices of less
/// important priorities of the other parity weigh together. So the sum along a cycle that meets no
/// vertex twice has the sign of the parity that decides it, and is never zero. A vertex without moves
/// gets a self-loop of weight -1 if player 0 owns it and 1 if player 1 does: its owner loses there.
///
/// Player 0 wins the parity game from a vertex exactly if its mean payoff is at least 0, and exactly
/// if player 0 wins the energy game from there; with the same moves in all three.
///
/// ```
/// use retrograde_core::{ArenaBuilder, Control, Extremum, OwnedGraph, PayoffGame, Player};
/// use retrograde_solve::{Options, mean_payoff::{Method, solve}, reduce::parity_to_payoff};
///
/// let mut builder = ArenaBuilder::new();
/// let (a, b) = (builder.vertex("a")?, builder.vertex("b")?);
/// for (from, to) in [(a, a), (a, b), (b, a)] {
///     builder.edge(from, to)?;
/// }
/// for (vertex, priority) in [(a, 3), (b, 8)] {
///     builder.set_owner(vertex, Player::Zero)?;
///     builder.set_priority(vertex, priority)?;
/// }
/// let reduced = parity_to_payoff(builder.finish()?, Extremum::Max, &Control::default())?;
/// let arena = &reduced.arena;
/// assert_eq!(arena.weights.iter().collect::<Vec<_>>(), [(0, -1), (1, -1), (2, 2)]);
///
/// let game = PayoffGame::new(OwnedGraph::new(&arena.graph, &arena.owners)?, &arena.weights)?;
/// let values = solve(&game, Method::Auto, &Options::default())?.solution.values;
/// assert_eq!(values.get(a).unwrap().to_string(), "1/2");
/// assert_eq!(reduced.winners_by_value(&values).count(Player::Zero), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`ReduceError::Missing`] for the first vertex without an owner or a priority;
/// [`ReduceError::Weights`] where 64 bits are not enough. They are if there are `n` vertices with
/// moves and `k` priorities, counting those of the same parity once if none of the other is between
/// them, and `n` to the power of `k - 1` is below 2⁶³. [`ReduceError::Stopped`].
///
/// # Complexity
/// O(V log V + E) time; 8 bytes an edge for the weights, 8 bytes a vertex on the way, and a new graph
/// only if some vertex has no move.
///
/// Source: A. Puri, *Theory of hybrid systems and discrete event systems* (1995), and M. Jurdziński,
/// *Deciding the winner in parity games is in UP ∩ co-UP* (1998), where the weights are powers of the
/// number of vertices; those here are never larger in size.
pub fn parity_to_payoff(
    arena: Arena,
    deciding: Extremum,
    control: &Control<'_>,
) -> Result<Reduced, ReduceError> {
    owned(&arena)?;
    let levels = Levels::new(&arena, deciding, control)?;
    let mut pace = control.pace();
    let weights = weights(&levels)?;
    let weight = |vertex| weights[levels.of(vertex) as usize];
    let graph = &arena.graph;
    let ends = graph.vertices().filter(|&vertex| graph.is_terminal(vertex)).count();
    if ends == 0 {
        let mut weights = Column::default();
        for vertex in graph.vertices() {
            pace.steps(1 + graph.edge_range(vertex).len())?;
            graph.edge_range(vertex).for_each(|place| weights.set(place, weight(vertex)));
        }
        return Ok(Reduced::same(Arena { weights, ..stripped(arena) }));
    }
    let mut rows = NewRows::with_room(graph.vertex_count(), graph.edge_count() + ends);
    for vertex in graph.vertices() {
        pace.steps(1 + graph.successors(vertex).len())?;
        for &to in graph.successors(vertex) {
            rows.weighted(to, weight(vertex));
        }
        if graph.is_terminal(vertex) {
            let is_lost = arena.owners.get(vertex as usize) == Some(Player::Zero);
            rows.weighted(vertex, if is_lost { -1 } else { 1 });
        }
        rows.end_row();
    }
    let Arena { names, owners, .. } = arena;
    Ok(Reduced::same(Arena { owners, ..rows.finish(names)? }))
}

/// The weight of each level.
fn weights(levels: &Levels) -> Result<Vec<i64>, ReduceError> {
    // What all vertices of even levels weigh so far, and those of odd levels.
    let mut totals = [0_i128; 2];
    let mut weights = Vec::with_capacity(levels.len());
    for (level, &count) in levels.counts().iter().enumerate() {
        let parity = usize::from(levels.is_odd(level));
        let size = totals[1 - parity].saturating_add(1);
        let Ok(weight) = i64::try_from(size) else {
            return Err(too_many(levels));
        };
        totals[parity] = totals[parity].saturating_add(size.saturating_mul(i128::from(count)));
        weights.push(if parity == 1 { -weight } else { weight });
    }
    Ok(weights)
}

/// The error that says what fits, going by powers of the number of vertices.
#[cold]
fn too_many(levels: &Levels) -> ReduceError {
    const ROOM: u128 = 1 << 63;
    let (vertices, priorities) = (levels.counts().iter().sum::<u64>(), levels.len());
    let fits = |vertices: u64, priorities: usize| {
        let steps = u32::try_from(priorities - 1).unwrap_or(u32::MAX);
        u128::from(vertices).checked_pow(steps).is_some_and(|power| power < ROOM)
    };
    let fitting_priorities = (2..priorities).take_while(|&count| fits(vertices, count)).last();
    let (mut fitting, mut beyond) = (1, vertices);
    while fitting + 1 < beyond {
        let middle = fitting + (beyond - fitting) / 2;
        if fits(middle, priorities) {
            fitting = middle;
        } else {
            beyond = middle;
        }
    }
    ReduceError::Weights {
        priorities,
        vertices: vertices as usize,
        fitting_priorities: fitting_priorities.unwrap_or(1),
        fitting_vertices: fitting,
    }
}
