//! The least number no option has, in one pass in reverse topological order.
//!
//! The values of the options are gathered in a 64-bit mask whose first zero is the answer. Options
//! of 64 and more matter only once the mask is full, which takes 64 moves; then a longer mask is
//! filled, as long as the vertex has moves. Where the values lie is known well in advance, so they
//! are asked for before they are needed.

use retrograde_core::{Control, Graph, Pace, Progress, Stopped, Vertex, sys};

use crate::order::Order;

/// How many vertices of a stored order to ask for ahead of their use.
const AHEAD: usize = 16;

/// How many edges ahead a value is asked for where vertices are taken by number.
const EDGES_AHEAD: isize = 48;

/// Vertices between two reports of progress.
const REPORT_EVERY: usize = 1 << 20;

/// The value of every vertex. `order` puts each after all its successors.
pub(super) fn pass(
    graph: &Graph,
    order: &Order,
    control: &Control<'_>,
) -> Result<Vec<u32>, Stopped> {
    let vertices = graph.vertex_count();
    let pace = control.pace();
    let mut pass = Pass { graph, values: sys::zeroed(vertices), seen: Vec::new(), pace };
    for start in (0..vertices).step_by(REPORT_EVERY) {
        let end = (start + REPORT_EVERY).min(vertices);
        match order {
            Order::Ascending => {
                (start..end).try_for_each(|place| pass.value(place as Vertex, EDGES_AHEAD))?;
            }
            Order::Descending => (start..end)
                .try_for_each(|place| pass.value((vertices - 1 - place) as Vertex, -EDGES_AHEAD))?,
            Order::Reverse(order) => pass.values_along(order, vertices - end, vertices - start)?,
        }
        control.tell(Progress::new("labelling", end as u64, vertices as u64));
    }
    Ok(pass.values)
}

struct Pass<'a> {
    graph: &'a Graph,
    values: Vec<u32>,
    /// A mask as long as the longest row that needed one.
    seen: Vec<u64>,
    pace: Pace<'a>,
}

impl Pass<'_> {
    /// Settles `order[from..to]`, the last first.
    fn values_along(&mut self, order: &[Vertex], from: usize, to: usize) -> Result<(), Stopped> {
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
            self.value(order[place], 0)?;
        }
        Ok(())
    }

    /// Settles one vertex, and asks for the values needed `ahead` edges from here, unless that is 0.
    #[inline(always)]
    fn value(&mut self, vertex: Vertex, ahead: isize) -> Result<(), Stopped> {
        let targets = self.graph.targets();
        let row = self.graph.edge_range(vertex);
        self.pace.steps(1 + row.len())?;
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
        Ok(())
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
