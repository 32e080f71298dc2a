//! Games on graphs that do not fit memory.
//!
//! The edges stay in an `.rgg` file ([`RggFile`](retrograde_io::RggFile)), forwards and turned around, and are
//! read by their place, never mapped: so that it works under a limit on the size of the process, too. In memory
//! is a byte and a half of each vertex. [`outcome`] gives the same values as the solver in memory, bit for
//! bit; best moves, which would take more memory than everything else, [`OutcomeRows`] finds while rows are
//! written.
//!
//! A file larger than memory is made by [`build_rgg`](retrograde_io::build_rgg) or
//! [`RggBuilder`](retrograde_io::RggBuilder). A solve that was ended in whatever way goes on from its
//! last checkpoint ([`Options::checkpoints`]).
#![forbid(unsafe_code)]

mod checkpoint;
mod error;
mod marks;
mod options;
mod outcome;
mod rows;
mod seed;
mod ties;
mod wave;

pub use checkpoint::remove_checkpoints;
pub use error::DiskError;
pub use options::{Checkpoints, Options};
pub use outcome::{Estimate, estimate, outcome};
pub use rows::OutcomeRows;
pub use ties::ties;

impl Estimate {
    /// What a graph of so many vertices takes on so many threads.
    ///
    /// ```
    /// use retrograde_disk::Estimate;
    /// assert!(Estimate::of(1_000_000_000, 2).least < 2_000_000_000);
    /// ```
    #[must_use]
    pub fn of(vertices: u64, threads: usize) -> Self {
        let [least, most] = [false, true].map(|wide| wave::bytes(vertices, wide, threads));
        Estimate { least, most }
    }
}
