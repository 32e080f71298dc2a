//! Why a graph cannot be generated.

use retrograde_core::memory::Bytes;
use retrograde_core::{Stopped, grouped};

use super::family::Family;
use super::size::Size;

/// What is wrong with a request for a graph.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// There is no family of that name.
    #[error("{}: choose one of {}", no_family(name), list(Family::ALL.iter().map(|f| f.name())))]
    UnknownFamily {
        /// The name asked for; empty if there was none.
        name: String,
    },
    /// The family has no parameter of that name.
    #[error(
        "'{}' has no parameter '{}': it takes {}",
        family.name(), name.escape_debug(), parameters(*family)
    )]
    UnknownParameter {
        /// The family.
        family: Family,
        /// The name asked for.
        name: String,
    },
    /// A parameter was given twice.
    #[error("'{parameter}' is given twice: keep one of them")]
    RepeatedParameter {
        /// The parameter.
        parameter: &'static str,
    },
    /// A value without a name, after all parameters have theirs.
    #[error(
        "'{}' is one value too many: '{}' takes {}",
        value.escape_debug(), family.name(), parameters(*family)
    )]
    SurplusValue {
        /// The family.
        family: Family,
        /// The value.
        value: String,
    },
    /// A parameter that must be given was not.
    #[error("'{}' needs '{parameter}': add {parameter}=… with {allowed}", family.name())]
    MissingParameter {
        /// The family.
        family: Family,
        /// The parameter.
        parameter: &'static str,
        /// What may be given.
        allowed: &'static str,
    },
    /// A value that is not what the parameter takes.
    #[error("'{parameter}' cannot be '{}': give {allowed}", value.escape_debug())]
    BadValue {
        /// The parameter.
        parameter: &'static str,
        /// What was given.
        value: String,
        /// What may be given.
        allowed: &'static str,
    },
    /// Sizes that are fine each, but multiply or add up to more vertices than can be numbered.
    #[error(
        "this '{}' would have {} vertices, and at most {} can be numbered: make it smaller",
        family.name(), grouped(*vertices), grouped(u32::MAX)
    )]
    TooManyVertices {
        /// The family.
        family: Family,
        /// How many vertices it would have.
        vertices: u128,
    },
    /// A graph that would not fit into memory.
    #[error(
        "a graph of {} vertices and {} edges takes {} of memory and may use {allowed}: make it smaller",
        grouped(size.vertices), grouped(size.edges), size.bytes()
    )]
    TooLarge {
        /// Its size.
        size: Size,
        /// The bytes it may take.
        allowed: Bytes,
    },
    /// The operating system refused memory although there seemed to be enough.
    #[error(
        "the system refused the {} of memory for a graph of {} vertices and {} edges: \
         make it smaller or free some memory",
        size.bytes(), grouped(size.vertices), grouped(size.edges)
    )]
    OutOfMemory {
        /// The size of the graph.
        size: Size,
    },
    /// It was stopped before it was done.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

fn no_family(name: &str) -> String {
    match name {
        "" => "no family of graphs is named".to_owned(),
        _ => format!("there is no family of graphs '{}'", name.escape_debug()),
    }
}

fn parameters(family: Family) -> String {
    list(family.parameters().iter().map(|parameter| parameter.name))
}

fn list<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(", ")
}
