//! Solving games on graphs across threads, processes and machines.
#![forbid(unsafe_code)]

mod answer;
mod batch;
mod cell;
mod cells;
mod checkpoint;
mod cluster;
mod connect;
mod edges;
mod error;
mod estimate;
mod fingerprint;
mod graph;
mod in_memory;
mod indexed;
mod link;
mod local;
mod look;
pub mod merge;
mod options;
mod outbox;
mod output;
mod partition;
mod questions;
mod rows;
mod rule;
mod run;
mod solve;
mod source;
mod watch;
mod wave;
mod wire;

pub use answer::Answer;
pub use cell::Known;
#[doc(hidden)]
pub use checkpoint::inspect;
pub use cluster::Cluster;
pub use edges::EdgeList;
pub use error::ClusterError;
pub use estimate::{estimate, estimate_slots};
pub use graph::{attractor, outcome, outcome_with};
pub use indexed::{ByPositions, Indexed};
pub use options::{Checkpoints, Options};
pub use partition::Partition;
pub use rows::Rows;
pub use rule::Rule;
