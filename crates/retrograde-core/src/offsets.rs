//! Row offsets of a sparse matrix, as narrow as the number of edges allows.

use std::ops::Range;

use crate::sys::{self, Numbers};

/// Where each row of a [`Graph`](crate::Graph) begins in its edge array.
///
/// Four bytes a row while the graph has fewer than 2³² edges, eight beyond.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offsets {
    /// For fewer than 2³² edges.
    Narrow(Numbers<u32>),
    /// For more.
    Wide(Numbers<u64>),
}

impl Offsets {
    /// `rows + 1` zeros, wide enough for `edges`.
    #[must_use]
    pub fn zeroed(rows: usize, edges: u64) -> Self {
        if edges <= u64::from(u32::MAX) {
            Offsets::Narrow(sys::zeroed(rows + 1).into())
        } else {
            Offsets::Wide(sys::zeroed(rows + 1).into())
        }
    }

    /// The offset at `index`, where `index` runs to the number of rows, inclusive.
    #[inline]
    #[must_use]
    pub fn get(&self, index: usize) -> u64 {
        match self {
            Offsets::Narrow(offsets) => u64::from(offsets[index]),
            Offsets::Wide(offsets) => offsets[index],
        }
    }

    /// Writes the offset at `index`.
    ///
    /// # Panics
    /// If `value` does not fit the width chosen at creation.
    #[inline]
    pub fn set(&mut self, index: usize, value: u64) {
        match self {
            Offsets::Narrow(offsets) => {
                offsets.to_mut()[index] = u32::try_from(value).expect("narrow offsets hold u32");
            }
            Offsets::Wide(offsets) => offsets.to_mut()[index] = value,
        }
    }

    /// Calls `visit(row, length)` for each row of the range, in order. Faster than asking for one
    /// row after the other, as the width is looked at once.
    #[inline(always)]
    pub(crate) fn for_each_length(&self, rows: Range<usize>, mut visit: impl FnMut(usize, u64)) {
        match self {
            Offsets::Narrow(offsets) => {
                for (row, pair) in rows.clone().zip(offsets[rows.start..=rows.end].windows(2)) {
                    visit(row, u64::from(pair[1] - pair[0]));
                }
            }
            Offsets::Wide(offsets) => {
                for (row, pair) in rows.clone().zip(offsets[rows.start..=rows.end].windows(2)) {
                    visit(row, pair[1] - pair[0]);
                }
            }
        }
    }

    /// Writes the lengths of as many rows as there is room for, from `first` on.
    pub(crate) fn copy_lengths(&self, first: usize, lengths: &mut [u32]) {
        let rows = first..=first + lengths.len();
        match self {
            Offsets::Narrow(offsets) => {
                for (length, pair) in lengths.iter_mut().zip(offsets[rows].windows(2)) {
                    *length = pair[1] - pair[0];
                }
            }
            Offsets::Wide(offsets) => {
                for (length, pair) in lengths.iter_mut().zip(offsets[rows].windows(2)) {
                    *length = (pair[1] - pair[0]) as u32;
                }
            }
        }
    }

    /// Asks for the offset of a row some places further down a list of rows.
    #[inline(always)]
    pub(crate) fn prefetch_ahead(&self, rows: &[u32], index: usize) {
        const AHEAD: usize = 24;
        if let Some(&row) = rows.get(index + AHEAD) {
            match self {
                Offsets::Narrow(offsets) => sys::prefetch(offsets, row as usize),
                Offsets::Wide(offsets) => sys::prefetch(offsets, row as usize),
            }
        }
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        match self {
            Offsets::Narrow(offsets) => offsets.len() - 1,
            Offsets::Wide(offsets) => offsets.len() - 1,
        }
    }

    /// Bytes of its own that it takes.
    #[must_use]
    pub fn heap_bytes(&self) -> u64 {
        match self {
            Offsets::Narrow(offsets) => offsets.heap_bytes(),
            Offsets::Wide(offsets) => offsets.heap_bytes(),
        }
    }

    /// Bytes one offset takes.
    #[must_use]
    pub fn bytes_per_row(&self) -> u64 {
        match self {
            Offsets::Narrow(_) => 4,
            Offsets::Wide(_) => 8,
        }
    }
}
