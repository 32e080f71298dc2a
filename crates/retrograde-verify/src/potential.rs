//! Why no cycle of a graph costs less than nothing: a potential, or else a cycle that does.
//!
//! A potential gives each vertex a number that no edge raises by more than the edge costs. Around a
//! cycle it comes back to where it was, so that the costs add up to nothing or more. The search for
//! one is the search for shortest paths from everywhere at once, and it finds either the lengths,
//! which are a potential, or a path that comes back to itself and is shorter for it.

use std::collections::VecDeque;
use std::ops::Add;

use retrograde_core::{Pace, Stopped};

/// A number wide enough for the sums of costs that come up.
pub(crate) trait Cost: Copy + Ord + Default + Add<Output = Self> {
    /// A cost that is known to fit.
    fn of(cost: i128) -> Self;
}

impl Cost for i64 {
    fn of(cost: i128) -> Self {
        cost as i64
    }
}

impl Cost for i128 {
    fn of(cost: i128) -> Self {
        cost
    }
}

/// A graph with a cost on each edge, and what the search knows of it. One after the other, many
/// graphs can be searched in the same memory.
///
/// Vertices are scanned in the order in which their lengths were last mended. They are kept in a
/// tree of the shortest paths found so far. When a path to a vertex is mended, all paths that go on
/// from there are out of date: they are taken out of the tree, and not followed any more until they
/// are mended too. Should the new path come through one of these, there is a cycle.
///
/// Source: R. E. Tarjan, *Shortest paths* (1981), for taking paths out of the tree; B. V. Cherkassky
/// and A. V. Goldberg, *Negative-cycle detection algorithms* (1999), for how well that does.
///
/// # Complexity
/// O(V E) time at worst, a few times V + E as a rule. At most `16 E + 48 V` bytes with costs of eight
/// bytes, `32 E + 64 V` with costs of sixteen.
#[derive(Default)]
pub(crate) struct CostGraph<T> {
    /// Where the edges of each vertex end, and those of the next begin.
    ends: Vec<usize>,
    edges: Vec<(u32, T)>,
    nodes: Vec<Node<T>>,
    queue: VecDeque<u32>,
}

/// A vertex in the search.
#[derive(Clone, Copy, Default)]
struct Node<T> {
    /// The length of the shortest path found so far.
    length: T,
    parent: u32,
    /// How far down the tree, the root being at 0; nothing if it is not in the tree.
    depth: u32,
    /// The vertices before and after it in the tree, where each one is followed by all below it.
    before: u32,
    after: u32,
    is_waiting: bool,
}

/// Vertices that are planted at a time: few enough that nobody waits for it.
const BATCH: u32 = 1 << 12;

/// Not in the tree. The root, which is no vertex of the graph, is not asked.
const OUTSIDE: u32 = 0;

impl<T: Cost> CostGraph<T> {
    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.ends.clear();
        self.edges.clear();
    }

    /// Adds an edge from the vertex that [`end_vertex`](Self::end_vertex) will end.
    ///
    /// The costs of as many edges as there are vertices must add up to a number that `T` can hold.
    #[inline]
    pub(crate) fn push_edge(&mut self, to: u32, cost: T) {
        self.edges.push((to, cost));
    }

    /// The next vertex has the edges added since the last one.
    #[inline]
    pub(crate) fn end_vertex(&mut self) {
        self.ends.push(self.edges.len());
    }

    fn row(&self, vertex: u32) -> std::ops::Range<usize> {
        let start = match vertex {
            0 => 0,
            _ => self.ends[vertex as usize - 1],
        };
        start..self.ends[vertex as usize]
    }

    /// The vertices of a cycle that costs less than nothing, in order. If there is none, the
    /// potential is found.
    pub(crate) fn search(&mut self, pace: &mut Pace<'_>) -> Result<Option<Vec<u32>>, Stopped> {
        self.plant(pace)?;
        while let Some(from) = self.queue.pop_front() {
            self.nodes[from as usize].is_waiting = false;
            if self.nodes[from as usize].depth == OUTSIDE {
                continue;
            }
            let row = self.row(from);
            pace.steps(1 + row.len())?;
            let length = self.nodes[from as usize].length;
            for at in row {
                let (to, cost) = self.edges[at];
                let offer = length + cost;
                if offer < self.nodes[to as usize].length {
                    if self.uproot(to, from, pace)? {
                        return self.path_down(to, from, pace).map(Some);
                    }
                    self.nodes[to as usize].length = offer;
                    self.attach(to, from);
                }
            }
        }
        Ok(None)
    }

    /// All vertices hang from the root and wait to be scanned.
    fn plant(&mut self, pace: &mut Pace<'_>) -> Result<(), Stopped> {
        let root = self.ends.len() as u32;
        self.nodes.clear();
        let node = |vertex| Node {
            length: T::default(),
            parent: root,
            depth: u32::from(vertex != root),
            before: if vertex == 0 { root } else { vertex - 1 },
            after: if vertex == root { 0 } else { vertex + 1 },
            is_waiting: vertex != root,
        };
        self.nodes.reserve(root as usize + 1);
        for start in (0..=root).step_by(BATCH as usize) {
            pace.steps(BATCH as usize)?;
            self.nodes.extend((start..=root.min(start.saturating_add(BATCH - 1))).map(node));
        }
        self.queue.clear();
        self.queue.extend(0..root);
        Ok(())
    }

    /// Takes `vertex` and all below it out of the tree. Says whether `sought` was among them.
    fn uproot(&mut self, vertex: u32, sought: u32, pace: &mut Pace<'_>) -> Result<bool, Stopped> {
        let Node { depth, before, after, .. } = self.nodes[vertex as usize];
        if depth == OUTSIDE {
            return Ok(false);
        }
        let mut found = vertex == sought;
        let mut next = after;
        while self.nodes[next as usize].depth > depth {
            pace.steps(1)?;
            found |= next == sought;
            let node = &mut self.nodes[next as usize];
            node.depth = OUTSIDE;
            next = node.after;
        }
        self.nodes[before as usize].after = next;
        self.nodes[next as usize].before = before;
        Ok(found)
    }

    /// Hangs `vertex`, which is not in the tree, from `parent`, which is, and has it wait.
    fn attach(&mut self, vertex: u32, parent: u32) {
        let Node { depth, after, .. } = self.nodes[parent as usize];
        self.nodes[parent as usize].after = vertex;
        self.nodes[after as usize].before = vertex;
        let node = &mut self.nodes[vertex as usize];
        (node.parent, node.before, node.after) = (parent, parent, after);
        node.depth = depth + 1;
        if !node.is_waiting {
            node.is_waiting = true;
            self.queue.push_back(vertex);
        }
    }

    /// The path in the tree from `top` to `bottom`, which has just been taken out with all of it.
    fn path_down(&self, top: u32, bottom: u32, pace: &mut Pace<'_>) -> Result<Vec<u32>, Stopped> {
        let mut path = vec![bottom];
        let mut vertex = bottom;
        while vertex != top {
            pace.steps(1)?;
            vertex = self.nodes[vertex as usize].parent;
            path.push(vertex);
        }
        path.reverse();
        Ok(path)
    }

    /// The first edge that raises the potential by more than it costs, once it has been found: there
    /// is none, unless the search is wrong.
    pub(crate) fn refuted(&self, pace: &mut Pace<'_>) -> Result<Option<(u32, u32)>, Stopped> {
        let length = |vertex: u32| self.nodes[vertex as usize].length;
        for from in 0..self.ends.len() as u32 {
            let edges = &self.edges[self.row(from)];
            pace.steps(1 + edges.len())?;
            let rises = |&&(to, cost): &&(u32, T)| length(to) > length(from) + cost;
            if let Some(&(to, _)) = edges.iter().find(rises) {
                return Ok(Some((from, to)));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use retrograde_core::Control;

    use super::*;

    fn search<T: Cost>(graph: &mut CostGraph<T>) -> Option<Vec<u32>> {
        graph.search(&mut Control::ALONE.pace()).unwrap()
    }

    fn refuted<T: Cost>(graph: &CostGraph<T>) -> Option<(u32, u32)> {
        graph.refuted(&mut Control::ALONE.pace()).unwrap()
    }

    /// The vertices in order, each with its edges.
    fn fill<T: Cost>(graph: &mut CostGraph<T>, rows: &[Vec<(u32, T)>]) {
        graph.clear();
        for row in rows {
            row.iter().for_each(|&(to, cost)| graph.push_edge(to, cost));
            graph.end_vertex();
        }
    }

    /// The least cost of a walk of `moves` moves and fewer from each vertex to each, by trying.
    fn has_cheap_cycle(rows: &[Vec<(u32, i64)>]) -> bool {
        let n = rows.len();
        (0..n).any(|start| {
            let mut least = vec![None; n];
            least[start] = Some(0i64);
            (0..n).any(|_| {
                let mut next = vec![None; n];
                for (from, row) in rows.iter().enumerate() {
                    for &(to, cost) in row {
                        let Some(sum) = least[from].map(|least: i64| least + cost) else {
                            continue;
                        };
                        let slot: &mut Option<i64> = &mut next[to as usize];
                        *slot = Some(slot.map_or(sum, |other| other.min(sum)));
                    }
                }
                least = next;
                least[start].is_some_and(|sum| sum < 0)
            })
        })
    }

    fn check(graph: &mut CostGraph<i64>, rows: &[Vec<(u32, i64)>]) -> bool {
        fill(graph, rows);
        let cycle = search(graph);
        match &cycle {
            None => assert_eq!(refuted(graph), None, "{rows:?}"),
            Some(cycle) => {
                let ends = cycle.iter().zip(cycle.iter().cycle().skip(1));
                let cost = |(&from, &to): (&u32, &u32)| {
                    let edges = rows[from as usize].iter().filter(|edge| edge.0 == to);
                    edges.map(|edge| edge.1).min().expect("an edge")
                };
                assert!(ends.map(cost).sum::<i64>() < 0, "{rows:?} {cycle:?}");
            }
        }
        assert_eq!(cycle.is_some(), has_cheap_cycle(rows), "{rows:?}");
        cycle.is_some()
    }

    #[test]
    fn every_graph_of_three_vertices_with_small_costs() {
        let mut graph = CostGraph::default();
        let mut cheap = 0;
        for code in 0..4usize.pow(9) {
            // Nothing, or a cost from -1 to 1, for each pair.
            let digit = |pair: u32| code / 4usize.pow(pair) % 4;
            let row = |from: u32| {
                let edges = (0..3).filter(|to| digit(3 * from + to) > 0);
                edges.map(|to| (to, digit(3 * from + to) as i64 - 2)).collect()
            };
            let rows: Vec<Vec<(u32, i64)>> = (0..3).map(row).collect();
            cheap += u32::from(check(&mut graph, &rows));
        }
        assert!(cheap > 1000 && cheap < 4u32.pow(9) - 1000);
    }

    #[test]
    fn larger_graphs_with_few_cheap_cycles() {
        let mut graph = CostGraph::default();
        let mut state = 1u64;
        let mut draw = |below: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % below
        };
        let mut cheap = 0;
        for _ in 0..2000 {
            let n = 1 + draw(12);
            // The costs of a potential, taken down a little here and there.
            let potential: Vec<i64> = (0..n).map(|_| draw(30) as i64).collect();
            let mut rows = vec![Vec::new(); n as usize];
            for _ in 0..3 * n {
                let (from, to) = (draw(n) as usize, draw(n) as usize);
                let cost = potential[to] - potential[from] + draw(6) as i64 - 1;
                rows[from].push((to as u32, cost));
            }
            cheap += u32::from(check(&mut graph, &rows));
        }
        assert!((200..1800).contains(&cheap), "{cheap}");
    }

    #[test]
    fn what_does_not_hold_is_refuted() {
        let mut graph = CostGraph::<i128>::default();
        fill(&mut graph, &[vec![(1, 3)], vec![(0, -3)]]);
        assert_eq!(search(&mut graph), None);
        assert_eq!(refuted(&graph), None);
        graph.nodes[1].length += 7;
        assert_eq!(refuted(&graph), Some((0, 1)));
    }
}
