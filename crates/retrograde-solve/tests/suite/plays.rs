//! Longest plays against counting walks move by move.

use proptest::prelude::*;
use retrograde_core::{Control, Graph};
use retrograde_solve::cycle;
use retrograde_solve::plays::{Longest, longest, starts};

/// The vertices from which a walk of k moves exists, for k = 0, 1, …: a walk of as many moves as
/// there are vertices visits one twice, so that it can go on forever.
fn oracle(graph: &Graph) -> Vec<Longest> {
    let n = graph.vertex_count();
    let mut found = vec![Longest::Moves(0); n];
    let mut can = vec![true; n];
    for moves in 1..=n as u32 {
        can = graph
            .vertices()
            .map(|vertex| graph.successors(vertex).iter().any(|&to| can[to as usize]))
            .collect();
        for (found, _) in found.iter_mut().zip(&can).filter(|&(_, &can)| can) {
            *found = if moves == n as u32 { Longest::Unbounded } else { Longest::Moves(moves) };
        }
    }
    found
}

fn check(graph: &Graph) {
    let expected = oracle(graph);
    let plays = longest(graph, &Control::ALONE).unwrap();
    assert_eq!(plays.iter().collect::<Vec<_>>(), expected, "{graph:?}");
    assert_eq!(plays.len(), graph.vertex_count());
    assert_eq!(
        plays.is_progressively_bounded(),
        cycle::find(graph, &Control::ALONE).unwrap().is_none()
    );
    let largest = expected.iter().copied().max();
    assert_eq!(plays.longest().map(|(_, longest)| longest), largest);
    if let Some((vertex, _)) = plays.longest() {
        assert_eq!(expected.iter().position(|&play| Some(play) == largest), Some(vertex as usize));
    }
    let entered = |vertex: u32| graph.edges().any(|(_, to)| to == vertex);
    let unentered: Vec<u32> = graph.vertices().filter(|&vertex| !entered(vertex)).collect();
    assert_eq!(starts(graph, &Control::ALONE).unwrap(), unentered);
}

#[test]
fn all_graphs_of_up_to_four_vertices() {
    for n in 0..=4u32 {
        for bits in 0..1u32 << (n * n) {
            let pairs = (0..n * n).filter(|bit| bits >> bit & 1 != 0);
            let edges = pairs.map(|bit| (bit / n, bit % n));
            check(&Graph::from_edges(n as usize, edges).unwrap());
        }
    }
}

/// Sparse graphs with few moves upwards, so that some vertices reach cycles and others do not.
fn graphs() -> impl Strategy<Value = Graph> {
    (1..80u32, 0..6u32).prop_flat_map(|(n, upwards)| {
        let edges = proptest::collection::vec((0..n, 0..n, 0..20u32), 0..=2 * n as usize);
        edges.prop_map(move |edges| {
            let edges = edges.into_iter().map(|(a, b, luck)| match luck < upwards {
                true => (a.min(b), a.max(b)),
                false => (a.max(b), a.min(b)),
            });
            let edges = edges.filter(|&(from, to)| upwards > 0 || from != to);
            Graph::from_edges(n as usize, edges).unwrap()
        })
    })
}

proptest! {
    #[test]
    fn random_graphs(graph in graphs()) {
        check(&graph);
    }
}

#[test]
fn a_path_and_a_cycle_of_a_million_vertices() {
    const N: u32 = 1_000_000;
    let path = || (0..N - 1).map(|v| (v, v + 1));
    let graph = Graph::from_edges(N as usize, path()).unwrap();
    let plays = longest(&graph, &Control::ALONE).unwrap();
    assert!(plays.is_progressively_bounded());
    assert_eq!(plays.longest(), Some((0, Longest::Moves(N - 1))));
    assert_eq!(starts(&graph, &Control::ALONE).unwrap(), [0]);
    let graph = Graph::from_edges(N as usize, path().chain([(N - 1, 0)])).unwrap();
    let plays = longest(&graph, &Control::ALONE).unwrap();
    assert!(plays.iter().all(|play| play == Longest::Unbounded));
    assert!(starts(&graph, &Control::ALONE).unwrap().is_empty());
}
