//! Büchi arenas on which the classical algorithm takes a round for every link of a chain.
//!
//! All rest on the same clock: player 1 leaves the target `t(i)` for `s(i)`, and from `s(i)` player 0
//! can only stay or go to `t(i - 1)`. So `t(0)` is lost, then `t(1)`, and so on, one a round.

use retrograde_core::{Graph, Vertex};

use super::{Case, bits};

/// Arenas under construction.
#[derive(Default)]
struct Builder {
    edges: Vec<(Vertex, Vertex)>,
    ones: Vec<bool>,
    targets: Vec<bool>,
}

impl Builder {
    fn add(&mut self, is_one: bool, is_target: bool) -> Vertex {
        self.ones.push(is_one);
        self.targets.push(is_target);
        self.ones.len() as Vertex - 1
    }

    fn edge(&mut self, from: Vertex, to: Vertex) {
        self.edges.push((from, to));
    }

    /// The targets of a clock of that many rounds, by the order in which they are lost.
    fn clock(&mut self, rounds: u32) -> Vec<Vertex> {
        let mut targets: Vec<Vertex> = Vec::new();
        for _ in 0..rounds {
            let (stay, target) = (self.add(false, false), self.add(true, true));
            self.edge(stay, stay);
            if let Some(&before) = targets.last() {
                self.edge(stay, before);
            }
            self.edge(target, stay);
            targets.push(target);
        }
        targets
    }

    /// A target that player 0 can visit forever.
    fn haven(&mut self) -> Vertex {
        let haven = self.add(false, true);
        self.edge(haven, haven);
        haven
    }

    /// A path of that many vertices, of both players in turn, to `end`; its first vertex.
    fn path(&mut self, length: u32, end: Vertex) -> Vertex {
        (0..length).fold(end, |next, step| {
            let vertex = self.add(step % 2 == 1, false);
            self.edge(vertex, next);
            vertex
        })
    }

    fn build(self) -> Case {
        let vertices = self.ones.len();
        Case {
            ones: bits(vertices, |vertex| self.ones[vertex]),
            targets: bits(vertices, |vertex| self.targets[vertex]),
            graph: Graph::from_edges(vertices, self.edges).unwrap(),
        }
    }
}

/// Three vertices and five edges a link: the clock, and at each target a place to wait that is lost
/// with it.
pub(crate) fn staircase(links: u32) -> Case {
    let mut builder = Builder::default();
    for target in builder.clock(links) {
        let wait = builder.add(false, false);
        builder.edge(target, wait);
        builder.edge(wait, target);
    }
    builder.build()
}

/// A row of vertices, each with a move to its own target of the clock and one to the next in the row,
/// the last to a haven; and a long path to the first. Every round turns one vertex of the row to the
/// next, and nothing else should have to change, though all of the path depends on it. With
/// `both_ways`, there are moves back along the row too, which lead in circles.
pub(crate) fn row(links: u32, both_ways: bool) -> Case {
    let mut builder = Builder::default();
    let haven = builder.haven();
    let targets = builder.clock(links);
    let row: Vec<Vertex> = targets.iter().map(|_| builder.add(false, false)).collect();
    for (index, (&vertex, &target)) in row.iter().zip(&targets).enumerate() {
        if both_ways && index > 0 {
            builder.edge(vertex, row[index - 1]);
        }
        builder.edge(vertex, target);
        builder.edge(vertex, *row.get(index + 1).unwrap_or(&haven));
    }
    builder.path(links, row[0]);
    builder.build()
}

/// The row the other way round: its last vertex has the first target to be lost, and moves lead
/// towards it and back. Every round turns one vertex back to the one before.
pub(crate) fn row_from_behind(links: u32) -> Case {
    let mut builder = Builder::default();
    let haven = builder.haven();
    let targets = builder.clock(links);
    let row: Vec<Vertex> = targets.iter().map(|_| builder.add(false, false)).collect();
    for (index, (&vertex, &target)) in row.iter().zip(targets.iter().rev()).enumerate() {
        builder.edge(vertex, *row.get(index + 1).unwrap_or(&vertex));
        builder.edge(vertex, target);
        builder.edge(vertex, if index > 0 { row[index - 1] } else { haven });
    }
    builder.path(links, row[row.len() / 2]);
    builder.build()
}

/// One vertex with a move for each round, each to a vertex of player 1 that needs both a target of the
/// clock and a long path to a haven; and a long path to that one vertex.
pub(crate) fn hub(links: u32) -> Case {
    let mut builder = Builder::default();
    let haven = builder.haven();
    let targets = builder.clock(links);
    let long = builder.path(links, haven);
    let hub = builder.add(false, false);
    for target in targets {
        let both = builder.add(true, false);
        builder.edge(hub, both);
        builder.edge(both, target);
        builder.edge(both, long);
    }
    builder.edge(hub, haven);
    builder.path(links, hub);
    builder.build()
}

/// Rungs between two rails of player 0 and player 1: player 1's rail must have all of it justified,
/// and each round cuts one rung.
pub(crate) fn ladder(links: u32) -> Case {
    let mut builder = Builder::default();
    let haven = builder.haven();
    let (mut zero, mut one) = (haven, haven);
    for target in builder.clock(links) {
        let (next_zero, next_one) = (builder.add(false, false), builder.add(true, false));
        builder.edge(next_zero, target);
        builder.edge(next_zero, one);
        builder.edge(next_one, next_zero);
        builder.edge(next_one, zero);
        (zero, one) = (next_zero, next_one);
    }
    builder.build()
}

/// A row in which each vertex gets to the next only by way of a vertex that is itself justified by a
/// move back, until the target of the clock is lost: what the vertex needs then is found among what
/// depends on it, as all of the row before and a long path do.
pub(crate) fn detours(links: u32) -> Case {
    let mut builder = Builder::default();
    let haven = builder.haven();
    let targets = builder.clock(links);
    let mut next = haven;
    for &target in targets.iter().rev() {
        let (vertex, detour) = (builder.add(false, false), builder.add(false, false));
        let on = builder.path(1, next);
        builder.edge(vertex, target);
        builder.edge(vertex, detour);
        builder.edge(detour, vertex);
        builder.edge(detour, on);
        next = vertex;
    }
    builder.path(links, next);
    builder.build()
}
