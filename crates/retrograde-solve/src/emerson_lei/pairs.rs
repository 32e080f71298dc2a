//! Which vertices come up with which leaves, and numbers for those that do.

use retrograde_core::{Control, Graph, Stopped, Vertex, sys};

/// Pairs of a vertex and a leaf, some of them marked. A pair has the code `vertex · leaves + leaf`,
/// and marked pairs are numbered in the order of their codes.
///
/// The marks stand on pages that are there once something on them is marked, so that where few of
/// many pairs come up few take memory.
pub(crate) struct Pairs {
    /// For each page of codes its place among the pages there are, counted from 1.
    places: Vec<u32>,
    pages: Vec<Page>,
    leaves: u64,
    count: usize,
}

/// Codes on a page.
const PAGE: u64 = 512;

#[derive(Clone, Copy, Default)]
struct Page {
    marks: [u64; PAGE as usize / 64],
    /// How many marked pairs come before it.
    before: u32,
}

/// More pairs than there may be.
pub(crate) struct TooMany;

impl Pairs {
    /// Marks what can be reached from the first leaf at any vertex, where `next(vertex, leaf)` is
    /// the leaf after a vertex, as long as there are no more than `limit` marked pairs and moves from
    /// these.
    ///
    /// # Complexity
    /// O(V + E) time for what is marked. At most 76 bytes for a marked pair and, where most are, a
    /// sixth of a byte; a hundredth of a byte for each pair that could be marked.
    pub(crate) fn reachable(
        graph: &Graph,
        leaves: usize,
        limit: u64,
        control: &Control<'_>,
        next: impl Fn(Vertex, u32) -> u32,
    ) -> Result<Result<Self, TooMany>, Stopped> {
        let mut pace = control.pace();
        let (leaves, most) = (leaves as u64, limit.min(u64::from(u32::MAX)));
        let places = (graph.vertex_count() as u64).saturating_mul(leaves).div_ceil(PAGE);
        if places.saturating_mul(4) > control.room().min(MOST_PLACES) {
            return Ok(Err(TooMany));
        }
        let mut pairs =
            Pairs { places: sys::zeroed(places as usize), pages: Vec::new(), leaves, count: 0 };
        let mut open: Vec<u64> = Vec::new();
        let mut edges = 0;
        for start in graph.vertices() {
            pairs.mark(u64::from(start) * leaves, &mut open);
            while let Some(code) = open.pop() {
                let (vertex, leaf) = ((code / leaves) as Vertex, (code % leaves) as u32);
                let leaf = u64::from(next(vertex, leaf));
                let successors = graph.successors(vertex);
                pace.steps(1 + successors.len())?;
                edges += successors.len() as u64;
                for &to in successors {
                    pairs.mark(u64::from(to) * leaves + leaf, &mut open);
                }
                if pairs.count as u64 > most || edges > limit {
                    return Ok(Err(TooMany));
                }
            }
        }
        let mut before = 0;
        for &place in pairs.places.iter().filter(|&&place| place > 0) {
            let page = &mut pairs.pages[place as usize - 1];
            page.before = before;
            before += page.marks.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        Ok(Ok(pairs))
    }

    /// Marks a pair, which goes to `open` if it was not marked before.
    fn mark(&mut self, code: u64, open: &mut Vec<u64>) {
        let place = &mut self.places[(code / PAGE) as usize];
        if *place == 0 {
            self.pages.push(Page::default());
            *place = self.pages.len() as u32;
        }
        let page = &mut self.pages[*place as usize - 1];
        let (word, bit) = ((code % PAGE / 64) as usize, 1 << (code % 64));
        if page.marks[word] & bit == 0 {
            page.marks[word] |= bit;
            self.count += 1;
            open.push(code);
        }
    }

    /// How many pairs are marked.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The number of a marked pair.
    #[inline]
    pub(crate) fn number(&self, vertex: Vertex, leaf: u32) -> Vertex {
        let code = u64::from(vertex) * self.leaves + u64::from(leaf);
        let page = &self.pages[self.places[(code / PAGE) as usize] as usize - 1];
        let word = (code % PAGE / 64) as usize;
        let lower = page.marks[word] & ((1 << (code % 64)) - 1);
        let earlier: u32 = page.marks[..word].iter().map(|word| word.count_ones()).sum();
        page.before + earlier + lower.count_ones()
    }

    /// The marked pairs in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Vertex, u32)> + '_ {
        let pages = (0..).zip(&self.places).filter(|&(_, &place)| place > 0);
        let words = pages.flat_map(|(page, &place)| {
            let marks = self.pages[place as usize - 1].marks;
            (page * PAGE..).step_by(64).zip(marks)
        });
        let codes = words.flat_map(|(first, word)| {
            std::iter::successors((word != 0).then_some(word), |word| {
                let rest = word & (word - 1);
                (rest != 0).then_some(rest)
            })
            .map(move |word| first + u64::from(word.trailing_zeros()))
        });
        codes.map(|code| ((code / self.leaves) as Vertex, (code % self.leaves) as u32))
    }
}

/// Bytes for the places of pages at most, most of which stay untouched where few pairs are marked.
const MOST_PLACES: u64 = 1 << 34;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn pairs_are_those_that_walks_meet() {
        for (vertices, leaves) in [(1u32, 1u32), (3, 700), (40, 97), (7, 100_003)] {
            let edges =
                (0..vertices).flat_map(|v| [(v, (v + 1) % vertices), (v, v * 5 % vertices)]);
            let graph = Graph::from_edges(vertices as usize, edges).unwrap();
            let next = |vertex: Vertex, leaf: u32| match vertex % 3 {
                0 => (leaf + 41 * (vertex + 1)) % leaves.min(1000),
                1 => leaves - 1 - leaf % 50.min(leaves),
                _ => leaf,
            };
            let mut met: BTreeSet<(u32, u32)> = (0..vertices).map(|v| (v, 0)).collect();
            let mut open: Vec<(u32, u32)> = met.iter().copied().collect();
            while let Some((vertex, leaf)) = open.pop() {
                for &to in graph.successors(vertex) {
                    let pair = (to, next(vertex, leaf));
                    if met.insert(pair) {
                        open.push(pair);
                    }
                }
            }
            let edges: usize = met.iter().map(|&(v, _)| graph.successors(v).len()).sum();
            let reachable = |limit: usize| {
                let (limit, control) = (limit as u64, &Control::ALONE);
                Pairs::reachable(&graph, leaves as usize, limit, control, next).unwrap()
            };
            let most = edges.max(met.len());
            assert!(reachable(most - 1).is_err(), "{vertices} {leaves}");
            let Ok(pairs) = reachable(most) else { panic!("{vertices} {leaves}") };
            assert!(pairs.iter().eq(met.iter().copied()), "{vertices} {leaves}");
            assert_eq!(pairs.count(), met.len());
            for (number, &(vertex, leaf)) in (0..).zip(&met) {
                assert_eq!(pairs.number(vertex, leaf), number);
            }
        }
    }
}
