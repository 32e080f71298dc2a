//! A question and what it is about.

use serde::{Deserialize, Serialize};

use super::Graph;

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Question {
    /// The name of the objective.
    pub objective: String,
    /// Whether whoever cannot move wins (outcome, partizan).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub misere: bool,
    /// Whether the smallest priority decides (parity).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub min: bool,
    /// What player 0 wants of the colours (muller, rabin, streett), unless the graph says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub acceptance: Option<String>,
    /// The solver to use, unless it is to be the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub solver: Option<String>,
}

/// What a question is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Subject {
    /// A graph that is sent along.
    Graph(Graph),
    /// Something that was opened, by its id.
    Opened(String),
}

/// `POST /api/solve`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    /// The game.
    pub subject: Subject,
    /// The question.
    pub question: Question,
    /// Whether to tell step by step how the answer is found, where that can be told.
    #[serde(default)]
    pub trace: bool,
}
