//! Games given by rules.

use serde::{Deserialize, Serialize};

use super::{Board, Piece, Turn};

/// A table that was found when the server was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct TableListed {
    /// How to ask about it.
    pub id: String,
    /// The game that it is of.
    pub spec: String,
    /// What the game is called.
    pub title: String,
    /// How large its file is.
    pub bytes: u64,
}

/// A game of `GET /api/games`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct GameListed {
    /// Its name, the first part of a spec.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// What it is about, in a few words.
    pub summary: String,
    /// The rules.
    pub rules: String,
    /// What is known about it, with the source.
    pub known: String,
    /// Its parameters in order.
    pub parameters: Vec<ParameterListed>,
    /// Specs that are solved in a moment, the first to begin with.
    pub examples: Vec<String>,
    /// The board where the first of them begins.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub board: Option<Board>,
}

/// A parameter of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ParameterListed {
    /// What stands before it in a spec.
    pub before: String,
    /// What it is called.
    pub name: String,
    /// One that works.
    pub example: String,
    /// Whether it may be left out, with what stands before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// All there are, where there are only some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
}

/// `POST /api/games/look`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct LookRequest {
    /// The game, such as `nim:3,4,5`.
    pub spec: String,
    /// The position; where play begins unless said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub position: Option<String>,
    /// Whether the player who did not begin is to move; it matters where positions do not tell.
    #[serde(default)]
    pub second: bool,
    /// The table to answer from, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub table: Option<String>,
}

/// A position, its board and what its moves are worth.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Look {
    /// The game.
    pub spec: String,
    /// What people call it.
    pub title: String,
    /// The position.
    pub position: String,
    /// Whether the player who did not begin is to move.
    pub second: bool,
    /// The player to move, as people call them; none where turns have to be counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub mover: Option<String>,
    /// The board.
    pub board: Board,
    /// Why there are no moves, if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub ended: Option<String>,
    /// Whether the game is solved.
    pub state: LookState,
    /// What the position is worth to the player to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub value: Option<Worth>,
    /// The moves, the best first once they are known.
    pub moves: Vec<Choice>,
    /// How many more there are.
    pub more: u64,
    /// Where play begins, if it begins anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub start: Option<String>,
}

/// Whether a game is solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum LookState {
    /// It is.
    Solved {
        /// How.
        words: String,
    },
    /// It is being solved; look again when the job is done.
    Solving {
        /// The job.
        job: String,
    },
    /// It is not solved here.
    TooLarge {
        /// Why.
        words: String,
        /// The command that builds a table of it, where that can be done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(test, schema(nullable = false))]
        build: Option<String>,
        /// The tables of it that are there.
        tables: Vec<TableListed>,
    },
}

/// What a position or a move is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Worth {
    /// `win`, `lose` or `draw`.
    pub outcome: String,
    /// Whether a draw is a tie, ended by the rules.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub tie: bool,
    /// How many moves until the game is decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub distance: Option<u32>,
    /// The same in words.
    pub words: String,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Choice {
    /// As players write it.
    #[serde(rename = "move")]
    pub name: String,
    /// The position that it leads to.
    pub to: String,
    /// What it is worth to the player who makes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub value: Option<Worth>,
    /// Whether no move is better.
    pub best: bool,
    /// The ways to point at it on the board: each is groups of places, one after the other, the
    /// places of a group in any order.
    pub touches: Vec<Vec<Vec<u32>>>,
}

/// `POST /api/games/edit`
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct EditRequest {
    /// The game.
    pub spec: String,
    /// What stands where.
    #[serde(default)]
    pub pieces: Vec<Piece>,
    /// Whose turn it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub mover: Option<Turn>,
    /// The position as it is written, in place of the pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub text: Option<String>,
}

/// The position of a board that was set up, or why there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Edited {
    /// There is one.
    Position {
        /// The position.
        position: String,
        /// Whether the player who did not begin is to move.
        second: bool,
    },
    /// There is none.
    Refused {
        /// Why.
        words: String,
    },
}
