//! The rules of Grundy values that can be seen from a vertex and its moves, looked at on all threads.
//!
//! Values below 64 are gathered in a mask, in which the least missing one is the first zero. This
//! looks for what holds; whoever wants to know what does not has to look again.

use std::ops::Range;

use retrograde_core::{Control, Graph, Grundy, GrundyValues, Pace, Stopped, Vertex, sys};

use crate::error::VerifyError;
use crate::parts::each_part;
use crate::rows::{MEDIUM, SHORT, any, each_row, places};

/// A finite value from 64 on, in one byte.
const LARGE: u8 = 64;

/// A value that is not finite, in one byte.
const LOOPY: u8 = 65;

/// What a look at all vertices has found.
pub(crate) struct Pass {
    /// Whether every vertex was seen to keep the rules on its value, its set and its escape. If not,
    /// one of them may break a rule, or have options too large for a mask.
    pub(crate) holds: bool,
    pub(crate) loopy: u64,
    pub(crate) terminals: u64,
    /// Whether all moves lead to lower numbers, or all to higher ones: then there is no cycle.
    pub(crate) is_ordered: bool,
}

/// Looks at all vertices.
///
/// # Complexity
/// O(V + E) time on all threads, V bytes; O(log K) more for a move between loopy vertices, where K is
/// the size of the largest set.
pub(crate) fn look(
    graph: &Graph,
    values: &GrundyValues,
    control: &Control<'_>,
) -> Result<Pass, VerifyError> {
    let small = small(values, control)?;
    let check = |part: Range<Vertex>, pace: &mut Pace<'_>| {
        let (mut open, mut loopy, mut terminals) = (0, 0, 0);
        let mut order = Order { is_down: true, is_up: true };
        let option = |to: Vertex| OPTION[usize::from(small[to as usize])];
        each_row(graph, part, 0, pace, option, |vertex, found| {
            let row = graph.edge_range(vertex);
            let (moves, len) = (&graph.targets()[row.start..], row.len());
            let options = if let Some(found) = found {
                order.see(vertex, moves, len);
                options(found, len)
            } else {
                order.see_all(vertex, &moves[..len]);
                moves[..len].iter().fold(0, |options, &to| options | option(to))
            };
            let here = small[vertex as usize];
            loopy += u64::from(here == LOOPY);
            terminals += u64::from(len == 0);
            let holds = match here {
                LOOPY => is_loopy(values, &small, vertex, options, &moves[..len]),
                finite => finite < LARGE && options.trailing_ones() == u32::from(finite),
            };
            open += u64::from(!holds);
            Ok(())
        })?;
        Ok([open, loopy, terminals, u64::from(!order.is_down), u64::from(!order.is_up)])
    };
    let [open, loopy, terminals, not_down, not_up] =
        each_part(graph.vertex_count(), control, check)?;
    let is_ordered = not_down == 0 || not_up == 0;
    Ok(Pass { holds: open == 0, loopy, terminals, is_ordered })
}

/// The values in one byte each, which stay in the cache where four do not.
fn small(values: &GrundyValues, control: &Control<'_>) -> Result<Vec<u8>, Stopped> {
    const PER_TASK: usize = 1 << 14;
    let mut small: Vec<u8> = sys::zeroed(values.len());
    let tasks = small.chunks_mut(PER_TASK).enumerate().collect();
    control.for_each(tasks, |(task, small): (usize, &mut [u8])| {
        for (vertex, small) in ((task * PER_TASK) as Vertex..).zip(small) {
            *small = values.finite(vertex).map_or(LOOPY, |value| value.min(LARGE.into()) as u8);
        }
    })?;
    Ok(small)
}

/// What a value in one byte is among options: a bit, if it is finite and below 64.
static OPTION: [u64; 256] = {
    let mut bits = [0; 256];
    let mut value = 0;
    while value < LARGE as usize {
        bits[value] = 1 << value;
        value += 1;
    }
    bits
};

static PLACES: [u64; 2 * MEDIUM] = places(u64::MAX, 0);

/// All options of a row, of which `found` has those of each move and [`MEDIUM`] more.
#[inline(always)]
fn options(found: &[u64], len: usize) -> u64 {
    /// How long the row is cannot be predicted: what lies past its end is looked at and does not count.
    #[inline(always)]
    fn of_places<const N: usize>(found: &[u64], len: usize) -> u64 {
        let (found, inside) = (&found[..N], &PLACES[MEDIUM - len..][..N]);
        found.iter().zip(inside).fold(0, |options, (option, inside)| options | option & inside)
    }
    match len {
        _ if len <= SHORT => of_places::<SHORT>(found, len),
        _ if len <= MEDIUM => of_places::<MEDIUM>(found, len),
        _ => found[..len].iter().fold(0, |options, option| options | option),
    }
}

/// Whether all moves so far lead down, and whether they lead up.
struct Order {
    is_down: bool,
    is_up: bool,
}

impl Order {
    /// Looks at the first moves of `moves`. What is known not to hold is not looked at again.
    #[inline(always)]
    fn see(&mut self, vertex: Vertex, moves: &[Vertex], len: usize) {
        match moves.first_chunk::<SHORT>() {
            Some(row) if len <= SHORT => {
                self.is_down = self.is_down && !any(row, len, |to| to >= vertex);
                self.is_up = self.is_up && !any(row, len, |to| to <= vertex);
            }
            _ => self.see_all(vertex, &moves[..len]),
        }
    }

    fn see_all(&mut self, vertex: Vertex, moves: &[Vertex]) {
        self.is_down = self.is_down && moves.iter().fold(true, |all, &to| all & (to < vertex));
        self.is_up = self.is_up && moves.iter().fold(true, |all, &to| all & (to > vertex));
    }
}

/// Whether the moves of a vertex that is given as loopy, with their options below 64, are seen to bear out
/// its set and its escape.
fn is_loopy(
    values: &GrundyValues,
    small: &[u8],
    vertex: Vertex,
    options: u64,
    moves: &[Vertex],
) -> bool {
    let Grundy::Loopy(claimed) = values.get(vertex) else { return false };
    let mex = options.trailing_ones();
    let bit = |set: u64, &value: &u32| Some(set | 1u64.checked_shl(value)?);
    let escapes = |&to: &Vertex| match values.get(to) {
        Grundy::Loopy(options) => options.binary_search(&mex).is_err(),
        Grundy::Finite(_) => false,
    };
    moves.iter().all(|&to| small[to as usize] != LARGE)
        && claimed.iter().try_fold(0, bit) == Some(options)
        && moves.iter().any(escapes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify_grundy;

    #[test]
    fn what_a_mask_does_not_hold_is_left_to_a_second_look() {
        let edges =
            |vertices: u32| (0..vertices).flat_map(|from| (0..from).map(move |to| (from, to)));
        for (vertices, holds) in [(64, true), (65, false), (200, false)] {
            let graph = Graph::from_edges(vertices as usize, edges(vertices)).unwrap();
            let values = GrundyValues::from_finite((0..vertices).collect());
            let pass = look(&graph, &values, &Control::ALONE).unwrap();
            assert_eq!((pass.holds, pass.is_ordered), (holds, true));
            assert!(verify_grundy(&graph, &values).is_ok());
        }
    }

    /// Rows of all lengths up to 20, with values that are right but for one, mostly.
    #[test]
    fn what_holds_is_what_holds_one_by_one() {
        let mut state = 1u64;
        let mut draw = |below: u32| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            ((state >> 33) % u64::from(below)) as u32
        };
        let mut seen = [0; 2];
        for round in 0..4000 {
            let mut rows: Vec<Vec<Vertex>> = Vec::new();
            let mut right: Vec<u32> = Vec::new();
            for vertex in 0..50 {
                let row: Vec<Vertex> =
                    (0..draw(21).min(3 * vertex)).map(|_| draw(vertex)).collect();
                let has = |value| row.iter().any(|&to| right[to as usize] == value);
                right.push((0..).find(|&value| !has(value)).unwrap_or(0));
                rows.push(row);
            }
            let edges =
                (0..).zip(&rows).flat_map(|(from, row)| row.iter().map(move |&to| (from, to)));
            let graph = Graph::from_edges(rows.len(), edges).unwrap();
            let (changed, to) = (draw(50) as usize, draw(8));
            let mut values = GrundyValues::default();
            for (vertex, &value) in right.iter().enumerate() {
                match (round % 4, vertex == changed) {
                    (0 | 1, true) => values.push(Grundy::Finite(to)),
                    (2, true) => values.push(Grundy::Loopy(&[0, 1, 2, 3][..to as usize % 5])),
                    _ => values.push(Grundy::Finite(value)),
                }
            }
            let pass = look(&graph, &values, &Control::ALONE).unwrap();
            // No vertex leads to itself, so that one that is loopy alone has no escape.
            let holds = (0..50).all(|vertex| match values.get(vertex) {
                Grundy::Loopy(_) => false,
                Grundy::Finite(value) => {
                    let has = |value| {
                        graph.successors(vertex).iter().any(|&to| values.finite(to) == Some(value))
                    };
                    !has(value) && (0..value).all(has)
                }
            });
            assert_eq!((pass.holds, pass.is_ordered), (holds, true), "{rows:?} {values:?}");
            seen[usize::from(holds)] += 1;
        }
        assert!(seen.iter().all(|&seen| seen > 500), "{seen:?}");
    }

    #[test]
    fn long_rows_and_moves_up_and_down() {
        let edges = |loops: bool| {
            let down = (0..5000).map(|_| (1, 0)).chain([(2, 1)]);
            down.chain(loops.then_some((2, 3))).chain(loops.then_some((3, 2)))
        };
        for loops in [false, true] {
            let graph = Graph::from_edges(4, edges(loops)).unwrap();
            let values = GrundyValues::from_finite(vec![0, 1, 0, u32::from(loops)]);
            let pass = look(&graph, &values, &Control::ALONE).unwrap();
            assert_eq!((pass.holds, pass.is_ordered), (true, !loops));
            assert_eq!((pass.loopy, pass.terminals), (0, if loops { 1 } else { 2 }));
        }
    }
}
