//! Games given by rules.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A table that was found when the server was started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
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
