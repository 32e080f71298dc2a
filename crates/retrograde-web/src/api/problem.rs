//! Why something could not be done.

use serde::{Deserialize, Serialize};

/// Why something could not be done; the status of the answer says whose fault it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Problem {
    /// What is wrong, in a sentence.
    pub error: String,
    /// What may help, a sentence each.
    pub remedies: Vec<String>,
    /// Where it is: the name of a vertex, or line and column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub place: Option<String>,
}
