//! Getting at the game.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Instant;

use clap::Args;
use clap::builder::PossibleValuesParser;
use retrograde::io::Format;
use retrograde::memory::Bytes;
use retrograde::table::{Position, Rules};
use retrograde::{Arena, Error, Input, MemoryLimit, Objective, Opening, Options, Scope, Vertex};

use crate::failure::Failure;
use crate::notes::{Notes, Watch};
use crate::voice::Voice;
use crate::{Program, interrupt};

#[derive(Args, Debug)]
pub(crate) struct InputArguments {
    /// A graph file, '-' for standard input, or a built-in game such as tic-tac-toe or nim:3,4,5
    #[arg(value_name = "INPUT")]
    pub(crate) input: OsString,

    /// The format of INPUT, where its extension does not tell
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    input_format: Option<String>,

    #[command(flatten)]
    pub(crate) common: CommonArguments,
}

/// As [`InputArguments`], where a graph will not do.
#[derive(Args, Debug)]
pub(crate) struct GameArguments {
    /// A built-in game such as quixo:4 ('retrograde games' lists them)
    #[arg(value_name = "GAME")]
    game: OsString,

    /// The format of the graph that GAME is played on, where its extension does not tell
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    input_format: Option<String>,

    #[command(flatten)]
    pub(crate) common: CommonArguments,
}

impl GameArguments {
    /// Finds the game.
    pub(crate) fn open(&self, program: &Program) -> Result<Input, Failure> {
        self.common.open(&self.game, self.input_format.as_deref(), program)
    }

    pub(crate) fn notes(&self) -> Notes {
        self.common.notes()
    }
}

#[derive(Args, Clone, Debug)]
pub(crate) struct CommonArguments {
    /// Use at most this much memory, such as 512M or 4G; 'unlimited' skips the check
    #[arg(long, value_name = "SIZE", value_parser = parse_limit, allow_negative_numbers = true)]
    max_memory: Option<MemoryLimit>,

    #[command(flatten)]
    voice: Voice,
}

impl CommonArguments {
    pub(crate) fn notes(&self) -> Notes {
        Notes::new(self.voice)
    }

    pub(crate) fn memory(&self) -> MemoryLimit {
        self.max_memory.unwrap_or_default()
    }

    /// What holds for every command: memory, and whom to tell how far things are.
    pub(crate) fn options<'a>(&self, watch: &'a Watch) -> Options<'a> {
        Options {
            memory: self.memory(),
            cancel: Some(interrupt::cancel()),
            progress: Some(watch.listener()),
            ..Options::default()
        }
    }

    /// Finds a game.
    pub(crate) fn open(
        &self,
        name: &OsStr,
        format: Option<&str>,
        program: &Program,
    ) -> Result<Input, Failure> {
        if name.is_empty() {
            return Err(Failure::message(
                "INPUT is empty: give a graph file, '-' for standard input, or a built-in game",
            ));
        }
        Ok(self.opening(program, format).open(name)?)
    }

    /// How inputs are opened.
    pub(crate) fn opening(&self, program: &Program, format: Option<&str>) -> Opening<'static> {
        Opening {
            format: format.and_then(Format::from_name),
            catalogue: program.catalogue.clone(),
            options: Options {
                memory: self.memory(),
                cancel: Some(interrupt::cancel()),
                ..Options::default()
            },
        }
    }
}

/// What messages call a file.
pub(crate) fn file_name(name: &OsStr) -> String {
    match name.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => Path::new(name).display().to_string(),
    }
}

/// The names of the graph formats.
pub(crate) fn format_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(Format::ALL.map(Format::name))
}

/// The names of those that can be written, too.
pub(crate) fn written_names() -> Vec<&'static str> {
    Format::ALL.into_iter().filter(|format| format.is_written()).map(Format::name).collect()
}

/// The same, as values of an option.
pub(crate) fn written_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(written_names())
}

fn parse_limit(text: &str) -> Result<MemoryLimit, String> {
    if text == "unlimited" {
        return Ok(MemoryLimit::Unlimited);
    }
    match Bytes::parse(text) {
        Some(Bytes(bytes)) => Ok(MemoryLimit::Bytes(bytes)),
        None => Err("give a size such as 512M or 4G, or 'unlimited'".to_owned()),
    }
}

impl InputArguments {
    /// Finds the game, without reading it.
    pub(crate) fn open(&self, program: &Program) -> Result<Input, Failure> {
        self.open_other(&self.input, program)
    }

    /// Finds another game, to be read in the same way.
    pub(crate) fn open_other(&self, name: &OsStr, program: &Program) -> Result<Input, Failure> {
        self.common.open(name, self.input_format.as_deref(), program)
    }

    pub(crate) fn notes(&self) -> Notes {
        self.common.notes()
    }
}

/// The graph of an input, and the options for what comes after: `--timeout` counts from when a file is
/// read, and exploring a game is part of solving it.
pub(crate) fn read<'a>(
    input: &mut Input,
    scope: Scope<'_>,
    objective: &Objective,
    options: &Options<'a>,
) -> Result<(Arena, Options<'a>), Failure> {
    if input.rules().is_none() {
        let arena = input.arena(&Options { timeout: None, ..*options })?;
        return Ok((arena, *options));
    }
    let begin = Instant::now();
    let arena = input.arena_of(scope, options).map_err(|error| error.about(objective))?;
    Ok((arena, options.after(begin.elapsed())))
}

/// The rules of an input that has to be a game given by rules.
pub(crate) fn demand_rules<'a>(input: &'a Input, command: &str) -> Result<&'a Rules, Failure> {
    input.rules().ok_or_else(|| {
        Failure::message(format!(
            "'{command}' is for built-in games, and '{}' is a file: 'retrograde games' lists the games",
            input.label()
        ))
    })
}

/// The position that `--from` gives, or the start.
pub(crate) fn parse_from(rules: &Rules, from: Option<&str>) -> Result<Position, Failure> {
    match from {
        Some(text) => {
            rules.parse(text).map_err(|error| Failure::message(format!("--from '{text}': {error}")))
        }
        None => Ok(rules.start().ok_or(Error::NoStart)?),
    }
}

/// The vertex called `name`; `said` is what named it, for the error.
pub(crate) fn find_vertex(arena: &Arena, said: &str, name: &str) -> Result<Vertex, Failure> {
    retrograde::find_vertex(arena, name).map_err(|error| match error {
        Error::NoVertex { few, .. } => Failure::message(format!(
            "{said}: there is no such vertex; the graph has {}",
            few.join(", ")
        )),
        error => error.into(),
    })
}

/// The vertex that `--from` names.
pub(crate) fn find_start(arena: &Arena, name: &str) -> Result<Vertex, Failure> {
    find_vertex(arena, &format!("--from {name}"), name)
}
