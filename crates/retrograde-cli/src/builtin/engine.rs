//! How a built-in game is solved: position by position as play meets them, or over its index.

use clap::{Args, ValueEnum};
use retrograde::table::Rulebook;

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
    /// Built-in games: which positions, and how to solve them [default: what suits the game]
    #[arg(long, value_enum)]
    engine: Option<Engine>,
}

impl EngineArguments {
    /// The engine for a game, or for no game but a file. `dense_can` says whether what is asked can
    /// be done over an index; where it cannot, games are explored.
    pub(crate) fn choose(
        &self,
        game: Option<&Rulebook>,
        dense_can: bool,
    ) -> Result<Engine, Failure> {
        let Some(game) = game else {
            return match self.engine {
                None => Ok(Engine::Explored),
                Some(_) => Err(Failure::message(
                    "--engine is for built-in games; a graph file is solved as it is",
                )),
            };
        };
        let has_index = game.slots().is_some();
        match self.engine {
            Some(Engine::Dense) if !has_index => {
                Err(Failure::message("the game has no index: leave out --engine dense"))
            }
            Some(Engine::Dense) if !dense_can => Err(Failure::message(
                "over an index, games are solved for outcomes in normal play, and the answer comes as \
                 text, csv or json: leave out --engine dense",
            )),
            Some(engine) => Ok(engine),
            None if has_index && dense_can => {
                let better = game.entry().is_some_and(|entry| entry.dense);
                Ok(if better || game.start().is_none() { Engine::Dense } else { Engine::Explored })
            }
            None => Ok(Engine::Explored),
        }
    }
}
