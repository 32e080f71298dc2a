//! The outcome solver against the naive oracle, the trace and the verifier.

use crate::common;

use common::{Case, cases};
use proptest::prelude::*;
use retrograde_core::{
    Column, Control, Convention, Distance, Graph, Outcome, OutcomeGame, OutcomeSolution, Threads,
    Value, Values,
};
use retrograde_solve::outcome::trace::{Event, Trace, replay};
use retrograde_solve::outcome::{self, Method};
use retrograde_solve::{Options, SolveError};
use retrograde_verify::verify_outcome;

/// Round by round: apply both rules to everything, until nothing changes. Quadratic and obvious.
fn oracle(game: &OutcomeGame<'_>) -> Values {
    let graph = game.graph();
    let mut values: Vec<Option<Value>> = graph
        .vertices()
        .map(|vertex| match graph.is_terminal(vertex) {
            true => match game.terminal_outcome(vertex) {
                Outcome::Draw => None,
                outcome => Some(Value::new(outcome, Distance(0))),
            },
            false => None,
        })
        .collect();
    for round in 1.. {
        let before = values.clone();
        let outcome = |to: &u32| before[*to as usize].map(Value::outcome);
        for vertex in graph.vertices() {
            let moves = graph.successors(vertex);
            if before[vertex as usize].is_some() || moves.is_empty() {
                continue;
            }
            if moves.iter().any(|to| outcome(to) == Some(Outcome::Lose)) {
                values[vertex as usize] = Some(Value::Win(Distance(round)));
            } else if moves.iter().all(|to| outcome(to) == Some(Outcome::Win)) {
                values[vertex as usize] = Some(Value::Lose(Distance(round)));
            }
        }
        if values == before {
            break;
        }
    }
    values.into_iter().map(Option::unwrap_or_default).collect()
}

fn solve(case: &Case, method: Method, threads: usize) -> Result<OutcomeSolution, SolveError> {
    let threads = Threads::new(threads).unwrap();
    let options = Options::with(Control::ALONE.on(threads));
    let solution = outcome::solve(&case.game(), method, &options)?.solution;
    verify_outcome(&case.game(), &solution).unwrap();
    Ok(solution)
}

/// All methods and thread counts must give what the oracle gives, and pass the verifier.
fn check(case: &Case) {
    let expected = oracle(&case.game());
    let first = solve(case, Method::Auto, 1).unwrap();
    assert_eq!(first.values, expected, "{case:?}");
    for threads in [1, 3] {
        assert_eq!(solve(case, Method::Auto, threads).unwrap(), first);
        assert_eq!(solve(case, Method::Retrograde, threads).unwrap(), first);
        match solve(case, Method::Acyclic, threads) {
            Ok(solution) => assert_eq!(solution, first),
            Err(SolveError::Cyclic { cycle }) => assert_is_cycle(&case.graph, &cycle),
            Err(other) => panic!("{other}"),
        }
    }
    let events: Vec<Event> = Trace::new(&case.game()).collect();
    assert_eq!(replay(case.graph.vertex_count(), events.iter().copied()), expected);
    let drawn = events.iter().filter(|event| matches!(event, Event::LeftAsDraw { .. })).count();
    assert_eq!(drawn, expected.count(Outcome::Draw));
}

/// Levels that are large enough to be dealt out, with predecessors all over the graph and within a few of its
/// parts, against the readable version and the verifier.
#[test]
fn large_levels_are_dealt_out_rightly() {
    let mut state = 7_u64;
    let mut roll = |below: u32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    };
    let (vertices, terminals) = (40_000_u32, 9_000_u32);
    for (part, most) in [(31_000, 3), (4096, 12), (5000, 30), (300, 400)] {
        let mut edges = Vec::new();
        for from in terminals..vertices {
            let is_near = (from - terminals) < part;
            for _ in 0..=roll(if is_near { most } else { 3 }) {
                let below = if is_near { terminals + roll(2) * part } else { vertices };
                edges.push((from, roll(below)));
            }
        }
        let graph = Graph::from_edges(vertices as usize, edges).unwrap();
        let verdicts = (0..terminals as usize)
            .map(|v| (v, [Outcome::Win, Outcome::Lose, Outcome::Draw][roll(3) as usize]))
            .collect();
        let case = Case { graph, verdicts, convention: Convention::Normal };
        let events = Trace::new(&case.game());
        let expected = replay(vertices as usize, events);
        let first = solve(&case, Method::Retrograde, 1).unwrap();
        assert_eq!(first.values, expected);
        for threads in [2, 3, 8] {
            assert_eq!(solve(&case, Method::Retrograde, threads).unwrap(), first);
        }
    }
}

fn assert_is_cycle(graph: &Graph, cycle: &[u32]) {
    assert!(!cycle.is_empty());
    for (index, &vertex) in cycle.iter().enumerate() {
        assert!(graph.successors(vertex).contains(&cycle[(index + 1) % cycle.len()]));
    }
}

#[test]
fn all_graphs_of_up_to_three_vertices_with_all_verdicts() {
    for n in 1..=3usize {
        for edges in 0..1u32 << (n * n) {
            let pairs = (0..n * n).filter(|bit| edges >> bit & 1 != 0);
            let graph = Graph::from_edges(n, pairs.map(|bit| ((bit / n) as u32, (bit % n) as u32)))
                .unwrap();
            let terminals: Vec<usize> = (0..n).filter(|&v| graph.is_terminal(v as u32)).collect();
            for code in 0..4usize.pow(terminals.len() as u32) {
                let verdict = |place: usize| code / 4usize.pow(place as u32) % 4;
                let verdicts: Column<Outcome> = terminals
                    .iter()
                    .enumerate()
                    .filter_map(|(place, &vertex)| match verdict(place) {
                        0 => None,
                        1 => Some((vertex, Outcome::Win)),
                        2 => Some((vertex, Outcome::Lose)),
                        _ => Some((vertex, Outcome::Draw)),
                    })
                    .collect();
                for convention in [Convention::Normal, Convention::Misere] {
                    check_quickly(&Case {
                        graph: graph.clone(),
                        verdicts: verdicts.clone(),
                        convention,
                    });
                }
            }
        }
    }
}

#[test]
fn all_graphs_of_four_vertices() {
    for edges in 0..1u32 << 16 {
        let pairs = (0..16).filter(|bit| edges >> bit & 1 != 0);
        let graph = Graph::from_edges(4, pairs.map(|bit| (bit / 4, bit % 4))).unwrap();
        for convention in [Convention::Normal, Convention::Misere] {
            check_quickly(&Case { graph: graph.clone(), verdicts: Column::default(), convention });
        }
    }
}

/// As [`check`], on the calling thread only: there are many small graphs.
fn check_quickly(case: &Case) {
    let expected = oracle(&case.game());
    let auto = solve(case, Method::Auto, 1).unwrap();
    assert_eq!(auto.values, expected, "{case:?}");
    assert_eq!(solve(case, Method::Retrograde, 1).unwrap(), auto);
    let events = Trace::new(&case.game());
    assert_eq!(replay(case.graph.vertex_count(), events), expected);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn sparse_random_graphs(case in cases(60, 2)) {
        check(&case);
    }

    #[test]
    fn dense_random_graphs(case in cases(12, 12)) {
        check(&case);
    }

    #[test]
    fn larger_random_graphs(case in cases(600, 2)) {
        check(&case);
    }
}

/// Large enough for the blocked transpose, several tasks and parallel levels.
#[test]
fn a_large_graph_is_the_same_for_any_number_of_threads() {
    for (n, degree, terminals) in [(400_000u32, 4, 20), (200_000, 9, 100)] {
        let mut state = u64::from(n);
        let mut draw = move |below: u32| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            ((state >> 33) % u64::from(below)) as u32
        };
        let mut edges = Vec::new();
        for from in 0..n {
            if draw(terminals) > 0 {
                for _ in 0..=draw(degree) {
                    edges.push((from, draw(n)));
                }
            }
        }
        let graph = Graph::from_edges(n as usize, edges).unwrap();
        let case = Case { graph, verdicts: Column::default(), convention: Convention::Normal };
        let one = solve(&case, Method::Auto, 1).unwrap();
        assert_eq!(one, solve(&case, Method::Auto, 2).unwrap());
        assert_eq!(one, solve(&case, Method::Retrograde, 4).unwrap());
        assert_eq!(one.values, replay(n as usize, Trace::new(&case.game())));
    }
}

fn numbered(case: &Case, method: Method) -> Vec<Value> {
    solve(case, method, 2).unwrap().values.iter().collect()
}

#[test]
fn a_path_and_a_cycle_of_ten_million_vertices_need_no_deep_recursion() {
    const N: u32 = 10_000_000;
    let path = Graph::from_edges(N as usize, (0..N - 1).map(|v| (v, v + 1))).unwrap();
    let case = Case { graph: path, verdicts: Column::default(), convention: Convention::Normal };
    for method in [Method::Auto, Method::Retrograde] {
        let values = numbered(&case, method);
        assert_eq!(values[0], Value::Win(Distance(N - 1)));
        assert_eq!(values[1], Value::Lose(Distance(N - 2)));
    }
    let cycle = Graph::from_edges(N as usize, (0..N).map(|v| (v, (v + 1) % N))).unwrap();
    let case = Case { graph: cycle, ..case };
    assert!(numbered(&case, Method::Auto).iter().all(|&value| value == Value::Draw));
}

#[test]
fn an_acyclic_graph_in_any_numbering_is_recognised() {
    // 3 → 0 → 2 → 1: neither ascending nor descending.
    let graph = Graph::from_edges(4, [(3, 0), (0, 2), (2, 1)]).unwrap();
    let case = Case { graph, verdicts: Column::default(), convention: Convention::Normal };
    let solved = outcome::solve(&case.game(), Method::Auto, &Options::default()).unwrap();
    assert_eq!(solved.report.solver, "acyclic");
    check(&case);
}

#[test]
fn the_acyclic_method_names_a_cycle_where_there_is_one() {
    let graph = Graph::from_edges(4, [(0, 1), (1, 2), (2, 3), (3, 1)]).unwrap();
    let case = Case { graph, verdicts: Column::default(), convention: Convention::Normal };
    let error = solve(&case, Method::Acyclic, 1).unwrap_err();
    assert_eq!(error, SolveError::Cyclic { cycle: vec![1, 2, 3] });
}

/// Distances and degrees are kept in bytes while they fit: around 255 they stop fitting.
#[test]
fn distances_and_degrees_around_255() {
    for length in [254u32, 255, 256, 257, 300] {
        // Many chains side by side make levels large enough to be shared among threads; a loop at
        // the far end keeps the graph cyclic.
        const CHAINS: u32 = 5_000;
        let chain = |number: u32| {
            (1..=length).map(move |step| (number + step * CHAINS, number + (step - 1) * CHAINS))
        };
        let n = (length + 1) * CHAINS + 1;
        let edges = (0..CHAINS).flat_map(chain).chain([(n - 1, n - 1)]);
        let graph = Graph::from_edges(n as usize, edges).unwrap();
        let case = Case { graph, verdicts: Column::default(), convention: Convention::Normal };
        let values = solve(&case, Method::Retrograde, 2).unwrap().values;
        assert_eq!(values, replay(n as usize, Trace::new(&case.game())));
        assert_eq!(values.get(n - 2).distance(), Some(Distance(length)));
    }
    for degree in [254u32, 255, 256, 257, 1000] {
        // 0 has `degree` moves to vertices that each win by moving to the last one.
        let last = degree + 1;
        let moves = (1..last).flat_map(|middle| [(0, middle), (middle, last), (middle, middle)]);
        let graph = Graph::from_edges(last as usize + 1, moves).unwrap();
        let case = Case { graph, verdicts: Column::default(), convention: Convention::Normal };
        let values = solve(&case, Method::Auto, 2).unwrap().values;
        assert_eq!(values.get(0), Value::Lose(Distance(2)));
        assert_eq!(values, replay(last as usize + 1, Trace::new(&case.game())));
    }
}

/// What a tie is, looked up again and again until nothing changes.
fn naive_ties(game: &OutcomeGame<'_>, values: &Values) -> Vec<bool> {
    let graph = game.graph();
    let draw = |v: u32| values.outcome(v) == Outcome::Draw;
    let mut ties = vec![false; graph.vertex_count()];
    loop {
        let next: Vec<bool> = graph
            .vertices()
            .map(|v| {
                let mut keeping = graph.successors(v).iter().filter(|&&to| draw(to));
                draw(v) && keeping.all(|&to| ties[to as usize])
            })
            .collect();
        if next == ties {
            return ties;
        }
        ties = next;
    }
}

proptest! {
    #[test]
    fn ties_are_told_from_endless_draws(
        edges in prop::collection::vec((0..7u32, 0..7u32), 0..14),
        drawn in prop::collection::vec(any::<bool>(), 7),
    ) {
        let graph = Graph::from_edges(7, edges).unwrap();
        let is_drawn = |&v: &u32| graph.is_terminal(v) && drawn[v as usize];
        let verdicts: Column<Outcome> =
            graph.vertices().filter(is_drawn).map(|v| (v as usize, Outcome::Draw)).collect();
        let game = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
        let values = outcome::solve(&game, Method::Auto, &Options::default()).unwrap().solution.values;
        let ties = outcome::ties(&graph, &values, &Control::ALONE).unwrap();
        let expected = naive_ties(&game, &values);
        prop_assert!((0..7).all(|v| ties.get(v) == expected[v]), "{ties:?} {expected:?}");
    }
}
