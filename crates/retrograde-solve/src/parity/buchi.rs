//! Games with two neighbouring priorities, which are Büchi or co-Büchi games.

use retrograde_core::{Bitmap, Control, RegionSolution, Stopped, TargetGame};

use super::game::{Game, player_of};
use crate::buchi;
use crate::stop::Stop;

/// Whether there are no more than two priorities, and these are neighbours, as they are after
/// compression.
pub(super) fn applies(priorities: &[u32]) -> bool {
    let mut priorities = priorities.iter().copied();
    let Some(first) = priorities.next() else { return true };
    let ends = priorities.try_fold((first, first), |(least, largest), priority| {
        let ends = (least.min(priority), largest.max(priority));
        (ends.1 - ends.0 <= 1).then_some(ends)
    });
    ends.is_some()
}

/// Solves a game in which every vertex has a move; `None` if stopped, or at once where there are
/// more than two priorities. Steps are not counted: time is polynomial.
///
/// Whom the larger priority is good for wants to see it infinitely often.
///
/// # Complexity
/// That of [`buchi::solve`], and so are the sources.
pub(super) fn solve(game: &Game<'_>, stop: &Stop<'_>) -> Option<RegionSolution> {
    let run = applies(&game.priorities).then(|| run(game, stop.control()))?;
    let (solution, stopped) = stop.ok(run)?;
    stop.ok(stopped.map_or(Ok(()), Err)).map(|()| solution)
}

/// As [`solve`] where it [`applies`], also where vertices have no move. Where it is stopped, what is
/// proven by then, and why.
///
/// # Errors
/// It was cancelled.
pub(super) fn run(
    game: &Game<'_>,
    control: &Control<'_>,
) -> Result<(RegionSolution, Option<Stopped>), Stopped> {
    let top = game.priorities.iter().copied().max().unwrap_or(0);
    let mut targets = Bitmap::new(game.priorities.len());
    for (vertex, _) in game.priorities.iter().enumerate().filter(|(_, priority)| **priority == top)
    {
        targets.set(vertex);
    }
    let question = TargetGame { arena: game.arena.clone(), targets };
    let (solution, _, stopped) =
        buchi::visit_turned(&question, &game.back, player_of(top), control)?;
    Ok((solution, stopped))
}
