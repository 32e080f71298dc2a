//! Graphs whose edges stay on disk.

use std::time::Instant;

use retrograde_core::{Objective, Question};
use retrograde_disk::{Checkpoints, DiskError, Estimate};
use retrograde_solve::{Options as SolverOptions, Report};

use super::{Found, answer};
use crate::doors::StoredGraph;
use crate::error::Error;
use crate::{Engine, Options, Solved};

/// What the solvers of graphs on disk are told.
pub(crate) fn told<'a>(options: &Options<'a>) -> retrograde_disk::Options<'a> {
    let checkpoints = options.checkpoint.map(Checkpoints::in_folder);
    retrograde_disk::Options { control: options.control(0), checkpoints }
}

/// What went wrong, as all doors tell it.
pub(crate) fn failed(error: DiskError) -> Error {
    match error {
        DiskError::Stopped(stopped) => stopped.into(),
        DiskError::Graph(error) => error.into(),
        DiskError::Write(error) => error.into(),
        error => Error::EngineFailed { engine: Engine::Disk, reason: error.to_string() },
    }
}

/// Solves a question whose graph is in memory by way of a file.
pub(super) fn solve(
    question: &Question<'_>,
    options: &Options<'_>,
    run: &SolverOptions<'_>,
) -> Result<Solved, Error> {
    let start = Instant::now();
    let stored = StoredGraph::of(question.arena, options)?;
    let mut report = Report::new("disk", "solved by retrograde analysis, with the edges on disk");
    report.transposing = start.elapsed();
    let found = find(&stored, &question.objective, options)?;
    report.labelling = start.elapsed() - report.transposing;
    answer(question, found, report, run)
}

/// What the solvers of graphs on disk find.
pub(crate) fn find(
    stored: &StoredGraph,
    objective: &Objective,
    options: &Options<'_>,
) -> Result<Found, Error> {
    let told = told(options);
    match objective {
        Objective::Outcome(convention) => {
            let values = retrograde_disk::outcome(&stored.file, *convention, &told);
            Ok(Found::Values(values.map_err(failed)?))
        }
        objective => {
            Err(Error::EngineUnserved { engine: Engine::Disk, objective: objective.name() })
        }
    }
}

/// Bytes of memory and of disk that a graph takes.
pub(super) fn needs(vertices: u64, edges: u64, threads: usize) -> (u64, u64) {
    let offset = if edges > u64::from(u32::MAX) { 8 } else { 4 };
    (Estimate::of(vertices, threads).least, 2 * (4 * edges + offset * (vertices + 1)))
}
