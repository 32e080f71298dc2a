//! The catalogue: every game by name, with its parameters, its rules and its known result.
//!
//! A game is asked for by a spec such as `nim:3,4,5`: its name, then its parameters after colons. A
//! game that is [`Listed`] says how it is made from them, [`collect`] goes through those that are
//! there, and [`choose`] finds out which of some games a spec means.
//!
//! ```
//! use retrograde_games::catalogue::{self, Collector, Listed, Listing};
//!
//! #[derive(Default)]
//! struct Listings(Vec<&'static Listing>);
//! impl Collector for Listings {
//!     fn add<G: Listed + 'static>(&mut self) {
//!         self.0.push(const { &G::LISTING });
//!     }
//! }
//!
//! let mut there = Listings::default();
//! catalogue::collect(&mut there);
//! let (listing, parameters) = catalogue::choose("tic-tac-toe", &there.0)?;
//! assert_eq!((listing.name, parameters), ("mnk", "3x3x3"));
//! assert_eq!(
//!     catalogue::choose("tic-tac-tow", &there.0).unwrap_err().to_string(),
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
pub struct Listing {
    /// Its name, the first part of a spec.
    pub name: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// Other names it answers to, and the parameters that these stand for.
    pub aliases: &'static [(&'static str, &'static str)],
    /// Its parameters as they follow the name, such as `:WIDTHxHEIGHT`; empty if it has none.
    pub parameters: &'static str,
    /// A spec that works, with all parameters.
    pub example: &'static str,
    /// What it is about, in a few words: a list has a line for each game.
    pub summary: &'static str,
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

/// A parameter of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// What stands before it in a spec: `:` or `x`.
    pub before: char,
    /// What it is called, such as `WIDTH`; a list of them has commas, as in `HEAP,HEAP,...`, and words
    /// to choose from have bars between them.
    pub name: &'static str,
    /// One that works; empty where it may be left out and the example does so.
    pub example: &'static str,
    /// Whether it may be left out, with what stands before it.
    pub optional: bool,
}

impl Listing {
    /// The parameters one by one, with those of the example.
    ///
    /// ```
    /// use retrograde_games::catalogue::Listed;
    /// use retrograde_games::rules::Connect;
    /// let of_connect = Connect::LISTING.each_parameter();
    /// assert_eq!(of_connect.iter().map(|p| p.name).collect::<Vec<_>>(), ["WIDTH", "HEIGHT", "ROW"]);
    /// assert_eq!((of_connect[1].before, of_connect[1].example), ('x', "4"));
    /// assert!(!of_connect[1].optional);
    /// ```
    #[must_use]
    pub fn each_parameter(&self) -> Vec<Parameter> {
        let mut examples = self.example.split(':').skip(1);
        let mut parameters = Vec::new();
        // What may be left out stands in brackets.
        for group in self.parameters.split(':').skip(1) {
            let optional = group.contains(']');
            let names = group.split(']').next().unwrap_or(group);
            let example = examples.next().unwrap_or("");
            let sizes = names.split('x').zip(example.splitn(names.split('x').count(), 'x'));
            parameters.extend((0..).zip(sizes).map(|(place, (name, example))| Parameter {
                before: if place == 0 { ':' } else { 'x' },
                name,
                example,
                optional,
            }));
        }
        parameters
    }
}

/// A game that is in the catalogue.
pub trait Listed: Game + Sized {
    /// What the catalogue says about it.
    const LISTING: Listing;

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

/// Somebody who wants to know every game, as the type that it is.
pub trait Collector {
    /// Here is one more.
    fn add<G: Listed + 'static>(&mut self);
}

/// Shows all games that are there, in the order in which they are listed.
pub fn collect(collector: &mut impl Collector) {
    collector.add::<Nim>();
    collector.add::<Subtraction>();
    collector.add::<Wythoff>();
    collector.add::<Kayles>();
    collector.add::<DawsonsKayles>();
    collector.add::<Octal>();
    collector.add::<Chomp>();
    collector.add::<Mnk>();
    collector.add::<Connect>();
    collector.add::<Hexapawn>();
    collector.add::<Breakthrough>();
    collector.add::<Othello>();
    collector.add::<PongHauKi>();
    collector.add::<MuTorere>();
    collector.add::<ThreeMensMorris>();
    collector.add::<LGame>();
    collector.add::<FoxAndHounds>();
    collector.add::<FiveFieldKono>();
    collector.add::<Quixo>();
    collector.add::<Teeko>();
    collector.add::<DobutsuShogi>();
    #[cfg(feature = "chess")]
    collector.add::<Chess>();
    collector.add::<Cops>();
}

/// The listing of the game that answers to a name, whatever its parameters.
///
/// # Errors
/// There is none; the closest name is told where one is close.
pub fn find(name: &str, listings: &[&'static Listing]) -> Result<&'static Listing, ParseError> {
    let answers = |listing: &&&Listing| {
        listing.name == name || listing.aliases.iter().any(|(alias, _)| *alias == name)
    };
    listings.iter().find(answers).copied().ok_or_else(|| unknown(name, listings))
}

/// Which of these games a spec asks for, and with which parameters.
///
/// # Errors
/// No game of that name, or nothing at all behind a colon. Whether the parameters fit,
/// [`Listed::from_parameters`] says.
pub fn choose<'a>(
    spec: &'a str,
    listings: &[&'static Listing],
) -> Result<(&'static Listing, &'a str), ParseError> {
    let (name, parameters) = spec.split_once(':').unwrap_or((spec, ""));
    let named = listings.iter().find(|listing| listing.name == name).copied();
    let alias = listings.iter().find_map(|listing| {
        let (_, stands_for) = listing.aliases.iter().find(|(alias, _)| *alias == name)?;
        Some((*listing, *stands_for))
    });
    if spec.ends_with(':') || parameters.starts_with(':') {
        let example = named.map(|listing| listing.example).or(alias.map(|_| name));
        return Err(match example {
            Some(example) => ParseError::new(format!(
                "there is nothing behind a colon of '{spec}': write it as in {example}"
            )),
            None => unknown(name, listings),
        });
    }
    match (alias, named) {
        (Some(alias), _) if parameters.is_empty() => Ok(alias),
        (Some(_), _) => {
            Err(ParseError::new(format!("{name} takes no parameters: leave out ':{parameters}'")))
        }
        (None, Some(listing)) => Ok((listing, parameters)),
        (None, None) => Err(unknown(name, listings)),
    }
}

/// Says which name is the closest.
fn unknown(name: &str, listings: &[&'static Listing]) -> ParseError {
    let names = listings.iter().flat_map(|listing| {
        [listing.name].into_iter().chain(listing.aliases.iter().map(|(alias, _)| *alias))
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
