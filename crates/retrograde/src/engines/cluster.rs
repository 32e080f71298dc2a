//! Graphs solved by workers that send each other messages.

use std::time::Instant;

use retrograde_cluster::{Cluster, ClusterError, Options};
use retrograde_core::{Posed, Question};
use retrograde_solve::{Options as SolverOptions, Report};

use super::{Found, answer, wants_targets};
use crate::error::Error;
use crate::{Engine, Solved};

/// What went wrong, as all doors tell it.
pub(crate) fn failed(error: ClusterError) -> Error {
    match error {
        ClusterError::Stopped(stopped) => stopped.into(),
        error => Error::EngineFailed { engine: Engine::Cluster, reason: error.to_string() },
    }
}

/// Solves a question whose graph is in memory, a worker for each thread.
pub(super) fn solve(question: &Question<'_>, run: &SolverOptions<'_>) -> Result<Solved, Error> {
    let (start, workers) = (Instant::now(), run.control.threads.get());
    let found = match &question.posed {
        Posed::Outcome(game) => {
            let values = retrograde_cluster::outcome(game, workers, &run.control);
            Found::Values(values.map_err(failed)?)
        }
        Posed::Targets(game) => {
            let hunter = wants_targets(&question.objective);
            let cluster = Cluster::threads(workers).map_err(failed)?;
            let options = Options { cluster, ..Options::default() };
            let found = retrograde_cluster::attractor(game, hunter, &options, &run.control);
            let regions = found.map_err(failed)?.regions(hunter, &run.control)?;
            let (winners, ranks) = regions.ok_or(ClusterError::Elsewhere).map_err(failed)?;
            Found::Attracted { region: winners.region(hunter).clone(), ranks }
        }
        _ => unreachable!("the engine has said what it serves"),
    };
    let how = "solved by retrograde analysis, by workers that send each other messages";
    let mut report = Report::new("cluster", how);
    report.labelling = start.elapsed();
    answer(question, found, report, run)
}

/// Bytes that each of two processes takes, with a file of rows that both see.
pub(super) fn needs(vertices: u64, edges: u64) -> u64 {
    let two = Cluster::local(1, 0, &[1, 2]).unwrap_or_default();
    retrograde_cluster::estimate(vertices, edges, &two, true)
}
