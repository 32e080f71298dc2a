//! Writing events down, as many as the limits allow.

use std::sync::Arc;

use retrograde_core::{Control, Graph, Pace, Stopped, Vertex};

use super::Limits;
use super::event::{Change, Entry, Event, Region, Trace, What};
use super::state::State;
use super::words::Words;

/// Why an algorithm ends before it is done.
pub(super) enum Halt {
    /// Somebody said so.
    Stopped(Stopped),
    /// There are so many events that nobody wants to know how many more.
    Enough,
}

impl From<Stopped> for Halt {
    fn from(stopped: Stopped) -> Self {
        Halt::Stopped(stopped)
    }
}

/// Events past the limits that are counted.
const COUNTED: u64 = 1_000_000;

/// Writes events down, and knows what is on the graph, so that each change has what was there before.
pub(super) struct Recorder<'a> {
    pub(super) graph: &'a Graph,
    pub(super) control: &'a Control<'a>,
    limits: Limits,
    pace: Pace<'a>,
    trace: Trace,
    state: State,
    bytes: usize,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(graph: &'a Graph, limits: &Limits, control: &'a Control<'a>) -> Self {
        Recorder {
            graph,
            control,
            limits: *limits,
            pace: control.pace(),
            trace: Trace::default(),
            state: State::new(graph.vertex_count()),
            bytes: 0,
        }
    }

    /// Says which algorithm it is.
    pub(super) fn name(
        &mut self,
        algorithm: &'static str,
        title: &'static str,
        source: &'static str,
        lines: Vec<String>,
    ) {
        let trace = std::mem::take(&mut self.trace);
        self.trace = Trace { algorithm, title, source, lines, ..trace };
    }

    /// Takes so many steps on the way to the next event.
    pub(super) fn steps(&mut self, steps: usize) -> Result<(), Halt> {
        Ok(self.pace.steps(steps)?)
    }

    /// Begins an event; [`Draft::done`] ends it.
    pub(super) fn event(&mut self, line: usize, words: Words) -> Draft<'_, 'a> {
        debug_assert!(line < self.trace.lines.len(), "line {line}");
        let is_full =
            self.trace.events.len() >= self.limits.events || self.bytes >= self.limits.bytes;
        // What comes after a gap would be told of another state than the one shown.
        let is_kept = self.trace.cut == 0 && !is_full;
        Draft { recorder: self, event: Event { line, words, ..Event::default() }, is_kept }
    }

    pub(super) fn finish(self) -> Trace {
        self.trace
    }
}

/// An event that is being written down.
pub(super) struct Draft<'r, 'a> {
    recorder: &'r mut Recorder<'a>,
    event: Event,
    is_kept: bool,
}

impl Draft<'_, '_> {
    /// Writes something at a vertex, or wipes it out.
    pub(super) fn set(
        mut self,
        vertex: Vertex,
        what: What,
        after: impl Into<Option<Entry>>,
    ) -> Self {
        if self.is_kept {
            let (before, after) = (self.recorder.state.get(vertex, what).cloned(), after.into());
            if before != after {
                self.change(Change::Vertex { vertex, what, before, after });
            }
        }
        self
    }

    /// Writes the same at several vertices, or wipes it out.
    pub(super) fn set_all(
        self,
        vertices: impl IntoIterator<Item = Vertex>,
        what: What,
        after: impl Into<Option<Entry>>,
    ) -> Self {
        let after = after.into();
        self.set_each(vertices.into_iter().map(|vertex| (vertex, after.clone())), what)
    }

    /// Writes something at each of several vertices, or wipes it out.
    pub(super) fn set_each(
        self,
        entries: impl IntoIterator<Item = (Vertex, Option<Entry>)>,
        what: What,
    ) -> Self {
        entries.into_iter().fold(self, |draft, (vertex, after)| draft.set(vertex, what, after))
    }

    /// Goes over to another part of the graph, its vertices in ascending order.
    pub(super) fn region(
        mut self,
        title: impl Into<String>,
        vertices: impl IntoIterator<Item = Vertex>,
    ) -> Self {
        if self.is_kept {
            let before = self.recorder.state.region().cloned();
            let region = Region { title: title.into(), vertices: vertices.into_iter().collect() };
            self.recorder.bytes += region.title.len() + region.vertices.len() * 4;
            self.change(Change::Region { before, after: Some(Arc::new(region)) });
        }
        self
    }

    /// Has no more part of the graph than another.
    pub(super) fn no_region(mut self) -> Self {
        if let (true, Some(before)) = (self.is_kept, self.recorder.state.region().cloned()) {
            self.change(Change::Region { before: Some(before), after: None });
        }
        self
    }

    /// Points at a vertex.
    pub(super) fn look(mut self, vertex: Vertex) -> Self {
        self.event.look.vertices.push(vertex);
        self
    }

    /// Points at a move, the first of several between the same vertices.
    pub(super) fn edge(mut self, from: Vertex, to: Vertex) -> Self {
        let graph = self.recorder.graph;
        let place = graph.successors(from).iter().position(|&other| other == to);
        let edge = place.map(|place| graph.edge_range(from).start + place);
        self.event.look.edges.extend(edge);
        self
    }

    /// Ends the event.
    pub(super) fn done(self) -> Result<(), Halt> {
        let Draft { recorder, event, is_kept } = self;
        recorder.pace.steps(1 + event.changes.len())?;
        if is_kept {
            let looks = event.look.vertices.len() * 4 + event.look.edges.len() * 8;
            let changes = event.changes.len() * size_of::<Change>();
            recorder.bytes += size_of::<Event>() + event.words.bytes() + looks + changes;
            recorder.trace.events.push(event);
            return Ok(());
        }
        recorder.trace.cut += 1;
        if recorder.trace.cut >= COUNTED { Err(Halt::Enough) } else { Ok(()) }
    }

    fn change(&mut self, change: Change) {
        self.recorder.state.apply(&change);
        self.event.changes.push(change);
    }
}
