//! Why a door stayed shut: one error for all of them, with its facts as fields.

mod remedy;

use std::io;
use std::path::PathBuf;

use retrograde_core::memory::Bytes;
use retrograde_core::{GraphError, Objective, QuestionError, Stopped};
use retrograde_draw::DrawError;
use retrograde_games::generate::GenerateError;
use retrograde_games::{ExploreError, ParseError};
use retrograde_io::{ReadError, ReadFault, WriteError};
use retrograde_logic::check::{CheckError, FormulaError};
use retrograde_logic::compare::CompareError;
use retrograde_logic::synth::SynthError;
use retrograde_solve::SolveError;
use retrograde_solve::construct::{ConstructError, Size};
use retrograde_solve::emerson_lei::EmersonLeiError;
use retrograde_solve::line::LineError;
use retrograde_solve::reduce::ReduceError;
use retrograde_solve::trace::TraceError;
use retrograde_table::dense::DenseError;
use retrograde_table::{ExportError, TableError, VerifyError as TableVerifyError};
use retrograde_verify::{CircuitError, Fault, VerifyError};

use crate::engines::Engine;
use crate::words::grouped;
pub use remedy::Remedy;

/// Why something could not be done.
///
/// [`remedies`](Self::remedies) says what may help; the doors that people use have words for it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A graph or a solution could not be read; boxed so that errors stay small.
    #[error(transparent)]
    Read(Box<ReadError>),
    /// A file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A stream could not be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// What was to be opened is neither a file nor a game.
    #[error("'{spec}' is not a file, and as a game: {error}")]
    NotAGame {
        /// What was to be opened.
        spec: String,
        /// What is wrong with it as a game.
        error: ParseError,
    },
    /// The arena does not fit the objective.
    #[error(transparent)]
    Question(#[from] QuestionError),
    /// The graph contradicts itself.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// A text is no formula.
    #[error("{}{error}", before(label))]
    Formula {
        /// The file, if it is in one.
        label: Option<String>,
        /// What is wrong, and where.
        error: Box<FormulaError>,
    },
    /// A formula could not be checked on a model.
    #[error(transparent)]
    ModelCheck(CheckError),
    /// Evidence has no place in a file of the kind asked for.
    #[error("{why}: write it as a graph for Graphviz (.dot), which has all of it")]
    Evidence {
        /// What is in the way.
        why: String,
    },
    /// Two models could not be compared.
    #[error(transparent)]
    Compare(CompareError),
    /// A solver refused.
    #[error(transparent)]
    Solve(SolveError),
    /// The graph has a cycle, and something asked for there to be none.
    #[error("the graph has a cycle, {}", path.join(" → "))]
    Cyclic {
        /// The names of the first vertices of the cycle, and where it comes back to.
        path: Vec<String>,
        /// The solver that asked for it; `None` for [`Options::acyclic`](crate::Options::acyclic).
        solver: Option<String>,
    },
    /// The work would take more memory than there is.
    #[error(
        "{}{} vertices and {} edges take {}, the work on them {} more, and {} {}",
        before(label), grouped(*vertices), grouped(*edges), Bytes(*held), Bytes(*needed), whose(*is_limit), Bytes(*room)
    )]
    Memory {
        /// What it is, where that is known.
        label: Option<String>,
        /// How many vertices there are.
        vertices: usize,
        /// How many edges.
        edges: usize,
        /// Bytes that they take.
        held: u64,
        /// Bytes that the work would take beside them.
        needed: u64,
        /// Bytes there are for it.
        room: u64,
        /// Whether that is what a limit leaves, or what the machine has.
        is_limit: bool,
        /// Solvers that would fit, with what they take.
        instead: Vec<(&'static str, u64)>,
    },
    /// An index would take more memory than there is.
    #[error(
        "{label}: {} slots take {}, and there are {}",
        grouped(*slots), Bytes(*needed), Bytes(*room)
    )]
    IndexMemory {
        /// The game.
        label: String,
        /// How many slots it has.
        slots: u64,
        /// Bytes that solving it takes.
        needed: u64,
        /// Bytes there are.
        room: u64,
        /// Bytes that building a table tier by tier takes, with the tiers that are done on disk, if
        /// that fits.
        tiers: Option<u64>,
    },
    /// A graph that was to be made would take more memory than there is.
    #[error(
        "the new graph could have {vertices} vertices and {edges} edges, more than {} of memory hold",
        Bytes(*room)
    )]
    MadeMemory {
        /// How many vertices it could have.
        vertices: Size,
        /// How many edges.
        edges: Size,
        /// Bytes there are for it.
        room: u64,
    },
    /// The work was stopped before it was done, with nothing to show for it.
    #[error("{0}")]
    Stopped(Stopped),
    /// A game could not be explored.
    #[error("{label}: {error}")]
    Explore {
        /// The game.
        label: String,
        /// Why not; boxed so that errors stay small.
        error: Box<ExploreError>,
        /// How many slots its index has, and the bytes that it takes instead, where that would fit.
        index: Option<(u64, u64)>,
        /// Whether it was the index that was explored.
        of_index: bool,
    },
    /// A game could not be solved over its index.
    #[error(transparent)]
    Dense(DenseError),
    /// Something about a table.
    #[error(transparent)]
    Table(TableError),
    /// A table does not hold.
    #[error(transparent)]
    TableFault(TableVerifyError),
    /// A table could not be written down.
    #[error(transparent)]
    Export(ExportError),
    /// A solution does not hold.
    #[error("{fault}")]
    Fault {
        /// What is wrong, with the names of vertices.
        fault: String,
        /// The rule that it breaks; `None` if it is wrong as it stands in its file.
        rule: Option<Box<Fault>>,
    },
    /// A solution could not be checked.
    #[error(transparent)]
    Check(VerifyError),
    /// What was to be checked as a table is none.
    #[error("the game was solved here and not opened from a table: open one to check it")]
    NotATable,
    /// A condition on colours or its parity game is too large.
    #[error(transparent)]
    EmersonLei(EmersonLeiError),
    /// A specification could not be turned into a circuit.
    #[error(transparent)]
    Synth(Box<SynthError>),
    /// A circuit could not be checked.
    #[error(transparent)]
    Circuit(Box<CircuitError>),
    /// A construction could not be made.
    #[error(transparent)]
    Construct(ConstructError),
    /// A game could not be turned into one of another kind.
    #[error(transparent)]
    Reduce(ReduceError),
    /// There is no way from one objective to the other.
    #[error("there is no way from {from} to {to}")]
    NoReduction {
        /// What the game is about.
        from: &'static str,
        /// What it was to be about.
        to: &'static str,
    },
    /// Nobody can watch it being solved.
    #[error(transparent)]
    Trace(TraceError),
    /// A picture could not be drawn.
    #[error(transparent)]
    Draw(DrawError),
    /// A graph could not be generated.
    #[error(transparent)]
    Generate(GenerateError),
    /// There is no objective of that name.
    #[error("there is no objective '{}': there are {}", name.escape_debug(), Objective::ALL.map(|it| it.name()).join(", "))]
    NoObjective {
        /// What was asked for.
        name: String,
    },
    /// A rule that belongs to other objectives.
    #[error("{rule} goes with {goes_with}, not with {objective}")]
    RuleOfOther {
        /// The rule.
        rule: &'static str,
        /// The objectives that it belongs to.
        goes_with: &'static str,
        /// The one that was asked for.
        objective: &'static str,
    },
    /// A condition on colours that makes no sense.
    #[error("the condition '{}': {error}", text.escape_debug())]
    Acceptance {
        /// The condition as it was written.
        text: String,
        /// What is wrong with it.
        error: String,
    },
    /// There is no vertex of that name.
    #[error("there is no vertex '{name}'; the graph has {}", few.join(", "))]
    NoVertex {
        /// What was asked for.
        name: String,
        /// Some that there are.
        few: Vec<String>,
    },
    /// The game has no natural start.
    #[error("the game has no start")]
    NoStart,
    /// The game has no index.
    #[error("the game has no index")]
    NoIndex,
    /// What was asked cannot be done over an index.
    #[error("over an index, games are solved for outcomes in normal play, and no graph is made")]
    NotOverIndex,
    /// There can be no table of a game without an index.
    #[error("{label} has no index, so there can be no table of it")]
    NoTable {
        /// The game.
        label: String,
    },
    /// A table without distances knows who wins and not how.
    #[error("the table in {} has no distances, so it knows who wins and not how: build it with them", folder.display())]
    NoDistances {
        /// Where the table is.
        folder: PathBuf,
    },
    /// What was asked is not in tables.
    #[error("a table has outcomes in normal play, and no graph is made of it")]
    NotInTable,
    /// A table is of another game than the one asked about.
    #[error("the table in {} is of {spec}, and {asked} is asked about: give the folder of its table", folder.display())]
    OtherTable {
        /// Where the table is.
        folder: PathBuf,
        /// The game that it is of.
        spec: String,
        /// The game asked about.
        asked: String,
    },
    /// An engine for games given by rules was chosen for a graph.
    #[error(
        "a graph is neither explored nor solved over an index: these engines are for games given by rules"
    )]
    EngineForGraph,
    /// An engine does not solve games of that objective.
    #[error("the engine {} does not solve {objective}", engine.name())]
    EngineUnserved {
        /// The engine.
        engine: Engine,
        /// What was asked.
        objective: &'static str,
    },
    /// An engine was left out when this program was built.
    #[error("the engine {} is not in this build", engine.name())]
    EngineAbsent {
        /// The engine.
        engine: Engine,
    },
    /// An engine cannot be used, or failed.
    #[error("{reason}")]
    EngineFailed {
        /// The engine.
        engine: Engine,
        /// Why.
        reason: String,
    },
    /// Another process, which shares the work, is gone or has ended it.
    #[error("{reason}")]
    ProcessEnded {
        /// Which one, why, and what is left of the work.
        reason: String,
    },
    /// An engine would take more memory than there is.
    #[error("the engine {} takes {} of memory here, and there are {}", engine.name(), Bytes(*needed), Bytes(*room))]
    EngineMemory {
        /// The engine.
        engine: Engine,
        /// Bytes that it takes.
        needed: u64,
        /// Bytes there are.
        room: u64,
    },
    /// To check an answer about a graph on disk would take more memory than there is.
    #[error("to check this row by row takes {} of memory, and there are {}", Bytes(*needed), Bytes(*room))]
    VerifyMemory {
        /// Bytes that it takes.
        needed: u64,
        /// Bytes there are.
        room: u64,
    },
    /// To make a file of rows would take more memory than there is.
    #[error("to make an .rgg file takes {} of memory here, and there are {}", Bytes(*needed), Bytes(*room))]
    RowsMemory {
        /// Bytes that it takes.
        needed: u64,
        /// Bytes there are.
        room: u64,
    },
    /// A solver was chosen with an engine that has its own.
    #[error("the engine {} has a solver of its own, and {solver} was asked for", engine.name())]
    SolverForEngine {
        /// The engine.
        engine: Engine,
        /// The solver.
        solver: String,
    },
    /// The players have different moves, and what was asked needs the same.
    #[error("in {label} the players have different moves, so it has no Grundy values")]
    Partizan {
        /// The game.
        label: String,
    },
    /// Sums are of games with the same moves for both.
    #[error("some edges have a player, and sums are of games with the same moves for both")]
    PlayersInSum,
    /// Something about one of the games of a sum.
    #[error("component {place}: {error}")]
    Summand {
        /// Which one, counted from 0.
        place: usize,
        /// What it is.
        error: Box<Error>,
    },
    /// A solution without moves tells nobody how to play.
    #[error("the solution has no moves, so there is no play to tell")]
    NoMoves,
    /// A position that the rules allow and play never meets.
    #[error("the position '{position}' cannot come up in this game")]
    CannotComeUp {
        /// The position.
        position: String,
    },
    /// The input cannot be read in shares by several processes.
    #[error(
        "processes read their shares of a binary graph (.rgg), of a list of edges whose names are numbers, or \
         of a game with an index and un-moves, and {label} is none of these: convert it to .rgg first"
    )]
    NotShared {
        /// What it is called.
        label: String,
    },
    /// Nobody looks for cycles in a graph on disk.
    #[error("a graph whose edges stay on disk is not searched for cycles")]
    CyclesOnDisk,
    /// Nobody looks for cycles in a graph of which several processes have a share each.
    #[error("a graph that several processes share is not searched for cycles")]
    CyclesInShares,
    /// A game given by rules has no file.
    #[error("{label} is a game given by rules, and not a file")]
    NotAFile {
        /// The game.
        label: String,
    },
    /// A stream can be read once.
    #[error("the stream has been read already")]
    ReadTwice,
}

fn before(label: &Option<String>) -> String {
    label.as_ref().map_or(String::new(), |label| format!("{label}: "))
}

fn whose(is_limit: bool) -> &'static str {
    if is_limit { "the limit on memory leaves" } else { "this machine has" }
}

impl Error {
    /// Why the work was stopped, if that is what it was.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        match self {
            Error::Stopped(stopped) => Some(*stopped),
            Error::Table(error) => error.stopped(),
            Error::Summand { error, .. } => error.stopped(),
            _ => None,
        }
    }

    /// The same error, saying which input it is about where that helps.
    #[must_use]
    pub fn of(mut self, name: &str) -> Self {
        if let Error::Memory { label, .. } = &mut self {
            label.get_or_insert_with(|| name.to_owned());
        }
        self
    }

    /// The same error where this objective was asked for: an index, which has outcomes alone, is no
    /// help with others.
    #[must_use]
    pub fn about(mut self, objective: &Objective) -> Self {
        if let Error::Explore { index, .. } = &mut self
            && *objective != Objective::OUTCOME
        {
            *index = None;
        }
        self
    }
}

/// Errors that may be no more than that work was stopped.
macro_rules! stoppable {
    ($($error:ty, $stopped:pat => $why:expr, $variant:ident;)*) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                match error {
                    $stopped => Error::Stopped($why),
                    error => Error::$variant(error),
                }
            }
        }
    )*};
}

stoppable! {
    DenseError, DenseError::Stopped(stopped) => stopped, Dense;
    TableError, TableError::Stopped(stopped) => stopped, Table;
    EmersonLeiError, EmersonLeiError::Stopped(stopped) => stopped, EmersonLei;
    ConstructError, ConstructError::Stopped(stopped) => stopped, Construct;
    ReduceError, ReduceError::Stopped(stopped) => stopped, Reduce;
    GenerateError, GenerateError::Stopped(stopped) => stopped, Generate;
    TraceError, TraceError::Stopped(stopped) => stopped, Trace;
    DrawError, DrawError::Stopped(stopped) => stopped, Draw;
    CheckError, CheckError::Stopped(stopped) => stopped, ModelCheck;
    CompareError, CompareError::Stopped(stopped) => stopped, Compare;
    ExportError, ExportError::Table(TableError::Stopped(stopped)) => stopped, Export;
}

impl From<FormulaError> for Error {
    fn from(error: FormulaError) -> Self {
        Error::Formula { label: None, error: Box::new(error) }
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Stopped(stopped) => Error::Stopped(stopped),
            SolveError::EmersonLei(error) => error.into(),
            error => Error::Solve(error),
        }
    }
}

impl From<CircuitError> for Error {
    fn from(error: CircuitError) -> Self {
        match error {
            CircuitError::Stopped(stopped) => Error::Stopped(stopped),
            error @ (CircuitError::Fault(_) | CircuitError::NotFirst { .. }) => {
                Error::Fault { fault: error.to_string(), rule: None }
            }
            error => Error::Circuit(Box::new(error)),
        }
    }
}

impl From<SynthError> for Error {
    fn from(error: SynthError) -> Self {
        match error {
            SynthError::Stopped(stopped) => Error::Stopped(stopped),
            SynthError::Condition(error) => error.into(),
            SynthError::Graph(error) => error.into(),
            error => Error::Synth(Box::new(error)),
        }
    }
}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        match error.fault {
            ReadFault::Stopped(stopped) => Error::Stopped(stopped),
            _ => Error::Read(Box::new(error)),
        }
    }
}

impl From<TableVerifyError> for Error {
    fn from(error: TableVerifyError) -> Self {
        match error {
            TableVerifyError::Table(error) => error.into(),
            error => Error::TableFault(error),
        }
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        Error::Stopped(stopped)
    }
}

impl From<LineError> for Error {
    fn from(error: LineError) -> Self {
        match error {
            LineError::Stopped(stopped) => Error::Stopped(stopped),
            _ => Error::NoMoves,
        }
    }
}
