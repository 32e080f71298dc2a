//! What is told about solved games.

use serde::{Deserialize, Serialize};

use super::{Loop, Worth};

/// `POST /api/games/stats`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct StatsRequest {
    /// The game.
    pub spec: String,
    /// The table to answer from, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub table: Option<String>,
}

/// The figures of a solved game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct GameStats {
    /// How many positions there are, in words.
    pub size: String,
    /// How they were found out, in words.
    pub how: String,
    /// How many are worth what.
    pub counts: WorthCounts,
    /// How many wins and losses take so many moves.
    pub histogram: Vec<Bar>,
    /// Positions where play takes longest.
    pub longest: Vec<Longest>,
    /// The parts of a table that people count apart.
    pub sections: Vec<SectionListed>,
}

/// How many positions are worth what to the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct WorthCounts {
    /// Won.
    pub win: u64,
    /// Lost.
    pub lose: u64,
    /// Drawn, and play comes to an end.
    pub tie: u64,
    /// Drawn, and play need not end.
    pub draw: u64,
}

/// Positions that are decided after so many moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Bar {
    /// How many moves.
    pub distance: u32,
    /// How many are won.
    pub win: u64,
    /// How many are lost.
    pub lose: u64,
}

/// A position where play takes longest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Longest {
    /// The position.
    pub position: String,
    /// What it is worth.
    pub value: Worth,
}

/// A part of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SectionListed {
    /// What its positions have in common.
    pub name: String,
    /// The player to move in all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub mover: Option<String>,
    /// How many are worth what.
    pub counts: WorthCounts,
    /// The one whose win takes longest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub longest: Option<Longest>,
}

/// `POST /api/games/line` and `POST /api/games/explain`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct GameLineRequest {
    /// The game.
    pub spec: String,
    /// The position.
    pub position: String,
    /// Whether the player who did not begin is to move.
    #[serde(default)]
    pub second: bool,
    /// The table to answer from, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub table: Option<String>,
}

/// Best play by both from a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct GameLine {
    /// The positions, the first one included.
    pub steps: Vec<GameLineStep>,
    /// Where play comes back to, if it does.
    #[serde(rename = "loop", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub round: Option<Loop>,
    /// How it ends, in words.
    pub ending: String,
    /// Whether there is more of it.
    pub cut: bool,
}

/// A position of a line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct GameLineStep {
    /// The position.
    pub position: String,
    /// Whether the player who did not begin is to move.
    pub second: bool,
    /// What it is worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub value: Option<Worth>,
    /// The move made there; none at the end.
    #[serde(rename = "move", default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub chosen: Option<String>,
    /// The places of the board that it touches.
    pub touched: Vec<u32>,
}
