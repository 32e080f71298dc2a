//! Solving games on graphs across threads, processes and machines, on timely dataflow, with the answers of
//! `retrograde-solve` and of the dense solver of `retrograde-table`.
//!
//! Vertices are dealt to workers in blocks ([`Partition`]). A worker keeps two bytes for each of its vertices
//! and who moves to it. What is decided in a round is told to those before it, four bytes a move, and what a
//! worker is told decides what it tells in the next: as many rounds as the longest distance. Workers are
//! threads of one process or of several, on one machine or on many ([`Cluster`]): the program is the same.
//!
//! | what is solved | where it comes from |
//! | --- | --- |
//! | [`outcome`], [`attractor`], [`visits`] | a graph in the memory of this process, by threads |
//! | [`Rows`] | rows kept anywhere, such as a file that all processes see; each reads its own |
//! | [`EdgeList`] | a list of edges as text; each reads a part of the file and sends edges to whom they belong |
//! | [`Indexed`] | a game over its index: slots are un-moved as they are needed, and no edge is stored |
//!
//! Every worker writes its share of the answer ([`Options::answer`]), and [`merge`] puts shares together.
//! [`Checkpoints`] are kept by block, so that another number of workers can go on from them. A process that
//! dies, hangs or was started for other work ends all others, with one [message](ClusterError).
//!
//! `docs/scaling.md` has the cost of it all, and how to run it on many machines.
//!
//! ```
//! use retrograde_cluster::outcome;
//! use retrograde_core::{Column, Control, Convention, Graph, OutcomeGame, Value};
//! let graph = Graph::from_edges(3, [(0, 1), (1, 2), (2, 0), (1, 1)])?;
//! let verdicts = Column::default();
//! let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal)?;
//! assert_eq!(outcome(&game, 4, &Control::default())?.get(0), Value::Draw);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod about;
mod answer;
mod cell;
mod cells;
mod checkpoint;
mod edges;
mod estimate;
mod fingerprint;
mod funnel;
mod graph;
mod in_memory;
mod indexed;
mod list;
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
mod steps;
mod visits;
mod wave;

pub use answer::{Answer, Visited};
pub use cell::Known;
#[doc(hidden)]
pub use checkpoint::inspect;
pub use checkpoint::{STOPS_WITHIN, remove_checkpoints};
pub use edges::EdgeList;
pub use estimate::{estimate, estimate_slots, estimate_visits};
pub use graph::{attractor, outcome, outcome_with, visits};
pub use indexed::Indexed;
pub use options::{Checkpoints, Options};
pub use partition::Partition;
pub use retrograde_link::{Cluster, ClusterError, Left};
pub use rows::Rows;
pub use rule::{Rule, Say, each};
