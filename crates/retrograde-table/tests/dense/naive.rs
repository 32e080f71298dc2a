//! The values of a game by their definition, read off again and again until nothing changes.

use retrograde_core::{Distance, Outcome};
use retrograde_table::Worth;

use crate::synthetic::Synthetic;

/// The value of every class.
pub(crate) fn values(game: &Synthetic) -> Vec<Worth> {
    let mut values: Vec<Option<Worth>> = game
        .verdicts
        .iter()
        .zip(&game.moves)
        .map(|(verdict, moves)| match verdict {
            Some(Outcome::Win) => Some(Worth::Win(Some(Distance(0)))),
            Some(Outcome::Lose) => Some(Worth::Lose(Some(Distance(0)))),
            Some(Outcome::Draw) => Some(Worth::Tie),
            None if moves.is_empty() => Some(Worth::Lose(Some(Distance(0)))),
            None => None,
        })
        .collect();
    // Distances come in order, so the round in which a class is decided is its distance.
    for round in 1..=game.len() as u32 + 1 {
        let before = values.clone();
        for class in 0..game.len() {
            let replies = || game.moves[class].iter().map(|&to| before[to]);
            if before[class].is_some() {
                continue;
            }
            if replies().any(|reply| matches!(reply, Some(Worth::Lose(_)))) {
                values[class] = Some(Worth::Win(Some(Distance(round))));
            } else if replies().all(|reply| matches!(reply, Some(Worth::Win(_)))) {
                values[class] = Some(Worth::Lose(Some(Distance(round))));
            }
        }
    }
    // What is left is drawn, and tied if all that keeps the draw is.
    loop {
        let tied = |class: &usize| {
            values[*class].is_none()
                && game.moves[*class].iter().all(|&to| {
                    matches!(values[to], Some(Worth::Tie | Worth::Win(_) | Worth::Lose(_)))
                })
        };
        match (0..game.len()).find(tied) {
            Some(class) => values[class] = Some(Worth::Tie),
            None => break,
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Worth::Draw)).collect()
}
