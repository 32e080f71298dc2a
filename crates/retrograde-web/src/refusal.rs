//! Why something is refused, in terms of a page.

use retrograde::draw::DrawError;
use retrograde::io::{Format, Place, ReadFault};
use retrograde::memory::Bytes;
use retrograde::words::grouped;
use retrograde::{Error, GraphError, QuestionError, Remedy, Stopped};

use crate::api::Problem;

/// Something that is not done, with the status that says whose fault that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status of the answer, as HTTP counts.
    pub status: u16,
    /// What is said.
    pub problem: Problem,
    /// After how many seconds it may be worth while to ask again.
    pub retry_after: Option<u32>,
}

impl Refusal {
    /// What was sent makes no sense.
    pub const MALFORMED: u16 = 400;
    /// There is nothing of that name.
    pub const MISSING: u16 = 404;
    /// It has been there and is no more.
    pub const GONE: u16 = 410;
    /// It is more than is allowed.
    pub const TOO_LARGE: u16 = 413;
    /// What was sent is well-formed and cannot be answered.
    pub const UNANSWERABLE: u16 = 422;
    /// It takes too long.
    pub const TOO_LONG: u16 = 504;
    /// Others are before it.
    pub const BUSY: u16 = 503;
    /// We have made a mistake.
    pub const OUR_FAULT: u16 = 500;

    /// A refusal in a sentence.
    pub fn new(status: u16, error: impl Into<String>) -> Self {
        let problem = Problem { error: error.into(), remedies: Vec::new(), place: None };
        Refusal { status, problem, retry_after: None }
    }

    /// The same, saying where it is.
    #[must_use]
    pub fn at(mut self, place: impl Into<String>) -> Self {
        self.problem.place = Some(place.into());
        self
    }

    /// The same, with what may help.
    #[must_use]
    pub fn with_remedy(mut self, remedy: impl Into<String>) -> Self {
        self.problem.remedies.push(remedy.into());
        self
    }

    /// The same, for another time.
    #[must_use]
    pub fn later(mut self, seconds: u32) -> Self {
        self.retry_after = Some(seconds);
        self
    }
}

impl<E: Into<Error>> From<E> for Refusal {
    fn from(error: E) -> Self {
        let error = error.into();
        let problem = Problem {
            error: error.to_string(),
            remedies: error.remedies().iter().map(remedy).collect(),
            place: place(&error),
        };
        Refusal { status: status(&error), problem, retry_after: None }
    }
}

fn status(error: &Error) -> u16 {
    match error.stopped() {
        Some(Stopped::Deadline) => return Refusal::TOO_LONG,
        Some(Stopped::Memory { .. }) => return Refusal::TOO_LARGE,
        // Nobody waits for the answer, or the server is going down.
        Some(_) => return Refusal::BUSY,
        None => {}
    }
    match error {
        Error::Memory { .. }
        | Error::IndexMemory { .. }
        | Error::MadeMemory { .. }
        | Error::Explore { .. }
        | Error::Draw(DrawError::TooLarge { .. } | DrawError::PartTooLarge { .. }) => {
            Refusal::TOO_LARGE
        }
        Error::Graph(GraphError::OutOfMemory { .. }) => Refusal::TOO_LARGE,
        Error::Read(error) => match error.fault {
            ReadFault::Graph(GraphError::OutOfMemory { .. }) => Refusal::TOO_LARGE,
            _ => Refusal::UNANSWERABLE,
        },
        Error::Fault { .. } | Error::TableFault(_) => Refusal::OUR_FAULT,
        Error::NoVertex { .. } => Refusal::MISSING,
        _ => Refusal::UNANSWERABLE,
    }
}

fn place(error: &Error) -> Option<String> {
    match error {
        Error::Read(error) => error.place.map(|Place { line, column }| match column {
            Some(column) => format!("{line}:{column}"),
            None => line.to_string(),
        }),
        Error::Question(
            QuestionError::Missing { name, .. }
            | QuestionError::NoMove { name, .. }
            | QuestionError::Verdict { name, .. },
        )
        | Error::Graph(GraphError::VerdictOnMoves { name, .. }) => Some(name.clone()),
        _ => None,
    }
}

/// What may help, in terms of a page.
fn remedy(remedy: &Remedy) -> String {
    match remedy {
        Remedy::MoreMemory => "Start the server with more memory.".to_owned(),
        Remedy::Solver(name, bytes) => {
            format!("The solver {name} takes {}: choose that one.", Bytes(*bytes))
        }
        Remedy::Index(slots, bytes) => format!(
            "Open it as a game: over its index of {} slots it takes {}.",
            grouped(*slots),
            Bytes(*bytes)
        ),
        Remedy::Build | Remedy::Tiers(_) => {
            "Build a table of it, and start the server with the table.".to_owned()
        }
        Remedy::AnySolver(name) => {
            format!("Leave the choice of the solver open, instead of {name}.")
        }
        Remedy::AllowCycles => "Allow cycles.".to_owned(),
        Remedy::AnyEngine => "Leave the choice of the engine open.".to_owned(),
        Remedy::From => "Say from which position.".to_owned(),
        Remedy::Objective(name) => format!("Choose the objective {name}."),
        Remedy::Condition => {
            "Write down what player 0 wants of the colours, as in Inf(0)&Fin(1) | Inf(2)."
                .to_owned()
        }
        Remedy::Format => {
            format!("Choose its format: {}.", Format::ALL.map(Format::name).join(", "))
        }
        Remedy::Part => "Look at the part around one vertex.".to_owned(),
        Remedy::ControllerChooses => "Let the controller choose among them.".to_owned(),
        Remedy::Graphviz => "Save it as dot, which Graphviz lays out.".to_owned(),
        other => format!("{other:?}"),
    }
}
