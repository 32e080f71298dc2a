//! Graphs solved by workers that send each other messages.

use std::time::Instant;

use retrograde_cluster::ClusterError;
use retrograde_core::{Posed, Question};
use retrograde_solve::{Options as SolverOptions, Report};

use super::{Found, answer};
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
        _ => unreachable!("the engine has said what it serves"),
    };
    let how = "solved by retrograde analysis, by workers that send each other messages";
    let mut report = Report::new("cluster", how);
    report.labelling = start.elapsed();
    answer(question, found, report, run)
}
