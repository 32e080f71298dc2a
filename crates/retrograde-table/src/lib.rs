//! Games whose type is forgotten, solved: explored, over an index slot by slot, or opened from disk.
//!
//! [`Rules`] are those of any game, from a [`Catalogue`] or one's own, and a [`SolvedGame`] knows what
//! its positions are worth and how they are best played, however it was solved. Over an index no
//! edges are stored: moves are generated when they are needed, and a slot takes two bytes. [`dense`]
//! does that in memory; [`Table`] builds on disk, goes on after a stop, and answers questions;
//! [`verify`](verify()) checks a table against the rules alone. What does not fit in memory is built tier
//! by tier, with the tiers that are done on disk: a [`Plan`] says what that takes, and
//! [`Rules::forecast`] how long. The format is described in
//! `docs/table-format.md`.
#![forbid(unsafe_code)]

mod alphabet;
mod asker;
mod asking;
mod batch;
mod block;
mod build;
mod by_slots;
mod by_tiers;
mod cache;
mod catalogue;
#[doc(hidden)]
pub mod checkpoint;
mod coder;
pub mod dense;
mod earlier;
mod error;
mod export;
mod fault;
mod forecast;
mod gather;
mod growing;
mod header;
mod index;
mod keeper;
mod layout;
mod lock;
mod neighbours;
mod part_file;
pub mod phase;
mod plan;
mod position;
mod probe;
mod rules;
mod scan;
mod shelf;
mod solved;
mod source;
mod stats;
mod steady;
mod table;
mod tiers;
mod verify;
mod worth;
mod writer;

pub use asking::{Look, Probed, Prober};
pub use batch::{Answers, ProbeError, Refused, RowFormat};
pub use build::BuildOptions;
pub use catalogue::Catalogue;
pub use error::{Part, TableError};
pub use export::{Array, ExportError};
pub use fault::{Fault, VerifyError};
pub use forecast::Forecast;
pub use gather::{Slots, TakeSlots};
pub use header::Kind;
pub use index::{Index, Seen, Walk};
pub use plan::{Manner, Plan, PlannedTier, TierByTier, solved_bytes};
pub use position::{Choice, Move, Position};
pub use retrograde_solve::line::{End, Line};
pub use rules::{Roots, Rules};
pub use scan::Iter;
pub use solved::{Overview, Row, SolvedGame, Step};
pub use stats::{SectionStats, Stats};
pub use table::Table;
pub use verify::{Verified, verify};
pub use worth::{Counts, Worth};
