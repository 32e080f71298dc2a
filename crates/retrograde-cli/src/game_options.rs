//! Where and how a game is solved: by which engine, or from a finished table.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use retrograde::memory::Bytes;
use retrograde::table::{Rules, SolvedGame, dense};
use retrograde::words::counted;
use retrograde::{Engine, Input, Objective, Options, Wanted};

use crate::failure::Failure;
use crate::input::demand_rules;
use crate::notes::Notes;
use crate::voice::Voice;

/// The names of these engines, as values of an option.
pub(crate) fn engine_parser(engines: &[Engine]) -> impl TypedValueParser<Value = Engine> + use<> {
    let value = |&engine: &Engine| PossibleValue::new(engine.name()).help(engine.summary());
    PossibleValuesParser::new(engines.iter().map(value))
        .map(|name| Engine::from_name(&name).unwrap_or_default())
}

#[derive(Args, Debug)]
pub(crate) struct EngineArguments {
    /// Where and how to solve; the answers are the same. 'explored' and 'dense' are for built-in
    /// games, which they take from the start or from the whole index
    #[arg(
        long,
        value_name = "ENGINE",
        default_value = "auto",
        hide_default_value = true,
        value_parser = engine_parser(&Engine::ALL)
    )]
    engine: Engine,
}

impl EngineArguments {
    pub(crate) fn engine(&self) -> Engine {
        self.engine
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
            notes.detail(|| format!("engine: {}, since {why}", engine.name()));
            match engine {
                Engine::Dense => {
                    tell_index(notes, rules, options);
                    return Ok(Some(input.solve_index(options)?));
                }
                Engine::Disk => return Ok(Some(input.solve_tiers(options)?)),
                #[cfg(feature = "cluster")]
                Engine::Cluster => return Ok(Some(input.solve_workers(options)?)),
                _ => {}
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
