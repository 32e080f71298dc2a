//! From values to an answer: which draws are ties, and which moves are best.

use retrograde_core::{Outcome, OutcomeGame, OutcomeSolution, Stopped, Values};

use super::{best_moves, ties};
use crate::Options;

/// The answer that the values of a game make, whoever found them: with the draws that are ties, where
/// the rules can end the game so, and with best moves unless they are left out.
///
/// ```
/// use retrograde_core::{Arena, Convention, OutcomeGame};
/// use retrograde_solve::{Options, outcome::{Method, answer, solve}};
/// let arena = Arena::sketch().edges([("a", "b"), ("b", "a"), ("a", "t")]).arena()?;
/// let game = OutcomeGame::of(&arena, Convention::Normal)?;
/// let solution = solve(&game, Method::Auto, &Options::default())?.solution;
/// assert_eq!(answer(&game, solution.values.clone(), &Options::default())?, solution);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Complexity
/// O(V + E) time; see [`ties`] for memory, and `4 V` bytes for the moves.
///
/// # Errors
/// It was stopped.
pub fn answer(
    game: &OutcomeGame<'_>,
    values: Values,
    options: &Options<'_>,
) -> Result<OutcomeSolution, Stopped> {
    let (graph, control) = (game.graph(), &options.control);
    // Best moves tell ties from other draws.
    let ties = can_tie(game).then(|| ties(graph, &values, control)).transpose()?;
    let strategy = match options.values_only {
        true => None,
        false => Some(best_moves(graph, &values, ties.as_ref(), control)?),
    };
    Ok(OutcomeSolution { values, strategy, ties })
}

/// Whether the rules can end a game without a winner.
pub(crate) fn can_tie(game: &OutcomeGame<'_>) -> bool {
    game.verdicts().any(|verdict| verdict == Outcome::Draw)
}
