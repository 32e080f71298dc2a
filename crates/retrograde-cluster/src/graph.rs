//! Solving a graph that is in the memory of this process, with threads for workers.

use retrograde_core::{Control, OutcomeGame, Threads, Values};

use crate::cluster::Cluster;
use crate::error::ClusterError;
use crate::in_memory::InMemory;
use crate::rule::outcome_rule;
use crate::run::run;

/// The value of every vertex: what `retrograde_solve::outcome` finds, found by so many workers that send
/// each other messages.
///
/// # Errors
/// It was stopped.
pub fn outcome(
    game: &OutcomeGame<'_>,
    workers: usize,
    control: &Control<'_>,
) -> Result<Values, ClusterError> {
    let cluster = Cluster::threads(workers)?;
    let graph = game.graph();
    let back = graph.transposed(&control.on(Threads::new(workers).unwrap_or_default()))?;
    let answer = outcome_rule(game, |rule| {
        run(&InMemory { graph, back: &back, rule }, &cluster, control)
    })?;
    answer.values().ok_or(ClusterError::Elsewhere)
}
