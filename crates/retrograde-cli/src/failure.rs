//! Why a command ended without success, and what to do about it in terms of options.

use std::error::Error as StdError;
use std::io;

use retrograde::io::{Damage, Format, ReadFault, WriteError, WriteFault};
use retrograde::memory::Bytes;
use retrograde::solve::SolveError;
use retrograde::solve::construct::{ConstructError, Size};
use retrograde::solve::emerson_lei::EmersonLeiError;
use retrograde::solve::reduce::ReduceError;
use retrograde::table::TableError;
use retrograde::words::grouped;
use retrograde::{Error, GraphError, QuestionError, Remedy, Stopped};

use crate::interrupt::{checkpoint_in, kept_by_engine};

/// What the program turns into an exit status.
#[derive(Debug)]
pub(crate) enum Failure {
    /// `verify` found a fault and has said which.
    Fault,
    /// The answer is incomplete; what is proven was written, and a note says why.
    Incomplete,
    /// A server was told to end, and has ended.
    #[cfg(feature = "serve")]
    Served,
    /// Another process has failed with this status and has said why, or is told so itself where there is
    /// no text.
    #[cfg(feature = "cluster")]
    Told {
        /// Its exit status.
        status: u8,
        /// What it said.
        text: String,
    },
    /// Bad usage, with one message.
    Usage(String),
    /// A stream or a file could not be written.
    Output(Box<dyn StdError>),
    /// What the library says.
    Library(Error),
}

impl Failure {
    /// A failure that is explained by a sentence.
    pub(crate) fn message(text: impl Into<String>) -> Self {
        Failure::Usage(text.into())
    }

    /// Where an answer could not be written because of what is read meanwhile: a failure of that, by its name.
    pub(crate) fn of_input(self, label: &str) -> Self {
        let of_write = |error: &WriteError| match &error.fault {
            WriteFault::Io(error) => Damage::of(error).cloned(),
            _ => None,
        };
        let damage = match &self {
            Failure::Library(Error::Write(error)) => of_write(error),
            Failure::Output(error) => match error.downcast_ref() {
                Some(error) => of_write(error),
                None => error.downcast_ref().and_then(Damage::of).cloned(),
            },
            _ => None,
        };
        match damage {
            Some(damage) => Failure::message(format!("{label}: {damage}")),
            None => self,
        }
    }

    /// Whether a table is not as it was written.
    pub(crate) fn is_damage(&self) -> bool {
        let damaged = |error: &TableError| {
            matches!(error, TableError::Damaged { .. } | TableError::NotATable { .. })
        };
        matches!(self, Failure::Library(Error::Table(error)) if damaged(error))
    }

    /// Whether a graph, or what finds its values, does not fit in memory.
    pub(crate) fn is_memory(&self) -> bool {
        match self {
            Failure::Library(Error::Memory { .. } | Error::Explore { .. }) => true,
            Failure::Library(Error::Read(error)) => {
                matches!(
                    error.fault,
                    ReadFault::Graph(GraphError::OutOfMemory { .. })
                        | ReadFault::NoAddresses { .. }
                )
            }
            _ => false,
        }
    }

    /// Whether the other end of standard output has gone away, which is not an error.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        let of_write = |error: &WriteError| match &error.fault {
            WriteFault::Io(error) => error.kind() == io::ErrorKind::BrokenPipe,
            _ => false,
        };
        match self {
            Failure::Output(error) => match error.downcast_ref::<WriteError>() {
                Some(error) => of_write(error),
                None => error
                    .downcast_ref::<io::Error>()
                    .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe),
            },
            Failure::Library(Error::Write(error)) => of_write(error),
            Failure::Library(Error::Io(error)) => error.kind() == io::ErrorKind::BrokenPipe,
            _ => false,
        }
    }

    /// What is kept of work that was to end before it was done.
    pub(crate) fn kept(&self) -> Option<String> {
        #[cfg(feature = "serve")]
        if let Failure::Served = self {
            return Some("the server has ended".to_owned());
        }
        let Failure::Library(Error::Table(TableError::Kept { folder, settled, total, .. })) = self
        else {
            return None;
        };
        let settled = settled.map_or(String::new(), |settled| {
            format!(" with {} of {} slots settled", grouped(settled), grouped(*total))
        });
        Some(checkpoint_in(folder, &settled))
    }

    /// The exit status.
    pub(crate) fn status(&self) -> u8 {
        match self {
            Failure::Fault => 1,
            Failure::Incomplete => 3,
            #[cfg(feature = "cluster")]
            Failure::Told { status, .. } => *status,
            Failure::Library(error) if error.stopped().is_some() => 3,
            _ => 2,
        }
    }

    /// Lines that point at what is wrong, where that is in a formula.
    pub(crate) fn pointer(&self) -> Option<String> {
        match self {
            Failure::Library(Error::Formula { error, .. }) => Some(error.pointer()),
            _ => None,
        }
    }

    /// What to say, unless it has been said.
    pub(crate) fn message_to_show(&self) -> Option<String> {
        match self {
            Failure::Fault | Failure::Incomplete => None,
            #[cfg(feature = "cluster")]
            Failure::Told { text, .. } => Some(text.clone()).filter(|text| !text.is_empty()),
            #[cfg(feature = "serve")]
            Failure::Served => None,
            Failure::Usage(text) => Some(text.clone()),
            Failure::Output(error) => Some(error.to_string()),
            Failure::Library(error) => Some(in_words(error)),
        }
    }
}

/// The message of the library, and what to do in terms of options.
pub(crate) fn in_words(error: &Error) -> String {
    let remedies = error.remedies();
    remedies.iter().fold(text(error), |text, remedy| text + &remedy_in_words(error, remedy))
}

fn text(error: &Error) -> String {
    match error {
        // Which of the games it is, the command that added them up knows by name.
        Error::Summand { error, .. } => text(error),
        Error::Solve(SolveError::Unserved { solver, objective, others }) => format!(
            "--solver {solver} does not solve --objective {objective}: choose auto, {}",
            others.join(", ")
        ),
        Error::PlayersInSum => {
            format!("{error}: join them with 'convert --to product' and solve --objective partizan")
        }
        Error::NotInTable => format!("{error}: leave out --table"),
        Error::EngineForGraph => {
            "--engine explored and --engine dense are for built-in games; a graph \
             file is solved as it is"
                .to_owned()
        }
        Error::EngineUnserved { engine, objective } => {
            format!("--engine {} does not solve --objective {objective}", engine.name())
        }
        Error::EngineAbsent { engine } => {
            format!("--engine {} is not in this build of retrograde", engine.name())
        }
        Error::SolverForEngine { engine, solver } => format!(
            "--engine {} has a solver of its own, so --solver {solver} does not go with it",
            engine.name()
        ),
        Error::Stopped(Stopped::Deadline) => match kept_by_engine() {
            Some(kept) => format!("stopped by --timeout: {kept}"),
            None => {
                "stopped by --timeout before anything could be said: give it more time".to_owned()
            }
        },
        Error::NoReduction { from, to } if from == to => {
            format!("the game is about {to} already: say what it is about now with --objective")
        }
        Error::NoReduction { from: "outcome", to } => format!(
            "an outcome becomes parity or reachability, not {to}: convert to parity first, or say with \
             --objective what the game is about"
        ),
        Error::NoReduction { .. } => {
            format!("{error}: 'retrograde convert --help' lists those there are")
        }
        Error::Reduce(ReduceError::Counters { limit, .. }) => format!(
            "{error}; --max-size N allows N instead of {}, and --to energy stays small",
            grouped(*limit)
        ),
        Error::Reduce(ReduceError::EmersonLei(EmersonLeiError::GameTooLarge { limit, .. })) => {
            format!("{error}; --max-size N allows N instead of {}", grouped(*limit))
        }
        Error::Construct(ConstructError::TooLarge { vertices, edges, .. })
            if vertices.count() <= u128::from(u32::MAX) =>
        {
            match (vertices, edges) {
                (Size::Exactly(vertices), Size::Exactly(edges)) => {
                    format!("{error}; --max-size {} allows it", vertices.max(edges))
                }
                _ => format!("{error}; --max-size N allows N, and more may not be enough"),
            }
        }
        error => error.to_string(),
    }
}

/// How the message goes on.
fn remedy_in_words(error: &Error, remedy: &Remedy) -> String {
    use QuestionError::{NoCondition, NotRabin, NotStreett, Verdict};
    let label = match error {
        Error::Explore { label, .. } | Error::IndexMemory { label, .. } => label,
        _ => "",
    };
    match (remedy, error) {
        (Remedy::Solver(name, bytes), _) => format!("; --solver {name} takes {}", Bytes(*bytes)),
        (Remedy::Index(slots, bytes), _) => format!(
            "; over its index of {} slots, 'retrograde solve {label} --engine dense' takes {} of \
             memory, and 'retrograde table build {label} -o DIR' keeps the answer",
            grouped(*slots),
            Bytes(*bytes),
        ),
        (Remedy::Build, _) => format!(
            "; 'retrograde table build {label} -o DIR' solves it without storing moves, and \
             'retrograde table verify DIR' checks it"
        ),
        (Remedy::Tiers(bytes), _) => format!(
            "; tier by tier, with the tiers that are done on disk, 'retrograde table build {label} -o \
             DIR' takes {}",
            Bytes(*bytes)
        ),
        (Remedy::Outcomes(bytes), _) => format!("; --outcome-only takes {}", Bytes(*bytes)),
        (Remedy::AnySolver(name), _) => format!("; leave out --solver {name}"),
        (Remedy::Format, _) => {
            format!(": say --input-format {}", Format::ALL.map(Format::name).join("|"))
        }
        (Remedy::Objective(name), Error::Question(Verdict { .. })) => {
            format!(", or solve --objective {name}")
        }
        (Remedy::Objective(name), Error::Question(NotRabin { .. } | NotStreett { .. })) => {
            format!("; --objective {name} takes any condition")
        }
        (Remedy::Objective(name), _) => format!(": solve --objective {name}"),
        _ => match (remedy, error) {
            (Remedy::MoreMemory, _) => {
                "; allow more with --max-memory, 'unlimited' to try all the same, or use a larger machine"
            }
            (Remedy::AllowCycles, _) => "; leave out --acyclic",
            (Remedy::AnyEngine, Error::EngineForGraph) => "",
            (Remedy::AnyEngine, _) => ": leave out --engine",
            (Remedy::From, _) => ": say --from POSITION",
            (Remedy::Condition, Error::Question(NoCondition)) => {
                ": say it, as in --acceptance 'Inf(0)&Fin(1) | Inf(2)'"
            }
            (Remedy::Condition, _) => ", or say what player 0 wants of colours with --acceptance",
            (Remedy::OtherObjective, _) => ", which --objective can change",
            (Remedy::Rows, _) => ": write it without --summary",
            (Remedy::Part, _) => "; --from V --depth N draws what play can reach from V in N moves",
            (Remedy::ControllerChooses, _) => {
                "; --nondeterminism controller lets the controller choose among them"
            }
            (Remedy::Graphviz, _) => "; --format dot writes what Graphviz lays out",
            _ => "",
        }
        .to_owned(),
    }
}

/// Whether a solution could be read and is wrong already as it stands there.
pub(crate) fn is_refutation(fault: &ReadFault) -> bool {
    matches!(fault, ReadFault::Solution(fault) if fault.is_refutation())
}

impl<E: Into<Error>> From<E> for Failure {
    fn from(error: E) -> Self {
        Failure::Library(error.into())
    }
}
