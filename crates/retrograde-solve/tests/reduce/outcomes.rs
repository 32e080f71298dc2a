//! Outcomes as parity and as reachability.

use proptest::prelude::*;
use retrograde_core::{Arena, Control, Convention, Outcome, OutcomeGame, Player, Vertex, Winners};
use retrograde_solve::construct::alternating;
use retrograde_solve::reduce::{OutcomeReduced, outcome_to_parity, outcome_to_reachability};

use crate::arenas::{CONVENTIONS, all_graphs, arenas, values, with_all_verdicts};
use crate::games::{check_arena, known, parity_case, parity_winners, target_case, target_winners};
use crate::regions::{Objective, brute_force};

/// Labels by looking at all vertices again and again; what gets none is a draw.
fn naive_outcomes(arena: &Arena, convention: Convention) -> Vec<Outcome> {
    let game = OutcomeGame::new(&arena.graph, &arena.verdicts, convention).unwrap();
    let mut labels = vec![None; arena.graph.vertex_count()];
    loop {
        let before = labels.clone();
        for vertex in arena.graph.vertices() {
            let row = arena.graph.successors(vertex);
            labels[vertex as usize] = if row.is_empty() {
                Some(game.terminal_outcome(vertex))
            } else if row.iter().any(|&to| before[to as usize] == Some(Outcome::Lose)) {
                Some(Outcome::Win)
            } else if row.iter().all(|&to| before[to as usize] == Some(Outcome::Win)) {
                Some(Outcome::Lose)
            } else {
                None
            };
        }
        if labels == before {
            return labels.into_iter().map(|label| label.unwrap_or(Outcome::Draw)).collect();
        }
    }
}

fn read(reduced: &OutcomeReduced, winners: &Winners) -> Vec<Outcome> {
    let all = 0..reduced.vertex_count() as Vertex;
    all.map(|vertex| reduced.outcome(winners, vertex).expect("known")).collect()
}

fn check(arena: &Arena, is_small: bool) {
    for convention in CONVENTIONS {
        let expected = naive_outcomes(arena, convention);
        let solved = values(arena, convention);
        let by_solver: Vec<_> = arena.graph.vertices().map(|v| solved.outcome(v)).collect();
        assert_eq!(by_solver, expected, "{arena:?}");

        let parity = outcome_to_parity(arena, convention, &Control::ALONE).unwrap();
        check_arena(&parity.arena, &["owner", "priority"]);
        assert_eq!(read(&parity, &parity_winners(&parity.arena)), expected, "{arena:?}");

        let reach = outcome_to_reachability(arena, convention, &Control::ALONE).unwrap();
        check_arena(&reach.arena, &["owner", "target"]);
        let winners = target_winners(&reach.arena, Objective::Reachability);
        assert_eq!(read(&reach, &winners), expected, "{arena:?}");

        if is_small {
            let winners = known(&parity_case(&parity.arena).brute_force());
            assert_eq!(read(&parity, &winners), expected, "{arena:?}");
            let case = target_case(&reach.arena);
            let winners = known(&brute_force(&case, Objective::Reachability));
            assert_eq!(read(&reach, &winners), expected, "{arena:?}");
        }
    }
}

#[test]
fn all_small_games_keep_their_outcomes() {
    for vertices in 0..=2 {
        let all =
            all_graphs(vertices).flat_map(|arena| with_all_verdicts(&arena).collect::<Vec<_>>());
        all.for_each(|arena| check(&arena, true));
    }
    for arena in all_graphs(3) {
        with_all_verdicts(&arena).for_each(|arena| check(&arena, false));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn random_games_keep_their_outcomes(arena in arenas(12, 3)) {
        check(&arena, false);
    }

    #[test]
    fn names_are_those_of_the_alternating_graph(arena in arenas(8, 2)) {
        let names = alternating(&arena, &Control::ALONE).unwrap().arena.names;
        let reduced = outcome_to_parity(&arena, Convention::Normal, &Control::ALONE).unwrap();
        prop_assert_eq!(&reduced.arena.names, &names);
        for vertex in arena.graph.vertices() {
            let name = arena.names.get(vertex);
            prop_assert_eq!(names.get(reduced.first(vertex)), format!("{name}/0"));
            prop_assert_eq!(names.get(reduced.second(vertex)), format!("{name}/1"));
        }
    }
}

#[test]
fn what_is_not_known_of_the_new_game_is_not_known_of_the_old_one() {
    let arena = all_graphs(1).next().unwrap();
    let reduced = outcome_to_parity(&arena, Convention::Normal, &Control::ALONE).unwrap();
    let outcome = |first, second| {
        let winners: Winners = [first, second].into_iter().collect();
        reduced.outcome(&winners, 0)
    };
    let (zero, one) = (Some(Player::Zero), Some(Player::One));
    assert_eq!(outcome(zero, None), Some(Outcome::Win));
    assert_eq!(outcome(None, zero), Some(Outcome::Lose));
    assert_eq!(outcome(one, None), None);
    assert_eq!(outcome(None, one), None);
    assert_eq!(outcome(one, one), Some(Outcome::Draw));
}

#[test]
fn a_verdict_on_a_vertex_with_moves_is_refused() {
    let mut arena = all_graphs(1).nth(1).unwrap();
    arena.verdicts.set(0, Outcome::Win);
    assert!(outcome_to_parity(&arena, Convention::Normal, &Control::ALONE).is_err());
    assert!(outcome_to_reachability(&arena, Convention::Normal, &Control::ALONE).is_err());
}
