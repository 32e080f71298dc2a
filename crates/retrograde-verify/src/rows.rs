//! Rows looked at many at a time.
//!
//! What the moves of neighbours lead to is gathered first, so that no look into memory has to wait for
//! another. Then each row is looked at. How long one is cannot be predicted, and a loop that ends at the
//! wrong moment takes longer than the row: so a short row is looked at as if it had a fixed number of
//! places, and what is past its end does not count.

use std::ops::Range;

use retrograde_core::{Graph, Pace, Vertex};

use crate::error::VerifyError;

/// Moves that are gathered in one go.
const BATCH: usize = 1 << 11;

/// Rows up to this length are looked at in one go, the shorter ones in as few places.
pub(crate) const SHORT: usize = 8;

/// Rows up to this length are looked at in one go.
pub(crate) const MEDIUM: usize = 16;

/// Goes through some vertices in order. `look` is told of each what `gather` says of the ends of its moves,
/// and then of [`MEDIUM`] places that do not count; nothing of a row too long to be gathered.
#[inline(always)]
pub(crate) fn each_row<T: Copy>(
    graph: &Graph,
    part: Range<Vertex>,
    blank: T,
    pace: &mut Pace<'_>,
    gather: impl Fn(Vertex) -> T,
    mut look: impl FnMut(Vertex, Option<&[T]>) -> Result<(), VerifyError>,
) -> Result<(), VerifyError> {
    let mut found = [blank; BATCH + MEDIUM];
    let mut rest = part;
    while !rest.is_empty() {
        let batch = next_batch(graph, &rest);
        rest.start = batch.end;
        let start = graph.edge_range(batch.start).start;
        let targets = &graph.targets()[start..graph.edge_range(batch.end - 1).end];
        pace.steps(batch.len() + targets.len())?;
        for (found, &to) in found.iter_mut().zip(targets) {
            *found = gather(to);
        }
        let is_gathered = targets.len() <= BATCH;
        for vertex in batch {
            let here = graph.edge_range(vertex).start - start;
            look(vertex, is_gathered.then(|| &found[here..]))?;
        }
    }
    Ok(())
}

/// The first of some vertices whose rows are gathered together: as many whole rows as fit, and at least one.
fn next_batch(graph: &Graph, rest: &Range<Vertex>) -> Range<Vertex> {
    /// More than mostly fit.
    const MOST: Vertex = 1 << 9;
    let (first, start) = (rest.start, graph.edge_range(rest.start).start);
    let mut many = (rest.end - first).min(MOST);
    while many > 1 && graph.edge_range(first + many - 1).end - start > BATCH {
        many /= 2;
    }
    first..first + many
}

/// [`MEDIUM`] places that are part of a row, then as many that are not.
pub(crate) const fn places<T: Copy>(inside: T, outside: T) -> [T; 2 * MEDIUM] {
    let mut places = [outside; 2 * MEDIUM];
    let mut place = 0;
    while place < MEDIUM {
        places[place] = inside;
        place += 1;
    }
    places
}

static PLACES: [u32; 2 * MEDIUM] = places(u32::MAX, 0);

/// Whether any move of a row `is` something, without a branch for each.
#[inline(always)]
pub(crate) fn any<const N: usize>(
    row: &[Vertex; N],
    len: usize,
    is: impl Fn(Vertex) -> bool,
) -> bool {
    let inside: &[u32] = &PLACES[MEDIUM - len..][..N];
    let found = row
        .iter()
        .zip(inside)
        .fold(0, |found, (&to, &inside)| found | if is(to) { inside } else { 0 });
    found != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_past_the_end_of_a_row_does_not_count() {
        let row: [Vertex; MEDIUM] = std::array::from_fn(|place| 10 + place as Vertex);
        for len in 0..=MEDIUM {
            for wanted in 0..40 {
                let is_there = (10..10 + len as Vertex).contains(&wanted);
                assert_eq!(any(&row, len, |to| to == wanted), is_there);
                if let Some((row, _)) = row.split_first_chunk::<SHORT>()
                    && len <= SHORT
                {
                    assert_eq!(any(row, len, |to| to == wanted), is_there);
                }
            }
        }
    }

    #[test]
    fn batches_are_all_rows_in_order() {
        let lengths = (0..2000).map(|vertex| if vertex % 97 == 0 { 3000 } else { vertex % 9 });
        let edges = (0..).zip(lengths).flat_map(|(from, many)| (0..many).map(move |_| (from, 0)));
        let graph = Graph::from_edges(2000, edges).unwrap();
        let mut rest = 0..2000;
        while !rest.is_empty() {
            let batch = next_batch(&graph, &rest);
            let moves: u32 = batch.clone().map(|vertex| graph.out_degree(vertex)).sum();
            assert!(batch.start == rest.start && batch.end <= 2000);
            assert!(batch.len() == 1 || batch.len() > 1 && moves as usize <= BATCH);
            rest.start = batch.end;
        }
    }
}
