//! Rows of a graph that may be kept anywhere: in memory, in a file, on another machine.

use std::io;
use std::ops::Range;

use crate::control::Stopped;
use crate::graph::{Graph, Vertex};

/// Whom rows are told to, vertex by vertex.
pub type RowVisit<'a> = &'a mut dyn FnMut(Vertex, &[Vertex]) -> Result<(), RowError>;

/// What work on a graph that is kept elsewhere asks of it: its rows, in order.
///
/// A row is the neighbours of a vertex; whether these are where its moves lead or where they come from
/// is for whoever hands it on to say.
///
/// ```
/// use retrograde_core::{Graph, RowSource};
/// let graph = Graph::from_edges(3, [(0, 1), (0, 2), (2, 0)])?;
/// let mut seen = Vec::new();
/// graph.read_rows(1..3, &mut |vertex, row| {
///     seen.push((vertex, row.to_vec()));
///     Ok(())
/// })?;
/// assert_eq!(seen, [(1, vec![]), (2, vec![0])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait RowSource: Sync {
    /// How many rows there are.
    fn vertex_count(&self) -> usize;

    /// How many entries all rows have together.
    fn edge_count(&self) -> u64;

    /// Calls `visit(vertex, row)` for each row of `rows`, in order. A long row may come in several
    /// pieces, one after the other, so that no more than a piece has to be in memory; an empty one comes
    /// once, with nothing in it.
    ///
    /// # Errors
    /// What `visit` reports, or whoever reads.
    ///
    /// # Panics
    /// If there are no such rows.
    fn read_rows(&self, rows: Range<usize>, visit: RowVisit<'_>) -> Result<(), RowError>;

    /// Appends the length of each row of `rows`, in order. Whoever knows lengths without reading rows says
    /// so.
    ///
    /// # Errors
    /// As for [`read_rows`](Self::read_rows).
    ///
    /// # Panics
    /// As there.
    fn read_lengths(&self, rows: Range<usize>, lengths: &mut Vec<u32>) -> Result<(), RowError> {
        let (first, begin) = (rows.start, lengths.len());
        lengths.resize(begin + rows.len(), 0);
        self.read_rows(rows, &mut |vertex, row| {
            // A long row comes in pieces.
            let length = &mut lengths[begin + (vertex as usize - first)];
            *length = length.saturating_add(row.len() as u32);
            Ok(())
        })
    }
}

/// Why rows were not read to the end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// Somebody stopped the work.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// They could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl RowSource for Graph {
    fn vertex_count(&self) -> usize {
        Graph::vertex_count(self)
    }

    fn edge_count(&self) -> u64 {
        Graph::edge_count(self) as u64
    }

    fn read_rows(&self, rows: Range<usize>, visit: RowVisit<'_>) -> Result<(), RowError> {
        assert!(rows.end <= Graph::vertex_count(self), "no such rows");
        rows.into_iter().try_for_each(|row| visit(row as Vertex, self.successors(row as Vertex)))
    }

    fn read_lengths(&self, rows: Range<usize>, lengths: &mut Vec<u32>) -> Result<(), RowError> {
        assert!(rows.end <= Graph::vertex_count(self), "no such rows");
        self.for_each_out_degree(rows, |_, degree| lengths.push(degree));
        Ok(())
    }
}
