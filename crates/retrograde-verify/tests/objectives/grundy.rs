//! Grundy values of every small graph, by the outcomes of sums with heaps of Nim.

use proptest::prelude::*;
use proptest::sample::Index;
use retrograde_core::{Graph, Grundy, GrundyValues, Vertex};
use retrograde_verify::verify_grundy;

use crate::small::{arbitrary_graph, digraphs, tuples};

/// A value that owns its set.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Claim {
    Finite(u32),
    Loopy(Vec<u32>),
}

fn values(claims: &[Claim]) -> GrundyValues {
    let mut values = GrundyValues::default();
    for claim in claims {
        values.push(match claim {
            Claim::Finite(value) => Grundy::Finite(*value),
            Claim::Loopy(options) => Grundy::Loopy(options),
        });
    }
    values
}

/// A vertex has the value k if, together with a heap of k, it is lost for whoever is to move: found
/// round by round on all pairs of a vertex and a heap. There is no value as large as the number of
/// vertices.
fn truth(graph: &Graph) -> Vec<Claim> {
    let n = graph.vertex_count();
    let moves = |&(v, heap): &(Vertex, usize)| -> Vec<(Vertex, usize)> {
        let along = graph.successors(v).iter().map(|&to| (to, heap));
        along.chain((0..heap).map(|less| (v, less))).collect()
    };
    let sums: Vec<_> = graph.vertices().flat_map(|v| (0..=n).map(move |heap| (v, heap))).collect();
    let place = |(v, heap): (Vertex, usize)| v as usize * (n + 1) + heap;
    let mut won: Vec<Option<bool>> = vec![None; sums.len()];
    loop {
        let mut next = won.clone();
        for (sum, next) in sums.iter().zip(&mut next) {
            let moves = moves(sum);
            if moves.iter().any(|&to| won[place(to)] == Some(false)) {
                *next = Some(true);
            } else if moves.iter().all(|&to| won[place(to)] == Some(true)) {
                *next = Some(false);
            }
        }
        if next == won {
            break;
        }
        won = next;
    }
    let finite =
        |v: Vertex| (0..=n).find(|&heap| won[place((v, heap))] == Some(false)).map(|k| k as u32);
    let claim = |v: Vertex| match finite(v) {
        Some(value) => Claim::Finite(value),
        None => {
            let mut options: Vec<_> =
                graph.successors(v).iter().filter_map(|&to| finite(to)).collect();
            options.sort_unstable();
            options.dedup();
            Claim::Loopy(options)
        }
    };
    graph.vertices().map(claim).collect()
}

/// Finite values below `finite` and loopy ones with options below `options`.
fn claims(finite: u32, options: u32) -> Vec<Claim> {
    let subset = |bits: u32| (0..options).filter(|bit| bits >> bit & 1 != 0).collect();
    let loopy = (0..1 << options).map(|bits| Claim::Loopy(subset(bits)));
    (0..finite).map(Claim::Finite).chain(loopy).collect()
}

fn exactly_one_is_accepted(graphs: impl Iterator<Item = Graph>, n: usize, claims: &[Claim]) {
    let assignments: Vec<_> = tuples(claims, n).collect();
    let given: Vec<_> = assignments.iter().map(|claims| values(claims)).collect();
    for graph in graphs {
        let right = truth(&graph);
        assert!(verify_grundy(&graph, &values(&right)).is_ok(), "{graph:?} {right:?}");
        for (assignment, given) in assignments.iter().zip(&given) {
            let verdict = verify_grundy(&graph, given);
            assert_eq!(verdict.is_ok(), *assignment == right, "{graph:?} {assignment:?}");
        }
    }
}

#[test]
fn exactly_one_assignment_of_every_small_graph_is_accepted() {
    for n in 0..=3 {
        exactly_one_is_accepted(digraphs(n), n, &claims(4, 3));
    }
}

#[test]
fn exactly_one_assignment_of_some_graphs_of_four_vertices_is_accepted() {
    // Every 1009th graph: the number is prime, so no edge is always there or never.
    exactly_one_is_accepted(digraphs(4).step_by(1009), 4, &claims(4, 3));
}

#[test]
fn the_values_of_every_third_graph_of_four_vertices_are_accepted() {
    let (mut loopy, mut three) = (0, 0);
    for graph in digraphs(4).step_by(3) {
        let right = truth(&graph);
        let checked = verify_grundy(&graph, &values(&right));
        assert!(checked.is_ok(), "{graph:?} {right:?} {checked:?}");
        loopy += right.iter().filter(|claim| matches!(claim, Claim::Loopy(_))).count();
        three += right.iter().filter(|&claim| *claim == Claim::Finite(3)).count();
    }
    assert!(loopy > 1000 && three > 5, "{loopy} loopy, {three} of value 3");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn changed_values_are_found(
        graph in arbitrary_graph(12),
        changes in prop::collection::vec((any::<Index>(), prop::sample::select(claims(4, 3))), 1..10),
    ) {
        let right = truth(&graph);
        prop_assert!(verify_grundy(&graph, &values(&right)).is_ok());
        let mut claimed = right.clone();
        for (place, claim) in changes {
            claimed[place.index(right.len())] = claim;
            let verdict = verify_grundy(&graph, &values(&claimed));
            prop_assert_eq!(verdict.is_ok(), claimed == right, "{:?}", verdict);
        }
    }

    #[test]
    fn a_labelling_that_starts_from_a_wrong_guess_is_found(
        graph in arbitrary_graph(10),
        guess in prop::collection::vec(0u32..3, 10),
    ) {
        // Taking the mex again and again makes many claims consistent, founded or not.
        let mut finite = guess;
        finite.truncate(graph.vertex_count());
        for v in graph.vertices().cycle().take(10 * graph.vertex_count()) {
            let reached: Vec<u32> =
                graph.successors(v).iter().map(|&to| finite[to as usize]).collect();
            finite[v as usize] = (0..).find(|value| !reached.contains(value)).unwrap();
        }
        let claimed: Vec<Claim> = finite.into_iter().map(Claim::Finite).collect();
        let verdict = verify_grundy(&graph, &values(&claimed));
        prop_assert_eq!(verdict.is_ok(), claimed == truth(&graph), "{:?}", verdict);
    }
}
