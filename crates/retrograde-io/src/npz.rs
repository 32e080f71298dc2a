//! A SciPy sparse CSR matrix, as `scipy.sparse.save_npz` writes it.
//!
//! Row `u` holds the moves of vertex `u`, and vertices are called `0` to `N - 1`. Whole numbers are
//! weights; a matrix of booleans is a graph without weights. Every stored entry is an edge, also a
//! stored zero. Names and vertex attributes have no place in a matrix: the writer leaves them out.

mod elements;
mod growth;
mod npy;
mod reader;
mod writer;

use std::io::{self, Read, Write};

use retrograde_core::Arena;

use crate::{ReadError, ReadOptions};

/// Reads a graph; the archive and what is inflated from it count towards the memory limit.
pub(crate) fn read(input: &mut dyn Read, options: &ReadOptions) -> Result<Arena, ReadError> {
    reader::parse(input, options)
}

/// Writes the graph and its weights, the same bytes each time.
///
/// # Errors
/// What `out` reports, and weights on some edges only.
pub(crate) fn write(arena: &Arena, out: &mut dyn Write) -> io::Result<()> {
    writer::write(arena, out)
}

/// Why a member ends too soon or does not inflate.
fn damage(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        "ends too soon: save or copy the file again".to_owned()
    } else {
        format!("is damaged ({error}): save or copy the file again")
    }
}
