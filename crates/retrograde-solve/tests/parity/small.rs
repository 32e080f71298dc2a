//! All tiny games.

use retrograde_core::Graph;

use crate::common::all_graphs;
use crate::support::Case;
use crate::{METHODS, solved};

/// All games on the graph with priorities below `priorities`.
fn all_games(graph: Graph, priorities: u32) -> impl Iterator<Item = Case> {
    let vertices = graph.vertex_count() as u32;
    (0..1u32 << vertices).flat_map(move |owners| {
        let graph = graph.clone();
        (0..priorities.pow(vertices)).map(move |code| Case {
            graph: graph.clone(),
            ones: (0..vertices).map(|vertex| owners >> vertex & 1 == 1).collect(),
            priorities: (0..vertices).map(|v| code / priorities.pow(v) % priorities).collect(),
        })
    })
}

fn check_all(vertices: u32, priorities: u32, every: usize) {
    let games = all_graphs(vertices).flat_map(|graph| all_games(graph, priorities));
    for (number, case) in games.step_by(every).enumerate() {
        let expected = case.brute_force();
        // All methods on every game would take minutes; each of them still sees a share of all.
        let methods =
            if vertices < 3 { &METHODS[..] } else { &METHODS[number % METHODS.len()..][..1] };
        for &method in methods {
            let solution = solved(&case, method);
            let winners: Vec<_> = solution.winners.iter().map(Option::unwrap).collect();
            assert_eq!(winners, expected, "{method:?} on {case:?}");
            if let Err(error) = case.check(&solution) {
                panic!("{error}: {method:?} on {case:?}");
            }
        }
    }
}

#[test]
fn all_games_of_up_to_two_vertices() {
    check_all(0, 1, 1);
    check_all(1, 4, 1);
    check_all(2, 4, 1);
}

#[test]
fn all_games_of_three_vertices_and_three_priorities_and_some_with_four() {
    check_all(3, 3, 1);
    check_all(3, 4, 7);
}
