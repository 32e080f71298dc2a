//! A graph in memory, solved on a card.

use std::time::Instant;

use retrograde_core::{Objective, Posed, Question};
use retrograde_gpu::{Card, GpuError, outcome, targets};
use retrograde_solve::{Options as SolverOptions, Report};

use super::{Found, answer, wants_targets};
use crate::error::Error;
use crate::{Engine, Solved};

/// Solves a question on the first card there is.
pub(super) fn solve(question: &Question<'_>, run: &SolverOptions<'_>) -> Result<Solved, Error> {
    let failed = |error: GpuError| match error {
        GpuError::Stopped(stopped) => Error::from(stopped),
        error => Error::EngineFailed { engine: Engine::Gpu, reason: error.to_string() },
    };
    let card = Card::first().map_err(failed)?;
    let control = &run.control;
    let start = Instant::now();
    let wants = wants_targets(&question.objective);
    let found = match (&question.posed, &question.objective) {
        (Posed::Outcome(game), _) => {
            Found::Values(outcome::solve(&card, game, control).map_err(failed)?)
        }
        (Posed::Targets(game), Objective::Reachability | Objective::Safety) => {
            let found = targets::attract(&card, game, wants, control).map_err(failed)?;
            Found::Attracted { region: found.region, ranks: found.ranks }
        }
        (Posed::Targets(game), _) => {
            let found = targets::visit(&card, game, wants, control).map_err(failed)?;
            let targets::Visited { spoiled, levels, begins, ranks } = found;
            Found::Rounds { spoiled, levels, begins, ranks }
        }
        _ => unreachable!("the engine has said what it serves"),
    };
    let mut report = Report::new("gpu", "solved on a card by retrograde analysis");
    report.labelling = start.elapsed();
    let start = Instant::now();
    let mut solved = answer(question, found, report, run)?;
    solved.report.choosing = start.elapsed();
    Ok(solved)
}

/// The bytes of the card that solving takes, and those that are free or why there is no card.
pub(super) fn needs(
    vertices: u64,
    edges: u64,
    objective: &Objective,
) -> (u64, Result<(String, u64), String>) {
    // The most that blocks of today's cards can share.
    const SHARED: u32 = 227 << 10;
    use retrograde_gpu::device::Device;
    let card = Card::first();
    let shared = card.as_ref().map_or(SHARED, |card| card.shared());
    let bytes = match objective {
        Objective::Buchi | Objective::Cobuchi => targets::estimate_visits(vertices, edges, shared),
        _ => outcome::estimate(vertices, edges, shared),
    };
    let free = card.and_then(|card| Ok((card.name(), card.free()?)));
    (bytes, free.map_err(|error| error.to_string()))
}
