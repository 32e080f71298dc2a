//! Every solver of infinite plays through the independent verifier, on random arenas and on the
//! worst cases.

use std::time::{Duration, Instant};

use retrograde::games::generate::Recipe;
use retrograde::solve::{
    Options, buchi, emerson_lei, energy, mean_payoff, parity, reachability, reduce,
};
use retrograde::verify::{
    Partial, verify_buchi, verify_cobuchi, verify_emerson_lei, verify_emerson_lei_winners,
    verify_energy, verify_mean_payoff, verify_parity, verify_reachability, verify_safety,
};
use retrograde::{
    Acceptance, Arena, Bitmap, Colors, Control, EmersonLeiGame, Extremum, OwnedGraph, ParityGame,
    PayoffGame, Player, Ratio, RegionSolution, TargetGame, Winners,
};

const METHODS: [parity::Method; 10] = [
    parity::Method::Auto,
    parity::Method::Zielonka,
    parity::Method::Promotion,
    parity::Method::Tangle,
    parity::Method::RecursiveTangle,
    parity::Method::OneSidedTangle,
    parity::Method::Fixpoint,
    parity::Method::QuasiPolynomial,
    parity::Method::StrategyImprovement,
    parity::Method::ProgressMeasures,
];

fn built(recipe: &str) -> Arena {
    recipe.parse::<Recipe>().unwrap().build(&Control::default()).unwrap()
}

fn owned(arena: &Arena) -> OwnedGraph<'_> {
    OwnedGraph::of(arena).unwrap()
}

fn parity_game(arena: &Arena) -> ParityGame<'_> {
    ParityGame::of(arena, Extremum::Max).unwrap()
}

/// Solves by these methods; all must verify and agree.
fn check_parity(arena: &Arena, methods: &[parity::Method]) {
    let game = parity_game(arena);
    let mut first: Option<RegionSolution> = None;
    for &method in methods {
        let solution = parity::solve(&game, method, &Options::default()).unwrap().solution;
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
        "core-counter 3",
        "gazda-counter 6",
        "region-counter 6",
        "delayed-counter 6",
        "distractions 4",
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
        let options = Options::default();
        let solution = reachability::solve(&game, &options).unwrap().solution;
        verify_reachability(&game, &solution, Partial::Refused).unwrap();
        let solution = reachability::safety(&game, &options).unwrap().solution;
        verify_safety(&game, &solution, Partial::Refused).unwrap();
        let solution = buchi::solve(&game, &options).unwrap().solution;
        verify_buchi(&game, &solution, Partial::Refused).unwrap();
        let solution = buchi::cobuchi(&game, &options).unwrap().solution;
        verify_cobuchi(&game, &solution, Partial::Refused).unwrap();
    }
}

#[test]
fn a_chain_of_attractors() {
    let arena = built("buchi-chain 100000");
    let game = TargetGame::of(&arena).unwrap();
    let solution = buchi::solve(&game, &Options::default()).unwrap().solution;
    verify_buchi(&game, &solution, Partial::Refused).unwrap();
}

fn payoff(arena: &Arena) -> PayoffGame<'_> {
    PayoffGame::of(arena).unwrap()
}

#[test]
fn random_weights() {
    for seed in 0..40 {
        for (vertices, weight) in [(30, 2), (60, 50), (200, 1_000_000)] {
            let recipe = format!("random-payoff {vertices} moves=2.5 weight={weight} seed={seed}");
            let arena = built(&recipe);
            let game = payoff(&arena);
            let credits = energy::solve(&game, &Options::default()).unwrap().solution;
            verify_energy(&game, &credits, Partial::Refused).unwrap();
            let means = mean_payoff::solve(&game, mean_payoff::Method::Auto, &Options::default())
                .unwrap()
                .solution;
            verify_mean_payoff(&game, &means, Partial::Refused).unwrap();
            // A credit suffices exactly where the mean is not negative.
            for vertex in arena.graph.vertices() {
                let positive = means.values.get(vertex).unwrap() >= Ratio::from(0);
                assert_eq!(credits.winners.get(vertex) == Some(Player::Zero), positive);
            }
        }
    }
}

/// A priority, one of four, becomes the colour of that number.
fn coloured<'a>(arena: &'a Arena, acceptance: &str) -> EmersonLeiGame<'a> {
    let priorities = ParityGame::priorities(&arena.graph, &arena.priorities).unwrap();
    let colors = priorities.iter().map(|&priority| Colors(1 << priority)).collect();
    let acceptance = Acceptance::spelled(acceptance, Colors::first(4)).unwrap();
    EmersonLeiGame { arena: owned(arena), colors, acceptance }
}

#[test]
fn random_conditions_on_colours() {
    for seed in 0..60 {
        let arena = built(&format!("random-parity 40 moves=2 priorities=4 seed={seed}"));
        for acceptance in [
            "Inf(0)&Fin(1) | Inf(2)",
            "generalized-Buchi 4",
            "generalized-co-Buchi 3",
            "Rabin 2",
            "Streett 2",
            "{0,1} {2} {1,3}",
        ] {
            let game = coloured(&arena, acceptance);
            let limits = emerson_lei::Limits::default();
            let solution =
                emerson_lei::solve(&game, &limits, &Options::default()).unwrap().solution;
            verify_emerson_lei(&game, &solution, Partial::Refused).unwrap();
            let winners = RegionSolution { winners: solution.winners, strategy: None };
            verify_emerson_lei_winners(&game, &winners, Partial::Refused).unwrap();
        }
    }
}

#[test]
fn parity_is_a_condition_on_colours() {
    for seed in 0..40 {
        let arena = built(&format!("random-parity 40 moves=2 priorities=4 seed={seed}"));
        let game = parity_game(&arena);
        let expected = winners_of_parity(&game);
        let game = coloured(&arena, "parity max even 4");
        let limits = emerson_lei::Limits::default();
        let solved = emerson_lei::solve(&game, &limits, &Options::default()).unwrap();
        assert_eq!(solved.solution.winners, expected);
        // One state of memory is enough.
        assert_eq!(solved.leaves, 1);
    }
}

fn winners_of_parity(game: &ParityGame<'_>) -> Winners {
    parity::solve(game, parity::Method::Auto, &Options::default()).unwrap().solution.winners
}

fn winners_of_energy(arena: &Arena) -> Winners {
    energy::solve(&payoff(arena), &Options::default()).unwrap().solution.winners
}

#[test]
fn parity_games_have_the_winners_of_their_payoff_games() {
    for recipe in ["recursive-ladder 3", "jurdzinski-grid 2 2", "random-parity 60 priorities=5"] {
        let arena = built(recipe);
        let game = parity_game(&arena);
        let expected = winners_of_parity(&game);
        let reduced =
            reduce::parity_to_payoff(arena.clone(), Extremum::Max, &Control::default()).unwrap();
        assert_eq!(reduced.winners(&winners_of_energy(&reduced.arena)), expected, "{recipe}");
    }
}

#[test]
fn what_is_said_at_the_deadline_is_true() {
    for micros in [0, 200, 1000, 5000, 20_000] {
        let arena = built("random-parity 20000 moves=3 priorities=20 seed=3");
        let game = parity_game(&arena);
        let in_time = || {
            let deadline = Some(Instant::now() + Duration::from_micros(micros));
            Options::with(Control { deadline, ..Control::default() })
        };
        for method in METHODS {
            let solution = parity::solve(&game, method, &in_time()).unwrap().solution;
            verify_parity(&game, &solution, Partial::Allowed).unwrap();
        }
        let arena = built("random-payoff 20000 moves=2 weight=1000 seed=3");
        let game = payoff(&arena);
        let solution = energy::solve(&game, &in_time()).unwrap().solution;
        verify_energy(&game, &solution, Partial::Allowed).unwrap();
        for method in [mean_payoff::Method::Auto, mean_payoff::Method::Split] {
            let solution = mean_payoff::solve(&game, method, &in_time()).unwrap().solution;
            verify_mean_payoff(&game, &solution, Partial::Allowed).unwrap();
        }
        let arena = built("random-parity 5000 moves=3 priorities=4 seed=3");
        let game = coloured(&arena, "Streett 2");
        let limits = emerson_lei::Limits::default();
        let solution = emerson_lei::solve(&game, &limits, &in_time()).unwrap().solution;
        verify_emerson_lei(&game, &solution, Partial::Allowed).unwrap();
    }
}

#[test]
fn a_million_priorities_on_one_ring() {
    // The largest of them is odd, and nobody can avoid it.
    let vertices: u32 = 1_000_000;
    let mut edges: Vec<(u32, u32)> = (1..vertices).map(|v| (v - 1, v)).collect();
    edges.push((vertices - 1, 0));
    let graph = retrograde::Graph::from_edges(vertices as usize, edges).unwrap();
    let mut ones = Bitmap::new(vertices as usize);
    (0..vertices as usize).step_by(3).for_each(|v| ones.set(v));
    let game = ParityGame::max(OwnedGraph::from_bitmap(&graph, ones), (0..vertices).collect());
    let solution =
        parity::solve(&game, parity::Method::Auto, &Options::default()).unwrap().solution;
    assert_eq!(solution.winners.count(Player::One), vertices as usize);
    verify_parity(&game, &solution, Partial::Refused).unwrap();
}
