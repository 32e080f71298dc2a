//! Turns between the algorithms, so that no game that is hard for one of them is hard for all.

use retrograde_core::{Graph, RegionSolution};

use super::game::Game;
use super::{ALGORITHMS, Method};
use crate::stop::Stop;

/// Steps for each vertex and edge in the first round: enough for games that are easy for an
/// algorithm.
const FIRST_STEPS: u64 = 16;

/// Steps for each vertex and edge where there is an algorithm for hard games as well that is only a
/// little slower on easy ones.
const SHORT_STEPS: u64 = 4;

/// Bytes for each vertex and edge, and for all together, that an algorithm may take for tables and
/// the like in its turn: none of them is worth more than a few times the game.
const ROOM: (u64, u64) = (64, 64 << 20);

/// The same for small games: bytes for each vertex and priority, which the largest table takes twice,
/// and for each vertex and edge, which is room for a few hundred tangles that each has.
const SMALL_ROOM: (u64, u64) = (16, 1024);

/// Steps that are enough for an algorithm to get through a game that is easy for it.
pub(super) fn first_budget(game: &Game<'_>) -> u64 {
    size(game).saturating_mul(FIRST_STEPS).max(1 << 16)
}

/// Steps that are enough for most of those games.
pub(super) fn short_budget(game: &Game<'_>) -> u64 {
    size(game).saturating_mul(SHORT_STEPS)
}

/// Bytes that an algorithm may take in its turn beside what all of them need.
pub(super) fn room(graph: &Graph, priorities: &[u32]) -> u64 {
    let levels = priorities.iter().max().map_or(0, |&largest| u64::from(largest) + 1);
    let cells = levels.saturating_mul(graph.vertex_count() as u64);
    let size = graph_size(graph);
    let small = cells.saturating_mul(SMALL_ROOM.0).saturating_add(size * SMALL_ROOM.1);
    small.min(size * ROOM.0 + ROOM.1)
}

fn size(game: &Game<'_>) -> u64 {
    graph_size(game.graph())
}

fn graph_size(graph: &Graph) -> u64 {
    graph.vertex_count() as u64 + graph.edge_count() as u64
}

/// Runs each algorithm for `budget` steps and doubles that number from round to round; `None` if
/// stopped. Says also which one came to an end, and counts the turns of those that did not.
///
/// # Complexity
/// Within a constant factor of the fastest algorithm on the game: twice the number of algorithms for
/// the last round, and as much again for all rounds before.
pub(super) fn solve(
    game: &Game<'_>,
    mut budget: u64,
    stop: &Stop<'_>,
    switches: &mut u64,
) -> Option<(Method, RegionSolution)> {
    loop {
        for &(method, algorithm) in ALGORITHMS {
            let turn = stop.turn(budget);
            if let Some(solution) = algorithm(game, &turn) {
                return Some((method, solution));
            }
            stop.ok(turn.check())?;
            *switches += 1;
        }
        budget = budget.saturating_mul(2);
    }
}
