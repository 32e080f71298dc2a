//! How a built-in game is solved: explored, over its index, or from a finished table.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use retrograde::memory::Bytes;
use retrograde::table::{Rules, SolvedGame, dense};
use retrograde::words::counted;
use retrograde::{Engine, Input, Objective, Options, Wanted};

use crate::failure::Failure;
use crate::input::demand_rules;
use crate::notes::Notes;
use crate::voice::Voice;

/// The two ways, which give the same answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// Every position that can be met from the start, as a graph
    Explored,
    /// Every slot of the game's index, two bytes each, without storing moves
    Dense,
}

impl From<EngineName> for Engine {
    fn from(name: EngineName) -> Self {
        match name {
            EngineName::Explored => Engine::Explored,
            EngineName::Dense => Engine::Dense,
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct EngineArguments {
    /// Built-in games: which positions, and how to solve them [default: what suits the game]
    #[arg(long, value_enum)]
    engine: Option<EngineName>,
}

impl EngineArguments {
    pub(crate) fn engine(&self) -> Engine {
        self.engine.map_or(Engine::Auto, Engine::from)
    }
}

#[derive(Args, Debug)]
pub(crate) struct TableArguments {
    /// Built-in games: answer from the finished table in DIR, without solving
    #[arg(long, value_name = "DIR", conflicts_with = "engine")]
    table: Option<PathBuf>,

    #[command(flatten)]
    voice: Voice,
}

impl TableArguments {
    /// The game with what the table knows of it, if there is to be one.
    pub(crate) fn open(
        &self,
        input: &Input,
        (objective, wanted): (&Objective, Wanted),
        options: &Options<'_>,
    ) -> Result<Option<SolvedGame>, Failure> {
        let Some(folder) = &self.table else { return Ok(None) };
        demand_rules(input, "--table")?;
        Ok(Some(input.table(folder, objective, wanted, options)?))
    }

    /// As [`open`](Self::open), or solved over the index where that is how it is done.
    pub(crate) fn known(
        &self,
        input: &Input,
        asked: (&Objective, Wanted),
        options: &Options<'_>,
    ) -> Result<Option<SolvedGame>, Failure> {
        if let Some(game) = self.open(input, asked, options)? {
            return Ok(Some(game));
        }
        let (engine, why) = input.engine_and_why(asked.0, asked.1, options)?;
        let notes = Notes::new(self.voice);
        if let Some(rules) = input.rules() {
            let name = if engine == Engine::Dense { "dense" } else { "explored" };
            notes.detail(|| format!("engine: {name}, since {why}"));
            if engine == Engine::Dense {
                tell_index(notes, rules, options);
                return Ok(Some(input.solve_index(options)?));
            }
        }
        Ok(None)
    }
}

/// Says what solving over an index takes, to whom that matters.
pub(crate) fn tell_index(notes: Notes, rules: &Rules, options: &Options<'_>) {
    notes.detail(|| {
        let slots = rules.slots().unwrap_or(0);
        let room =
            options.room(0).map_or(String::new(), |room| format!("; {} available", Bytes(room)));
        format!(
            "memory: {} for {}{room}; threads: {}",
            Bytes(dense::estimate(slots)),
            counted(slots, "slot", "slots"),
            options.threads.get()
        )
    });
}
