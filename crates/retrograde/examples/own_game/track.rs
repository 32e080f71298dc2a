//! The rules: a track of squares with one token. A player moves it one, two or three squares on, but
//! not as many as the opponent has just moved; whoever cannot move loses.

use retrograde::games::catalogue::{Files, Listed, Listing};
use retrograde::games::{Game, ParseError};

/// The game.
#[derive(Clone, Debug)]
pub(crate) struct Track {
    /// How many squares there are.
    pub squares: u8,
}

/// Where the token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Token {
    /// Squares left.
    pub left: u8,
    /// How many squares were moved last; 0 at the start.
    pub last: u8,
}

impl Game for Track {
    type Position = Token;
    type Move = u8;

    fn start(&self) -> Option<Token> {
        Some(Token { left: self.squares, last: 0 })
    }

    fn moves(&self, token: &Token, moves: &mut Vec<u8>) {
        moves.extend((1..=token.left.min(3)).filter(|&step| step != token.last));
    }

    fn play(&self, token: &Token, &step: &u8) -> Token {
        Token { left: token.left - step, last: step }
    }

    fn show(&self, token: &Token) -> String {
        format!("{}/{}", token.left, token.last)
    }

    fn parse(&self, text: &str) -> Result<Token, ParseError> {
        let wrong = || ParseError::new("write the squares left and the last move, such as 7/2");
        let (left, last) = text.trim().split_once('/').ok_or_else(wrong)?;
        let (left, last) = (left.parse().ok(), last.parse().ok());
        let token = left.zip(last).map(|(left, last)| Token { left, last });
        token.filter(|it| it.left <= self.squares && it.last <= 3).ok_or_else(wrong)
    }

    fn show_move(&self, _: &Token, step: &u8) -> String {
        format!("move {step}")
    }

    // An index is optional; with it the game can be solved without storing moves and kept in a table.
    fn slots(&self) -> Option<u64> {
        Some((u64::from(self.squares) + 1) * 4)
    }

    fn rank(&self, token: &Token) -> u64 {
        u64::from(token.left) * 4 + u64::from(token.last)
    }

    fn unrank(&self, slot: u64) -> Option<Token> {
        Some(Token { left: (slot / 4) as u8, last: (slot % 4) as u8 })
    }
}

impl Listed for Track {
    const LISTING: Listing = Listing {
        name: "track",
        title: "Track",
        aliases: &[],
        parameters: ":SQUARES",
        example: "track:9",
        summary: "move a token along a track, never as far as last time",
        rules: "A player moves the token one, two or three squares on, but not as many as were moved \
                last. Whoever cannot move loses.",
        known: "nothing: it was made up for this example",
        impartial: true,
        dense: false,
    };

    fn from_parameters(parameters: &str, _files: &dyn Files) -> Result<Self, ParseError> {
        let squares = parameters.parse().ok().filter(|&squares| squares < 250);
        let wrong = || ParseError::new("track takes a number of squares below 250, as in track:9");
        squares.map(|squares| Track { squares }).ok_or_else(wrong)
    }
}
