//! How an answer is found, step by step.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How an answer is found, step by step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Trace {
    /// The name of the algorithm.
    pub algorithm: String,
    /// What it is called by people.
    pub title: String,
    /// Where it comes from.
    pub source: String,
    /// The algorithm, line by line.
    pub lines: Vec<String>,
    /// What happens, in order.
    pub events: Vec<Event>,
    /// How many events were left out past the limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub cut: Option<u64>,
}

/// One thing that happens.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Event {
    /// The line of the algorithm, by its place in the list.
    pub line: u32,
    /// The rule in words.
    pub words: String,
    /// What changes. Each change holds what was before and what is after it.
    pub changes: Vec<Change>,
    /// Where to look.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub look: Option<Looked>,
}

/// Where to look.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Looked {
    /// At these vertices.
    pub vertices: Vec<u32>,
    /// At these edges.
    pub edges: Vec<u32>,
}

/// Something that changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum Change {
    /// Of a vertex.
    Vertex {
        /// Which vertex.
        vertex: u32,
        /// What of it.
        what: ChangeKind,
        /// What it was: text, a number, or nothing.
        before: Value,
        /// What it is: text, a number, or nothing.
        after: Value,
    },
    /// Of the part of the graph that is looked at.
    Region {
        /// The part before.
        before: Region,
        /// The part after.
        after: Region,
    },
}

/// What of a vertex changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ChangeKind {
    /// What it is found to be.
    Label,
    /// How many moves are not yet refuted.
    Counter,
    /// In how many moves.
    Distance,
    /// Its rank.
    Rank,
    /// Its value.
    Value,
    /// That it is set apart.
    Mark,
}

/// A part of the graph.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Region {
    /// What it is.
    pub title: String,
    /// Its vertices.
    pub vertices: Vec<u32>,
}
