//! What is written on the graph between two events.

use std::sync::Arc;

use retrograde_core::Vertex;

use super::event::{Change, Entry, Event, Region, What};

/// Everything that is written on a graph at a point of a trace: blank at first, then changed by one
/// [`Event`] after the other, forward or back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct State {
    entries: Vec<[Option<Entry>; What::ALL.len()]>,
    region: Option<Arc<Region>>,
}

impl State {
    /// A blank graph of so many vertices.
    #[must_use]
    pub fn new(vertices: usize) -> Self {
        State { entries: vec![Default::default(); vertices], region: None }
    }

    /// What is written at a vertex.
    ///
    /// # Panics
    /// If there is no such vertex.
    #[must_use]
    pub fn get(&self, vertex: Vertex, what: What) -> Option<&Entry> {
        self.entries[vertex as usize][what as usize].as_ref()
    }

    /// The part of the graph that the algorithm is at work on.
    #[must_use]
    pub fn region(&self) -> Option<&Arc<Region>> {
        self.region.as_ref()
    }

    /// Carries out an event.
    ///
    /// # Panics
    /// If it is about a vertex that there is not.
    pub fn forward(&mut self, event: &Event) {
        event.changes.iter().for_each(|change| self.apply(change));
    }

    /// Takes an event back.
    ///
    /// # Panics
    /// If it is about a vertex that there is not.
    pub fn back(&mut self, event: &Event) {
        for change in event.changes.iter().rev() {
            match change {
                Change::Vertex { vertex, what, before, .. } => {
                    self.entries[*vertex as usize][*what as usize] = before.clone();
                }
                Change::Region { before, .. } => self.region = before.clone(),
            }
        }
    }

    pub(super) fn apply(&mut self, change: &Change) {
        match change {
            Change::Vertex { vertex, what, after, .. } => {
                self.entries[*vertex as usize][*what as usize] = after.clone();
            }
            Change::Region { after, .. } => self.region = after.clone(),
        }
    }
}
