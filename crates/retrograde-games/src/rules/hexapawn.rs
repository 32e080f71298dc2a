//! Hexapawn: a row of chess pawns on each side, on any board.

use super::pawns::{PawnRules, Pawns};
use crate::catalogue::Listing;

/// Pawns step straight on and take slantwise, as in chess; each side has one row of them.
///
/// ```
/// use retrograde_games::rules::Hexapawn;
/// use retrograde_games::Game;
/// let game = Hexapawn::new(4, 5).unwrap();
/// assert_eq!(game.show(&game.start().unwrap()), "bbbb/..../..../..../wwww:w");
/// ```
pub type Hexapawn = Pawns<HexapawnRules>;

/// The rules of [`Hexapawn`].
#[derive(Clone, Copy, Debug)]
pub struct HexapawnRules;

impl PawnRules for HexapawnRules {
    const SLANTING_STEPS: bool = false;

    fn rows(_: u32) -> u32 {
        1
    }

    const LISTING: Listing = Listing {
        name: "hexapawn",
        title: "Hexapawn",
        aliases: &[],
        parameters: ":WIDTHxHEIGHT",
        example: "hexapawn:4x5",
        summary: "a row of pawns each: get through, or leave no move",
        rules: "Each side has a row of pawns that step straight on to a free square or take slantwise \
                forward. Whoever reaches the far row wins, and whoever cannot move loses.",
        known: "3x3 is won by the second player in 6 moves (M. Gardner, Mathematical Games, Scientific \
                American, March 1962), 4x4, or octopawn, by the first (Wikipedia, Hexapawn)",
        impartial: false,
        dense: false,
    };
}
