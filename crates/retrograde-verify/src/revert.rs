//! Whether moves away from a finite Grundy value are reverted, in an order that ends.
//!
//! The vertices of one value m are taken off one after the other: first those without any move to a
//! vertex that is loopy or has a larger value, then those where all such moves lead to vertices that
//! have a move to one of value m that is off already. What one value needs does not depend on the
//! others, so the values are gone through in ascending order, and every vertex has its predecessors
//! sorted by value: each looks at those of value m in its turn, and at none of them twice.

use retrograde_core::{Graph, Grundy, GrundyValues, Offsets, Pace, Stopped, Vertex};

use crate::grundy_rule::GrundyRule;
use crate::predecessors::Predecessors;

/// The lowest vertex of the least value with a move that is not reverted, if there is one.
///
/// Every finite value must be the mex of its vertex, and every set right.
///
/// # Complexity
/// O(V + E) time, about `4 E + 20 V` bytes.
pub(crate) fn not_reverted(
    graph: &Graph,
    values: &GrundyValues,
    pace: &mut Pace<'_>,
) -> Result<Option<(Vertex, GrundyRule)>, Stopped> {
    let by_value = ByValue::new(graph, values, pace)?;
    // Moves between loopy vertices are neither reverted nor do they revert anything, and most loopy
    // vertices of most graphs have no others.
    let is_needed = |&vertex: &Vertex| !matches!(values.get(vertex), Grundy::Loopy([]));
    let sources = by_value.order.iter().copied().filter(is_needed);
    let keep = |source: Vertex, edge: usize| {
        values.finite(source).or(values.finite(graph.targets()[edge])).is_some()
    };
    let predecessors = Predecessors::new(graph, sources, keep, pace)?;
    let next = predecessors.starts();
    let open = vec![0; graph.vertex_count()];
    let mut levels = Levels { graph, values, predecessors, next, open };
    let mut news = Vec::new();
    for (level, vertices) in (0..).zip(by_value.levels()) {
        levels.take_off(level, vertices, &mut news, pace)?;
        let left = vertices.iter().find(|&&vertex| levels.open[vertex as usize] > 0);
        if let Some(&vertex) = left {
            return Ok(Some((vertex, levels.explain(level, vertex))));
        }
    }
    Ok(None)
}

/// Above all finite values.
const LOOPY: u32 = u32::MAX;

fn rank(values: &GrundyValues, vertex: Vertex) -> u32 {
    values.finite(vertex).unwrap_or(LOOPY)
}

/// The vertices by value, ascending within a value, the loopy ones last.
struct ByValue {
    order: Vec<Vertex>,
    /// Where each finite value ends in `order`.
    ends: Vec<u32>,
}

impl ByValue {
    /// Counting sort: no value is larger than the largest degree.
    fn new(graph: &Graph, values: &GrundyValues, pace: &mut Pace<'_>) -> Result<Self, Stopped> {
        let levels = values.largest().map_or(0, |(_, largest)| largest as usize + 1);
        let mut ends = vec![0u32; levels + 1];
        let level = |vertex| values.finite(vertex).map_or(levels, |value| value as usize);
        for vertex in graph.vertices() {
            pace.steps(1)?;
            ends[level(vertex)] += 1;
        }
        let mut total = 0;
        for end in &mut ends {
            (*end, total) = (total, total + *end);
        }
        let mut order = vec![0; graph.vertex_count()];
        for vertex in graph.vertices() {
            pace.steps(1)?;
            let place = &mut ends[level(vertex)];
            order[*place as usize] = vertex;
            *place += 1;
        }
        ends.pop();
        Ok(ByValue { order, ends })
    }

    /// The vertices of value 0, of value 1, and so on.
    fn levels(&self) -> impl Iterator<Item = &[Vertex]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.order[start as usize..end as usize])
    }
}

struct Levels<'a> {
    graph: &'a Graph,
    values: &'a GrundyValues,
    /// Each row by value.
    predecessors: Predecessors,
    /// The first predecessor of each vertex that was not looked at. Those of smaller values come
    /// before it, as all of their moves to larger ones are reverted, or their level would have been
    /// the last; those of this value do if the vertex can revert to it.
    next: Offsets,
    /// How many moves of a vertex of this value still have to be reverted.
    open: Vec<u32>,
}

impl Levels<'_> {
    fn must_revert(&self, level: u32, to: Vertex) -> bool {
        rank(self.values, to) > level
    }

    /// Takes off what can be; the others are left with open moves.
    fn take_off(
        &mut self,
        level: u32,
        vertices: &[Vertex],
        news: &mut Vec<Vertex>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stopped> {
        for &vertex in vertices {
            let successors = self.graph.successors(vertex);
            pace.steps(1 + successors.len())?;
            let open = successors.iter().filter(|&&to| self.must_revert(level, to)).count() as u32;
            self.open[vertex as usize] = open;
            if open == 0 {
                news.push(vertex);
            }
        }
        while let Some(vertex) = news.pop() {
            let (start, end) = (self.predecessors.start(vertex), self.predecessors.end(vertex));
            // From the largest value down, as far as this vertex is of use for reverting.
            for place in (start..end).rev() {
                pace.steps(1)?;
                let reverting = self.predecessors.sources()[place];
                if !self.must_revert(level, reverting) {
                    break;
                }
                self.revert_at(level, reverting, news, pace)?;
            }
        }
        Ok(())
    }

    /// Notes that moves from `level` to `vertex` are reverted, unless that is known.
    fn revert_at(
        &mut self,
        level: u32,
        vertex: Vertex,
        news: &mut Vec<Vertex>,
        pace: &mut Pace<'_>,
    ) -> Result<(), Stopped> {
        let end = self.predecessors.end(vertex);
        let mut place = self.next.get(vertex as usize) as usize;
        while place < end {
            pace.steps(1)?;
            let source = self.predecessors.sources()[place];
            if rank(self.values, source) != level {
                break;
            }
            let open = &mut self.open[source as usize];
            *open -= 1;
            if *open == 0 {
                news.push(source);
            }
            place += 1;
        }
        self.next.set(vertex as usize, place as u64);
        Ok(())
    }

    /// A move from `vertex`, of this value, that is not reverted.
    fn explain(&self, level: u32, vertex: Vertex) -> GrundyRule {
        let looked_past = |to: Vertex| {
            let place = self.next.get(to as usize) as usize;
            let row = &self.predecessors.sources()[place..self.predecessors.end(to)];
            row.first().is_none_or(|&source| rank(self.values, source) > level)
        };
        let mut successors = self.graph.successors(vertex).iter().copied();
        let to = successors
            .find(|&to| self.must_revert(level, to) && !looked_past(to))
            .expect("an open move was not reverted");
        match self.values.get(to) {
            Grundy::Loopy(options) if options.binary_search(&level).is_err() => {
                GrundyRule::MoveNotReverted { value: level, to }
            }
            Grundy::Loopy(_) | Grundy::Finite(_) => {
                GrundyRule::RevertedInCircle { value: level, to }
            }
        }
    }
}
