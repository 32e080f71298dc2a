//! Dawson's Kayles: a row of pins of which two neighbours fall at a time.

use super::octal::octal_game;
use crate::catalogue::Listing;

octal_game!(
    /// A player knocks down two pins that stand side by side; whoever cannot loses.
    ///
    /// A gap parts a row into two: this is the octal game 0.07.
    ///
    /// ```
    /// use retrograde_games::rules::DawsonsKayles;
    /// use retrograde_games::Game;
    /// let game = DawsonsKayles::new(12).unwrap();
    /// let mut moves = Vec::new();
    /// game.moves(&game.parse("1,3")?, &mut moves);
    /// assert_eq!(moves.len(), 1);
    /// # Ok::<(), retrograde_games::ParseError>(())
    /// ```
    DawsonsKayles,
    "0.07",
    Listing {
        name: "dawsons-kayles",
        title: "Dawson's Kayles",
        aliases: &[],
        parameters: ":PINS",
        example: "dawsons-kayles:12",
        summary: "knock down two pins of a row side by side",
        rules: "A player knocks down two pins that stand side by side in a row. Whoever cannot \
                loses.",
        known: "the Grundy values have period 34 from 53 pins on (R. K. Guy and C. A. B. Smith, The \
                G-values of various games, 1956)",
        impartial: true,
        dense: false,
    }
);
