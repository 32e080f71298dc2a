//! Games with two neighbouring priorities, which are Büchi or co-Büchi games.

use retrograde_core::{Bitmap, RegionSolution, TargetGame};

use super::Options;
use super::game::{Game, Stop, player_of};
use crate::buchi;

/// Whether a game has no more than two priorities, and these are neighbours, as they are after
/// compression.
pub(super) fn applies(game: &Game<'_>) -> bool {
    let mut priorities = game.priorities.iter().copied();
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
pub(super) fn solve(game: &Game<'_>, stop: &Stop) -> Option<RegionSolution> {
    let options = Options { deadline: stop.deadline(), ..Options::default() };
    let solution = applies(game).then(|| run(game, &options))?;
    solution.winners.is_complete().then_some(solution)
}

/// As [`solve`] where it [`applies`], also where vertices have no move. At the deadline, what is
/// proven by then.
pub(super) fn run(game: &Game<'_>, options: &Options<'_>) -> RegionSolution {
    let top = game.priorities.iter().copied().max().unwrap_or(0);
    let mut targets = Bitmap::new(game.priorities.len());
    for (vertex, _) in game.priorities.iter().enumerate().filter(|(_, priority)| **priority == top)
    {
        targets.set(vertex);
    }
    let options = buchi::Options {
        threads: options.threads,
        method: buchi::Method::Repair,
        values_only: options.values_only,
        progress: options.progress,
        deadline: options.deadline,
    };
    let question = TargetGame { arena: game.arena.clone(), targets };
    buchi::visit_turned(&question, &game.back, player_of(top), &options).0
}
