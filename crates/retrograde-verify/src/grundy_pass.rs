//! The rules of Grundy values that can be seen from a vertex and its moves, looked at on all threads.
//!
//! Values below 64 are gathered in a mask, in which the least missing one is the first zero. This
//! looks for what holds; whoever wants to know what does not has to look again.

use std::ops::Range;

use retrograde_core::{Control, Graph, Grundy, GrundyValues, Pace, Vertex};

use crate::error::VerifyError;
use crate::parts::each_part;

/// Moves looked at in one go.
const BATCH: usize = 1 << 11;

/// Above all finite values.
const LOOPY: u32 = u32::MAX;

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
/// O(V + E) time on all threads, no memory of its own; O(log K) more for a move between loopy
/// vertices, where K is the size of the largest set.
pub(crate) fn look(
    graph: &Graph,
    values: &GrundyValues,
    control: &Control<'_>,
) -> Result<Pass, VerifyError> {
    let check = |part: Range<Vertex>, pace: &mut Pace<'_>| {
        let mut found = [LOOPY; BATCH];
        let (mut open, mut loopy, mut terminals) = (0, 0, 0);
        let (mut is_down, mut is_up) = (true, true);
        let mut next = part.start;
        while next < part.end {
            // As many whole rows as fit, and at least one.
            let (first, start) = (next, graph.edge_range(next).start);
            next += 1;
            while next < part.end && graph.edge_range(next).end - start <= BATCH {
                next += 1;
            }
            let targets = &graph.targets()[start..graph.edge_range(next - 1).end];
            pace.steps((next - first) as usize + targets.len())?;
            // No look has to wait for another.
            for (found, &to) in found.iter_mut().zip(targets) {
                *found = values.finite(to).unwrap_or(LOOPY);
            }
            for vertex in first..next {
                let row = graph.edge_range(vertex);
                let value = values.get(vertex);
                loopy += u64::from(matches!(value, Grundy::Loopy(_)));
                terminals += u64::from(row.is_empty());
                let mut options = Options::default();
                if let Some(found) = found.get(row.start - start..row.end - start) {
                    for (&to, &finite) in graph.targets()[row.clone()].iter().zip(found) {
                        options.add(finite);
                        is_down &= to < vertex;
                        is_up &= to > vertex;
                    }
                } else {
                    for &to in &graph.targets()[row.clone()] {
                        options.add(values.finite(to).unwrap_or(LOOPY));
                        is_down &= to < vertex;
                        is_up &= to > vertex;
                    }
                }
                open += u64::from(!holds(values, value, options, &graph.targets()[row]));
            }
        }
        Ok([open, loopy, terminals, u64::from(!is_down), u64::from(!is_up)])
    };
    let [open, loopy, terminals, not_down, not_up] =
        each_part(graph.vertex_count(), control, check)?;
    let is_ordered = not_down == 0 || not_up == 0;
    Ok(Pass { holds: open == 0, loopy, terminals, is_ordered })
}

/// The finite values that the moves of a vertex lead to.
#[derive(Clone, Copy, Default)]
struct Options {
    below_64: u64,
    any_large: bool,
}

impl Options {
    /// Adds a finite value, or [`LOOPY`]: which it is cannot be predicted, so there is no branch.
    #[inline(always)]
    fn add(&mut self, finite: u32) {
        self.below_64 |= 1u64.checked_shl(finite).unwrap_or(0);
        self.any_large |= (64..LOOPY).contains(&finite);
    }
}

/// Whether the moves of a vertex are seen to bear out its value.
#[inline]
fn holds(
    values: &GrundyValues,
    value: Grundy<'_>,
    options: Options,
    successors: &[Vertex],
) -> bool {
    let mex = options.below_64.trailing_ones();
    match value {
        Grundy::Finite(claimed) => mex < 64 && mex == claimed,
        Grundy::Loopy(claimed) => {
            let bit = |set: u64, &value: &u32| Some(set | 1u64.checked_shl(value)?);
            let escapes = |&to: &Vertex| match values.get(to) {
                Grundy::Loopy(options) => options.binary_search(&mex).is_err(),
                Grundy::Finite(_) => false,
            };
            !options.any_large
                && claimed.iter().try_fold(0, bit) == Some(options.below_64)
                && successors.iter().any(escapes)
        }
    }
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
