//! The entries of a matrix on their way to becoming a graph.

use retrograde_core::{Arena, ArenaBuilder, Control, GraphError};

use crate::error::{Place, ReadError};

use super::EntryFault;
use super::header::{Banner, Size, Symmetry, ValueKind};

/// A file of any size may have this many vertices.
const ALWAYS_ALLOWED: u32 = 1 << 24;

/// Beyond that, a file has at most this many vertices for each of its bytes.
const VERTICES_PER_BYTE: u64 = 64;

/// What a vertex costs at the end: its offset, its name, and its place in the builder's table.
const BYTES_PER_VERTEX: u64 = 4 + 8 + 8;

/// One entry, both indices counted from 0.
pub(super) struct Entry {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) value: i64,
}

/// All entries so far. Vertices cost nothing until the whole file has been seen: their number is
/// only announced.
pub(super) struct Entries {
    vertices: u32,
    builder: ArenaBuilder,
    has_values: bool,
    memory_limit: u64,
    /// Where the number of vertices stands.
    place: Place,
}

impl Entries {
    pub(super) fn new(
        size: Size,
        banner: &Banner,
        builder: ArenaBuilder,
        control: &Control<'_>,
        place: Place,
    ) -> Result<Self, ReadError> {
        let (needed, allowed) = (u64::from(size.vertices) * BYTES_PER_VERTEX, control.room());
        if needed > allowed {
            return Err(ReadError::graph(place, GraphError::OutOfMemory { needed, allowed }));
        }
        Ok(Entries {
            vertices: size.vertices,
            builder: builder.with_memory_limit(allowed - needed),
            has_values: banner.field != ValueKind::Pattern,
            memory_limit: allowed,
            place,
        })
    }

    /// Adds an entry and what the symmetry says of its mirror image.
    #[inline]
    pub(super) fn add(&mut self, entry: Entry, symmetry: Symmetry) -> Result<(), EntryFault> {
        let Entry { row, column, value } = entry;
        self.push(row, column, value)?;
        match symmetry {
            Symmetry::General => Ok(()),
            Symmetry::Symmetric if row == column => Ok(()),
            Symmetry::Symmetric => self.push(column, row, value),
            Symmetry::SkewSymmetric if row == column => Err(EntryFault::Skew(
                "a 'skew-symmetric' matrix has nothing on its diagonal: remove the entry".into(),
            )),
            Symmetry::SkewSymmetric => match value.checked_neg() {
                Some(negated) => self.push(column, row, negated),
                None => Err(EntryFault::Skew(format!(
                    "the value {value} has no negative of 64 bits for the other side of the diagonal"
                ))),
            },
        }
    }

    #[inline]
    fn push(&mut self, row: u32, column: u32, value: i64) -> Result<(), EntryFault> {
        self.builder.early_edge(row, column).map_err(EntryFault::Graph)?;
        if self.has_values {
            self.builder.set_last_weight(value);
        }
        Ok(())
    }

    /// The graph, once `bytes_read` bytes of file have shown how large it may be.
    pub(super) fn into_arena(self, bytes_read: u64) -> Result<Arena, ReadError> {
        let announced = u64::from(self.vertices);
        if self.vertices > ALWAYS_ALLOWED && announced / VERTICES_PER_BYTE > bytes_read {
            return Err(ReadError::syntax(
                self.place,
                format!(
                    "{announced} rows in a file of {bytes_read} bytes: nearly all of them would be empty; number the vertices without gaps"
                ),
            ));
        }
        let place = self.place;
        self.build().map_err(|error| ReadError::graph(place, error))
    }

    fn build(self) -> Result<Arena, GraphError> {
        let mut builder = self.builder.with_memory_limit(self.memory_limit);
        for number in 1..=u64::from(self.vertices) {
            builder.numbered_vertex(number)?;
        }
        builder.finish()
    }
}
