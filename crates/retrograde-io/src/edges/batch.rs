//! Numeric edges gathered before they are added.
//!
//! Looking a vertex up in a large table waits for memory. With a batch of numbers at hand, each
//! look-up is announced some time before it is made.

use retrograde_core::{ArenaBuilder, GraphError};

const CAPACITY: usize = 512;

/// How many edges ahead look-ups are announced.
const AHEAD: usize = 12;

/// A line of two or three numbers.
#[derive(Clone, Copy)]
pub(super) struct Edge {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) weight: Option<i64>,
}

/// Edges that all have a weight, or none of them has.
#[derive(Default)]
pub(super) struct Batch {
    edges: Vec<(u64, u64)>,
    weights: Vec<i64>,
}

impl Batch {
    pub(super) fn len(&self) -> usize {
        self.edges.len()
    }

    /// Takes the edge; `false` if the batch must be added to the builder first.
    #[inline]
    pub(super) fn push(&mut self, edge: Edge) -> bool {
        let weighted = usize::from(edge.weight.is_some()) * self.edges.len();
        if self.edges.len() == CAPACITY || self.weights.len() != weighted {
            return false;
        }
        self.edges.push((edge.from, edge.to));
        if let Some(weight) = edge.weight {
            self.weights.push(weight);
        }
        true
    }

    /// Moves all edges to the builder. An error comes with the index of the edge it is about.
    pub(super) fn add_to(&mut self, builder: &mut ArenaBuilder) -> Result<(), (usize, GraphError)> {
        let mut weights = self.weights.drain(..);
        for (index, &(from, to)) in self.edges.iter().enumerate() {
            if let Some(&(from, to)) = self.edges.get(index + AHEAD) {
                builder.prefetch_numbered(from);
                builder.prefetch_numbered(to);
            }
            let mut add = || {
                let from = builder.numbered_vertex(from)?;
                let to = builder.numbered_vertex(to)?;
                match weights.next() {
                    None => builder.edge(from, to),
                    Some(weight) => builder.weighted_edge(from, to, weight),
                }
            };
            add().map_err(|error| (index, error))?;
        }
        drop(weights);
        self.edges.clear();
        Ok(())
    }
}
