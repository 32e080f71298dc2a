//! Grundy values against the definition, heaps of Nim and the outcome solver.

#[path = "../common/mod.rs"]
mod common;
mod known;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use common::cases;
use proptest::prelude::*;
use retrograde_core::{
    Column, Control, Convention, Graph, Grundy, Outcome, OutcomeGame, OutcomeSolution, Progress,
};
use retrograde_solve::grundy::{self, Counted, Counters, Method};
use retrograde_solve::{Options, SolveError, Solved, outcome};

/// A value that holds its options itself.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Finite(u32),
    Loopy(Vec<u32>),
}

impl Value {
    fn as_grundy(&self) -> Grundy<'_> {
        match self {
            Value::Finite(value) => Grundy::Finite(*value),
            Value::Loopy(options) => Grundy::Loopy(options),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    None,
    Finite(u32),
    Loopy,
}

/// The definition word for word: at each step, look at every vertex anew.
fn oracle(graph: &Graph) -> Vec<Value> {
    let mut labels = vec![Label::None; graph.vertex_count()];
    let options = |vertex: u32| graph.successors(vertex).iter().copied();
    for stage in 0.. {
        let has = |labels: &[Label], vertex: u32| {
            options(vertex).any(|to| labels[to as usize] == Label::Finite(stage))
        };
        let fits = |labels: &[Label], vertex: u32| {
            labels[vertex as usize] == Label::None
                && !has(labels, vertex)
                && options(vertex).all(|to| match labels[to as usize] {
                    Label::Finite(_) => true,
                    Label::None | Label::Loopy => has(labels, to),
                })
        };
        while let Some(vertex) = graph.vertices().find(|&vertex| fits(&labels, vertex)) {
            labels[vertex as usize] = Label::Finite(stage);
        }
        for vertex in graph.vertices() {
            if labels[vertex as usize] == Label::None && !has(&labels, vertex) {
                labels[vertex as usize] = Label::Loopy;
            }
        }
        if !labels.contains(&Label::None) {
            break;
        }
    }
    let finite = |to: u32| match labels[to as usize] {
        Label::Finite(value) => Some(value),
        Label::None | Label::Loopy => None,
    };
    let value = |vertex: u32| match finite(vertex) {
        Some(value) => Value::Finite(value),
        None => {
            let mut values: Vec<u32> = options(vertex).filter_map(finite).collect();
            values.sort_unstable();
            values.dedup();
            Value::Loopy(values)
        }
    };
    graph.vertices().map(value).collect()
}

/// Asking the system how many threads there are would take longer than a small graph does.
const ONE_THREAD: Options<'static> = Options { control: Control::ALONE, values_only: false };

fn solve(graph: &Graph, method: Method) -> Result<Counted, SolveError> {
    let solved = grundy::solve(graph, method, &ONE_THREAD)?;
    retrograde_verify::verify_grundy(graph, &solved.values).unwrap();
    Ok(solved)
}

fn outcomes(graph: &Graph) -> Solved<OutcomeSolution> {
    let verdicts = Column::default();
    let game = OutcomeGame::new(graph, &verdicts, Convention::Normal).unwrap();
    outcome::solve(&game, outcome::Method::Auto, &ONE_THREAD).unwrap()
}

/// Both methods give what the oracle gives, and counters that do what they are for.
fn check(graph: &Graph) {
    let expected = oracle(graph);
    let loopy = solve(graph, Method::Loopy).unwrap();
    assert!(loopy.values.iter().eq(expected.iter().map(Value::as_grundy)), "{graph:?}");
    check_counters(graph, &loopy);
    let auto = solve(graph, Method::Auto).unwrap();
    assert_eq!(auto.values, loopy.values);
    check_counters(graph, &auto);
    match solve(graph, Method::Acyclic) {
        Ok(acyclic) => {
            assert_eq!(acyclic.values, loopy.values);
            check_counters(graph, &acyclic);
        }
        Err(SolveError::Cyclic { cycle }) => {
            for (index, vertex) in cycle.iter().enumerate() {
                assert!(graph.successors(*vertex).contains(&cycle[(index + 1) % cycle.len()]));
            }
        }
        Err(other) => panic!("{other}"),
    }
    check_outcomes(graph, &loopy);
}

/// Zero is lost, any other finite value is won, and so is a loopy vertex with an option of zero.
fn check_outcomes(graph: &Graph, solved: &Counted) {
    let outcomes = outcomes(graph).solution.values;
    for (vertex, value) in graph.vertices().zip(solved.values.iter()) {
        assert_eq!(value.outcome(), outcomes.outcome(vertex), "{graph:?}: {vertex}");
    }
}

fn check_counters(graph: &Graph, solved: &Counted) {
    let counters = solved.counters.as_ref().unwrap();
    let listed: Counters = counters.iter().collect();
    assert_eq!(counters.len(), graph.vertex_count());
    assert!(counters.iter().eq(listed.iter()));
    for vertex in graph.vertices() {
        let Grundy::Finite(value) = solved.values.get(vertex) else {
            assert_eq!(counters.get(vertex), None);
            continue;
        };
        assert!(counters.get(vertex).is_some());
        for &option in graph.successors(vertex) {
            if solved.values.finite(option).is_some_and(|other| other < value) {
                assert!(counters.get(option) < counters.get(vertex), "{graph:?}: {vertex}");
            } else {
                let answers = |&&to: &&u32| {
                    solved.values.finite(to) == Some(value)
                        && counters.get(to) < counters.get(vertex)
                };
                assert!(graph.successors(option).iter().find(answers).is_some(), "{graph:?}");
            }
        }
    }
}

/// A vertex is worth k if it is lost beside a heap of k; one that is loopy is never lost, and won
/// beside the heaps in its set. The product with all heaps is solved as a plain game.
fn check_beside_heaps(graph: &Graph) {
    let heaps = graph.vertices().map(|vertex| graph.out_degree(vertex)).max().unwrap_or(0) + 2;
    let mut edges = Vec::new();
    for vertex in graph.vertices() {
        for heap in 0..heaps {
            let from = vertex * heaps + heap;
            edges.extend(graph.successors(vertex).iter().map(|to| (from, to * heaps + heap)));
            edges.extend((0..heap).map(|smaller| (from, vertex * heaps + smaller)));
        }
    }
    let product = Graph::from_edges(graph.vertex_count() * heaps as usize, edges).unwrap();
    let outcomes = outcomes(&product).solution.values;
    let solved = solve(graph, Method::Loopy).unwrap();
    for vertex in graph.vertices() {
        for heap in 0..heaps {
            let expected = match solved.values.get(vertex) {
                Grundy::Finite(value) if value == heap => Outcome::Lose,
                Grundy::Finite(_) => Outcome::Win,
                Grundy::Loopy(options) if options.contains(&heap) => Outcome::Win,
                Grundy::Loopy(_) => Outcome::Draw,
            };
            let found = outcomes.outcome(vertex * heaps + heap);
            assert_eq!(found, expected, "{graph:?}: {vertex} beside {heap}");
        }
    }
}

fn every_graph_of(n: u32) -> impl Iterator<Item = Graph> {
    (0..1u32 << (n * n)).map(move |edges| {
        let pairs = (0..n * n).filter(|bit| edges >> bit & 1 != 0);
        Graph::from_edges(n as usize, pairs.map(|bit| (bit / n, bit % n))).unwrap()
    })
}

#[test]
fn all_graphs_of_up_to_three_vertices() {
    for graph in (0..=3).flat_map(every_graph_of) {
        check(&graph);
        check_beside_heaps(&graph);
    }
}

#[test]
fn all_graphs_of_four_vertices() {
    for graph in every_graph_of(4) {
        check(&graph);
        check_beside_heaps(&graph);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn sparse_random_graphs(case in cases(40, 2)) {
        check(&case.graph);
        check_beside_heaps(&case.graph);
    }

    #[test]
    fn dense_random_graphs(case in cases(14, 8)) {
        check(&case.graph);
        check_beside_heaps(&case.graph);
    }

    #[test]
    fn larger_random_graphs(case in cases(120, 4)) {
        check(&case.graph);
    }
}

/// A loopy vertex that may leave for any even heap, for some in several ways.
#[test]
fn large_sets_of_options() {
    const N: u32 = 200;
    let heaps = (0..N).flat_map(|heap| (0..heap).map(move |smaller| (heap, smaller)));
    let leave = (0..N).step_by(2).chain([150, 0, 98]).rev().map(|heap| (N, heap));
    let graph = Graph::from_edges(N as usize + 1, heaps.chain(leave).chain([(N, N)])).unwrap();
    let solved = solve(&graph, Method::Auto).unwrap();
    let even: Vec<u32> = (0..N).step_by(2).collect();
    assert_eq!(solved.values.get(N), Grundy::Loopy(&even));
    check_outcomes(&graph, &solved);
}

#[test]
fn a_path_and_a_cycle_of_a_million_vertices() {
    const N: u32 = 1_000_000;
    let path = Graph::from_edges(N as usize, (0..N - 1).map(|v| (v, v + 1))).unwrap();
    for method in [Method::Acyclic, Method::Loopy] {
        let solved = solve(&path, method).unwrap();
        assert!((0..N).all(|v| solved.values.finite(v) == Some((N - 1 - v) % 2)));
        check_counters(&path, &solved);
    }
    let cycle = Graph::from_edges(N as usize, (0..N).map(|v| (v, (v + 1) % N))).unwrap();
    let solved = solve(&cycle, Method::Auto).unwrap();
    assert!(solved.values.iter().all(|value| value == Grundy::Loopy(&[])));
}

#[test]
fn the_acyclic_method_names_a_cycle_where_there_is_one() {
    let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 1)]).unwrap();
    let error = solve(&graph, Method::Acyclic).unwrap_err();
    assert_eq!(error, SolveError::Cyclic { cycle: vec![1, 2, 3] });
    assert_eq!(
        error.to_string(),
        "the graph has a cycle of 3 through vertex 1: use the method 'auto', which takes any graph"
    );
}

#[test]
fn progress_is_reported_and_counters_can_be_left_out() {
    let graphs = [
        (Graph::from_edges(3, [(0, 1), (1, 2)]).unwrap(), "acyclic"),
        (Graph::from_edges(3, [(0, 1), (1, 2), (0, 0)]).unwrap(), "loopy"),
    ];
    for (graph, name) in graphs {
        let settled = AtomicU64::new(0);
        let progress = |progress: Progress| {
            assert!(progress.done <= progress.total && progress.total == 3);
            settled.fetch_max(progress.done, Relaxed);
        };
        let control = Control { progress: Some(&progress), ..Control::default() };
        let options = Options { control, values_only: true };
        let solved = grundy::solve(&graph, Method::Auto, &options).unwrap();
        assert_eq!((solved.report.solver, solved.counters), (name, None));
        assert!(settled.into_inner() > 0);
    }
}

/// More sets than there can be values need more room, and the estimate stays within reason.
#[test]
fn the_estimate_follows_the_graph() {
    let solver = |graph: &Graph, values_only, method| {
        grundy::estimate(graph, method, &Options { values_only, ..Options::default() })
    };
    let n = 10_000u32;
    let graph = |moves: u32| {
        let edges = (0..n).flat_map(|v| (1..=moves).map(move |step| (v, (v + step) % n)));
        Graph::from_edges(n as usize, edges).unwrap()
    };
    let per_vertex = |moves, method| solver(&graph(moves), false, method) / u64::from(n);
    assert_eq!(per_vertex(3, Method::Acyclic), 12);
    assert_eq!(per_vertex(3, Method::Loopy), 3 * 4 + 32);
    assert_eq!(per_vertex(3, Method::Auto), per_vertex(3, Method::Loopy));
    assert!(per_vertex(70, Method::Loopy) < 1000);
    assert_eq!(solver(&graph(3), true, Method::Acyclic) / u64::from(n), 8);
    let hub = Graph::from_edges(200, (1..200).map(|to| (0, to))).unwrap();
    assert!(solver(&hub, false, Method::Loopy) < 10_000);
    let still = Graph::from_edges(3, []).unwrap();
    assert!(solver(&still, false, Method::Auto) < 1000);
}
