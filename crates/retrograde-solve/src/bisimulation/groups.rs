//! The edges into a set of vertices, label by label.

use retrograde_core::{Pace, Stopped, Vertex};

use super::incoming::Incoming;
use super::labels::Index;

/// Room for grouping, used over and over: clearing it costs what was put in, not what fits in.
#[derive(Default)]
pub(super) struct Groups<I> {
    /// The labels that occur, each once.
    labels: Vec<I>,
    /// For each label that occurs, first how many edges have it, at last where its group ends;
    /// 0 for all others.
    ends: Vec<I>,
    /// The edges, group after group.
    edges: Vec<I>,
}

impl<I: Index> Groups<I> {
    /// Empty, for the labels of these edges.
    pub(super) fn new(incoming: &Incoming<I>) -> Self {
        let count = incoming.labels.as_ref().map_or(0, |labels| labels.count);
        Groups { labels: Vec::new(), ends: vec![I::default(); count], edges: Vec::new() }
    }

    /// Groups the edges into `targets` by their labels.
    ///
    /// # Complexity
    /// Linear in the number of those edges and targets, by counting.
    pub(super) fn collect(
        &mut self,
        incoming: &Incoming<I>,
        labels: &[I],
        targets: &[Vertex],
        pace: &mut Pace<'_>,
    ) -> Result<(), Stopped> {
        for label in self.labels.drain(..) {
            self.ends[label.get()] = I::default();
        }
        let mut total = 0;
        for &target in targets {
            let row = incoming.range(target);
            pace.steps(1 + row.len())?;
            total += row.len();
            for &label in &labels[row] {
                let size = &mut self.ends[label.get()];
                if *size == I::default() {
                    self.labels.push(label);
                }
                *size = I::new(size.get() + 1);
            }
        }
        let mut start = 0;
        for &label in &self.labels {
            let end = &mut self.ends[label.get()];
            let size = end.get();
            *end = I::new(start);
            start += size;
        }
        // What an earlier, larger collection left behind is simply not looked at.
        if self.edges.len() < total {
            self.edges.resize(total, I::default());
        }
        for &target in targets {
            pace.steps(1 + incoming.range(target).len())?;
            for edge in incoming.range(target) {
                let end = &mut self.ends[labels[edge].get()];
                self.edges[end.get()] = I::new(edge);
                *end = I::new(end.get() + 1);
            }
        }
        Ok(())
    }

    /// How many labels occur.
    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    /// The edges of one label.
    pub(super) fn get(&self, group: usize) -> &[I] {
        let end = |group: usize| self.ends[self.labels[group].get()].get();
        let start = group.checked_sub(1).map_or(0, end);
        &self.edges[start..end(group)]
    }
}
