//! The values of a game by their definition, read off again and again until nothing changes.

use retrograde_core::{Distance, Outcome};
use retrograde_table::Slot;

use crate::synthetic::Synthetic;

/// The value of every class.
pub(crate) fn values(game: &Synthetic) -> Vec<Slot> {
    let mut values: Vec<Option<Slot>> = game
        .verdicts
        .iter()
        .zip(&game.moves)
        .map(|(verdict, moves)| match verdict {
            Some(Outcome::Win) => Some(Slot::Win(Distance(0))),
            Some(Outcome::Lose) => Some(Slot::Lose(Distance(0))),
            Some(Outcome::Draw) => Some(Slot::Tie),
            None if moves.is_empty() => Some(Slot::Lose(Distance(0))),
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
            if replies().any(|reply| matches!(reply, Some(Slot::Lose(_)))) {
                values[class] = Some(Slot::Win(Distance(round)));
            } else if replies().all(|reply| matches!(reply, Some(Slot::Win(_)))) {
                values[class] = Some(Slot::Lose(Distance(round)));
            }
        }
    }
    // What is left is drawn, and tied if all that keeps the draw is.
    loop {
        let tied = |class: &usize| {
            values[*class].is_none()
                && game.moves[*class]
                    .iter()
                    .all(|&to| matches!(values[to], Some(Slot::Tie | Slot::Win(_) | Slot::Lose(_))))
        };
        match (0..game.len()).find(tied) {
            Some(class) => values[class] = Some(Slot::Tie),
            None => break,
        }
    }
    values.into_iter().map(|value| value.unwrap_or(Slot::Draw)).collect()
}
