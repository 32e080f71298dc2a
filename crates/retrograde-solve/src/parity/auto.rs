//! Turns between the algorithms, so that no game that is hard for one of them is hard for all.

use std::time::Instant;

use retrograde_core::RegionSolution;

use super::game::{Game, Stop};
use super::{ALGORITHMS, Method};

/// Steps for each vertex and edge in the first round: enough for games that are easy for an
/// algorithm.
const FIRST_STEPS: u64 = 16;

/// Steps for each vertex and edge where there is an algorithm for hard games as well that is only a
/// little slower on easy ones.
const SHORT_STEPS: u64 = 4;

/// Steps that are enough for an algorithm to get through a game that is easy for it.
pub(super) fn first_budget(game: &Game<'_>) -> u64 {
    budget(game, FIRST_STEPS).max(1 << 16)
}

/// Steps that are enough for most of those games.
pub(super) fn short_budget(game: &Game<'_>) -> u64 {
    budget(game, SHORT_STEPS)
}

fn budget(game: &Game<'_>, steps: u64) -> u64 {
    let graph = game.graph();
    (graph.vertex_count() as u64 + graph.edge_count() as u64).saturating_mul(steps)
}

/// Runs each algorithm for `budget` steps and doubles that number from round to round; `None` at the
/// deadline. Says also which one came to an end, and counts the turns of those that did not.
///
/// # Complexity
/// Within a constant factor of the fastest algorithm on the game: twice the number of algorithms for
/// the last round, and as much again for all rounds before.
pub(super) fn solve(
    game: &Game<'_>,
    mut budget: u64,
    deadline: Option<Instant>,
    switches: &mut u64,
) -> Option<(Method, RegionSolution)> {
    loop {
        for &(method, algorithm) in ALGORITHMS {
            if let Some(solution) = algorithm(game, &Stop::after(budget, deadline)) {
                return Some((method, solution));
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return None;
            }
            *switches += 1;
        }
        budget = budget.saturating_mul(2);
    }
}
