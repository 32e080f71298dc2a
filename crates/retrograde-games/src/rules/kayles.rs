//! Kayles: a row of pins of which one or two neighbours fall at a time.

use super::octal::octal_game;
use crate::catalogue::Listing;

octal_game!(
    /// A player knocks down one pin or two that stand side by side; whoever knocks down the last wins.
    ///
    /// A gap parts a row into two: this is the octal game 0.77.
    ///
    /// ```
    /// use retrograde_games::rules::Kayles;
    /// use retrograde_games::Game;
    /// let game = Kayles::new(12).unwrap();
    /// assert_eq!(game.show(&game.start().unwrap()), "12");
    /// ```
    Kayles,
    "0.77",
    Listing {
        name: "kayles",
        title: "Kayles",
        aliases: &[],
        parameters: ":PINS",
        example: "kayles:12",
        summary: "knock down one pin of a row, or two side by side",
        rules: "A player knocks down one pin of a row, or two that stand side by side. Whoever \
                knocks down the last pin wins.",
        known: "the first player wins with any number of pins in one row; the Grundy values have \
                period 12 from 71 pins on (R. K. Guy and C. A. B. Smith, The G-values of various \
                games, 1956)",
        impartial: true,
        dense: false,
    }
);
