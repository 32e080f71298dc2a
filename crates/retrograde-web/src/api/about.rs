//! What there is.

use serde::{Deserialize, Serialize};

use super::{Graph, Opened, Question, TableListed};

/// `GET /api/about`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct About {
    /// The version of the program.
    pub version: String,
    /// How much may be asked for.
    pub limits: Limits,
    /// What can be asked.
    pub objectives: Vec<ObjectiveListed>,
    /// The formats of files.
    pub formats: Vec<FormatListed>,
    /// What was opened when the server was started.
    pub opened: Vec<Opened>,
    /// The tables that were found when the server was started.
    pub tables: Vec<TableListed>,
}

/// How much may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Limits {
    /// Bytes of a file that is opened, as it is sent.
    pub body_bytes: u64,
    /// Vertices of a graph that is sent along.
    pub vertices: u64,
    /// Edges of a graph that is sent along.
    pub edges: u64,
    /// Seconds that an answer may take.
    pub seconds: f64,
    /// Bytes of memory that all work together may take.
    pub memory_bytes: u64,
    /// Vertices that are drawn at once.
    pub drawn: u64,
    /// Edges that are drawn at once.
    pub drawn_edges: u64,
}

/// An objective.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ObjectiveListed {
    /// Its name in questions.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// What it finds out.
    pub summary: String,
    /// Attributes that every vertex must have.
    pub needs: Vec<String>,
    /// Attributes that it looks at where they are.
    pub reads: Vec<String>,
    /// The columns of its answers.
    pub columns: Vec<String>,
    /// Whether it can be told step by step how its answers are found.
    pub traced: bool,
    /// The solvers that find them.
    pub solvers: Vec<String>,
    /// Which of `misere`, `min` and `acceptance` go with it.
    pub options: Vec<String>,
    /// Whether vertices have two values, one for each who may move first.
    pub two_valued: bool,
}

/// A format of files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct FormatListed {
    /// Its name.
    pub name: String,
    /// The extensions of its files.
    pub extensions: Vec<String>,
    /// Whether it is read.
    pub read: bool,
    /// Whether it is written.
    pub write: bool,
}

/// A graph to begin with, of `GET /api/presets`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Preset {
    /// How links name it.
    pub id: String,
    /// What it is among.
    pub group: String,
    /// What it is called.
    pub title: String,
    /// What there is to see.
    pub text: String,
    /// What is asked about it.
    pub question: Question,
    /// The graph, with places to draw it at.
    pub graph: Graph,
}
