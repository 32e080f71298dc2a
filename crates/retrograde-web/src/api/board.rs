//! Boards of games.

use serde::{Deserialize, Serialize};

use super::Turn;

/// A position as a board. Places are named by their numbers in the list of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Board {
    /// What kind of board it is: `checkered`, `cells`, `holes`, `points`, `heaps`, `pins`, `bar`,
    /// `graph`, or `text`, which has no places.
    pub style: String,
    /// Where things can stand.
    pub places: Vec<Place>,
    /// The places that are joined by a line.
    pub lines: Vec<[u32; 2]>,
    /// What stands where.
    pub pieces: Vec<Piece>,
    /// What can be put on a board that is set up; nothing, where that cannot be done.
    pub palette: Vec<Man>,
    /// The players; none where both have the same moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub turns: Option<Turns>,
    /// The position as a picture of letters.
    pub text: String,
}

/// Where something can stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Place {
    /// How far to the right, in widths of a square.
    pub x: f32,
    /// How far down.
    pub y: f32,
    /// What it is called.
    pub label: String,
    /// Whether it is a dark square.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub dark: bool,
    /// The player in whose hand this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub hand: Option<Turn>,
}

/// Somebody or something that can stand on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Man {
    /// What it looks like, in a word that all games share.
    pub piece: String,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub side: Option<Turn>,
    /// What people call it.
    pub title: String,
}

/// What stands on a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Piece {
    /// The place.
    pub place: u32,
    /// What it looks like.
    pub piece: String,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub side: Option<Turn>,
    /// What people call it.
    #[serde(default)]
    pub title: String,
    /// How many of them.
    #[serde(default = "one")]
    pub count: u32,
}

fn one() -> u32 {
    1
}

/// Who plays, and whose turn it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Turns {
    /// What the players are called.
    pub players: [String; 2],
    /// The player to move.
    pub mover: Turn,
    /// Whether whoever sets up a board also says whose turn it is.
    pub chosen: bool,
}
