//! What may help against an error.

use retrograde_core::{GraphError, Objective, QuestionError};
use retrograde_draw::DrawError;
use retrograde_io::{ReadFault, SolutionFault};
use retrograde_logic::synth::SynthError;
use retrograde_solve::emerson_lei::EmersonLeiError;
use retrograde_table::TableError;
use retrograde_table::dense::DenseError;

use super::Error;
use crate::engines::Engine;

const OUTCOME: &str = Objective::OUTCOME.name();
const PARITY: &str = Objective::PARITY.name();
const MULLER: &str = Objective::Muller(None).name();

/// What may help against an error; every door has its own words for it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remedy {
    /// A larger machine, or no limit on memory.
    MoreMemory,
    /// This solver would fit, with so many bytes.
    Solver(&'static str, u64),
    /// Solving over the index of so many slots takes so many bytes.
    Index(u64, u64),
    /// Building a table over the index stores no moves.
    Build,
    /// Building a table tier by tier takes so many bytes of memory.
    Tiers(u64),
    /// Building a table of outcomes only takes so many bytes of memory.
    Outcomes(u64),
    /// Leave out the solver that takes only acyclic graphs.
    AnySolver(String),
    /// Do not insist on a graph without cycles.
    AllowCycles,
    /// Leave out the engine.
    AnyEngine,
    /// Say from which position.
    From,
    /// Ask for the objective of this name.
    Objective(&'static str),
    /// Say what player 0 wants of the colours, such as `Inf(0)&Fin(1) | Inf(2)`.
    Condition,
    /// Say in which of its formats the file is.
    Format,
    /// Ask for the objective that the solution is of.
    OtherObjective,
    /// Write the solution with its rows.
    Rows,
    /// Draw the part around one vertex.
    Part,
    /// Write it for Graphviz.
    Graphviz,
    /// Let the controller choose among the transitions that can be taken at once.
    ControllerChooses,
}

impl Error {
    /// What may help.
    #[must_use]
    pub fn remedies(&self) -> Vec<Remedy> {
        match self {
            Error::Memory { instead, .. } => {
                let others = instead.iter().map(|&(name, bytes)| Remedy::Solver(name, bytes));
                [Remedy::MoreMemory].into_iter().chain(others).collect()
            }
            Error::Read(error) => match &error.fault {
                ReadFault::Graph(GraphError::OutOfMemory { .. })
                | ReadFault::NoAddresses { .. } => vec![Remedy::MoreMemory],
                ReadFault::UnknownFormat => vec![Remedy::Format],
                ReadFault::Solution(SolutionFault::OtherObjective { .. }) => {
                    vec![Remedy::OtherObjective]
                }
                ReadFault::Solution(SolutionFault::NoRows) => vec![Remedy::Rows],
                _ => Vec::new(),
            },
            Error::Synth(error) if matches!(**error, SynthError::Overlap(_)) => {
                vec![Remedy::ControllerChooses]
            }
            Error::IndexMemory { tiers, .. } => {
                let tiers = tiers.map(Remedy::Tiers);
                [Remedy::MoreMemory].into_iter().chain(tiers).collect()
            }
            Error::Table(TableError::Solve(DenseError::TierMemory {
                outcomes,
                needed,
                available,
                ..
            })) => {
                let fits = outcomes < needed && outcomes <= available;
                let outcomes = fits.then_some(Remedy::Outcomes(*outcomes));
                [Remedy::MoreMemory].into_iter().chain(outcomes).collect()
            }
            Error::Table(TableError::BegunInMemory { .. }) => vec![Remedy::MoreMemory],
            Error::MadeMemory { .. }
            | Error::EmersonLei(EmersonLeiError::GameTooLarge { room: Some(_), .. }) => {
                vec![Remedy::MoreMemory]
            }
            Error::Question(error) => match error {
                QuestionError::Verdict { .. } => vec![Remedy::Objective(OUTCOME)],
                QuestionError::NotParity { .. }
                | QuestionError::NotRabin { .. }
                | QuestionError::NotStreett { .. } => vec![Remedy::Objective(MULLER)],
                QuestionError::NoCondition => vec![Remedy::Condition],
                QuestionError::ConditionOnPriorities => {
                    vec![Remedy::Objective(PARITY), Remedy::Condition]
                }
                _ => Vec::new(),
            },
            Error::Explore { index: Some((slots, bytes)), of_index: false, .. } => {
                vec![Remedy::Index(*slots, *bytes)]
            }
            Error::Explore { index: Some(_), of_index: true, .. } => vec![Remedy::Build],
            Error::Cyclic { solver: Some(name), .. } => vec![Remedy::AnySolver(name.clone())],
            Error::Cyclic { solver: None, .. } => vec![Remedy::AllowCycles],
            Error::NoIndex
            | Error::NotOverIndex
            | Error::EngineForGraph
            | Error::EngineUnserved { .. }
            | Error::EngineAbsent { .. }
            | Error::EngineFailed { engine: Engine::Gpu, .. } => vec![Remedy::AnyEngine],
            Error::CyclesOnDisk | Error::CyclesInShares => vec![Remedy::AllowCycles],
            Error::EngineMemory { .. } | Error::RowsMemory { .. } | Error::VerifyMemory { .. } => {
                vec![Remedy::MoreMemory]
            }
            Error::SolverForEngine { solver, .. } => vec![Remedy::AnySolver(solver.clone())],
            Error::NoStart => vec![Remedy::From],
            Error::Partizan { .. } => vec![Remedy::Objective(OUTCOME)],
            Error::Draw(DrawError::TooLarge { .. }) => vec![Remedy::Part, Remedy::Graphviz],
            Error::Draw(DrawError::PartTooLarge { .. }) => vec![Remedy::Graphviz],
            // A sum is one of Grundy values and nothing else.
            Error::Summand { error, .. } => {
                let mut remedies = error.remedies();
                remedies.retain(|remedy| !matches!(remedy, Remedy::Objective(_)));
                remedies
            }
            _ => Vec::new(),
        }
    }
}
