//! A graph as pages draw it.

use serde::{Deserialize, Serialize};

/// A graph with all that is said about it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Graph {
    /// The vertices; elsewhere they are known by their places in this list.
    pub vertices: Vec<Vertex>,
    /// The edges; elsewhere they are known by their places in this list.
    pub edges: Vec<Edge>,
    /// What player 0 wants of the colours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub acceptance: Option<String>,
    /// The vertex that a game given by rules begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub start: Option<u32>,
}

/// A vertex.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Vertex {
    /// What it is called; no other vertex has that name.
    pub name: String,
    /// The outcome where no move is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub verdict: Option<Verdict>,
    /// Who moves there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false, minimum = 0, maximum = 1))]
    pub owner: Option<u8>,
    /// Its priority.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub priority: Option<u32>,
    /// Whether it is one to reach, avoid or revisit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub target: Option<bool>,
    /// Its colours, from 0 to 63.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub colors: Option<Vec<u32>>,
    /// Where it is drawn: to the right.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub x: Option<f64>,
    /// Where it is drawn: downwards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub y: Option<f64>,
}

/// An outcome for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Won.
    Win,
    /// Lost.
    Lose,
    /// Drawn.
    Draw,
}

/// A move.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// From this vertex.
    pub from: u32,
    /// To this vertex.
    pub to: u32,
    /// What it pays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub weight: Option<i64>,
    /// The only side that may make it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub player: Option<Side>,
    /// The move as players write it, in a game given by rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub label: Option<String>,
}

/// A side of a partizan game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Left.
    Left,
    /// Right.
    Right,
}
