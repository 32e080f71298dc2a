//! The entries of a matrix on their way to becoming a graph.

use retrograde_core::{Arena, ArenaBuilder, Column, Control, Graph, GraphError, Offsets, Vertex};

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
    rows: Vec<Vertex>,
    columns: Vec<Vertex>,
    /// One for each entry, or none at all.
    values: Option<Vec<i64>>,
    memory_limit: u64,
    /// Where the number of vertices stands.
    place: Place,
}

impl Entries {
    pub(super) fn new(
        size: Size,
        banner: &Banner,
        control: &Control<'_>,
        place: Place,
    ) -> Result<Self, ReadError> {
        let entries = Entries {
            vertices: size.vertices,
            rows: Vec::new(),
            columns: Vec::new(),
            values: (banner.field != ValueKind::Pattern).then(Vec::new),
            memory_limit: control.room(),
            place,
        };
        entries.check_memory(0).map_err(|error| ReadError::graph(place, error))?;
        Ok(entries)
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
        if self.rows.len() == self.rows.capacity() {
            // The arrays are about to double, with the old halves alive while they are copied;
            // grouping by row at the end takes one array more.
            let each = if self.values.is_some() { 40 } else { 16 };
            self.check_memory(self.rows.len() as u64 * each + 64).map_err(EntryFault::Graph)?;
        }
        self.rows.push(row);
        self.columns.push(column);
        if let Some(values) = &mut self.values {
            values.push(value);
        }
        Ok(())
    }

    #[cold]
    fn check_memory(&self, more: u64) -> Result<(), GraphError> {
        let values = self.values.as_ref().map_or(0, Vec::capacity) as u64 * 8;
        let needed = (self.rows.capacity() + self.columns.capacity()) as u64 * 4
            + values
            + u64::from(self.vertices) * BYTES_PER_VERTEX
            + more;
        if needed > self.memory_limit {
            return Err(GraphError::OutOfMemory { needed, allowed: self.memory_limit });
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
        let mut builder = ArenaBuilder::new().with_memory_limit(self.memory_limit);
        for number in 1..=u64::from(self.vertices) {
            builder.numbered_vertex(number)?;
        }
        let mut arena = builder.finish()?;
        let (graph, values) = group(self.vertices, &self.rows, self.columns, self.values)?;
        arena.graph = graph;
        if let Some(values) = values {
            arena.weights = values.into_iter().enumerate().collect::<Column<i64>>();
        }
        Ok(arena)
    }
}

/// Entries grouped by row, in the order they had within it.
fn group(
    vertices: u32,
    rows: &[Vertex],
    columns: Vec<Vertex>,
    values: Option<Vec<i64>>,
) -> Result<(Graph, Option<Vec<i64>>), GraphError> {
    let mut offsets = Offsets::zeroed(vertices as usize, rows.len() as u64);
    for &row in rows {
        let after = row as usize + 1;
        offsets.set(after, offsets.get(after) + 1);
    }
    for row in 0..vertices as usize {
        offsets.set(row + 1, offsets.get(row + 1) + offsets.get(row));
    }
    if rows.is_sorted() {
        return Ok((Graph::from_parts(offsets, columns)?, values));
    }
    let mut next = offsets.clone();
    let mut targets = vec![0; columns.len()];
    let mut weights = values.as_ref().map(|values| vec![0; values.len()]);
    for (old, &row) in rows.iter().enumerate() {
        let new = next.get(row as usize);
        next.set(row as usize, new + 1);
        targets[new as usize] = columns[old];
        if let (Some(weights), Some(values)) = (&mut weights, &values) {
            weights[new as usize] = values[old];
        }
    }
    Ok((Graph::from_parts(offsets, targets)?, weights))
}
