//! The asymmetric game against the quadratic algorithm, brute force over strategies, and facts from
//! the literature.

use crate::common;

use common::{all_graphs, cases};
use proptest::prelude::*;
use retrograde_core::{
    AsymmetricSolution, Column, Control, Convention, Graph, Outcome, OutcomeGame, Outcomes, Threads,
};
use retrograde_solve::Options;
use retrograde_solve::asymmetric::{Method, solve};
use retrograde_solve::outcome;

/// NMBIG, the quadratic algorithm: a label is recomputed from all successors each time one of them
/// changes.
fn nmbig(graph: &Graph) -> [Vec<Outcome>; 2] {
    let back = graph.transpose(Threads::ONE);
    let mut labels =
        [vec![Outcome::Lose; graph.vertex_count()], vec![Outcome::Win; graph.vertex_count()]];
    let mut calls = Vec::new();
    for vertex in graph.vertices().filter(|&vertex| graph.is_terminal(vertex)) {
        labels[0][vertex as usize] = Outcome::Draw;
        labels[1][vertex as usize] = Outcome::Lose;
        calls.extend(back.successors(vertex).iter().flat_map(|&from| [(from, 1), (from, 0)]));
    }
    while let Some((vertex, e)) = calls.pop() {
        let inverted = |&to: &u32| labels[1 - e][to as usize].for_opponent();
        let best = graph.successors(vertex).iter().map(inverted).max().expect("a call has moves");
        if labels[e][vertex as usize] != best {
            labels[e][vertex as usize] = best;
            calls.extend(back.successors(vertex).iter().map(|&from| (from, 1 - e)));
        }
    }
    labels
}

/// What play from `start` is worth to player 0 when both follow fixed moves.
fn play(graph: &Graph, moves: [&[u32]; 2], start: u32, first: usize) -> Outcome {
    let (mut vertex, mut turn) = (start, first);
    for _ in 0..=2 * graph.vertex_count() {
        if graph.is_terminal(vertex) {
            // Whoever is not to move moved last; before any move nobody did, and the labels at a
            // terminal are those of the player not to move having ended the game.
            return if turn == 1 { Outcome::Win } else { Outcome::Draw };
        }
        vertex = moves[turn][vertex as usize];
        turn = 1 - turn;
    }
    Outcome::Lose
}

/// All ways to pick one move at each vertex.
fn all_strategies(graph: &Graph) -> Vec<Vec<u32>> {
    graph.vertices().fold(vec![Vec::new()], |strategies, vertex| {
        let moves = if graph.is_terminal(vertex) { &[0][..] } else { graph.successors(vertex) };
        let longer = |strategy: Vec<u32>| {
            moves.iter().map(move |&to| strategy.iter().copied().chain([to]).collect())
        };
        strategies.into_iter().flat_map(longer).collect()
    })
}

/// The value of each vertex from the definition: the best that a fixed strategy of the mover
/// guarantees against every fixed reply.
fn brute_force(graph: &Graph) -> [Vec<Outcome>; 2] {
    let strategies = all_strategies(graph);
    [0, 1].map(|mover| {
        let worth = |start: u32, own: &[u32], other: &[u32]| {
            let moves = if mover == 0 { [own, other] } else { [other, own] };
            let worth = play(graph, moves, start, mover);
            if mover == 0 { worth } else { worth.for_opponent() }
        };
        let value = |start: u32| {
            let guaranteed = |own: &Vec<u32>| {
                strategies.iter().map(|other| worth(start, own, other)).min().expect("a strategy")
            };
            strategies.iter().map(guaranteed).max().expect("a strategy")
        };
        graph.vertices().map(value).collect()
    })
}

/// Solves in every way, checks that all agree and that they pass the verifier.
fn solved(graph: &Graph) -> AsymmetricSolution {
    let run = |method, threads| {
        let threads = Threads::new(threads).unwrap();
        let options = Options::with(Control::ALONE.on(threads));
        let solution = solve(graph, method, &options).unwrap().solution;
        retrograde_verify::verify_asymmetric(graph, &solution).unwrap();
        solution
    };
    let first = run(Method::Waves, 1);
    for other in [run(Method::Waves, 3), run(Method::Nmbig, 1), run(Method::Auto, 2)] {
        assert_eq!((&other.first, &other.second), (&first.first, &first.second), "{graph:?}");
    }
    first
}

fn check(graph: &Graph) {
    let solution = solved(graph);
    let [first, second] = nmbig(graph);
    assert_eq!(solution.first, Outcomes::from_iter(first), "{graph:?}");
    assert_eq!(solution.second, Outcomes::from_iter(second), "{graph:?}");
    // A win of player 0 is a win of the plain game, and then player 1, moving first, does not lose.
    let verdicts = Column::default();
    let game = OutcomeGame::new(graph, &verdicts, Convention::Normal).unwrap();
    let plain =
        outcome::solve(&game, outcome::Method::Auto, &Options::default()).unwrap().solution.values;
    assert_eq!(solution.first.won(), plain.outcomes().won(), "{graph:?}");
    for vertex in graph.vertices() {
        let pair = (solution.first.get(vertex), solution.second.get(vertex));
        assert_ne!(pair, (Outcome::Win, Outcome::Lose), "{graph:?}");
    }
}

#[test]
fn all_small_graphs_have_the_values_of_the_definition() {
    for vertices in 1..=3 {
        for graph in all_graphs(vertices) {
            check(&graph);
            let solution = solved(&graph);
            let [first, second] = brute_force(&graph);
            assert_eq!(solution.first, Outcomes::from_iter(first), "{graph:?}");
            assert_eq!(solution.second, Outcomes::from_iter(second), "{graph:?}");
        }
    }
}

#[test]
fn graphs_of_four_vertices_agree_with_the_quadratic_algorithm() {
    all_graphs(4).step_by(7).for_each(|graph| check(&graph));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn random_graphs_agree_with_the_quadratic_algorithm(case in cases(60, 3)) {
        check(&case.graph);
    }
}

#[test]
fn long_paths_and_large_degrees_are_no_problem() {
    const LONG: u32 = 200_000;
    let path = Graph::from_edges(LONG as usize, (1..LONG).map(|v| (v, v - 1))).unwrap();
    let solution = solved(&path);
    assert_eq!(solution.first.get(LONG - 1), Outcome::Win);
    assert_eq!(solution.second.get(LONG - 1), Outcome::Draw);
    for degree in [127, 128, 129, 254, 255, 256, 257, 1000, 10_000] {
        // Many moves from one vertex, and many moves into one from where the game can also go on.
        check_fast(&Graph::from_edges(degree + 1, (1..=degree as u32).map(|v| (0, v))).unwrap());
        let into = (2..degree as u32 + 2).flat_map(|v| [(v, 1), (v, v)]);
        check_fast(&Graph::from_edges(degree + 2, into.chain([(1, 0)])).unwrap());
    }
}

/// Both players draw along a chain, one level of the second wave a vertex, on every thread.
#[test]
fn the_second_wave_may_be_deep_and_wide() {
    for (length, wide) in [(254, 3), (255, 3), (256, 3), (300, 3), (40, 6000)] {
        // 2 can stay or go to 1, where the next move ends the game; the rest leads to 2.
        let mut edges = vec![(1, 0), (2, 1), (2, 2)];
        let mut last = 2;
        for step in 0..length {
            let first = 3 + step * wide;
            edges.extend((first..first + wide).map(|v| (v, last)));
            edges.extend((first..first + wide).map(|v| (v, first)));
            last = first + step % wide;
        }
        check_fast(&Graph::from_edges((3 + length * wide) as usize, edges).unwrap());
    }
}

/// As [`check`], on graphs that are too large for the quadratic algorithm: label by label and in
/// waves, on any number of threads, and the verifier agrees.
fn check_fast(graph: &Graph) {
    solved(graph);
}
