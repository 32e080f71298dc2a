//! Outcomes of graphs in memory, by one, two and three workers, against the solver of the library.

use proptest::prelude::*;
use retrograde_cluster::outcome;
use retrograde_core::{Column, Control, Convention, Graph, Outcome, OutcomeGame, Vertex};
use retrograde_solve::Options;
use retrograde_solve::outcome::Method;

fn check(graph: &Graph, verdicts: &Column<Outcome>, convention: Convention, workers: &[usize]) {
    let game = OutcomeGame::new(graph, verdicts, convention).unwrap();
    let options = Options { values_only: true, ..Options::default() };
    let solved = retrograde_solve::outcome::solve(&game, Method::Retrograde, &options).unwrap();
    for &workers in workers {
        let values = outcome(&game, workers, &Control::default()).unwrap();
        assert_eq!(values, solved.solution.values, "{workers} workers on {graph:?}");
    }
}

#[test]
fn all_graphs_of_up_to_three_vertices() {
    for vertices in 0..=3_usize {
        for edges in 0_u32..1 << (vertices * vertices) {
            let pairs = (0..vertices * vertices).filter(|bit| edges >> bit & 1 != 0);
            let pairs = pairs.map(|bit| ((bit / vertices) as Vertex, (bit % vertices) as Vertex));
            let graph = Graph::from_edges(vertices, pairs).unwrap();
            check(&graph, &Column::default(), Convention::Normal, &[1, 2, 3]);
            check(&graph, &Column::default(), Convention::Misere, &[2]);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn random_graphs(
        vertices in 1_u32..3000,
        edges in prop::collection::vec((any::<u32>(), any::<u32>()), 0..6000),
        ends in prop::collection::vec(0..4_u8, 3000),
    ) {
        let edges = edges.into_iter().map(|(from, to)| (from % vertices, to % vertices));
        let graph = Graph::from_edges(vertices as usize, edges).unwrap();
        let mut verdicts = Column::default();
        for vertex in graph.vertices().filter(|&vertex| graph.is_terminal(vertex)) {
            let verdict = match ends[vertex as usize] {
                0 => Outcome::Win,
                1 => Outcome::Draw,
                2 => Outcome::Lose,
                _ => continue,
            };
            verdicts.set(vertex as usize, verdict);
        }
        check(&graph, &verdicts, Convention::Normal, &[1, 2, 3]);
        check(&graph, &verdicts, Convention::Misere, &[2]);
    }
}

#[test]
fn a_long_path_and_a_vertex_with_many_moves() {
    // Distances and counts past what two bytes hold.
    let length = 20_000_u32;
    let path = (1..length).map(|vertex| (vertex, vertex - 1));
    let graph = Graph::from_edges(length as usize, path).unwrap();
    check(&graph, &Column::default(), Convention::Normal, &[1, 2]);
    let star = (1..length).flat_map(|vertex| [(0, vertex), (vertex, 1)]);
    let graph = Graph::from_edges(length as usize, star).unwrap();
    check(&graph, &Column::default(), Convention::Normal, &[1, 2, 3]);
}

#[test]
fn a_graph_with_several_lists_for_each_worker() {
    // More numbers than one list is for, and fronts that are put in order.
    let graph = retrograde_games::generate::random(400_000, 2.5, 0.05, 7).unwrap();
    check(&graph, &Column::default(), Convention::Normal, &[1, 2, 3]);
}
