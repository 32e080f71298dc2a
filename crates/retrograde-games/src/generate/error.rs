//! Why a graph cannot be generated.

use std::fmt;

use retrograde_core::memory::Bytes;

use super::family::Family;
use super::size::Size;

/// What is wrong with a request for a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GenerateError {
    /// There is no family of that name.
    UnknownFamily {
        /// The name asked for; empty if there was none.
        name: String,
    },
    /// The family has no parameter of that name.
    UnknownParameter {
        /// The family.
        family: Family,
        /// The name asked for.
        name: String,
    },
    /// A parameter was given twice.
    RepeatedParameter {
        /// The parameter.
        parameter: &'static str,
    },
    /// A value without a name, after all parameters have theirs.
    SurplusValue {
        /// The family.
        family: Family,
        /// The value.
        value: String,
    },
    /// A parameter that must be given was not.
    MissingParameter {
        /// The family.
        family: Family,
        /// The parameter.
        parameter: &'static str,
    },
    /// A value that is not what the parameter takes.
    BadValue {
        /// The parameter.
        parameter: &'static str,
        /// What was given.
        value: String,
        /// What may be given.
        allowed: &'static str,
    },
    /// Sizes that are fine each, but multiply or add up to more vertices than can be numbered.
    TooManyVertices {
        /// The family.
        family: Family,
        /// How many vertices it would have.
        vertices: u128,
    },
    /// A graph that would not fit into memory.
    TooLarge {
        /// Its size.
        size: Size,
        /// The bytes it may take.
        allowed: Bytes,
    },
    /// The operating system refused memory although there seemed to be enough.
    OutOfMemory {
        /// The size of the graph.
        size: Size,
    },
}

impl fmt::Display for GenerateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GenerateError::UnknownFamily { name } => {
                if name.is_empty() {
                    f.write_str("no family of graphs is named")?;
                } else {
                    write!(f, "there is no family of graphs '{}'", name.escape_debug())?;
                }
                f.write_str(": choose one of ")?;
                write_list(f, Family::ALL.iter().map(|family| family.name()))
            }
            GenerateError::UnknownParameter { family, name } => {
                let name = name.escape_debug();
                write!(f, "'{}' has no parameter '{name}': it takes ", family.name())?;
                write_list(f, family.parameters().iter().map(|parameter| parameter.name))
            }
            GenerateError::RepeatedParameter { parameter } => {
                write!(f, "'{parameter}' is given twice: keep one of them")
            }
            GenerateError::SurplusValue { family, value } => {
                let value = value.escape_debug();
                write!(f, "'{value}' is one value too many: '{}' takes ", family.name())?;
                write_list(f, family.parameters().iter().map(|parameter| parameter.name))
            }
            GenerateError::MissingParameter { family, parameter } => {
                write!(
                    f,
                    "'{}' needs '{parameter}': add {parameter}=… with {}",
                    family.name(),
                    family
                        .parameters()
                        .iter()
                        .find(|p| p.name == *parameter)
                        .map_or("a value", |p| p.kind.allowed())
                )
            }
            GenerateError::BadValue { parameter, value, allowed } => {
                write!(f, "'{parameter}' cannot be '{}': give {allowed}", value.escape_debug())
            }
            GenerateError::TooManyVertices { family, vertices } => write!(
                f,
                "this '{}' would have {vertices} vertices, and at most {} can be numbered: make it smaller",
                family.name(),
                u32::MAX
            ),
            GenerateError::TooLarge { size, allowed } => write!(
                f,
                "a graph of {} vertices and {} edges takes {} of memory and may use {allowed}: make it smaller",
                size.vertices,
                size.edges,
                size.bytes()
            ),
            GenerateError::OutOfMemory { size } => write!(
                f,
                "the system refused the {} of memory for a graph of {} vertices and {} edges: \
                 make it smaller or free some memory",
                size.bytes(),
                size.vertices,
                size.edges
            ),
        }
    }
}

fn write_list<'a>(f: &mut fmt::Formatter<'_>, words: impl Iterator<Item = &'a str>) -> fmt::Result {
    for (place, word) in words.enumerate() {
        if place > 0 {
            f.write_str(", ")?;
        }
        f.write_str(word)?;
    }
    Ok(())
}

impl std::error::Error for GenerateError {}
