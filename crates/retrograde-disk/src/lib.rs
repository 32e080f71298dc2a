//! Games on graphs that do not fit memory.
//!
//! The edges stay in an `.rgg` file ([`RggFile`](retrograde_io::RggFile)), forwards and turned around, and are
//! read by their place, never mapped: so that it works under a limit on the size of the process, too. In memory
//! is a byte and a half of each vertex. [`outcome`] gives the same values as the solver in memory, bit for
//! bit, and [`reachability`], [`safety`], [`buchi`] and [`cobuchi`] the same winners; best moves, which would take more memory
//! than everything else, [`FileRows`] find while rows are written.
//!
//! A file larger than memory is made by [`build_rgg`](retrograde_io::build_rgg) or
//! [`RggBuilder`](retrograde_io::RggBuilder). A solve that was ended in whatever way goes on from its
//! last checkpoint ([`Options::checkpoints`]).
#![forbid(unsafe_code)]

mod best;
mod checkpoint;
mod error;
mod hunt;
mod level;
mod marks;
mod options;
mod outcome;
mod rows;
mod seed;
mod ties;
mod visits;
mod wave;

pub use best::Found;
pub use checkpoint::{RESUMED, checkpoint_files, remove_checkpoints};
pub use error::DiskError;
pub use hunt::{Hunted, estimate_hunt, reachability, safety};
pub use options::{Checkpoints, Options};
pub use outcome::{Estimate, estimate, outcome};
pub use rows::FileRows;
pub use ties::ties;
pub use visits::{Visited, buchi, cobuchi, estimate_visits};
