//! Graphs solved by workers that send each other messages.

use std::time::Instant;

use retrograde_cluster::{Checkpoints, Cluster, ClusterError, Options, Visited};
use retrograde_core::{Objective, Posed, Question};
use retrograde_solve::{Options as SolverOptions, Report};

use super::{Found, answer, wants_targets};
use crate::error::Error;
use crate::{Engine, Solved};

/// What went wrong, as all doors tell it.
pub(crate) fn failed(error: ClusterError) -> Error {
    match error {
        ClusterError::Stopped(stopped) => stopped.into(),
        ClusterError::Output(error) => Error::Io(error),
        error @ (ClusterError::Lost { .. }
        | ClusterError::Ended { .. }
        | ClusterError::Unreached { .. }) => Error::ProcessEnded { reason: error.to_string() },
        error => Error::EngineFailed { engine: Engine::Cluster, reason: error.to_string() },
    }
}

/// Where and how often checkpoints are kept, if they are.
pub(crate) fn kept(options: &crate::Options<'_>) -> Option<Checkpoints> {
    let mut checkpoints = Checkpoints::new(options.checkpoint?);
    checkpoints.every = options.checkpoint_every.unwrap_or(checkpoints.every);
    Some(checkpoints)
}

/// Solves a question whose graph is in memory, a worker for each thread.
pub(super) fn solve(
    question: &Question<'_>,
    options: &crate::Options<'_>,
    run: &SolverOptions<'_>,
) -> Result<Solved, Error> {
    let (start, graph) = (Instant::now(), question.graph());
    let cluster = Cluster::threads(run.control.threads.get()).map_err(failed)?;
    let size = (graph.vertex_count() as u64, graph.edge_count() as u64);
    let needed = needs(size.0, size.1, &question.objective, &cluster);
    let room = options.room(question.arena.heap_bytes());
    if let Some(room) = room.filter(|&room| needed > room) {
        return Err(Error::EngineMemory { engine: Engine::Cluster, needed, room });
    }
    let told = Options { cluster, checkpoints: kept(options), ..Options::default() };
    let control = &run.control;
    let elsewhere = || failed(ClusterError::Elsewhere);
    let found = match &question.posed {
        Posed::Outcome(game) => {
            let found = retrograde_cluster::outcome_with(game, &told, control).map_err(failed)?;
            Found::Values(found.values(control)?.ok_or_else(elsewhere)?)
        }
        Posed::Targets(game) if is_visited(&question.objective) => {
            let visitor = wants_targets(&question.objective);
            let found = retrograde_cluster::visits(game, visitor, &told, control);
            let found = found.map_err(failed)?.visited(control)?.ok_or_else(elsewhere)?;
            let Visited { spoiled, distances, begins } = found;
            Found::Rounds { spoiled, levels: distances.clone(), begins, ranks: distances }
        }
        Posed::Targets(game) => {
            let hunter = wants_targets(&question.objective);
            let found = retrograde_cluster::attractor(game, hunter, &told, control);
            let regions = found.map_err(failed)?.regions(hunter, control)?;
            let (winners, ranks) = regions.ok_or_else(elsewhere)?;
            Found::Attracted { region: winners.region(hunter).clone(), ranks }
        }
        _ => unreachable!("the engine has said what it serves"),
    };
    let how = "solved by retrograde analysis, by workers that send each other messages";
    let mut report = Report::new("cluster", how);
    report.labelling = start.elapsed();
    answer(question, found, report, run)
}

/// Bytes that workers take beside a graph in the memory of their process.
pub(super) fn needs(vertices: u64, edges: u64, objective: &Objective, cluster: &Cluster) -> u64 {
    let estimate = match is_visited(objective) {
        true => retrograde_cluster::estimate_visits,
        false => retrograde_cluster::estimate,
    };
    estimate(vertices, edges, cluster, true)
}

/// Whether targets are to be visited infinitely often, or only finitely often.
pub(crate) fn is_visited(objective: &Objective) -> bool {
    matches!(objective, Objective::Buchi | Objective::Cobuchi)
}
