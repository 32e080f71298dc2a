//! Rules about single vertices, looked at on all threads.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use retrograde_core::{Control, Pace, Vertex};

use crate::error::VerifyError;

/// Vertices that a thread looks at before it takes the next ones.
const PER_PART: usize = 1 << 14;

/// Has all vertices looked at by `check`, part by part, and adds up what it counts.
///
/// # Errors
/// That of the lowest part that has one: as `check` goes through a part in order, that of the lowest
/// vertex, whatever the number of threads.
pub(crate) fn each_part<const N: usize>(
    vertices: usize,
    control: &Control<'_>,
    check: impl Fn(Range<Vertex>, &mut Pace<'_>) -> Result<[u64; N], VerifyError> + Sync,
) -> Result<[u64; N], VerifyError> {
    let parts: Vec<Range<Vertex>> = (0..vertices)
        .step_by(PER_PART)
        .map(|start| start as Vertex..(start + PER_PART).min(vertices) as Vertex)
        .collect();
    let found = Mutex::new(Found { counts: [0; N], lowest: None });
    let lock = || found.lock().unwrap_or_else(PoisonError::into_inner);
    let is_past = |start| lock().lowest.as_ref().is_some_and(|&(lowest, _)| lowest < start);
    let look = |pace: &mut Pace<'_>, part: Range<Vertex>| {
        let start = part.start;
        if is_past(start) {
            return;
        }
        let result = check(part, pace);
        let Found { counts, lowest } = &mut *lock();
        match result {
            Ok(here) => counts.iter_mut().zip(here).for_each(|(count, more)| *count += more),
            Err(error) if lowest.as_ref().is_none_or(|&(lowest, _)| start < lowest) => {
                *lowest = Some((start, error));
            }
            Err(_) => {}
        }
    };
    let stopped = control.for_each_with(|| control.pace(), parts, look);
    let Found { counts, lowest } = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    match lowest {
        Some((_, error)) => Err(error),
        None => stopped.map(|()| counts).map_err(VerifyError::from),
    }
}

/// What has been counted so far, and the error of the lowest part that has one, by its first vertex.
struct Found<const N: usize> {
    counts: [u64; N],
    lowest: Option<(Vertex, VerifyError)>,
}
