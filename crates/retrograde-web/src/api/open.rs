//! Opening and writing graphs.

use serde::{Deserialize, Serialize};

use super::{Graph, Question};

/// `POST /api/open`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OpenRequest {
    /// The name of the file, whose extension tells the format.
    pub name: String,
    /// What is in it.
    pub content: String,
    /// How that is written down.
    #[serde(default)]
    pub encoding: Encoding,
    /// The format, where the name does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub format: Option<String>,
}

/// How the content of a file is written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Encoding {
    /// As it is.
    #[default]
    Text,
    /// In base64, for files that are no text.
    Base64,
}

/// Something that was opened, and is kept for a while.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Opened {
    /// How to ask about it.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// Whether it is a graph or a game given by rules.
    pub kind: OpenedKind,
    /// How large it is; of a game only once it has been asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub shape: Option<Shape>,
    /// What is asked about it unless somebody says otherwise.
    pub question: Question,
    /// The graph with places to draw it at, where it is small enough to be drawn whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub graph: Option<Graph>,
    /// What somebody may not have meant.
    pub notes: Vec<String>,
}

/// What was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum OpenedKind {
    /// A graph.
    Graph,
    /// A game given by rules: its name is how to open it as a game.
    Game,
}

/// How large a graph is and what it is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Shape {
    /// How many vertices.
    pub vertices: u64,
    /// How many edges.
    pub edges: u64,
    /// How many vertices without a move.
    pub terminals: u64,
    /// How many strongly connected components, where they were counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub components: Option<u64>,
    /// Whether there is no cycle.
    pub acyclic: bool,
}

/// `POST /api/export`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ExportRequest {
    /// The graph.
    pub graph: Graph,
    /// One of the formats that are written, or `svg`, or `html` for a page to give away.
    pub format: String,
    /// What is solved for `svg` and `html`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub question: Option<Question>,
    /// What the picture or the page is called.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub title: Option<String>,
}

/// A file to save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Exported {
    /// The extension that its name should have.
    pub extension: String,
    /// What is in it.
    pub content: String,
    /// How that is written down.
    pub encoding: Encoding,
    /// What the format has no place for.
    pub notes: Vec<String>,
}

/// `POST /api/layout`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LayoutRequest {
    /// The graph.
    pub graph: Graph,
}

/// Where vertices are drawn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Places {
    /// To the right.
    pub x: Vec<f64>,
    /// Downwards.
    pub y: Vec<f64>,
}
