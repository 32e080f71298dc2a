//! Best play in a solved game, move by move.

use std::collections::HashMap;

use retrograde::games::Game;

use super::Solved;

/// One position of a line.
pub(crate) struct Step<G: Game> {
    pub(crate) position: G::Position,
    /// The move made there; none at the end.
    pub(crate) chosen: Option<G::Move>,
}

/// A line of best play.
pub(crate) struct PlayedLine<G: Game> {
    pub(crate) steps: Vec<Step<G>>,
    /// Where it comes back to, if it does.
    pub(crate) repeats: Option<usize>,
    /// Whether it goes on.
    pub(crate) cut: bool,
}

impl<G: Game> Solved<'_, G> {
    /// Best play by both from a position, until the game is over, a position comes back, or there
    /// are so many positions.
    pub(crate) fn line(&self, from: &G::Position, most: usize) -> PlayedLine<G> {
        let mut line = PlayedLine { steps: Vec::new(), repeats: None, cut: false };
        let mut seen: HashMap<G::Position, usize> = HashMap::new();
        let mut position = from.clone();
        loop {
            if let Some(&step) = seen.get(&position) {
                line.repeats = Some(step);
                return line;
            }
            if line.steps.len() == most {
                line.cut = true;
                return line;
            }
            seen.insert(position.clone(), line.steps.len());
            let best = self.moves(&position).into_iter().next();
            let chosen = best.as_ref().map(|worth| worth.chosen.clone());
            line.steps.push(Step { position, chosen });
            match best {
                Some(worth) => position = worth.to,
                None => return line,
            }
        }
    }
}
