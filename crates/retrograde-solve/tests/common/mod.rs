//! The games that the tests of this crate try things on.
#![allow(dead_code, reason = "not every test file uses all of it")]

use proptest::prelude::*;
use retrograde_core::{Column, Convention, Graph, Outcome, OutcomeGame};

/// A graph with verdicts on some of its terminals, and a convention.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) graph: Graph,
    pub(crate) verdicts: Column<Outcome>,
    pub(crate) convention: Convention,
}

impl Case {
    pub(crate) fn game(&self) -> OutcomeGame<'_> {
        OutcomeGame::new(&self.graph, &self.verdicts, self.convention).unwrap()
    }
}

/// Random graphs of up to `vertices` vertices with `per_vertex` times as many moves at most; low
/// numbers make trees and chains, high ones dense knots.
pub(crate) fn cases(vertices: usize, per_vertex: usize) -> impl Strategy<Value = Case> {
    (1..=vertices)
        .prop_flat_map(move |n| {
            let edge = (0..n as u32, 0..n as u32);
            let edges = proptest::collection::vec(edge, 0..=n * per_vertex);
            let verdicts = proptest::collection::vec(proptest::option::of(0..3u8), n);
            (Just(n), edges, verdicts, any::<bool>(), any::<bool>())
        })
        .prop_map(|(n, edges, verdicts, misere, acyclic)| {
            let edges = edges.into_iter().filter(|(from, to)| !acyclic || from < to);
            let graph = Graph::from_edges(n, edges).unwrap();
            let verdicts = verdicts
                .into_iter()
                .enumerate()
                .filter(|&(vertex, _)| graph.is_terminal(vertex as u32))
                .filter_map(|(vertex, verdict)| {
                    let outcome = [Outcome::Win, Outcome::Lose, Outcome::Draw][verdict? as usize];
                    Some((vertex, outcome))
                })
                .collect();
            let convention = if misere { Convention::Misere } else { Convention::Normal };
            Case { graph, verdicts, convention }
        })
}

/// Every graph of `vertices` vertices without parallel edges, self-loops included.
pub(crate) fn all_graphs(vertices: u32) -> impl Iterator<Item = Graph> {
    let pairs = vertices * vertices;
    (0..1u64 << pairs).map(move |code| {
        let chosen = (0..pairs).filter(move |pair| code >> pair & 1 == 1);
        let edges = chosen.map(|pair| (pair / vertices, pair % vertices));
        Graph::from_edges(vertices as usize, edges).unwrap()
    })
}
