//! How much may be asked for.

use std::time::Duration;

use retrograde::{Threads, memory};

use crate::api::Limits;
use crate::graphs::{DRAWN, Size};

/// How much a server does for those who ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// Bytes of memory for all work and all that is kept; games and graphs that take more are refused.
    pub memory: u64,
    /// How long an answer may take once its turn has come.
    pub time: Duration,
    /// How many answers are worked on at once.
    pub threads: Threads,
    /// Bytes of a file that is opened, as it is sent.
    pub file: usize,
    /// Bytes of any other request.
    pub request: usize,
    /// The largest graph that is sent along.
    pub graph: Size,
    /// How many may wait for their turn.
    pub waiting: usize,
    /// How many may be connected.
    pub connections: usize,
    /// How long the head of a request, or its body, may take to arrive.
    pub patience: Duration,
    /// How long a job goes on that nobody asks about.
    pub interest: Duration,
    /// How long what was opened or solved is kept when nobody asks about it.
    pub idle: Duration,
}

impl Default for Allowed {
    fn default() -> Self {
        /// Where the system does not say how much there is.
        const UNKNOWN: u64 = 4 << 30;
        Allowed {
            memory: memory::available().unwrap_or(UNKNOWN) / 2,
            time: Duration::from_secs(30),
            threads: Threads::all(),
            file: 64 << 20,
            request: 8 << 20,
            graph: Size { vertices: 20_000, edges: 100_000 },
            waiting: 256,
            connections: 512,
            patience: Duration::from_secs(20),
            interest: Duration::from_secs(15),
            idle: Duration::from_secs(15 * 60),
        }
    }
}

impl From<Allowed> for Limits {
    fn from(allowed: Allowed) -> Self {
        Limits {
            body_bytes: allowed.file as u64,
            vertices: allowed.graph.vertices as u64,
            edges: allowed.graph.edges as u64,
            seconds: allowed.time.as_secs_f64(),
            memory_bytes: allowed.memory,
            drawn: DRAWN.vertices as u64,
            drawn_edges: DRAWN.edges as u64,
        }
    }
}
