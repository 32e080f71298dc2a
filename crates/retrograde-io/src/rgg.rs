//! Our own binary graphs: what `docs/rgg-format.md` says, in code.
//!
//! Moves stand in compressed rows, forwards and turned around, exactly as they are in memory, so that a
//! file can be solved without being read first: mapped, where it fits the address space, and row by row,
//! where it does not fit memory.

mod aside;
mod buckets;
mod builder;
mod check;
mod external;
mod file;
mod forgotten;
mod in_place;
mod layout;
mod rows;
mod said;
mod same;
mod sections;
mod sorting;
mod store;
mod tape;
mod temporary;
mod write;

use std::io::Read;

use retrograde_core::{Arena, Control};

use crate::ReadError;
use crate::budget::Budget;

pub use builder::{BuildError, RggBuilder};
pub use external::build_rgg;
pub use file::RggFile;
pub use layout::Damage;
pub use rows::{RggRowReader, RggRows};
pub(crate) use temporary::Temporary;
pub use write::write_rgg;

/// Reads a whole file into memory, for streams, which have no places to look at.
pub(crate) fn read(input: &mut dyn Read, control: &Control<'_>) -> Result<Arena, ReadError> {
    const AT_ONCE: u64 = 1 << 18;
    let budget = Budget::new(control.room());
    let mut bytes = Vec::new();
    loop {
        if bytes.len() + AT_ONCE as usize > bytes.capacity() {
            budget.check(3 * bytes.len() as u64 + AT_ONCE)?;
            bytes.reserve(bytes.len() + AT_ONCE as usize);
        }
        // A stream of something else need not be read to its end.
        if bytes.len() >= layout::MAGIC.len() && !bytes.starts_with(&layout::MAGIC) {
            break;
        }
        if input.take(AT_ONCE).read_to_end(&mut bytes)? == 0 {
            break;
        }
    }
    RggFile::from_bytes(bytes)?.map(control)
}
