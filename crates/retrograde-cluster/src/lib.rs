//! Solving games on graphs across threads, processes and machines.
#![forbid(unsafe_code)]

mod answer;
mod batch;
mod cell;
mod cells;
mod cluster;
mod error;
mod fingerprint;
mod graph;
mod in_memory;
mod link;
mod look;
mod outbox;
mod partition;
mod rule;
mod run;
mod solve;
mod source;
mod watch;
mod wave;

pub use answer::Answer;
pub use cell::Known;
pub use cluster::Cluster;
pub use error::ClusterError;
pub use graph::outcome;
pub use partition::Partition;
pub use rule::Rule;
