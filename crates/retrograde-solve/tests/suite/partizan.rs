//! Partizan games against the plain solver on the doubled graph, and small known ones.

use crate::common;

use common::{all_graphs, cases};
use proptest::prelude::*;
use retrograde_core::{
    Column, Control, Convention, Distance, Graph, Outcome, OutcomeGame, PartizanClass,
    PartizanGame, PartizanSolution, Side, Threads, Value, Vertex,
};
use retrograde_solve::partizan::solve;
use retrograde_solve::{Options, outcome};
use retrograde_verify::{verify_partizan, verify_partizan_outcomes};

fn solved(game: &PartizanGame<'_>) -> PartizanSolution {
    let run = |threads| {
        let options = Options::with(Control::ALONE.on(Threads::new(threads).unwrap()));
        solve(game, &options).unwrap().solution
    };
    let solution = run(1);
    assert_eq!(run(3), solution);
    verify_partizan(game, &solution).unwrap();
    let [left, right] = [&solution.left_first, &solution.right_first];
    verify_partizan_outcomes(game, left.values.outcomes(), right.values.outcomes()).unwrap();
    solution
}

/// The doubled graph, written out: vertex v with Left to move is v, with Right to move V + v.
fn doubled(game: &PartizanGame<'_>) -> (Graph, Column<Outcome>) {
    let vertices = game.graph().vertex_count();
    let state = |vertex: Vertex, side| match side {
        Side::Left => vertex,
        Side::Right => vertex + vertices as Vertex,
    };
    let mut edges = Vec::new();
    let mut verdicts = Column::default();
    for vertex in game.graph().vertices() {
        for side in Side::BOTH {
            let from = state(vertex, side);
            let before = edges.len();
            edges.extend(game.moves(vertex, side).map(|to| (from, state(to, side.opponent()))));
            if edges.len() == before {
                verdicts.set(from as usize, game.stuck_outcome(vertex));
            }
        }
    }
    (Graph::from_edges(vertices * 2, edges).unwrap(), verdicts)
}

fn check(game: &PartizanGame<'_>) {
    let solution = solved(game);
    let (graph, verdicts) = doubled(game);
    let plain = OutcomeGame::new(&graph, &verdicts, Convention::Normal).unwrap();
    let expected =
        outcome::solve(&plain, outcome::Method::Auto, &Options::default()).unwrap().solution.values;
    let values = solution.left_first.values.iter().chain(solution.right_first.values.iter());
    assert!(values.eq(expected.iter()), "{game:?}");
}

#[test]
fn all_small_graphs_with_all_players_agree_with_the_doubled_graph() {
    for vertices in 1..=2 {
        for graph in all_graphs(vertices) {
            for code in 0..3usize.pow(graph.edge_count() as u32) {
                let player = |edge| match code / 3usize.pow(edge as u32) % 3 {
                    0 => None,
                    1 => Some((edge, Side::Left)),
                    _ => Some((edge, Side::Right)),
                };
                let players: Column<Side> = (0..graph.edge_count()).filter_map(player).collect();
                for convention in [Convention::Normal, Convention::Misere] {
                    let verdicts = Column::default();
                    check(&PartizanGame::new(&graph, &players, &verdicts, convention).unwrap());
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn random_games_agree_with_the_doubled_graph(
        case in cases(40, 4),
        sides in proptest::collection::vec(0..3u8, 160),
    ) {
        let player = |edge: usize| match sides[edge] {
            0 => None,
            1 => Some((edge, Side::Left)),
            _ => Some((edge, Side::Right)),
        };
        let players: Column<Side> = (0..case.graph.edge_count()).filter_map(player).collect();
        check(&PartizanGame::new(&case.graph, &players, &case.verdicts, case.convention).unwrap());
    }

    #[test]
    fn without_players_both_sides_see_the_plain_game(case in cases(40, 4)) {
        let players = Column::default();
        let game = PartizanGame::new(&case.graph, &players, &case.verdicts, case.convention);
        let solution = solved(&game.unwrap());
        let (auto, options) = (outcome::Method::Auto, Options::default());
        let plain = outcome::solve(&case.game(), auto, &options).unwrap().solution;
        prop_assert_eq!(&solution.left_first, &plain);
        prop_assert_eq!(&solution.right_first, &plain);
    }
}

/// Rows longer than a batch, degrees and levels past a byte, levels wide enough for threads.
#[test]
fn large_degrees_and_deep_levels_agree_with_the_doubled_graph() {
    let mut graphs = Vec::new();
    for degree in [127, 128, 129, 255, 256, 257, 10_000] {
        graphs.push(Graph::from_edges(degree + 1, (1..=degree as u32).map(|v| (0, v))).unwrap());
        let into = (2..degree as u32 + 2).flat_map(|v| [(v, 1), (v, v - 1)]);
        graphs.push(Graph::from_edges(degree + 2, into.chain([(1, 0)])).unwrap());
    }
    const WIDE: u32 = 6000;
    let layers = (WIDE..8 * WIDE).flat_map(|v| [(v, v - WIDE), (v, (v - WIDE) / WIDE * WIDE)]);
    graphs.push(Graph::from_edges(8 * WIDE as usize, layers).unwrap());
    for graph in graphs {
        let side = |edge: usize| match edge % 5 {
            0 => Some((edge, Side::Left)),
            3 => Some((edge, Side::Right)),
            _ => None,
        };
        let players: Column<Side> = (0..graph.edge_count()).filter_map(side).collect();
        let verdicts = Column::default();
        check(&PartizanGame::new(&graph, &players, &verdicts, Convention::Normal).unwrap());
    }
}

/// The four simplest games of Conway, *On Numbers and Games*, chapter 7: 0, 1, -1 and star.
#[test]
fn conways_first_four_games_have_his_outcomes() {
    let players = [(0, Side::Left), (1, Side::Right)].into_iter().collect();
    // Vertex 0 is the game 0; 1 = {0|}; 2 = {|0}; 3 = {0|0}.
    let graph = Graph::from_edges(4, [(1, 0), (2, 0), (3, 0)]).unwrap();
    let verdicts = Column::default();
    let game = PartizanGame::new(&graph, &players, &verdicts, Convention::Normal).unwrap();
    let solution = solved(&game);
    let classes: Vec<_> = graph.vertices().map(|vertex| solution.class(vertex)).collect();
    let expected =
        [PartizanClass::Previous, PartizanClass::Left, PartizanClass::Right, PartizanClass::Next];
    assert_eq!(classes, expected);
    assert_eq!(solution.left_first.values.get(1), Value::Win(Distance(1)));
    assert_eq!(solution.left_first.strategy.unwrap().get(2), None);
}

/// `on` = {on|}: Left passes, and Right is the one without a move.
#[test]
fn on_is_won_by_left() {
    let graph = Graph::from_edges(1, [(0, 0)]).unwrap();
    let players = [(0, Side::Left)].into_iter().collect();
    let verdicts = Column::default();
    let game = PartizanGame::new(&graph, &players, &verdicts, Convention::Normal).unwrap();
    let solution = solved(&game);
    assert_eq!(solution.class(0), PartizanClass::Left);
}
