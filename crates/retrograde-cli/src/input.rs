//! Getting at the game: reading it, within the memory there is.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Instant;

use clap::Args;
use clap::builder::PossibleValuesParser;
use retrograde::io::{Format, ReadError, ReadFault, ReadOptions, Source};
use retrograde::memory::{self, Bytes};
use retrograde::{Arena, GraphError, Threads, Vertex};

use crate::builtin::{self, Engine, Scope};
use crate::failure::Failure;
use crate::notes::{Notes, Unit};
use crate::output::OutputArguments;

/// How standard input is called in what we print.
pub(crate) const STDIN: &str = "standard input";

#[derive(Args, Debug)]
pub(crate) struct InputArguments {
    /// A graph file, '-' for standard input, or a built-in game such as tic-tac-toe or nim:3,4,5
    #[arg(value_name = "INPUT")]
    pub(crate) input: OsString,

    /// The format of INPUT, where its extension does not tell
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    input_format: Option<String>,

    #[command(flatten)]
    common: CommonArguments,
}

#[derive(Args, Clone, Debug)]
pub(crate) struct CommonArguments {
    /// Use at most this much memory, such as 512M or 4G; 'unlimited' skips the check
    #[arg(long, value_name = "SIZE", value_parser = parse_limit)]
    max_memory: Option<Limit>,

    /// Say nothing on standard error but errors
    #[arg(short, long)]
    quiet: bool,
}

impl CommonArguments {
    pub(crate) fn notes(&self) -> Notes {
        Notes::new(self.quiet)
    }

    /// The bytes that may be taken from now on; `None` for no limit.
    pub(crate) fn allowed(&self) -> Option<u64> {
        match self.max_memory {
            Some(Limit::Bytes(bytes)) => Some(bytes),
            Some(Limit::Unlimited) => None,
            None => memory::available(),
        }
    }
}

/// The names of the graph formats.
pub(crate) fn format_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(Format::ALL.map(Format::name))
}

/// How much memory may be used.
#[derive(Clone, Copy, Debug)]
enum Limit {
    Bytes(u64),
    Unlimited,
}

fn parse_limit(text: &str) -> Result<Limit, String> {
    if text == "unlimited" {
        return Ok(Limit::Unlimited);
    }
    match Bytes::parse(text) {
        Some(Bytes(bytes)) => Ok(Limit::Bytes(bytes)),
        None => Err("give a size such as 512M or 4G, or 'unlimited'".to_owned()),
    }
}

impl InputArguments {
    /// An input that is named in another way than by the arguments of this type.
    pub(crate) fn new(input: &OsStr, format: Option<&str>, common: &CommonArguments) -> Self {
        InputArguments {
            input: input.to_owned(),
            input_format: format.map(str::to_owned),
            common: common.clone(),
        }
    }

    /// Another input, to be read in the same way.
    pub(crate) fn sibling(&self, input: &OsStr) -> Self {
        InputArguments::new(input, self.input_format.as_deref(), &self.common)
    }

    pub(crate) fn notes(&self) -> Notes {
        self.common.notes()
    }

    /// How the input is called in what we print.
    pub(crate) fn label(&self) -> String {
        if self.is_stdin() { STDIN.to_owned() } else { self.input.to_string_lossy().into_owned() }
    }

    /// As [`label`](Self::label), without the folders.
    pub(crate) fn short_label(&self) -> String {
        let name = Path::new(&self.input).file_name().filter(|_| !self.is_stdin());
        name.map_or_else(|| self.label(), |name| name.to_string_lossy().into_owned())
    }

    pub(crate) fn is_stdin(&self) -> bool {
        self.input == "-"
    }

    /// The format that the options or the extension tell.
    pub(crate) fn format(&self) -> Option<Format> {
        let by_name = || Format::from_path(Path::new(&self.input)).filter(|_| !self.is_stdin());
        self.input_format.as_deref().and_then(Format::from_name).or_else(by_name)
    }

    /// Refuses to write an answer over the question.
    pub(crate) fn check_other_than(&self, output: &OutputArguments) -> Result<(), Failure> {
        let same = |path: &Path| {
            let ends = [Path::new(&self.input), path].map(std::fs::canonicalize);
            matches!(ends, [Ok(input), Ok(output)] if input == output)
        };
        match output.file() {
            Some(path) if !self.is_stdin() && same(path) => Err(Failure::message(format!(
                "-o {} would replace INPUT by its solution: choose another name",
                path.display()
            ))),
            _ => Ok(()),
        }
    }

    /// Reads the graph, or makes one of a built-in game: of what its start leads to, or of its whole
    /// index where it has no start.
    pub(crate) fn read(&self) -> Result<Arena, Failure> {
        self.read_with(Engine::Explored)
    }

    /// Reads the graph, or makes one of a built-in game: of the positions that the engine solves.
    pub(crate) fn read_with(&self, engine: Engine) -> Result<Arena, Failure> {
        if let Some(rules) = builtin::find(self)? {
            let scope = match engine {
                Engine::Explored => Scope::Start,
                Engine::Dense => Scope::Index,
            };
            return builtin::explore_game(self, &rules, scope, Threads::all());
        }
        let source = if self.is_stdin() { Source::stdin() } else { self.open()? };
        let format = self.input_format.as_deref().and_then(Format::from_name);
        let start = Instant::now();
        let bar = self.notes().bar("reading", source.size().unwrap_or(0), Unit::Bytes);
        let source = source.on_progress(|bytes| bar.set(bytes));
        let options = ReadOptions { memory_limit: self.common.allowed() };
        let result = source.read_arena(format, &options);
        bar.finish();
        let arena = result.map_err(|error| self.explain(error))?;
        self.notes().took("read", start);
        Ok(arena)
    }

    /// As [`read`](Self::read), but only what play can meet from a position of a built-in game.
    pub(crate) fn read_from(&self, from: Option<&str>) -> Result<Arena, Failure> {
        match (builtin::find(self)?, from) {
            (Some(rules), Some(_)) => {
                let root = [builtin::parse_from(&rules, from)?];
                builtin::explore_game(self, &rules, Scope::From(&root), Threads::all())
            }
            _ => self.read(),
        }
    }

    /// Where a built-in game begins, in what [`read`](Self::read) made of it.
    pub(crate) fn start(&self, arena: &Arena) -> Result<Option<Vertex>, Failure> {
        let Some(rules) = builtin::find(self)? else { return Ok(None) };
        Ok(rules.start().and_then(|start| arena.names.find(&rules.show(&start))))
    }

    /// Refuses a game in which the players have different moves, for what needs the same.
    pub(crate) fn demand_impartial(&self) -> Result<(), Failure> {
        match builtin::find(self)? {
            Some(rules) if rules.entry().is_some_and(|entry| !entry.impartial) => {
                Err(Failure::message(format!(
                    "in {} the players have different moves, so it has no Grundy values: solve \
                     --objective outcome",
                    self.label()
                )))
            }
            _ => Ok(()),
        }
    }

    /// The bytes that may be taken from now on; `None` for no limit.
    pub(crate) fn allowed(&self) -> Option<u64> {
        self.common.allowed()
    }

    /// Refuses work on something that would take so many bytes, if they are not there.
    pub(crate) fn check_memory_for(&self, what: &str, needed: u64) -> Result<(), Failure> {
        match self.common.allowed() {
            Some(allowed) if needed > allowed => Err(Failure::message(format!(
                "{}: {what} take {}, and there are {}; use a larger machine, or say --max-memory \
                 unlimited to try all the same",
                self.label(),
                Bytes(needed),
                Bytes(allowed)
            ))),
            _ => Ok(()),
        }
    }

    /// Names standard input, and says what to do where memory ran out.
    fn explain(&self, error: ReadError) -> Failure {
        let error = if self.is_stdin() { error.in_file(self.label()) } else { error };
        match &error.fault {
            ReadFault::Graph(GraphError::OutOfMemory { .. }) => Failure::message(format!(
                "{error}; use a larger machine, or say --max-memory unlimited to try all the same"
            )),
            _ => error.into(),
        }
    }

    fn open(&self) -> Result<Source<'static>, Failure> {
        let path = Path::new(&self.input);
        if self.input.is_empty() {
            return Err(Failure::message(
                "INPUT is empty: give a graph file, '-' for standard input, or a built-in game",
            ));
        }
        Ok(Source::file(path)?)
    }

    /// The bytes there are beside the arena, and what says so; `None` for no limit.
    pub(crate) fn room(&self, arena: &Arena) -> Option<(u64, &'static str)> {
        match self.common.max_memory {
            Some(Limit::Unlimited) => None,
            Some(Limit::Bytes(bytes)) => {
                Some((bytes.saturating_sub(arena.heap_bytes()), "--max-memory leaves"))
            }
            None => memory::available().map(|bytes| (bytes, "this machine has")),
        }
    }

    /// Refuses work that would take `more` bytes beside the arena, if they are not there.
    pub(crate) fn check_memory(&self, arena: &Arena, more: u64) -> Result<(), Failure> {
        let Some((room, whose)) = self.room(arena) else { return Ok(()) };
        let held = arena.heap_bytes();
        if more <= room {
            return Ok(());
        }
        Err(Failure::message(format!(
            "{}: {} vertices and {} edges take {}, the work on them {} more, and {whose} {}; \
             use a larger machine, or say --max-memory unlimited to try all the same",
            self.label(),
            arena.graph.vertex_count(),
            arena.graph.edge_count(),
            Bytes(held),
            Bytes(more),
            Bytes(room),
        )))
    }
}

/// The vertex called `name`; `said` is what named it, for the error.
pub(crate) fn find_vertex(arena: &Arena, said: &str, name: &str) -> Result<Vertex, Failure> {
    arena.names.find(name).ok_or_else(|| {
        let few: Vec<_> =
            arena.graph.vertices().take(5).map(|v| arena.names.printable(v)).collect();
        let more = if arena.graph.vertex_count() > few.len() { ", …" } else { "" };
        Failure::message(format!(
            "{said}: there is no such vertex; the graph has {}{more}",
            few.join(", ")
        ))
    })
}

/// The vertex that `--from` names.
pub(crate) fn find_start(arena: &Arena, name: &str) -> Result<Vertex, Failure> {
    find_vertex(arena, &format!("--from {name}"), name)
}
