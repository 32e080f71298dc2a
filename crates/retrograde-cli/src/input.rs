//! Getting at the game: reading it, within the memory there is.

use std::ffi::OsString;
use std::path::Path;
use std::time::Instant;

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Args, ValueEnum};
use retrograde::io::{Format, ReadError, ReadFault, ReadOptions, Source};
use retrograde::memory::{self, Bytes};
use retrograde::solve::outcome::{self, Method, Options, Progress, Solved, estimate};
use retrograde::solve::registry;
use retrograde::{Arena, Convention, GraphError, OutcomeGame, Threads, Vertex};

use crate::failure::Failure;
use crate::notes::{Notes, Unit};

/// How standard input is called in what we print.
pub(crate) const STDIN: &str = "standard input";

#[derive(Args, Debug)]
pub(crate) struct InputArguments {
    /// A graph file, or '-' for standard input
    #[arg(value_name = "INPUT")]
    pub(crate) input: OsString,

    /// The format of INPUT, where its extension does not tell
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    input_format: Option<String>,

    #[command(flatten)]
    common: CommonArguments,
}

#[derive(Args, Debug)]
pub(crate) struct CommonArguments {
    /// Use at most this much memory, such as 512M or 4G; 'unlimited' skips the check
    #[arg(long, value_name = "SIZE", value_parser = parse_limit)]
    max_memory: Option<Limit>,

    /// Say nothing on standard error but errors
    #[arg(short, long)]
    quiet: bool,
}

impl CommonArguments {
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
    pub(crate) fn notes(&self) -> Notes {
        Notes::new(self.common.quiet)
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

    fn is_stdin(&self) -> bool {
        self.input == "-"
    }

    /// Reads the graph.
    pub(crate) fn read(&self) -> Result<Arena, Failure> {
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
                "INPUT is empty: give a graph file or '-' for standard input",
            ));
        }
        if !path.exists() && path.extension().is_none() && path.components().count() == 1 {
            return Err(Failure::message(format!(
                "'{}' is neither a file nor a built-in game; give a graph file or '-' for standard input",
                path.display()
            )));
        }
        Ok(Source::file(path)?)
    }

    /// Refuses work that would take `more` bytes beside the arena, if they are not there.
    pub(crate) fn check_memory(&self, arena: &Arena, more: u64) -> Result<(), Failure> {
        let held = arena.heap_bytes();
        let (room, whose) = match self.common.max_memory {
            Some(Limit::Unlimited) => return Ok(()),
            Some(Limit::Bytes(bytes)) => (bytes.saturating_sub(held), "--max-memory leaves"),
            None => match memory::available() {
                Some(bytes) => (bytes, "this machine has"),
                None => return Ok(()),
            },
        };
        if more <= room {
            return Ok(());
        }
        Err(Failure::message(format!(
            "{}: {} vertices and {} edges take {}, solving them takes {} more, and {whose} {}; \
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

/// The vertex that an option names.
pub(crate) fn find_vertex(arena: &Arena, option: &str, name: &str) -> Result<Vertex, Failure> {
    arena.names.find(name).ok_or_else(|| {
        let few: Vec<_> =
            arena.graph.vertices().take(5).map(|v| arena.names.printable(v)).collect();
        let more = if arena.graph.vertex_count() > few.len() { ", …" } else { "" };
        Failure::message(format!(
            "{option} {name}: there is no such vertex; the graph has {}{more}",
            few.join(", ")
        ))
    })
}

/// What is asked about the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Objective {
    /// Win, lose or draw for the player to move
    Outcome,
}

#[derive(Args, Debug)]
pub(crate) struct GameArguments {
    /// What to find out
    #[arg(long, value_enum, default_value_t = Objective::Outcome)]
    objective: Objective,

    /// Misère play: whoever cannot move wins; explicit verdicts stay
    #[arg(long)]
    misere: bool,
}

impl GameArguments {
    pub(crate) fn game<'a>(&self, arena: &'a Arena) -> Result<OutcomeGame<'a>, Failure> {
        let Objective::Outcome = self.objective;
        let convention = if self.misere { Convention::Misere } else { Convention::Normal };
        Ok(OutcomeGame::new(&arena.graph, &arena.verdicts, convention)?)
    }
}

/// The name that leaves the choice of the solver to us.
const AUTO: &str = "auto";

/// The names of the solvers, from the registry.
fn solver_parser() -> PossibleValuesParser {
    let auto = PossibleValue::new(AUTO).help("The best one for the graph");
    let solvers = registry::SOLVERS
        .iter()
        .map(|solver| PossibleValue::new(solver.name).help(solver.description));
    PossibleValuesParser::new([auto].into_iter().chain(solvers))
}

#[derive(Args, Debug)]
pub(crate) struct SolverArguments {
    /// Which solver to use; the answers are the same
    #[arg(long, value_name = "NAME", default_value = AUTO, value_parser = solver_parser())]
    solver: String,

    /// How many threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<Threads>,
}

fn parse_threads(text: &str) -> Result<Threads, String> {
    let count = text.parse().ok().filter(|&count: &usize| count <= 4096).and_then(Threads::new);
    count.ok_or_else(|| "give a number of threads from 1 to 4096".to_owned())
}

impl SolverArguments {
    fn method(&self) -> Method {
        registry::find(&self.solver).map_or(Method::Auto, |solver| solver.method)
    }

    /// Whether the choice of the solver is ours.
    pub(crate) fn is_auto(&self) -> bool {
        self.solver == AUTO
    }

    /// Solves, with progress, unless it would not fit in memory.
    pub(crate) fn solve(
        &self,
        input: &InputArguments,
        arena: &Arena,
        game: &OutcomeGame<'_>,
        values_only: bool,
    ) -> Result<Solved, Failure> {
        let notes = input.notes();
        let bar = notes.bar("solving", arena.graph.vertex_count() as u64, Unit::Vertices);
        let report = |progress: Progress| bar.set(progress.settled);
        let options = Options {
            threads: self.threads.unwrap_or_default(),
            method: self.method(),
            values_only,
            progress: Some(&report),
        };
        input.check_memory(arena, estimate(&arena.graph, &options).solver)?;
        let start = Instant::now();
        let result = outcome::solve(game, &options);
        bar.finish();
        let solved = result.map_err(|error| cyclic(error, arena))?;
        notes.took("solved", start);
        Ok(solved)
    }
}

/// Says which cycle it was, by name.
fn cyclic(error: outcome::SolveError, arena: &Arena) -> Failure {
    match error {
        outcome::SolveError::Cyclic { cycle } => {
            const SHOWN: usize = 8;
            let mut path: Vec<_> =
                cycle.iter().take(SHOWN).map(|&vertex| arena.names.printable(vertex)).collect();
            if cycle.len() > SHOWN {
                path.push("…".into());
            }
            path.push(arena.names.printable(cycle[0]));
            Failure::message(format!(
                "the graph has a cycle, {}; leave out --solver acyclic",
                path.join(" → ")
            ))
        }
        other => other.into(),
    }
}
