//! Graphs whose edges stay on disk.

use std::time::Instant;

use retrograde_core::{Objective, Question};
use retrograde_disk::{Checkpoints, DiskError, Estimate, Hunted, Visited};
use retrograde_io::RggFile;
use retrograde_solve::{Options as SolverOptions, Report};

use super::{Found, answer};
use crate::doors::StoredGraph;
use crate::error::Error;
use crate::{Engine, Options, Solved};

/// How it is done, in a line for people.
pub(crate) const HOW: &str = "solved by retrograde analysis, with the edges on disk";

/// What the solvers of graphs on disk are told.
pub(crate) fn told<'a>(options: &Options<'a>) -> Result<retrograde_disk::Options<'a>, Error> {
    options.checkpoint.map(retrograde_io::make_folder).transpose()?;
    let every = options.checkpoint_every;
    let checkpoints =
        options.checkpoint.map(|folder| Checkpoints { every, ..Checkpoints::in_folder(folder) });
    Ok(retrograde_disk::Options { control: options.control(0), checkpoints })
}

/// What went wrong, as all doors tell it.
pub(crate) fn failed(error: DiskError) -> Error {
    match error {
        DiskError::Stopped(stopped) => stopped.into(),
        DiskError::Graph(error) => error.into(),
        DiskError::NoRoom { needed, allowed } => {
            Error::EngineMemory { engine: Engine::Disk, needed, room: allowed }
        }
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
    let mut report = Report::new("disk", HOW);
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
    let told = told(options)?;
    match objective {
        Objective::Outcome(convention) => {
            let values = retrograde_disk::outcome(&stored.file, *convention, &told);
            Ok(Found::Values(values.map_err(failed)?))
        }
        Objective::Buchi | Objective::Cobuchi => {
            let Visited { spoiled, levels, begins, ranks, .. } =
                visit(&stored.file, objective, options)?;
            Ok(Found::Rounds { spoiled, levels, begins, ranks })
        }
        objective => {
            let Hunted { region, ranks, .. } = hunt(&stored.file, objective, options)?;
            Ok(Found::Attracted { region, ranks })
        }
    }
}

/// Who wins a Büchi or a co-Büchi game.
pub(crate) fn visit(
    file: &RggFile,
    objective: &Objective,
    options: &Options<'_>,
) -> Result<Visited, Error> {
    let told = told(options)?;
    let visited = match objective {
        Objective::Buchi => retrograde_disk::buchi(file, &told),
        _ => retrograde_disk::cobuchi(file, &told),
    };
    visited.map_err(failed)
}

/// Who wins a game of reachability or safety.
pub(crate) fn hunt(
    file: &RggFile,
    objective: &Objective,
    options: &Options<'_>,
) -> Result<Hunted, Error> {
    let told = told(options)?;
    let hunted = match objective {
        Objective::Reachability => retrograde_disk::reachability(file, &told),
        Objective::Safety => retrograde_disk::safety(file, &told),
        objective => {
            let (engine, objective) = (Engine::Disk, objective.name());
            return Err(Error::EngineUnserved { engine, objective });
        }
    };
    hunted.map_err(failed)
}

/// Bytes of memory and of disk that a graph takes.
pub(super) fn needs(
    vertices: u64,
    edges: u64,
    objective: &Objective,
    threads: usize,
) -> (u64, u64) {
    let offset = if edges > u64::from(u32::MAX) { 8 } else { 4 };
    let memory = Estimate::to_solve(objective, vertices, threads).least;
    (memory, 2 * (4 * edges + offset * (vertices + 1)))
}
