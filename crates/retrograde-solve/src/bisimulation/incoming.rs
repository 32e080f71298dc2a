//! The edges that still matter, seen from their ends.

use std::ops::Range;

use retrograde_core::{Control, Graph, Offsets, Pace, Stopped, Vertex};

use super::labels::{EdgeLabels, Index};

/// The edges into each vertex.
pub(super) struct Incoming<I> {
    back: Graph,
    /// The label of each edge, by its place in `back`.
    pub(super) labels: Option<EdgeLabels<I>>,
}

impl<I: Index> Incoming<I> {
    /// The edges that come from vertices which share their class with others. A vertex alone in its
    /// class stays so, whatever its moves.
    pub(super) fn of_crowded(
        graph: &Graph,
        labels: Option<EdgeLabels<I>>,
        classes: &[u32],
        count: usize,
        control: &Control<'_>,
    ) -> Result<Self, Stopped> {
        let mut pace = control.pace();
        let mut sizes = vec![0u32; count];
        for &class in classes {
            sizes[class as usize] += 1;
        }
        if !sizes.contains(&1) {
            let back = graph.transposed(control)?;
            let labels = labels.map(|labels| turn(graph, &back, &labels, &mut pace)).transpose()?;
            return Ok(Incoming { back, labels });
        }
        let crowded = |vertex: Vertex| sizes[classes[vertex as usize] as usize] > 1;
        let crowded_rows = || graph.vertices().filter(|&vertex| crowded(vertex));
        let edges: usize = crowded_rows().map(|vertex| graph.edge_range(vertex).len()).sum();
        let mut offsets = Offsets::zeroed(graph.vertex_count(), edges as u64);
        let mut targets = Vec::with_capacity(edges);
        for vertex in graph.vertices() {
            pace.steps(1)?;
            if crowded(vertex) {
                pace.steps(graph.successors(vertex).len())?;
                targets.extend_from_slice(graph.successors(vertex));
            }
            offsets.set(vertex as usize + 1, targets.len() as u64);
        }
        let thinned = Graph::from_parts(offsets, targets).expect("some rows of a graph");
        let labels = labels.map(|mut labels| {
            let mut kept = 0;
            for vertex in crowded_rows() {
                let row = graph.edge_range(vertex);
                labels.of.copy_within(row.clone(), kept);
                kept += row.len();
            }
            labels.of.truncate(kept);
            labels
        });
        let back = thinned.transposed(control)?;
        let labels = labels.map(|labels| turn(&thinned, &back, &labels, &mut pace)).transpose()?;
        Ok(Incoming { back, labels })
    }

    /// How many edges there are.
    pub(super) fn edge_count(&self) -> usize {
        self.back.edge_count()
    }

    /// The places of the edges into `vertex`.
    #[inline(always)]
    pub(super) fn range(&self, vertex: Vertex) -> Range<usize> {
        self.back.edge_range(vertex)
    }

    /// Where each edge comes from.
    #[inline(always)]
    pub(super) fn sources(&self) -> &[Vertex] {
        self.back.targets()
    }
}

/// The labels in the order of the transposed graph.
///
/// The transpose lists the edges into a vertex in the order in which a walk over all rows meets
/// them: the same walk deals out the labels.
fn turn<I: Index>(
    graph: &Graph,
    back: &Graph,
    labels: &EdgeLabels<I>,
    pace: &mut Pace<'_>,
) -> Result<EdgeLabels<I>, Stopped> {
    let mut next: Vec<I> =
        back.vertices().map(|vertex| I::new(back.edge_range(vertex).start)).collect();
    let mut of = vec![I::default(); labels.of.len()];
    for (&to, &label) in graph.targets().iter().zip(&labels.of) {
        pace.steps(1)?;
        let place = &mut next[to as usize];
        of[place.get()] = label;
        *place = I::new(place.get() + 1);
    }
    Ok(EdgeLabels { of, count: labels.count })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_follow_their_edges_and_lone_vertices_lose_theirs() {
        let graph = Graph::from_edges(3, [(0, 2), (0, 1), (1, 2), (1, 2), (2, 0)]).unwrap();
        let labels = EdgeLabels { of: vec![10u32, 11, 12, 13, 14], count: 15 };
        let incoming = Incoming::of_crowded(&graph, Some(labels), &[0, 0, 1], 2, &Control::ALONE);
        let incoming = incoming.unwrap();
        assert_eq!(incoming.edge_count(), 4);
        let into = |vertex| -> Vec<(Vertex, u32)> {
            let range = incoming.range(vertex);
            let labels = &incoming.labels.as_ref().unwrap().of[range.clone()];
            incoming.sources()[range].iter().copied().zip(labels.iter().copied()).collect()
        };
        assert_eq!(into(0), []);
        assert_eq!(into(1), [(0, 11)]);
        assert_eq!(into(2), [(0, 10), (1, 12), (1, 13)]);
    }
}
