//! NumPy's archives of arrays: any arrays of whole numbers can be written ([`Archive`]), and graphs
//! are written as SciPy sparse matrices in compressed rows and read from those, from compressed columns
//! and from coordinates, as `scipy.sparse.save_npz` writes them.
//!
//! Row `u` holds the moves of vertex `u`, and vertices are called `0` to `N - 1`. Whole numbers are
//! weights; a matrix of booleans is a graph without weights. Every stored entry is an edge, also a
//! stored zero. Names and vertex attributes have no place in a matrix: the writer leaves them out.

mod archive;
mod elements;
mod growth;
mod layout;
mod matrix;
mod npy;
mod reader;
mod stored;
mod writer;

use std::io::{self, Read, Write};

use retrograde_core::{Arena, Control};

use crate::ReadError;

pub(crate) use stored::read_stored;

pub use archive::{Archive, Element, Packing, write_array};

/// Reads a graph; the archive and what is inflated from it count towards the memory limit.
pub(crate) fn read(input: &mut dyn Read, control: &Control<'_>) -> Result<Arena, ReadError> {
    reader::parse(input, control)
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
