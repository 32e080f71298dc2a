//! Parity as mean payoff, energy and safety.

use proptest::prelude::*;
use retrograde_core::{Arena, Control, Extremum, Graph, Player, Ratio, Winners};
use retrograde_solve::construct::Size;
use retrograde_solve::reduce::{ReduceError, parity_to_payoff, parity_to_safety};

use crate::games::{
    check_arena, energy_winners, known, mean_payoffs, of_priorities, parity_winners, payoff_case,
    target_case, target_winners, without,
};
use crate::parities::{Case, games};
use crate::payoffs::Dice;
use crate::regions::{Objective, brute_force};

const LIMIT: u64 = 200_000;

/// The same game where the other extreme decides: flipped around an even number.
fn flipped(case: &Case) -> Case {
    let priorities = case.priorities.iter().map(|priority| 1000 - priority).collect();
    Case { priorities, ..case.clone() }
}

fn check_payoff(arena: &Arena, deciding: Extremum, expected: &Winners, is_tiny: bool) {
    let reduced = parity_to_payoff(arena.clone(), deciding, &Control::ALONE).unwrap();
    let made = &reduced.arena;
    check_arena(made, &["owner", "weight"]);
    assert_eq!((&made.names, &made.owners), (&arena.names, &arena.owners));
    assert_eq!(made.weights.count(), made.graph.edge_count());
    let values = mean_payoffs(made);
    assert!(values.iter().all(|value| value.unwrap() != Ratio::from(0)), "{arena:?}");
    assert_eq!(&reduced.winners_by_value(&values), expected, "{arena:?}");
    assert_eq!(&reduced.winners(&energy_winners(made)), expected, "{arena:?}");
    if is_tiny {
        let sums = payoff_case(made).brute_force(|_, cycle| cycle.iter().sum::<i128>() >= 0);
        let winner = |&zero: &bool| Some(if zero { Player::Zero } else { Player::One });
        assert_eq!(&reduced.winners(&sums.iter().map(winner).collect()), expected, "{arena:?}");
    }
}

fn check_safety(arena: &Arena, deciding: Extremum, expected: &Winners) {
    let reduced = match parity_to_safety(arena, deciding, LIMIT, &Control::ALONE) {
        Err(ReduceError::Counters { .. }) => return,
        reduced => reduced.unwrap(),
    };
    let made = &reduced.arena;
    check_arena(made, &["owner", "target"]);
    let winners = target_winners(made, Objective::Safety);
    assert_eq!(&reduced.winners(&winners), expected, "{arena:?} {made:?}");
    for vertex in arena.graph.vertices() {
        let (name, image) = (arena.names.get(vertex), made.names.get(reduced.image.get(vertex)));
        let shown = image.strip_prefix(&*name).expect("the name of the vertex");
        assert!(shown.chars().all(|c| matches!(c, '@' | '.' | '0')), "{image}");
    }
    // Each choice of moves is tried against each other one.
    let choices = made.graph.vertices().map(|v| u64::from(made.graph.out_degree(v).max(1)));
    if choices.fold(1, u64::saturating_mul) <= 256 {
        let winners = known(&brute_force(&target_case(made), Objective::Safety));
        assert_eq!(&reduced.winners(&winners), expected, "{arena:?} {made:?}");
    }
}

fn check(case: &Case, is_tiny: bool) {
    let expected = parity_winners(&of_priorities(case));
    if is_tiny {
        assert_eq!(known(&case.brute_force()), expected, "{case:?}");
    }
    let games =
        [(of_priorities(case), Extremum::Max), (of_priorities(&flipped(case)), Extremum::Min)];
    for (arena, deciding) in games {
        check_payoff(&arena, deciding, &expected, is_tiny);
        check_safety(&arena, deciding, &expected);
    }
}

fn graph(vertices: usize, code: u32) -> Graph {
    let chosen = (0..vertices * vertices).filter(|pair| code >> pair & 1 == 1);
    let edges = chosen.map(|pair| ((pair / vertices) as u32, (pair % vertices) as u32));
    Graph::from_edges(vertices, edges).unwrap()
}

#[test]
fn all_games_of_two_vertices_keep_their_winners() {
    for code in 0..16 * 4 * 16 {
        let ones = (0..2).map(|vertex| code >> (4 + vertex) & 1 == 1).collect();
        let priorities = (0..2).map(|vertex| code >> (6 + 2 * vertex) & 3).collect();
        check(&Case { graph: graph(2, code & 15), ones, priorities }, true);
    }
}

#[test]
fn all_graphs_of_three_vertices_keep_their_winners() {
    let mut dice = Dice(4);
    for code in 0..512 {
        for _ in 0..4 {
            let ones = (0..3).map(|_| dice.below(2) == 1).collect();
            let priorities = (0..3).map(|_| dice.below(5) as u32).collect();
            check(&Case { graph: graph(3, code), ones, priorities }, true);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn small_random_games_keep_their_winners(case in games(1..=6, 2, 5, false)) {
        check(&case, true);
    }

    #[test]
    fn random_games_keep_their_winners(case in games(5..=12, 3, 4, false)) {
        check(&case, false);
    }
}

/// A ring in which vertex `v` has the priority `priority(v)`.
fn ring(vertices: u32, priority: impl Fn(u32) -> u32) -> Arena {
    let edges = (0..vertices).map(|v| (v, (v + 1) % vertices));
    of_priorities(&Case {
        graph: Graph::from_edges(vertices as usize, edges).unwrap(),
        ones: vec![false; vertices as usize],
        priorities: (0..vertices).map(priority).collect(),
    })
}

#[test]
fn weights_are_as_small_as_they_can_be() {
    let weights = |arena: &Arena, deciding| {
        let made = parity_to_payoff(arena.clone(), deciding, &Control::ALONE).unwrap().arena;
        made.weights.iter().map(|(_, weight)| weight).collect::<Vec<_>>()
    };
    // Fibonacci numbers, if every priority comes up once.
    let once = ring(6, |vertex| vertex);
    assert_eq!(weights(&once, Extremum::Max), [1, -2, 3, -5, 8, -13]);
    assert_eq!(weights(&once, Extremum::Min), [13, -8, 5, -3, 2, -1]);
    // Priorities without one of the other parity between them weigh the same.
    let even = ring(4, |vertex| [2, 4, 7, u32::MAX][vertex as usize]);
    assert_eq!(weights(&even, Extremum::Max), [1, 1, -3, -3]);
    assert_eq!(weights(&even, Extremum::Min), [3, 3, -1, -1]);
}

#[test]
fn weights_past_64_bits_are_refused_with_what_fits() {
    assert!(parity_to_payoff(ring(90, |vertex| vertex), Extremum::Max, &Control::ALONE).is_ok());
    let error =
        parity_to_payoff(ring(200, |vertex| vertex), Extremum::Max, &Control::ALONE).unwrap_err();
    assert_eq!(
        error.to_string(),
        "weights for 200 priorities over 200 vertices do not fit 64 bits: over so many vertices, 9 \
         priorities always do; solve the parity game itself, or a part of it"
    );
    let error = parity_to_payoff(ring(4800, |vertex| vertex % 8), Extremum::Min, &Control::ALONE)
        .unwrap_err();
    let ReduceError::Weights { priorities, vertices, fitting_priorities, fitting_vertices } = error
    else {
        panic!("{error}");
    };
    assert_eq!((priorities, vertices, fitting_priorities, fitting_vertices), (8, 4800, 6, 511));
    assert!(error.to_string().contains(", and so many priorities over 511 vertices;"));
    assert!(
        parity_to_payoff(ring(4800, |vertex| vertex % 6), Extremum::Min, &Control::ALONE).is_ok()
    );
    assert!(
        parity_to_payoff(ring(511, |vertex| vertex % 8), Extremum::Min, &Control::ALONE).is_ok()
    );
}

#[test]
fn too_many_counters_are_refused() {
    let arena = ring(40, |vertex| vertex % 4);
    let error = parity_to_safety(&arena, Extremum::Max, 4839, &Control::ALONE).unwrap_err();
    let size = |count| Size::Exactly(count);
    let (states, vertices, edges) = (size(121), size(4840), size(4840));
    let expected = ReduceError::Counters { states, vertices, edges, limit: 4839 };
    assert_eq!(error, expected);
    assert!(error.to_string().contains("with 121 copies of each vertex"), "{error}");
    assert!(parity_to_safety(&arena, Extremum::Max, 4840, &Control::ALONE).is_ok());
    // More states than any number holds.
    let error =
        parity_to_safety(&ring(600, |vertex| vertex), Extremum::Max, u64::MAX, &Control::ALONE);
    let error = error.unwrap_err();
    assert!(matches!(error, ReduceError::Counters { vertices: Size::AtLeast(_), .. }), "{error}");
}

#[test]
fn nothing_at_all_is_a_game() {
    let arena = ring(0, |vertex| vertex);
    assert_eq!(
        parity_to_payoff(arena.clone(), Extremum::Min, &Control::ALONE).unwrap().vertex_count(),
        0
    );
    assert_eq!(
        parity_to_safety(&arena, Extremum::Max, 0, &Control::ALONE).unwrap().vertex_count(),
        0
    );
}

#[test]
fn what_is_missing_is_named() {
    let arena = ring(3, |vertex| vertex);
    let no_owner = Arena { owners: without(&arena.owners, 2), ..arena.clone() };
    let no_priority = Arena { priorities: without(&arena.priorities, 1), ..arena };
    for (arena, attribute, name) in [(no_owner, "owner", "v2"), (no_priority, "priority", "v1")] {
        let error = parity_to_safety(&arena, Extremum::Max, LIMIT, &Control::ALONE).unwrap_err();
        assert!(error.to_string().starts_with(&format!("vertex '{name}' has no {attribute}")));
        assert_eq!(parity_to_payoff(arena, Extremum::Max, &Control::ALONE).unwrap_err(), error);
    }
}
