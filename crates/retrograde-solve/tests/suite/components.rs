//! Solving component by component against the wave over the whole graph, and the verifier.

use crate::common;

use std::sync::Mutex;

use common::{Case, cases};
use proptest::prelude::*;
use retrograde_core::{
    Column, Control, Convention, Distance, Graph, Objective, Offsets, Outcome, OutcomeSolution,
    Progress, Value,
};
use retrograde_solve::outcome::{self, Method};
use retrograde_solve::{Options, registry, scc};
use retrograde_verify::verify_outcome;

fn solve(case: &Case, method: Method) -> OutcomeSolution {
    let solved = outcome::solve(&case.game(), method, &Options::with(Control::ALONE)).unwrap();
    let name = if method == Method::Components { "components" } else { "retrograde" };
    assert_eq!(solved.report.solver, name);
    solved.solution
}

/// Values, distances and moves as the wave finds them, also if rows are counted in eight bytes.
fn check(case: &Case) {
    let found = solve(case, Method::Components);
    verify_outcome(&case.game(), &found).unwrap();
    assert_eq!(found, solve(case, Method::Retrograde), "{case:?}");
    let wide: Vec<u64> =
        (0..=case.graph.vertex_count()).map(|row| case.graph.offsets().get(row)).collect();
    let graph =
        Graph::from_parts(Offsets::Wide(wide.into()), case.graph.targets().to_vec()).unwrap();
    assert_eq!(solve(&Case { graph, ..case.clone() }, Method::Components), found);
}

fn plain(graph: Graph) -> Case {
    Case { graph, verdicts: Column::default(), convention: Convention::Normal }
}

/// The graph on `n` vertices whose adjacency matrix has these bits.
fn from_bits(n: u32, bits: u32) -> Graph {
    let pairs = (0..n * n).filter(|bit| bits >> bit & 1 != 0);
    Graph::from_edges(n as usize, pairs.map(|bit| (bit / n, bit % n))).unwrap()
}

#[test]
fn all_graphs_of_up_to_three_vertices_with_all_verdicts() {
    const VERDICTS: [Option<Outcome>; 4] =
        [None, Some(Outcome::Win), Some(Outcome::Lose), Some(Outcome::Draw)];
    for n in 1..=3 {
        for bits in 0..1 << (n * n) {
            let graph = from_bits(n, bits);
            let terminals: Vec<u32> = graph.vertices().filter(|&v| graph.is_terminal(v)).collect();
            for code in 0..1usize << (2 * terminals.len()) {
                let verdicts: Column<Outcome> = terminals
                    .iter()
                    .enumerate()
                    .filter_map(|(place, &vertex)| {
                        Some((vertex as usize, VERDICTS[code >> (2 * place) & 3]?))
                    })
                    .collect();
                for convention in [Convention::Normal, Convention::Misere] {
                    let (graph, verdicts) = (graph.clone(), verdicts.clone());
                    check(&Case { graph, verdicts, convention });
                }
            }
        }
    }
}

#[test]
fn graphs_of_four_vertices() {
    // All without moves from a vertex to itself, and one in eleven of the others.
    const TO_ITSELF: u32 = 1 | 1 << 5 | 1 << 10 | 1 << 15;
    for bits in (0..1 << 16).filter(|bits| bits & TO_ITSELF == 0 || bits % 11 == 0) {
        check(&plain(from_bits(4, bits)));
    }
}

/// Knots of a few vertices, each with moves to earlier knots, numbered at random; verdicts on what
/// has no moves.
fn chains_of_knots() -> impl Strategy<Value = Case> {
    let knot = (1..=5usize, any::<bool>());
    (proptest::collection::vec(knot, 1..40), any::<bool>())
        .prop_flat_map(|(knots, misere)| {
            let n: usize = knots.iter().map(|&(size, _)| size).sum();
            let numbering = Just((0..n as u32).collect::<Vec<_>>()).prop_shuffle();
            let moves = proptest::collection::vec((0..n, 0..n), 0..=3 * n);
            let verdicts = proptest::collection::vec(proptest::option::of(0..3usize), n);
            (Just(knots), Just(misere), numbering, moves, verdicts)
        })
        .prop_map(|(knots, misere, numbering, moves, verdicts)| {
            let mut knot_of = Vec::new();
            let mut edges = Vec::new();
            for (knot, &(size, tied)) in knots.iter().enumerate() {
                let first = knot_of.len();
                if tied {
                    edges.extend((0..size).map(|i| (first + i, first + (i + 1) % size)));
                }
                knot_of.extend(std::iter::repeat_n(knot, size));
            }
            edges.extend(moves.into_iter().filter(|&(from, to)| {
                knot_of[from] > knot_of[to] || (knot_of[from] == knot_of[to] && from > to)
            }));
            let edges = edges.into_iter().map(|(from, to)| (numbering[from], numbering[to]));
            let graph = Graph::from_edges(knot_of.len(), edges).unwrap();
            let verdicts = verdicts
                .into_iter()
                .enumerate()
                .filter(|&(vertex, _)| graph.is_terminal(vertex as u32))
                .filter_map(|(vertex, verdict)| {
                    Some((vertex, [Outcome::Win, Outcome::Lose, Outcome::Draw][verdict?]))
                })
                .collect();
            let convention = if misere { Convention::Misere } else { Convention::Normal };
            Case { graph, verdicts, convention }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn chains_of_small_components(case in chains_of_knots()) {
        check(&case);
    }

    #[test]
    fn random_graphs(case in cases(200, 2)) {
        check(&case);
    }

    #[test]
    fn the_better_informed_estimate_is_the_lower_one(case in chains_of_knots()) {
        let blind = outcome::estimate(&case.graph, Method::Components, &Options::default());
        let components = scc::components(&case.graph, &Control::ALONE).unwrap();
        let informed = outcome::components::estimate(&case.graph, &components);
        prop_assert!(informed <= blind);
        prop_assert!(informed >= case.graph.vertex_count() as u64 * 12);
    }
}

#[test]
fn a_large_random_graph() {
    const N: u32 = 200_000;
    let mut state = 7u64;
    let mut draw = |below: u32| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(below)) as u32
    };
    let mut edges = Vec::new();
    for from in (0..N).filter(|from| from % 20 != 0) {
        edges.extend((0..=draw(4)).map(|_| (from, draw(N))));
    }
    check(&plain(Graph::from_edges(N as usize, edges).unwrap()));
}

#[test]
fn a_path_of_a_million_vertices() {
    const N: u32 = 1_000_000;
    for turn in [|v: u32| v, |v: u32| N - 1 - v] {
        let edges = (0..N - 1).map(|v| (turn(v), turn(v + 1)));
        let case = plain(Graph::from_edges(N as usize, edges).unwrap());
        check(&case);
        let values = solve(&case, Method::Components).values;
        assert_eq!(values.get(turn(0)), Value::Win(Distance(N - 1)));
    }
}

#[test]
fn a_long_chain_of_two_cycles() {
    const PAIRS: u32 = 300_000;
    // Pair p is 2p ⇄ 2p + 1, and 2p + 1 leads to 2p - 2: every value hangs on the pair before.
    let pairs = (0..PAIRS).flat_map(|pair| [(2 * pair, 2 * pair + 1), (2 * pair + 1, 2 * pair)]);
    let down = (1..PAIRS).map(|pair| (2 * pair + 1, 2 * pair - 2));
    let end = 2 * PAIRS;
    let edges = pairs.chain(down).chain([(1, end)]);
    let case = plain(Graph::from_edges(end as usize + 1, edges).unwrap());
    check(&case);
    let values = solve(&case, Method::Components).values;
    assert_eq!(values.get(end - 2), Value::Lose(Distance(2 * PAIRS)));
}

#[test]
fn a_cycle_of_a_million_vertices() {
    const N: u32 = 1_000_000;
    let cycle = || (0..N).map(|v| (v, (v + 1) % N));
    check(&plain(Graph::from_edges(N as usize, cycle()).unwrap()));
    // With a way out at one place, everything is decided.
    let graph = Graph::from_edges(N as usize + 1, cycle().chain([(0, N)])).unwrap();
    check(&plain(graph));
}

/// A path gives seeds of any distance; a wave that walked through all levels between the seeds of
/// each component would take 10¹⁰ steps here.
#[test]
fn levels_far_apart_are_not_walked_through() {
    const LENGTH: u32 = 1_000_000;
    const KNOTS: u32 = 10_000;
    let path = (1..=LENGTH).map(|v| (v, v - 1));
    let (near_lost, near_won) = (4, 5);
    let (far_lost, far_won) = (LENGTH, LENGTH - 1);
    let first = LENGTH + 1;
    let knots = (0..KNOTS).flat_map(|knot| {
        let (a, b) = (first + 2 * knot, first + 2 * knot + 1);
        let (to_a, to_b) = match knot % 3 {
            // a wins late; b's other move is refuted long before.
            0 => (far_lost, near_won),
            // a wins early; b's other move is refuted long after.
            1 => (near_lost, far_won),
            // b wins early, and a with a late win in hand must wait for it: both may move there.
            _ => (far_lost, near_lost),
        };
        [(a, b), (b, a), (a, to_a), (b, to_b)]
    });
    let n = (first + 2 * KNOTS) as usize;
    let case = plain(Graph::from_edges(n, path.chain(knots)).unwrap());
    check(&case);
    let values = solve(&case, Method::Components).values;
    let late = LENGTH + 1;
    assert_eq!(values.get(first), Value::Win(Distance(late)));
    assert_eq!(values.get(first + 1), Value::Lose(Distance(late + 1)));
    assert_eq!(values.get(first + 2), Value::Win(Distance(5)));
    assert_eq!(values.get(first + 3), Value::Lose(Distance(LENGTH)));
    assert_eq!(values.get(first + 4), Value::Win(Distance(late)));
    assert_eq!(values.get(first + 5), Value::Win(Distance(5)));
}

#[test]
fn the_registry_knows_it_and_progress_is_told() {
    assert!(registry::find(&Objective::OUTCOME, "components").is_some());
    const N: u32 = 3 << 20;
    let case = plain(Graph::from_edges(N as usize, (1..N).map(|v| (v, v - 1))).unwrap());
    let told = Mutex::new(Vec::new());
    let listen = |progress: Progress| told.lock().unwrap().push(progress.done);
    let control = Control { progress: Some(&listen), ..Control::default() };
    let options = Options { control, values_only: true };
    let solved = outcome::solve(&case.game(), Method::Components, &options).unwrap();
    assert_eq!(solved.solution.strategy, None);
    assert_eq!(told.into_inner().unwrap(), [1 << 20, 2 << 20, 3 << 20]);
}
