//! Best play in a solved game, move by move.

use std::collections::HashMap;

use retrograde::table::Position;

use super::Solved;

/// One position of a line.
pub(crate) struct Step {
    pub(crate) position: Position,
    /// The move made there; none at the end.
    pub(crate) chosen: Option<String>,
}

/// A line of best play.
pub(crate) struct PlayedLine {
    pub(crate) steps: Vec<Step>,
    /// Where it comes back to, if it does.
    pub(crate) repeats: Option<usize>,
    /// Whether it goes on.
    pub(crate) cut: bool,
}

impl Solved<'_> {
    /// Best play by both from a position, until the game is over, a position comes back, or there
    /// are so many positions.
    pub(crate) fn line(&self, from: &Position, most: usize) -> PlayedLine {
        let mut line = PlayedLine { steps: Vec::new(), repeats: None, cut: false };
        let mut seen: HashMap<Position, usize> = HashMap::new();
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
            let chosen = best.as_ref().map(|worth| worth.text.clone());
            line.steps.push(Step { position, chosen });
            match best {
                Some(worth) => position = worth.to,
                None => return line,
            }
        }
    }
}
