//! Solving the coarsest quotient and pulling back gives every label of the graph itself.

use crate::common;

use common::{Case, all_graphs, cases};
use proptest::prelude::*;
use retrograde_core::{
    Arena, Column, Control, Convention, OutcomeGame, PartizanGame, Side, Vertex,
};
use retrograde_solve::construct::{is_bisimulation, quotient};
use retrograde_solve::{Options, asymmetric, bisimulation, grundy, outcome, partizan};
use retrograde_verify::{verify_asymmetric, verify_grundy, verify_outcome, verify_partizan};

fn arena(case: &Case) -> Arena {
    Arena { verdicts: case.verdicts.clone(), ..Arena::from(case.graph.clone()) }
}

fn check(arena: &Arena, convention: Convention) {
    let partition = bisimulation::coarsest(arena, &Control::ALONE).unwrap();
    assert!(is_bisimulation(arena, &partition, &Control::ALONE).unwrap());
    let small = quotient(arena, &partition, &Control::ALONE).unwrap().arena;
    let class = |vertex: Vertex| partition.class[vertex as usize];

    let values = |arena: &Arena| {
        let game = OutcomeGame::new(&arena.graph, &arena.verdicts, convention).unwrap();
        let solution =
            outcome::solve(&game, outcome::Method::Auto, &Options::default()).unwrap().solution;
        verify_outcome(&game, &solution).unwrap();
        solution.values
    };
    let (full, pulled) = (values(arena), values(&small));
    assert!(arena.graph.vertices().all(|v| full.get(v) == pulled.get(class(v))), "{arena:?}");

    let sides = |arena: &Arena| {
        let Arena { graph, players, verdicts, .. } = arena;
        let game = PartizanGame::new(graph, players, verdicts, convention).unwrap();
        let solution = partizan::solve(&game, &Options::default()).unwrap().solution;
        verify_partizan(&game, &solution).unwrap();
        [solution.left_first.values, solution.right_first.values]
    };
    for (full, pulled) in sides(arena).iter().zip(&sides(&small)) {
        assert!(arena.graph.vertices().all(|v| full.get(v) == pulled.get(class(v))), "{arena:?}");
    }

    let both = |arena: &Arena| {
        let (auto, options) = (asymmetric::Method::Auto, Options::default());
        let solution = asymmetric::solve(&arena.graph, auto, &options).unwrap().solution;
        verify_asymmetric(&arena.graph, &solution).unwrap();
        [solution.first, solution.second]
    };
    for (full, pulled) in both(arena).iter().zip(&both(&small)) {
        assert!(arena.graph.vertices().all(|v| full.get(v) == pulled.get(class(v))), "{arena:?}");
    }

    let grundy = |arena: &Arena| {
        let values =
            grundy::solve(&arena.graph, grundy::Method::Auto, &Options::default()).unwrap().values;
        verify_grundy(&arena.graph, &values).unwrap();
        values
    };
    let (full, pulled) = (grundy(arena), grundy(&small));
    assert!(arena.graph.vertices().all(|v| full.get(v) == pulled.get(class(v))), "{arena:?}");
}

#[test]
fn all_small_graphs() {
    for vertices in 1..=3 {
        for graph in all_graphs(vertices) {
            check(&Arena::from(graph), Convention::Normal);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    /// Sparse graphs, so that there is something to merge.
    #[test]
    fn random_arenas(case in cases(30, 2), sides in proptest::collection::vec(0..4u8, 60)) {
        let player = |edge: usize| match sides[edge] {
            0 => Some((edge, Side::Left)),
            1 => Some((edge, Side::Right)),
            _ => None,
        };
        let players: Column<Side> = (0..case.graph.edge_count()).filter_map(player).collect();
        check(&arena(&case), case.convention);
        check(&Arena { players, ..arena(&case) }, case.convention);
    }
}
