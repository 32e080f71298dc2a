//! The least number no option has, in one pass in reverse topological order.
//!
//! The values of the options are gathered in a 64-bit mask whose first zero is the answer. Options
//! of 64 and more matter only once the mask is full, which takes 64 moves; then a longer mask is
//! filled, as long as the vertex has moves. Where the values lie is known well in advance, so they
//! are asked for before they are needed.

use retrograde_core::{Graph, Vertex, sys};

use super::{Options, Progress};
use crate::order::Order;

/// How many vertices of a stored order to ask for ahead of their use.
const AHEAD: usize = 16;

/// How many edges ahead a value is asked for where vertices are taken by number.
const EDGES_AHEAD: isize = 48;

/// Vertices between two reports of progress.
const REPORT_EVERY: usize = 1 << 20;

/// The value of every vertex. `order` puts each after all its successors.
pub(super) fn pass(graph: &Graph, order: &Order, options: &Options<'_>) -> Vec<u32> {
    let vertices = graph.vertex_count();
    let mut pass = Pass { graph, values: sys::zeroed(vertices), seen: Vec::new() };
    for start in (0..vertices).step_by(REPORT_EVERY) {
        let end = (start + REPORT_EVERY).min(vertices);
        match order {
            Order::Ascending => {
                (start..end).for_each(|place| pass.value(place as Vertex, EDGES_AHEAD));
            }
            Order::Descending => (start..end)
                .for_each(|place| pass.value((vertices - 1 - place) as Vertex, -EDGES_AHEAD)),
            Order::Reverse(order) => pass.values_along(order, vertices - end, vertices - start),
        }
        if let Some(progress) = options.progress {
            progress(Progress { phase: "labelling", settled: end as u64, total: vertices as u64 });
        }
    }
    pass.values
}

struct Pass<'a> {
    graph: &'a Graph,
    values: Vec<u32>,
    /// A mask as long as the longest row that needed one.
    seen: Vec<u64>,
}

impl Pass<'_> {
    /// Settles `order[from..to]`, the last first.
    fn values_along(&mut self, order: &[Vertex], from: usize, to: usize) {
        let before = |place: usize, steps| place.checked_sub(steps).map(|place| order[place]);
        for place in (from..to).rev() {
            if let Some(far) = before(place, 3 * AHEAD) {
                self.graph.prefetch_offset(far);
            }
            if let Some(nearer) = before(place, 2 * AHEAD) {
                self.graph.prefetch_row(nearer, 4);
            }
            if let Some(near) = before(place, AHEAD) {
                sys::prefetch(&self.values, near as usize);
                for &to in self.graph.successors(near).iter().take(2 * AHEAD) {
                    sys::prefetch(&self.values, to as usize);
                }
            }
            self.value(order[place], 0);
        }
    }

    /// Settles one vertex, and asks for the values needed `ahead` edges from here, unless that is 0.
    #[inline(always)]
    fn value(&mut self, vertex: Vertex, ahead: isize) {
        let targets = self.graph.targets();
        let row = self.graph.edge_range(vertex);
        let mut mask = 0u64;
        for edge in row.clone() {
            if ahead != 0
                && let Some(&far) = targets.get(edge.wrapping_add_signed(ahead))
            {
                sys::prefetch(&self.values, far as usize);
            }
            mask |= 1u64.checked_shl(self.values[targets[edge] as usize]).unwrap_or(0);
        }
        self.values[vertex as usize] = match mask {
            u64::MAX => self.large_value(&targets[row]),
            mask => mask.trailing_ones(),
        };
    }

    /// The value of a vertex with these options, which may be large, but not larger than they are
    /// many.
    #[cold]
    fn large_value(&mut self, successors: &[Vertex]) -> u32 {
        let words = successors.len() / 64 + 1;
        self.seen.clear();
        self.seen.resize(words, 0);
        for &to in successors {
            let value = self.values[to as usize];
            if let Some(word) = self.seen.get_mut(value as usize / 64) {
                *word |= 1 << (value % 64);
            }
        }
        let full = self.seen.iter().take_while(|&&word| word == u64::MAX).count();
        let rest = self.seen.get(full).map_or(0, |word| word.trailing_ones());
        full as u32 * 64 + rest
    }
}
