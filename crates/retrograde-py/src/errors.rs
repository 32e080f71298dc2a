//! Errors of the library as exceptions, with what helps in terms of keywords.

use std::io::ErrorKind;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use retrograde::games::ExploreError;
use retrograde::games::generate::GenerateError;
use retrograde::io::{Format, ReadFault};
use retrograde::memory::Bytes;
use retrograde::solve::SolveError;
use retrograde::table::TableError;
use retrograde::table::dense::DenseError;
use retrograde::words::grouped;
use retrograde::{Error, GraphError, QuestionError, Remedy, Stopped};

/// An exception of the class of that name in `retrograde.errors`.
fn of_class(py: Python<'_>, class: &str, text: String) -> PyErr {
    let found = py.import("retrograde.errors").and_then(|module| module.getattr(class));
    match found.and_then(|class| Ok(class.cast_into::<PyType>()?)) {
        Ok(class) => PyErr::from_type(class, (text,)),
        Err(error) => error,
    }
}

/// Input that makes no sense.
pub(crate) fn input(py: Python<'_>, text: impl Into<String>) -> PyErr {
    of_class(py, "InputError", text.into())
}

/// A keyword of a type that makes no sense.
pub(crate) fn wrong_type(py: Python<'_>, text: impl Into<String>) -> PyErr {
    of_class(py, "WrongType", text.into())
}

/// What a message shows of an object of the caller's: how it prints, cut short.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 80;
    let Ok(text) = object.repr() else {
        return format!("an object of type {}", object.get_type());
    };
    let text = text.to_string_lossy();
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.into_owned(),
    }
}

/// What is said of a position that is in no dictionary: that it has no hash, if that is it, and
/// otherwise what the caller's own code says.
pub(crate) fn unhashable(
    py: Python<'_>,
    error: PyErr,
    place: &str,
    position: &Bound<'_, PyAny>,
) -> PyErr {
    // A tuple has a hash, and the list in it has not.
    let message = error.value(py).to_string();
    let plain = error.is_instance_of::<PyTypeError>(py) && message.contains("unhashable type");
    match plain {
        true => {
            let shown = shown(position);
            let text =
                format!("{place} {shown}: positions must be hashable, such as tuples ({message})");
            of_class(py, "NotHashable", text)
        }
        false => error,
    }
}

/// The library has panicked, which it never should.
pub(crate) fn internal(py: Python<'_>) -> PyErr {
    let text =
        "the work failed: if nobody changed the arrays of the graph meanwhile, please report this";
    of_class(py, "InternalError", text.to_owned())
}

/// Memory that the system does not give.
pub(crate) fn no_room(py: Python<'_>, reason: &dyn std::fmt::Display) -> PyErr {
    of_class(py, "OutOfMemory", format!("there is no memory for the game: {reason}"))
}

/// An error of the library as an exception.
pub(crate) fn raise(py: Python<'_>, error: &Error) -> PyErr {
    of_class(py, class(error), in_words(error))
}

/// An error of a graph.
pub(crate) fn graph(py: Python<'_>, error: GraphError) -> PyErr {
    raise(py, &error.into())
}

fn class(error: &Error) -> &'static str {
    if let Some(stopped) = error.stopped() {
        return match stopped {
            Stopped::Deadline => "SolveTimeout",
            Stopped::Memory { .. } => "OutOfMemory",
            _ => "Cancelled",
        };
    }
    match error {
        Error::Memory { .. } | Error::IndexMemory { .. } => "OutOfMemory",
        Error::Graph(GraphError::OutOfMemory { .. }) => "OutOfMemory",
        Error::Io(_) | Error::Write(_) => "FileError",
        Error::Read(error) => match &error.fault {
            ReadFault::Missing => "NoSuchFile",
            ReadFault::Io(error) if error.kind() == ErrorKind::NotFound => "NoSuchFile",
            ReadFault::Io(_) => "FileError",
            ReadFault::Graph(GraphError::OutOfMemory { .. }) => "OutOfMemory",
            _ => "InputError",
        },
        Error::Fault { .. } | Error::TableFault(_) => "NotVerified",
        Error::Table(error) => match error {
            TableError::Missing { .. } | TableError::Unfinished { .. } => "NoSuchFile",
            TableError::Memory { .. }
            | TableError::BegunInMemory { .. }
            | TableError::Solve(DenseError::Memory { .. } | DenseError::TierMemory { .. }) => {
                "OutOfMemory"
            }
            TableError::Io { .. } | TableError::Busy { .. } | TableError::Damaged { .. } => {
                "FileError"
            }
            _ => "InputError",
        },
        Error::Generate(GenerateError::TooLarge { .. } | GenerateError::OutOfMemory { .. })
        | Error::Dense(DenseError::Memory { .. }) => "OutOfMemory",
        Error::Explore { error, .. }
            if matches!(
                **error,
                ExploreError::TooMuchMemory { .. } | ExploreError::Hopeless { .. }
            ) =>
        {
            "OutOfMemory"
        }
        Error::Summand { error, .. } => class(error),
        _ if error.remedies().contains(&Remedy::MoreMemory) => "OutOfMemory",
        _ => "InputError",
    }
}

/// The message of the library, and what to do in terms of keywords.
fn in_words(error: &Error) -> String {
    let text = match error {
        Error::Solve(SolveError::Unserved { solver, objective, others }) => format!(
            "solver='{solver}' does not solve objective='{objective}': choose 'auto', '{}'",
            others.join("', '")
        ),
        Error::Stopped(Stopped::Deadline) => {
            "the time allowed was up before anything could be said".to_owned()
        }
        error => error.to_string(),
    };
    error.remedies().iter().fold(text, |text, remedy| text + &remedy_in_words(error, remedy))
}

/// How the message goes on.
fn remedy_in_words(error: &Error, remedy: &Remedy) -> String {
    let verdict = matches!(error, Error::Question(QuestionError::Verdict { .. }));
    match remedy {
        Remedy::MoreMemory => "; max_memory='unlimited' tries all the same".to_owned(),
        Remedy::Solver(name, bytes) => format!("; solver='{name}' takes {}", Bytes(*bytes)),
        Remedy::AnySolver(name) => format!("; leave out solver='{name}'"),
        Remedy::AllowCycles => "; leave out acyclic=True".to_owned(),
        Remedy::Objective(name) if verdict => format!(", or solve with objective='{name}'"),
        Remedy::Objective(name) => format!("; objective='{name}' takes it"),
        Remedy::Condition => ": say it, as in acceptance='Inf(0)&Fin(1) | Inf(2)'".to_owned(),
        Remedy::Format => {
            format!(": say format='{}'", Format::ALL.map(Format::name).join("' or '"))
        }
        Remedy::OtherObjective => ", which objective=… can change".to_owned(),
        Remedy::Index(slots, bytes) => format!(
            "; engine='dense' solves it over its index of {} slots in {}",
            grouped(*slots),
            Bytes(*bytes)
        ),
        Remedy::Build => "; retrograde.Table.build stores no moves".to_owned(),
        Remedy::Tiers(bytes) => {
            format!("; tier by tier, retrograde.Table.build takes {}", Bytes(*bytes))
        }
        Remedy::Outcomes(bytes) => format!("; outcome_only=True takes {}", Bytes(*bytes)),
        Remedy::From => ": say from which position".to_owned(),
        Remedy::Part => "; svg(start=node, moves=n) draws what play can reach from it".to_owned(),
        Remedy::ControllerChooses => {
            "; nondeterminism='controller' lets the controller choose among them".to_owned()
        }
        Remedy::Graphviz => "; dot() writes what Graphviz lays out".to_owned(),
        _ => String::new(),
    }
}
