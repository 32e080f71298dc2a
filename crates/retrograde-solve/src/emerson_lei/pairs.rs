//! Which vertices come up with which leaves, and numbers for those that do.

use retrograde_core::{Bitmap, Control, Graph, Stopped, Vertex};

/// Pairs of a vertex and a leaf, some of them marked. A pair has the code `vertex · leaves + leaf`,
/// and marked pairs are numbered in the order of their codes.
pub(crate) struct Pairs {
    marked: Bitmap,
    /// How many marked pairs come before each word of the bitmap.
    before: Vec<u32>,
    leaves: usize,
    count: usize,
}

impl Pairs {
    /// Marks what can be reached from the first leaf at any vertex, where `next(vertex, leaf)` is
    /// the leaf after a vertex. There must be less than 2³² pairs.
    pub(crate) fn reachable(
        graph: &Graph,
        leaves: usize,
        control: &Control<'_>,
        next: impl Fn(Vertex, u32) -> u32,
    ) -> Result<Self, Stopped> {
        let mut pace = control.pace();
        let mut marked = Bitmap::new(graph.vertex_count() * leaves);
        let mut open: Vec<u32> = Vec::new();
        for start in graph.vertices() {
            let code = start as usize * leaves;
            if marked.get(code) {
                continue;
            }
            marked.set(code);
            open.push(code as u32);
            while let Some(code) = open.pop() {
                let (vertex, leaf) = (code / leaves as u32, code % leaves as u32);
                let leaf = next(vertex, leaf);
                pace.steps(1 + graph.successors(vertex).len())?;
                for &to in graph.successors(vertex) {
                    let code = to as usize * leaves + leaf as usize;
                    if !marked.get(code) {
                        marked.set(code);
                        open.push(code as u32);
                    }
                }
            }
        }
        let mut count = 0;
        let before = marked
            .words()
            .iter()
            .map(|word| {
                let before = count as u32;
                count += word.count_ones() as usize;
                before
            })
            .collect();
        Ok(Pairs { marked, before, leaves, count })
    }

    /// How many pairs are marked.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The number of a marked pair.
    #[inline]
    pub(crate) fn number(&self, vertex: Vertex, leaf: u32) -> Vertex {
        let code = vertex as usize * self.leaves + leaf as usize;
        let lower = self.marked.words()[code / 64] & ((1 << (code % 64)) - 1);
        self.before[code / 64] + lower.count_ones()
    }

    /// The marked pairs in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Vertex, u32)> + '_ {
        let pair = |code: usize| ((code / self.leaves) as Vertex, (code % self.leaves) as u32);
        self.marked.ones().map(pair)
    }
}
