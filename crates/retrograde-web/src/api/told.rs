//! Explanations and lines of play.

use serde::{Deserialize, Serialize};

use super::{Question, Row, Subject};

/// A vertex, by its place or by its name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum VertexNamed {
    /// Its place in the list of vertices.
    Place(u32),
    /// Its name.
    Name(String),
}

/// Who moves first, in asymmetric and partizan games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Turn {
    /// Player 0, or Left.
    First,
    /// Player 1, or Right.
    Second,
}

/// `POST /api/explain`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ExplainRequest {
    /// The game.
    pub subject: Subject,
    /// The question.
    pub question: Question,
    /// The vertex.
    pub vertex: VertexNamed,
    /// Who moves first, in asymmetric and partizan games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub side: Option<Turn>,
    /// Whether to say all there is to say, and not what fits a screen.
    #[serde(default)]
    pub all: bool,
}

/// Why a vertex is worth what it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Explanation {
    /// The whole in words, a line each.
    pub text: Vec<String>,
    /// The vertex, and those that best play passes through after it.
    pub positions: Vec<ExplainedPosition>,
    /// How play goes on, in words.
    pub closing: String,
    /// Whether there was more to say.
    pub cut: bool,
}

/// Why one position is worth what it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ExplainedPosition {
    /// What it is called.
    pub vertex: String,
    /// What it is worth.
    #[cfg_attr(test, schema(value_type = Object))]
    pub fields: Row,
    /// Why.
    pub why: String,
    /// Its moves, the one that is made first.
    pub moves: Vec<ExplainedMove>,
    /// How many more there are.
    pub more: u64,
}

/// A move and what it means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ExplainedMove {
    /// The move as players write it; on a graph, the vertex moved to.
    #[serde(rename = "move")]
    pub name: String,
    /// The position that it leads to.
    pub to: String,
    /// What it means for whoever makes it.
    pub words: String,
    /// Whether it is the one that is made.
    pub best: bool,
    /// What the position after it is worth, for whoever moves there.
    #[cfg_attr(test, schema(value_type = Object))]
    pub fields: Row,
}

/// `POST /api/line`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LineRequest {
    /// The game.
    pub subject: Subject,
    /// The question.
    pub question: Question,
    /// Where play begins.
    pub vertex: VertexNamed,
    /// Who moves first, in asymmetric and partizan games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub side: Option<Turn>,
    /// How many positions at most; 200 unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub limit: Option<u32>,
}

/// Best play by both.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Line {
    /// The positions, the first one included.
    pub steps: Vec<LineStep>,
    /// Where play comes back to, if it does.
    #[serde(rename = "loop", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub round: Option<Loop>,
    /// How it ends, in words.
    pub ending: String,
    /// Whether there is more of it than was asked for.
    pub cut: bool,
}

/// A position of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct LineStep {
    /// What it is called.
    pub vertex: String,
    /// Its place in the list of vertices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub index: Option<u32>,
    /// What it is worth, and what belongs to the play.
    #[cfg_attr(test, schema(value_type = Object))]
    pub fields: Row,
    /// The move made there; none at the end.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub chosen: Option<String>,
}

/// Where play comes back to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Loop {
    /// The step that comes up again.
    pub start: u32,
    /// How many steps there are from there to there.
    pub length: u32,
}
