//! Every solver of infinite plays through the independent verifier, on random arenas and on the
//! worst cases.

use retrograde::games::generate::Recipe;
use retrograde::solve::{buchi, parity, reachability};
use retrograde::verify::{
    Partial, verify_buchi, verify_cobuchi, verify_parity, verify_reachability, verify_safety,
};
use retrograde::{Arena, Bitmap, OwnedGraph, ParityGame, RegionSolution, TargetGame};

const METHODS: [parity::Method; 8] = [
    parity::Method::Auto,
    parity::Method::Zielonka,
    parity::Method::Promotion,
    parity::Method::Tangle,
    parity::Method::Fixpoint,
    parity::Method::QuasiPolynomial,
    parity::Method::StrategyImprovement,
    parity::Method::ProgressMeasures,
];

fn built(recipe: &str) -> Arena {
    recipe.parse::<Recipe>().unwrap().build().unwrap()
}

fn owned(arena: &Arena) -> OwnedGraph<'_> {
    OwnedGraph::new(&arena.graph, &arena.owners).unwrap()
}

/// Solves by these methods; all must verify and agree.
fn check_parity(arena: &Arena, methods: &[parity::Method]) {
    let priorities = ParityGame::priorities(&arena.graph, &arena.priorities).unwrap();
    let game = ParityGame::max(owned(arena), priorities);
    let mut first: Option<RegionSolution> = None;
    for &method in methods {
        let options = parity::Options { method, ..Default::default() };
        let solution = parity::solve(&game, &options).solution;
        verify_parity(&game, &solution, Partial::Refused).unwrap();
        let first = first.get_or_insert_with(|| solution.clone());
        assert_eq!(first.winners, solution.winners, "{method:?}");
    }
}

#[test]
fn random_parity_games() {
    for seed in 0..60 {
        for priorities in [2, 3, 6] {
            let recipe = format!("random-parity 60 moves=2.2 priorities={priorities} seed={seed}");
            check_parity(&built(&recipe), &METHODS);
        }
    }
    check_parity(&built("random-parity 20000 moves=3 priorities=20 seed=1"), &METHODS[..3]);
}

#[test]
fn worst_cases_of_moderate_size() {
    for recipe in [
        "recursive-ladder 5",
        "jurdzinski-grid 3 3",
        "model-checker-ladder 40",
        "clique 20",
        "two-counters 3",
        "friedmann-counter 2",
    ] {
        check_parity(&built(recipe), &METHODS);
    }
}

#[test]
fn random_targets() {
    for seed in 0..200 {
        let arena = built(&format!("random-parity 50 moves=2 priorities=5 seed={seed}"));
        let mut targets = Bitmap::new(arena.graph.vertex_count());
        for (vertex, priority) in arena.priorities.iter() {
            if priority == 0 {
                targets.set(vertex);
            }
        }
        let game = TargetGame { arena: owned(&arena), targets };
        let options = reachability::Options::default();
        let solution = reachability::solve(&game, &options).unwrap().solution;
        verify_reachability(&game, &solution, Partial::Refused).unwrap();
        let solution = reachability::safety(&game, &options).unwrap().solution;
        verify_safety(&game, &solution, Partial::Refused).unwrap();
        let options = buchi::Options::default();
        let solution = buchi::solve(&game, &options).unwrap().solution;
        verify_buchi(&game, &solution, Partial::Refused).unwrap();
        let solution = buchi::cobuchi(&game, &options).unwrap().solution;
        verify_cobuchi(&game, &solution, Partial::Refused).unwrap();
    }
}

#[test]
fn a_chain_of_attractors() {
    let arena = built("buchi-chain 100000");
    let game = TargetGame::new(owned(&arena), &arena.targets);
    let solution = buchi::solve(&game, &buchi::Options::default()).unwrap().solution;
    verify_buchi(&game, &solution, Partial::Refused).unwrap();
}
