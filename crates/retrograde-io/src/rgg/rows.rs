//! Rows read by their place in the file: nothing is mapped, and no more than a buffer is in memory.

use std::io;
use std::ops::Range;

use retrograde_core::{RowError, RowSource, RowVisit, Vertex};

use crate::rgg::layout::{Kind, Section, damaged};
use crate::rgg::store::{Buffer, Store};

/// Offsets that are read at once, in bytes.
const OFFSETS_AT_ONCE: u64 = 128 << 10;

/// Targets that are read at once, in bytes: what a core's own cache holds when they are looked at.
const TARGETS_AT_ONCE: u64 = 256 << 10;

/// What lies between two rows that are wanted is read along with them up to so many bytes: that takes
/// no longer than beginning anew.
const GAP: u64 = 4 << 10;

/// The rows of an [`RggFile`](crate::RggFile) in one direction.
#[derive(Clone, Copy, Debug)]
pub struct RggRows<'a> {
    store: &'a Store,
    offsets: &'a Section,
    targets: &'a Section,
}

impl<'a> RggRows<'a> {
    pub(crate) fn new(store: &'a Store, [targets, offsets]: [Kind; 2]) -> Self {
        RggRows { store, targets: store.section(targets), offsets: store.section(offsets) }
    }

    /// Somebody who reads rows, with buffers of their own: one for each thread.
    #[must_use]
    pub fn reader(&self) -> RggRowReader<'a> {
        RggRowReader { rows: *self, offsets: Buffer::default(), targets: Buffer::default() }
    }

    fn vertices(&self) -> u64 {
        self.store.directory.vertices
    }

    fn bytes_per_offset(&self) -> u64 {
        self.offsets.width.into()
    }
}

impl RowSource for RggRows<'_> {
    fn vertex_count(&self) -> usize {
        self.vertices() as usize
    }

    fn edge_count(&self) -> u64 {
        self.store.directory.edges
    }

    fn read_rows(&self, rows: Range<usize>, visit: RowVisit<'_>) -> Result<(), RowError> {
        assert!(rows.end as u64 <= self.vertices(), "no such rows");
        self.reader().range(rows, visit)
    }

    fn read_lengths(&self, rows: Range<usize>, lengths: &mut Vec<u32>) -> Result<(), RowError> {
        assert!(rows.end as u64 <= self.vertices(), "no such rows");
        Ok(self.reader().degrees(rows, |_, degree| lengths.push(degree))?)
    }
}

/// Reads rows of an [`RggFile`](crate::RggFile), those that lie close together in one go.
///
/// Every piece of the file that is looked at is held against its checksum the first time, and every row
/// is known to lie within the moves and to lead to vertices that there are.
///
/// ```
/// use retrograde_core::{Arena, Control, Graph};
/// use retrograde_io::{RggFile, write_rgg};
/// let arena = Arena::from(Graph::from_edges(4, [(0, 3), (2, 3), (2, 0)])?);
/// let mut bytes = Vec::new();
/// write_rgg(&arena, &mut bytes, &Control::ALONE)?;
/// let file = RggFile::from_bytes(bytes)?;
/// let mut seen = Vec::new();
/// file.reverse().reader().list(&[0, 3], |vertex, row| {
///     seen.push((vertex, row.to_vec()));
///     Ok(())
/// })?;
/// assert_eq!(seen, [(0, vec![2]), (3, vec![0, 2])]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RggRowReader<'a> {
    rows: RggRows<'a>,
    offsets: Buffer,
    targets: Buffer,
}

/// Where rows begin and end.
#[derive(Clone, Copy)]
enum Starts<'a> {
    Narrow(&'a [u32]),
    Wide(&'a [u64]),
}

impl Starts<'_> {
    #[inline(always)]
    fn get(self, index: usize) -> u64 {
        match self {
            Starts::Narrow(offsets) => offsets[index].into(),
            Starts::Wide(offsets) => offsets[index],
        }
    }

    fn len(self) -> usize {
        match self {
            Starts::Narrow(offsets) => offsets.len(),
            Starts::Wide(offsets) => offsets.len(),
        }
    }
}

impl RggRowReader<'_> {
    /// Calls `visit(vertex, row)` for each row of the range, in order; a long row comes in pieces, as
    /// [`RowSource::read_rows`] says.
    ///
    /// # Errors
    /// What `visit` or the system reports; a file that is damaged.
    ///
    /// # Panics
    /// If there are no such rows.
    pub fn range(
        &mut self,
        rows: Range<usize>,
        mut visit: impl FnMut(Vertex, &[Vertex]) -> Result<(), RowError>,
    ) -> Result<(), RowError> {
        let at_once = (OFFSETS_AT_ONCE / self.rows.bytes_per_offset()) as usize;
        for first in rows.clone().step_by(at_once) {
            let end = rows.end.min(first + at_once);
            self.run(first as Vertex, end - first, |index| first as Vertex + index, &mut visit)?;
        }
        Ok(())
    }

    /// Calls `visit(vertex, row)` for each vertex of a list that ascends, in order; a long row comes in
    /// pieces, as [`RowSource::read_rows`] says.
    ///
    /// # Errors
    /// As for [`range`](Self::range).
    ///
    /// # Panics
    /// If the list does not ascend, or there is no such row.
    pub fn list(
        &mut self,
        list: &[Vertex],
        mut visit: impl FnMut(Vertex, &[Vertex]) -> Result<(), RowError>,
    ) -> Result<(), RowError> {
        let width = self.rows.bytes_per_offset();
        let mut rest = list;
        while let Some(&first) = rest.first() {
            let near = |pair: &[Vertex]| u64::from(pair[1] - pair[0]) * width <= GAP;
            let few = |pair: &[Vertex]| u64::from(pair[1] - first) * width < OFFSETS_AT_ONCE;
            let more = rest.windows(2).take_while(|pair| near(pair) && few(pair)).count();
            let (run, later) = rest.split_at(1 + more);
            self.run(first, run.len(), |index| run[index as usize], &mut visit)?;
            rest = later;
        }
        Ok(())
    }

    /// The degrees of a range of vertices, in order.
    ///
    /// # Errors
    /// What the system reports; a file that is damaged.
    ///
    /// # Panics
    /// If there are no such rows.
    pub fn degrees(
        &mut self,
        rows: Range<usize>,
        mut visit: impl FnMut(Vertex, u32),
    ) -> io::Result<()> {
        let at_once = (OFFSETS_AT_ONCE / self.rows.bytes_per_offset()) as usize;
        for first in rows.clone().step_by(at_once) {
            let end = rows.end.min(first + at_once);
            let starts = starts(&self.rows, first as u64..end as u64, &mut self.offsets)?;
            for index in 0..end - first {
                let (start, end) = row(&self.rows, starts, index)?;
                visit((first + index) as Vertex, (end - start) as u32);
            }
        }
        Ok(())
    }

    /// Reads the rows of `count` vertices, of which `vertex(0)` is `first` and the last is so near that
    /// their offsets are read at once.
    #[inline]
    fn run(
        &mut self,
        first: Vertex,
        count: usize,
        vertex: impl Fn(u32) -> Vertex,
        visit: &mut impl FnMut(Vertex, &[Vertex]) -> Result<(), RowError>,
    ) -> Result<(), RowError> {
        let Self { rows, offsets, targets } = self;
        let last = vertex(count as u32 - 1);
        let starts = starts(rows, u64::from(first)..u64::from(last) + 1, offsets)?;
        let at = |index: usize| row(rows, starts, (vertex(index as u32) - first) as usize);
        let mut next = 0;
        while next < count {
            let (start, end) = at(next)?;
            if (end - start) * 4 > TARGETS_AT_ONCE {
                let mut place = start;
                while place < end {
                    let stop = end.min(place + TARGETS_AT_ONCE / 4);
                    let piece = rows.store.fetch(rows.targets, place..stop, targets)?;
                    visit(vertex(next as u32), known(rows, piece)?)?;
                    place = stop;
                }
                next += 1;
                continue;
            }
            let (mut upto, mut stop) = (next + 1, end);
            while upto < count {
                let (begin, end) = at(upto)?;
                if begin < stop {
                    return Err(fall(rows).into());
                }
                if (begin - stop) * 4 > GAP || (end - start) * 4 > TARGETS_AT_ONCE {
                    break;
                }
                (upto, stop) = (upto + 1, end);
            }
            let all: &[Vertex] = rows.store.fetch(rows.targets, start..stop, targets)?;
            for index in next..upto {
                let (begin, end) = at(index)?;
                let row = &all[(begin - start) as usize..(end - start) as usize];
                visit(vertex(index as u32), known(rows, row)?)?;
            }
            next = upto;
        }
        Ok(())
    }
}

/// The offsets of a range of rows, and the one where the last of them ends.
fn starts<'b>(
    rows: &RggRows<'_>,
    range: Range<u64>,
    buffer: &'b mut Buffer,
) -> io::Result<Starts<'b>> {
    let range = range.start..range.end + 1;
    Ok(match rows.offsets.width {
        4 => Starts::Narrow(rows.store.fetch(rows.offsets, range, buffer)?),
        _ => Starts::Wide(rows.store.fetch(rows.offsets, range, buffer)?),
    })
}

/// Where a row begins and ends.
#[inline(always)]
fn row(rows: &RggRows<'_>, starts: Starts<'_>, index: usize) -> io::Result<(u64, u64)> {
    debug_assert!(index + 1 < starts.len());
    let (start, end) = (starts.get(index), starts.get(index + 1));
    match start <= end && end <= rows.store.directory.edges && end - start <= u64::from(u32::MAX) {
        true => Ok((start, end)),
        false => Err(fall(rows)),
    }
}

#[cold]
fn fall(rows: &RggRows<'_>) -> io::Error {
    damaged(format!(
        "the {} make no sense: they never fall and end at the number of moves; make the file again",
        rows.offsets.kind.name()
    ))
}

/// A row, if it leads to vertices that there are.
#[inline(always)]
fn known<'b>(rows: &RggRows<'_>, row: &'b [Vertex]) -> io::Result<&'b [Vertex]> {
    let vertices = rows.vertices();
    match row.iter().fold(true, |all, &to| all & (u64::from(to) < vertices)) {
        true => Ok(row),
        false => Err(stray(rows)),
    }
}

#[cold]
fn stray(rows: &RggRows<'_>) -> io::Error {
    damaged(format!(
        "the {} name a vertex that does not exist: make the file again",
        rows.targets.kind.name()
    ))
}
