//! Games given by rules: their boards, what positions are worth, and how they are solved here.

mod boards;
mod graphs;
mod listed;
mod look;
mod told;

pub use graphs::OwnGraphs;
pub use listed::games;
pub use look::{edit, look, position};
pub use told::{explain, line, stats};
