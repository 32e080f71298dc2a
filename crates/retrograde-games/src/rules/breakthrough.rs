//! Breakthrough: two rows of pawns on each side that step straight on and slantwise.

use super::pawns::{PawnRules, Pawns};
use crate::catalogue::Listing;

/// Pawns step straight on or slantwise and take slantwise; each side has two rows of them, or one on
/// a board of three rows.
///
/// ```
/// use retrograde_games::rules::Breakthrough;
/// use retrograde_games::Game;
/// let game = Breakthrough::new(3, 5).unwrap();
/// let start = game.start().unwrap();
/// assert_eq!(game.show(&start), "bbb/bbb/.../www/www:w");
/// assert!(game.parse_move(&start, "b2-a3").is_some());
/// ```
pub type Breakthrough = Pawns<BreakthroughRules>;

/// The rules of [`Breakthrough`].
#[derive(Clone, Copy, Debug)]
pub struct BreakthroughRules;

impl PawnRules for BreakthroughRules {
    const SLANTING_STEPS: bool = true;

    fn rows(height: u32) -> u32 {
        if height < 4 { 1 } else { 2 }
    }

    const LISTING: Listing = Listing {
        name: "breakthrough",
        title: "Breakthrough",
        aliases: &[],
        parameters: ":WIDTHxHEIGHT",
        example: "breakthrough:3x4",
        summary: "two rows of pawns each: get to the far row",
        rules: "Each side has two rows of pawns, or one on a board of three rows, that step forward \
                straight or slantwise to a free square, and take slantwise only. Whoever reaches the \
                far row wins, and whoever has no pawns left loses.",
        known: "4x4 is won by the second player in 14 moves, 5x5 in 26 (\"Tasmanian Devil\" in the \
                Breakthrough forum of littlegolem.net, 2006); the game is by D. Troyka, 2000",
        impartial: false,
        dense: false,
    };
}
