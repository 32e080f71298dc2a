//! Built-in games: found by their spec, solved whichever way suits them.

mod answer;
mod engine;
mod line;
mod solved;

use std::path::Path;

use retrograde::games::ParseError;
use retrograde::games::catalogue::Files;
use retrograde::table::{Position, Rulebook};
use retrograde::{Graph, Names};

use crate::failure::Failure;
use crate::input::{CommonArguments, InputArguments};

pub(crate) use answer::DenseAnswer;
pub(crate) use engine::{Engine, EngineArguments};
pub(crate) use line::{PlayedLine, Step};
pub(crate) use solved::{Scope, Solved, explore_game, solve_dense};

/// The graphs that games are played on, read as any input is.
struct GraphFiles<'a>(&'a InputArguments);

impl Files for GraphFiles<'_> {
    fn graph(&self, path: &str) -> Result<(Graph, Names), ParseError> {
        let input = self.0.sibling(path.as_ref());
        match input.read() {
            Ok(arena) => Ok((arena.graph, arena.names)),
            Err(failure) => Err(ParseError::new(failure.to_string())),
        }
    }
}

/// The game that INPUT asks for; `None` if it is a file or standard input.
pub(crate) fn find(input: &InputArguments) -> Result<Option<Rulebook>, Failure> {
    let path = Path::new(&input.input);
    if input.is_stdin() || input.input.is_empty() || path.exists() {
        return Ok(None);
    }
    let Some(spec) = input.input.to_str() else { return Ok(None) };
    match Rulebook::from_spec(spec, &GraphFiles(input)) {
        Ok(game) => Ok(Some(game)),
        // What looks like a file was meant as one.
        Err(_) if !spec.contains(':') && looks_like_a_file(path) => Ok(None),
        Err(error) => {
            Err(Failure::message(format!("'{spec}' is not a file, and as a game: {error}")))
        }
    }
}

fn looks_like_a_file(path: &Path) -> bool {
    path.extension().is_some() || path.components().count() > 1
}

/// The game of a spec that does not come from INPUT.
pub(crate) fn from_spec(spec: &str, common: &CommonArguments) -> Result<Rulebook, ParseError> {
    let input = InputArguments::new(spec.as_ref(), None, common);
    Rulebook::from_spec(spec, &GraphFiles(&input))
}

/// The game that has to be one.
pub(crate) fn demand(input: &InputArguments, command: &str) -> Result<Rulebook, Failure> {
    find(input)?.ok_or_else(|| {
        Failure::message(format!(
            "'{command}' is for built-in games, and '{}' is a file: 'retrograde games' lists the games",
            input.label()
        ))
    })
}

/// The position that `--from` gives, or the start.
pub(crate) fn parse_from(rules: &Rulebook, from: Option<&str>) -> Result<Position, Failure> {
    match from {
        Some(text) => {
            rules.parse(text).map_err(|error| Failure::message(format!("--from '{text}': {error}")))
        }
        None => rules
            .start()
            .ok_or_else(|| Failure::message("the game has no start: say --from POSITION")),
    }
}
