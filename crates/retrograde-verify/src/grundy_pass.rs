//! The rules of Grundy values that can be seen from a vertex and its moves, looked at on all threads.
//!
//! Values below 64 are gathered in a mask, in which the least missing one is the first zero. This
//! looks for what holds; whoever wants to know what does not has to look again.

use std::ops::Range;

use retrograde_core::{Control, Graph, Grundy, GrundyValues, Pace, Vertex};

use crate::error::VerifyError;
use crate::parts::each_part;

/// How many vertices ahead of the one looked at memory is asked for what its moves lead to.
const AHEAD: Vertex = 12;

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
        let (mut open, mut loopy, mut terminals) = (0, 0, 0);
        let (mut is_down, mut is_up) = (true, true);
        for vertex in part.clone() {
            if vertex + AHEAD < part.end {
                graph.successors(vertex + AHEAD).iter().for_each(|&to| values.prefetch(to));
            }
            let successors = graph.successors(vertex);
            pace.steps(1 + successors.len())?;
            let value = values.get(vertex);
            open += u64::from(!holds(values, value, successors));
            loopy += u64::from(matches!(value, Grundy::Loopy(_)));
            terminals += u64::from(successors.is_empty());
            for &to in successors {
                is_down &= to < vertex;
                is_up &= to > vertex;
            }
        }
        Ok([open, loopy, terminals, u64::from(!is_down), u64::from(!is_up)])
    };
    let [open, loopy, terminals, not_down, not_up] =
        each_part(graph.vertex_count(), control, check)?;
    let is_ordered = not_down == 0 || not_up == 0;
    Ok(Pass { holds: open == 0, loopy, terminals, is_ordered })
}

/// Whether the moves of a vertex are seen to bear out its value: no branch depends on where a move
/// leads, unless the vertex is loopy.
#[inline]
fn holds(values: &GrundyValues, value: Grundy<'_>, successors: &[Vertex]) -> bool {
    let (mut options, mut any_large) = (0u64, false);
    for &to in successors {
        // What stands for a loopy vertex is larger than any finite value.
        let finite = values.finite(to).unwrap_or(u32::MAX);
        options |= 1u64.checked_shl(finite).unwrap_or(0);
        any_large |= (64..u32::MAX).contains(&finite);
    }
    let mex = options.trailing_ones();
    match value {
        Grundy::Finite(claimed) => mex < 64 && mex == claimed,
        Grundy::Loopy(claimed) => {
            let bit = |set: u64, &value: &u32| Some(set | 1u64.checked_shl(value)?);
            let escapes = |&to: &Vertex| match values.get(to) {
                Grundy::Loopy(options) => options.binary_search(&mex).is_err(),
                Grundy::Finite(_) => false,
            };
            !any_large
                && claimed.iter().try_fold(0, bit) == Some(options)
                && successors.iter().any(escapes)
        }
    }
}
