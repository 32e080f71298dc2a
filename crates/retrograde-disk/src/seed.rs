//! The state before the first level: counts of moves read off the file, and what is settled at once.

use std::sync::{Mutex, PoisonError};

use retrograde_core::{Bitmap, RowError, Vertex, sys};
use retrograde_io::RggFile;

use crate::error::DiskError;
use crate::marks::{Marks, Rest};
use crate::wave::State;
use retrograde_core::Control;

/// Vertices that one thread takes at a time; a multiple of 64.
const RANGE: usize = 1 << 16;

/// How a vertex begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Begin {
    /// With so many moves that may be taken off.
    Open(u32),
    /// Settled at distance 0, the first way.
    Claimed,
    /// Settled at distance 0, the second way.
    Counted,
    /// Settled before, without effect.
    Gone,
}

/// The state in which each vertex begins as `begin` says, range by range. It calls its last argument for
/// each vertex of the range, in order.
pub(crate) fn seed(
    file: &RggFile,
    control: &Control<'_>,
    begin: impl Fn(std::ops::Range<usize>, &mut dyn FnMut(Vertex, Begin)) -> Result<(), DiskError>
    + Sync,
) -> Result<State, DiskError> {
    let vertices = file.vertex_count();
    let mut marks: Vec<u8> = sys::zeroed(vertices);
    let (mut settled, mut claimed) = (Bitmap::new(vertices), Bitmap::new(vertices));
    let rest: Mutex<Vec<(Vertex, u32)>> = Mutex::new(Vec::new());
    let failed: Mutex<Option<DiskError>> = Mutex::new(None);
    let ranges: Vec<_> = marks
        .chunks_mut(RANGE)
        .zip(settled.words_mut().chunks_mut(RANGE / 64))
        .zip(claimed.words_mut().chunks_mut(RANGE / 64))
        .enumerate()
        .collect();
    let stopped = control.for_each(ranges, |(number, ((marks, settled), claimed))| {
        let first = number * RANGE;
        let mut long = Vec::new();
        let result = begin(first..first + marks.len(), &mut |vertex, begin| {
            let place = vertex as usize - first;
            let bit = 1 << (place % 64);
            match begin {
                Begin::Open(count) => {
                    marks[place] = count as u8;
                    if count > u8::MAX.into() {
                        long.push((vertex, count >> 8));
                    }
                }
                Begin::Claimed => {
                    settled[place / 64] |= bit;
                    claimed[place / 64] |= bit;
                }
                Begin::Counted => settled[place / 64] |= bit,
                Begin::Gone => {
                    settled[place / 64] |= bit;
                    // Any distance but that of the first level.
                    marks[place] = 1;
                }
            }
        });
        if let Err(error) = result {
            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
        rest.lock().unwrap_or_else(PoisonError::into_inner).extend(long);
    });
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    stopped?;
    let mut rest = rest.into_inner().unwrap_or_else(PoisonError::into_inner);
    rest.sort_unstable();
    Ok(State { marks: Marks::Narrow(marks, Rest(rest)), settled, claimed, level: 0, begun: None })
}

/// The number of moves of each vertex of a range.
pub(crate) fn degrees(
    file: &RggFile,
    range: std::ops::Range<usize>,
    visit: impl FnMut(Vertex, u32),
) -> Result<(), DiskError> {
    let read = file.forward().reader().degrees(range, visit);
    Ok(read.map_err(RowError::from)?)
}
