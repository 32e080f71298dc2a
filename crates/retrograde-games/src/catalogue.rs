//! The catalogue: every game by name, with its parameters, its rules and its known result.
//!
//! A game is asked for by a spec such as `nim:3,4,5`: its name, then its parameters after colons.
//! [`AnyGame::from_spec`] reads one; code that works for every game is a [`Visitor`].
//!
//! ```
//! use retrograde_games::catalogue::{AnyGame, NoFiles, Visitor};
//! use retrograde_games::Game;
//!
//! struct ShowStart;
//! impl Visitor for ShowStart {
//!     type Output = Option<String>;
//!     fn visit<G: Game + Clone + 'static>(self, game: &G) -> Option<String> {
//!         game.start().map(|start| game.show(&start))
//!     }
//! }
//!
//! let game = AnyGame::from_spec("tic-tac-toe", &NoFiles)?;
//! assert!(game.visit(ShowStart).is_some());
//! assert_eq!(
//!     AnyGame::from_spec("tic-tac-tow", &NoFiles).unwrap_err().to_string(),
//!     "there is no game 'tic-tac-tow'; did you mean tic-tac-toe?"
//! );
//! # Ok::<(), retrograde_games::ParseError>(())
//! ```

use retrograde_core::{Graph, Names};

#[cfg(feature = "chess")]
use crate::rules::Chess;
use crate::rules::{
    Breakthrough, Chomp, Connect, Cops, DawsonsKayles, DobutsuShogi, FiveFieldKono, FoxAndHounds,
    Hexapawn, Kayles, LGame, Mnk, MuTorere, Nim, Octal, Othello, PongHauKi, Quixo, Subtraction,
    Teeko, ThreeMensMorris, Wythoff,
};
use crate::{Game, ParseError};

/// A game as people find it in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name, the first part of a spec.
    pub name: &'static str,
    /// Other names it answers to, and the parameters that these stand for.
    pub aliases: &'static [(&'static str, &'static str)],
    /// Its parameters as they follow the name, such as `:WIDTHxHEIGHT`; empty if it has none.
    pub parameters: &'static str,
    /// A spec that works, with all parameters.
    pub example: &'static str,
    /// The rules, in two sentences.
    pub rules: &'static str,
    /// What is known about it, with the source.
    pub known: &'static str,
    /// Whether both players have the same moves everywhere, so that it has Grundy values and takes
    /// part in sums.
    pub impartial: bool,
    /// Whether it is better solved over its index than explored from its start, unless told
    /// otherwise.
    pub dense: bool,
}

/// A game that is in the catalogue.
pub trait Listed: Game + Sized {
    /// What the catalogue says about it.
    const ENTRY: Entry;

    /// The game with these parameters: what follows the name and its colon in a spec, empty if
    /// nothing does.
    ///
    /// # Errors
    /// What is wrong with them, and how to write them.
    fn from_parameters(parameters: &str, files: &dyn Files) -> Result<Self, ParseError>;
}

/// Where games that are played on a graph get it from.
pub trait Files {
    /// The graph in a file, and what its vertices are called.
    ///
    /// # Errors
    /// Why it cannot be read.
    fn graph(&self, path: &str) -> Result<(Graph, Names), ParseError>;
}

/// No files at all.
#[derive(Clone, Copy, Debug)]
pub struct NoFiles;

impl Files for NoFiles {
    fn graph(&self, path: &str) -> Result<(Graph, Names), ParseError> {
        Err(ParseError::new(format!("'{path}' cannot be read here")))
    }
}

/// Something to be done with a game, whichever it is.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<G: Game + Clone + 'static>(self, game: &G) -> Self::Output;
}

/// Makes [`AnyGame`] and [`ENTRIES`] of the games listed, each with the features it needs.
macro_rules! catalogue {
    ($($(#[$when:meta])* $game:ident,)*) => {
        /// Any game of the catalogue.
        #[derive(Clone, Debug)]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "the games say themselves what they are")]
        pub enum AnyGame {
            $($(#[$when])* $game($game),)*
        }

        /// What there is.
        pub const ENTRIES: &[Entry] = &[$($(#[$when])* <$game as Listed>::ENTRY,)*];

        impl AnyGame {
            /// What the catalogue says about this game.
            #[must_use]
            pub fn entry(&self) -> &'static Entry {
                match self {
                    $($(#[$when])* AnyGame::$game(_) => const { &<$game as Listed>::ENTRY },)*
                }
            }

            /// Does something with the game.
            pub fn visit<V: Visitor>(&self, visitor: V) -> V::Output {
                match self {
                    $($(#[$when])* AnyGame::$game(game) => visitor.visit(game),)*
                }
            }

            fn build(
                name: &str,
                parameters: &str,
                files: &dyn Files,
            ) -> Option<Result<Self, ParseError>> {
                $($(#[$when])* if name == <$game as Listed>::ENTRY.name {
                    let game = <$game as Listed>::from_parameters(parameters, files);
                    return Some(game.map(AnyGame::$game));
                })*
                None
            }
        }
    };
}

catalogue! {
    Nim,
    Subtraction,
    Wythoff,
    Kayles,
    DawsonsKayles,
    Octal,
    Chomp,
    Mnk,
    Connect,
    Hexapawn,
    Breakthrough,
    Othello,
    PongHauKi,
    MuTorere,
    ThreeMensMorris,
    LGame,
    FoxAndHounds,
    FiveFieldKono,
    Quixo,
    Teeko,
    DobutsuShogi,
    #[cfg(feature = "chess")]
    Chess,
    Cops,
}

impl AnyGame {
    /// The game that a spec asks for.
    ///
    /// # Errors
    /// No game of that name, or parameters that do not fit. Nothing at all behind a colon is one that
    /// does not.
    pub fn from_spec(spec: &str, files: &dyn Files) -> Result<Self, ParseError> {
        let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
        let alias = ENTRIES.iter().find_map(|entry| {
            let alias = entry.aliases.iter().find(|(alias, _)| *alias == name)?;
            Some((entry.name, alias.1))
        });
        if spec.ends_with(':') || parameters.starts_with(':') {
            let entry = ENTRIES.iter().find(|entry| entry.name == name);
            let example = entry.map(|entry| entry.example).or(alias.map(|_| name));
            return Err(match example {
                Some(example) => ParseError::new(format!(
                    "there is nothing behind a colon of '{spec}': write it as in {example}"
                )),
                None => unknown(name),
            });
        }
        let (name, parameters) = match alias {
            Some((name, stands_for)) if parameters.is_empty() => (name, stands_for),
            Some(_) => {
                return Err(ParseError::new(format!(
                    "{name} takes no parameters: leave out ':{parameters}'"
                )));
            }
            None => (name, parameters),
        };
        AnyGame::build(name, parameters, files).unwrap_or_else(|| Err(unknown(name)))
    }
}

/// Says which name is the closest.
fn unknown(name: &str) -> ParseError {
    let names = ENTRIES.iter().flat_map(|entry| {
        [entry.name].into_iter().chain(entry.aliases.iter().map(|(alias, _)| *alias))
    });
    let closest = names.map(|known| (distance(name, known), known)).min();
    ParseError::new(match closest {
        Some((distance, known)) if distance <= 1 + known.len() / 4 => {
            format!("there is no game '{name}'; did you mean {known}?")
        }
        _ => format!("there is no game '{name}': 'retrograde games' lists those there are"),
    })
}

/// How many letters must be changed, added or taken away to make one word of the other.
fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, c) in one.chars().take(64).enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, &d) in other.iter().enumerate() {
            let changed = diagonal + usize::from(c != d);
            diagonal = row[j + 1];
            row[j + 1] = changed.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[other.len()]
}
