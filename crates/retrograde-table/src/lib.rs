//! Games with an index, solved over it slot by slot, and the tables that keep the result.
//!
//! No edges are stored: moves are generated when they are needed, and a slot takes two bytes.
//! [`dense`] solves in memory; [`Table`] builds on disk, goes on after a stop, and answers
//! questions; [`verify`](verify()) checks a table against the rules alone. The format is described in
//! `docs/table-format.md`. [`Rulebook`] is a game of any type, with both ways to solve it.
#![forbid(unsafe_code)]

mod alphabet;
mod block;
mod build;
mod cache;
#[doc(hidden)]
pub mod checkpoint;
pub mod dense;
mod entry;
mod error;
mod export;
mod fault;
mod header;
mod layout;
mod lock;
mod npz;
mod probe;
mod replace;
mod rulebook;
mod scan;
mod slot;
mod source;
mod stats;
mod table;
mod verify;
mod writer;

pub use build::{BuildOptions, BuildProgress};
pub use entry::Entry;
pub use error::{Part, TableError};
pub use export::{Array, ExportError};
pub use fault::{Fault, VerifyError};
pub use header::Kind;
pub use probe::{Step, Steps};
pub use rulebook::{Choice, Position, Reply, Roots, Row, Rulebook};
pub use scan::{Entries, ScanOptions};
pub use slot::Slot;
pub use stats::Stats;
pub use table::Table;
pub use verify::{Verified, verify};
