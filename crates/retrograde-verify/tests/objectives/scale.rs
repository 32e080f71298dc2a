//! Sizes at which recursion or more than linear time would show.

use retrograde_core::{
    AsymmetricSolution, Column, Convention, Graph, Grundy, GrundyValues, Outcome, Outcomes,
    PartizanGame, Strategies, Strategy,
};
use retrograde_verify::{
    GrundyRule, Rule, UnrankedRule, verify_asymmetric, verify_grundy, verify_partizan_outcomes,
};

const N: u32 = 300_000;

fn path() -> Graph {
    Graph::from_edges(N as usize, (1..N).map(|v| (v - 1, v))).unwrap()
}

/// The outcome at `v` on the path, if it is `last` at the end and then turns about.
fn alternating(last: Outcome, v: u32) -> Outcome {
    if (N - 1 - v).is_multiple_of(2) { last } else { last.for_opponent() }
}

#[test]
fn asymmetric_play_down_a_long_path_needs_no_stack() {
    let graph = path();
    let even = |v: u32| (N - 1 - v).is_multiple_of(2);
    let first = |v| if even(v) { Outcome::Draw } else { Outcome::Win };
    let second = |v| if even(v) { Outcome::Lose } else { Outcome::Draw };
    let strategy: Strategy = (0..N).map(|v| (v + 1 < N).then_some(v + 1)).collect();
    let strategies = Strategies { first: strategy.clone(), second: strategy };
    let mut solution = AsymmetricSolution {
        first: (0..N).map(first).collect(),
        second: (0..N).map(second).collect(),
        strategies: Some(strategies),
    };
    let checked = verify_asymmetric(&graph, &solution).unwrap();
    assert_eq!(checked.moves, Some(2 * u64::from(N - 1)));
    solution.strategies = None;
    assert!(verify_asymmetric(&graph, &solution).is_ok());

    // The same path closed to a ring: all draws, and nothing local is wrong.
    let ring = Graph::from_edges(N as usize, (0..N).map(|v| (v, (v + 1) % N))).unwrap();
    let all = |outcome| (0..N).map(|_| outcome).collect::<Outcomes>();
    let strategy: Strategy = (0..N).map(|v| Some((v + 1) % N)).collect();
    let mut solution = AsymmetricSolution {
        first: all(Outcome::Draw),
        second: all(Outcome::Draw),
        strategies: Some(Strategies { first: strategy.clone(), second: strategy }),
    };
    let fault = verify_asymmetric(&ring, &solution).unwrap_err();
    let claimed = Outcome::Draw;
    let returns = UnrankedRule::PlayReturns { claimed, moves: u64::from(N) };
    assert_eq!((fault.vertex, fault.rule), (Some(0), Rule::Unranked(returns)));
    solution.strategies = None;
    let fault = verify_asymmetric(&ring, &solution).unwrap_err();
    assert_eq!(fault.rule, Rule::Unranked(UnrankedRule::Unfounded { claimed }));
}

#[test]
fn partizan_claims_are_peeled_off_a_long_path() {
    let graph = path();
    let (players, verdicts) = (Column::default(), Column::default());
    let game = PartizanGame::new(&graph, &players, &verdicts, Convention::Normal).unwrap();
    let outcomes: Outcomes = (0..N).map(|v| alternating(Outcome::Lose, v)).collect();
    assert!(verify_partizan_outcomes(&game, &outcomes, &outcomes).is_ok());
}

#[test]
fn grundy_values_of_long_and_of_wide_graphs() {
    let values = (0..N).map(|v| u32::from(alternating(Outcome::Lose, v) == Outcome::Win));
    assert!(verify_grundy(&path(), &GrundyValues::from_finite(values.collect())).is_ok());

    // Two million moves between few vertices, so that a quadratic step would take for ever.
    let many = 1_000_000;
    let edges = std::iter::repeat_n((0, 1), many).chain(std::iter::repeat_n((1, 2), many));
    let graph = Graph::from_edges(3, edges.chain([(1, 0)])).unwrap();
    assert!(verify_grundy(&graph, &GrundyValues::from_finite(vec![0, 1, 0])).is_ok());

    // A complete order: vertex v has the value v.
    let order = (0..600).flat_map(|v| (0..v).map(move |to| (v, to)));
    let graph = Graph::from_edges(600, order).unwrap();
    assert!(verify_grundy(&graph, &GrundyValues::from_finite((0..600).collect())).is_ok());
}

#[test]
fn a_long_chain_of_reversals_is_followed() {
    // From 2i one can go to 2i + 1 and from there back or on to 2i + 2, the last of which is an
    // end: the values are 0 and 1 in turn, each 0 resting on the next.
    let edges = (0..N / 2).map(|i| 2 * i).flat_map(|v| [(v, v + 1), (v + 1, v), (v + 1, v + 2)]);
    let graph = Graph::from_edges(N as usize + 1, edges).unwrap();
    let values = GrundyValues::from_finite((0..=N).map(|v| v % 2).collect());
    assert!(verify_grundy(&graph, &values).is_ok());

    // Without the end all of it is a circle.
    let edges = graph.edges().chain([(N, N - 1)]);
    let graph = Graph::from_edges(N as usize + 1, edges).unwrap();
    let fault = verify_grundy(&graph, &values).unwrap_err();
    let circle = GrundyRule::RevertedInCircle { value: 0, to: 1 };
    assert_eq!((fault.vertex, fault.rule), (Some(0), Rule::Grundy(circle)));
}

#[test]
fn values_that_no_graph_has_take_no_memory_and_no_time() {
    let loops = Graph::from_edges(N as usize, (0..N).map(|v| (v, v))).unwrap();
    let mut values = GrundyValues::default();
    for _ in 0..N {
        values.push(Grundy::Finite(i32::MAX as u32));
    }
    let fault = verify_grundy(&loops, &values).unwrap_err();
    let claimed = i32::MAX as u32;
    assert_eq!(fault.rule, Rule::Grundy(GrundyRule::NotMex { claimed, mex: 0 }));

    // All vertices but the last are right; its set is longer than the graph.
    let long: Vec<u32> = (0..2 * N).collect();
    let mut values = GrundyValues::default();
    for _ in 1..N {
        values.push(Grundy::Loopy(&[]));
    }
    values.push(Grundy::Loopy(&long));
    let fault = verify_grundy(&loops, &values).unwrap_err();
    let rule = Rule::Grundy(GrundyRule::OptionInvented { value: 0 });
    assert_eq!((fault.vertex, fault.rule), (Some(N - 1), rule));
}
