//! The answer to a question.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{Question, Trace};

/// What is said of a vertex: `vertex` is its name, the rest are the columns of the answer, as in the
/// command line's JSON.
pub type Row = Map<String, Value>;

/// The answer to a question about every vertex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// What the players want, in a clause.
    pub wanted: String,
    /// The columns of the rows, `vertex` first.
    pub columns: Vec<String>,
    /// A row a vertex, where the graph is small enough to be drawn whole.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false, value_type = Option<Vec<Object>>))]
    pub rows: Option<Vec<Row>>,
    /// How each vertex looks, where there are rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub paints: Option<Vec<Paint>>,
    /// The figures that stand for the whole, as in the command line's JSON.
    #[cfg_attr(test, schema(value_type = Object))]
    pub summary: Row,
    /// The same in words, a line each.
    pub summary_text: Vec<String>,
    /// What somebody may not have meant.
    pub notes: Vec<String>,
    /// The solver that ran.
    pub solver: String,
    /// How it went about it.
    pub how: String,
    /// How long it took.
    pub seconds: f64,
    /// Whether the independent checker has gone through all of it.
    pub verified: bool,
    /// Of how many vertices nothing is known, the solver having been stopped.
    pub unknown: u64,
    /// How the answer is found, step by step.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub trace: Option<Trace>,
}

/// How a solved vertex looks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Paint {
    /// What kind of vertex it is.
    pub class: PaintClass,
    /// Where it has two values (asymmetric, partizan): with the first and with the second to move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub both: Option<[PaintClass; 2]>,
    /// A letter or two that say the same as the class.
    pub letter: String,
    /// The figure that belongs to it: a distance, a value, a credit; may be empty.
    pub badge: String,
    /// What it is worth, in words.
    pub words: String,
    /// The edges that its strategy plays.
    #[serde(rename = "move")]
    pub chosen: Vec<u32>,
}

/// The kinds of vertices that pictures tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum PaintClass {
    /// Won by the player to move.
    Win,
    /// Lost for the player to move.
    Lose,
    /// Drawn.
    Draw,
    /// Drawn, the rules ending the game.
    Tie,
    /// Good for player 0.
    Zero,
    /// Good for player 1.
    One,
    /// Good for neither player.
    Even,
    /// Won by Left, whoever starts.
    Left,
    /// Won by Right, whoever starts.
    Right,
    /// Won by whoever starts.
    First,
    /// Won by whoever does not start.
    Second,
    /// Two values that differ.
    Mixed,
    /// Not known.
    Open,
}
