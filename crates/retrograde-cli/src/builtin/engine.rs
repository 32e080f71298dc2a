//! How a built-in game is solved: position by position as play meets them, or over its index.

use clap::{Args, ValueEnum};
use retrograde::games::Game;
use retrograde::games::catalogue::{AnyGame, Visitor};

use crate::failure::Failure;

/// The two ways, which give the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Engine {
    /// Every position that can be met from the start, as a graph
    Explored,
    /// Every slot of the game's index, two bytes each, without storing moves
    Dense,
}

#[derive(Args, Debug)]
pub(crate) struct EngineArguments {
    /// Built-in games: how to solve [default: what suits the game]
    #[arg(long, value_enum)]
    engine: Option<Engine>,
}

impl EngineArguments {
    /// The engine for a game, or for no game but a file.
    pub(crate) fn choose(&self, game: Option<&AnyGame>) -> Result<Engine, Failure> {
        let Some(game) = game else {
            return match self.engine {
                None => Ok(Engine::Explored),
                Some(_) => Err(Failure::message(
                    "--engine is for built-in games; a graph file is solved as it is",
                )),
            };
        };
        let has_index = game.visit(HasIndex);
        match self.engine {
            Some(Engine::Dense) if !has_index => Err(Failure::message(format!(
                "{} has no index: leave out --engine dense",
                game.entry().name
            ))),
            Some(engine) => Ok(engine),
            None if has_index && (game.entry().dense || !game.visit(HasStart)) => Ok(Engine::Dense),
            None => Ok(Engine::Explored),
        }
    }
}

struct HasIndex;

impl Visitor for HasIndex {
    type Output = bool;

    fn visit<G: Game + Clone + 'static>(self, game: &G) -> bool {
        game.slots().is_some()
    }
}

struct HasStart;

impl Visitor for HasStart {
    type Output = bool;

    fn visit<G: Game + Clone + 'static>(self, game: &G) -> bool {
        game.start().is_some()
    }
}
