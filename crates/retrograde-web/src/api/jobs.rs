//! Work that takes longer than an answer.

use serde::{Deserialize, Serialize};

use super::Problem;

/// `GET /api/jobs/ID`. A job that nobody asks about for a while is cancelled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct JobStatus {
    /// Where it stands.
    pub state: JobState,
    /// What is being done.
    pub phase: String,
    /// How much of it is done.
    pub done: u64,
    /// How much there is in all, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub total: Option<u64>,
    /// Why it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub problem: Option<Problem>,
}

/// Where a job stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// It waits for its turn or is being worked on.
    Running,
    /// It is done.
    Done,
    /// It failed.
    Failed,
    /// It was cancelled.
    Cancelled,
}
