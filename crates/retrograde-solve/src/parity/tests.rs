//! The algorithms alone, without anything that settles vertices before them.

#[path = "../../tests/parity/support.rs"]
mod support;

use proptest::prelude::*;
use retrograde_core::{Control, Objective, Player, RegionSolution};

use super::advance::{Advance, Step};
use super::field::{Field, Hold};
use super::game::Game;
use super::{ALGORITHMS, Algorithm, Method, OnField};
use super::{auto, buchi, components, cycles, preprocess, promotion, recursive_tangle, zielonka};
use crate::registry::{self, Auto};
use crate::stop::Stop;
use support::{Case, alternating, games};

fn game(case: &Case) -> Game<'_> {
    Game::new(case.game(), &Control::default()).unwrap()
}

fn run(case: &Case, algorithm: Algorithm) -> RegionSolution {
    algorithm(&game(case), &Stop::new(&Control::ALONE)).unwrap()
}

/// The algorithms that can go on where another one stopped.
fn on_field() -> impl Iterator<Item = (Method, OnField)> {
    ALGORITHMS.iter().filter_map(|&(method, _)| Some((method, method.on_field()?)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn each_algorithm_agrees_with_brute_force(case in games(1..=6, 3, 5, true)) {
        let expected = case.brute_force();
        for &(method, algorithm) in ALGORITHMS {
            let solution = run(&case, algorithm);
            let winners: Vec<_> = solution.winners.iter().map(Option::unwrap).collect();
            prop_assert_eq!(&winners, &expected, "{:?}", method);
            prop_assert_eq!(case.check(&solution), Ok(()), "{:?}", method);
        }
    }

    #[test]
    fn two_priorities_are_a_buchi_game(case in games(1..=7, 3, 2, true), odd in any::<bool>()) {
        let mut case = case;
        case.priorities.iter_mut().for_each(|priority| *priority = *priority % 2 + u32::from(odd));
        let expected = case.brute_force();
        let solution = run(&case, buchi::solve);
        let winners: Vec<_> = solution.winners.iter().map(Option::unwrap).collect();
        prop_assert_eq!(&winners, &expected);
        prop_assert_eq!(case.check(&solution), Ok(()));
    }

    #[test]
    fn all_algorithms_agree(case in games(5..=60, 3, 8, true)) {
        let expected = run(&case, zielonka::solve);
        for &(method, algorithm) in ALGORITHMS {
            let solution = run(&case, algorithm);
            prop_assert_eq!(&solution.winners, &expected.winners, "{:?}", method);
            prop_assert_eq!(case.check(&solution), Ok(()), "{:?}", method);
        }
    }

    #[test]
    fn all_algorithms_agree_where_players_alternate(case in alternating(25, 12)) {
        let expected = run(&case, zielonka::solve);
        for &(method, algorithm) in ALGORITHMS {
            let solution = run(&case, algorithm);
            prop_assert_eq!(&solution.winners, &expected.winners, "{:?}", method);
            prop_assert_eq!(case.check(&solution), Ok(()), "{:?}", method);
        }
    }

    /// Wherever an algorithm stops, another one can go on.
    #[test]
    fn another_algorithm_goes_on(case in games(5..=40, 3, 6, true), steps in 1..400u64) {
        let (game, stop) = (game(&case), Stop::new(&Control::ALONE));
        let expected = run(&case, zielonka::solve);
        for (method, settle) in on_field() {
            let mut field = Field::new(case.ones.len());
            if settle(&game, &mut field, &Stop::after(steps, &Control::ALONE)).is_none() {
                field.close(&game, &stop).unwrap();
                let solve = |part: &Game<'_>| promotion::solve(part, &stop);
                components::settle(&game, &mut field, &Control::ALONE, &stop, solve).unwrap();
            }
            let solution = field.into_solution(&game);
            prop_assert_eq!(&solution.winners, &expected.winners, "{:?}", method);
            prop_assert_eq!(case.check(&solution), Ok(()), "{:?}", method);
        }
    }

    /// Wherever an algorithm stops, what it has settled is right and has its moves.
    #[test]
    fn a_stop_leaves_what_is_proven(case in games(5..=40, 3, 6, true), steps in 1..400u64) {
        let game = game(&case);
        let expected = run(&case, zielonka::solve);
        for (method, settle) in on_field() {
            let mut field = Field::new(case.ones.len());
            let finished = settle(&game, &mut field, &Stop::after(steps, &Control::ALONE));
            let solution = field.into_solution(&game);
            prop_assert!(finished.is_none() || solution.winners.is_complete(), "{:?}", method);
            prop_assert_eq!(case.check(&solution), Ok(()), "{:?}", method);
            for (known, winner) in solution.winners.iter().zip(expected.winners.iter()) {
                prop_assert!(known.is_none() || known == winner, "{:?}", method);
            }
        }
    }

    /// Where some vertices are settled already, an algorithm settles the others.
    #[test]
    fn algorithms_go_on_from_what_is_settled(case in games(5..=40, 3, 6, true)) {
        let (game, stop) = (game(&case), Stop::new(&Control::ALONE));
        let expected = run(&case, zielonka::solve);
        for (method, settle) in on_field() {
            let mut field = Field::new(case.ones.len());
            preprocess::settle_ends_and_loops(&game, &mut field, &stop).unwrap();
            settle(&game, &mut field, &stop).unwrap();
            let solution = field.into_solution(&game);
            prop_assert_eq!(&solution.winners, &expected.winners, "{:?}", method);
            prop_assert_eq!(case.check(&solution), Ok(()), "{:?}", method);
        }
    }

    /// Algorithms that take turns of a few steps come to the same end, with what each has won taken
    /// out of the game for all.
    #[test]
    fn turns_lead_to_the_end(case in games(20..=40, 3, 6, true), grant in 1..40u64) {
        let (game, stop) = (game(&case), Stop::new(&Control::ALONE));
        let mut switches = 0;
        let (_, part) = auto::solve(&game, grant, &stop, &mut switches).unwrap();
        prop_assert!(switches > 0);
        prop_assert_eq!(case.check(&part), Ok(()));
        prop_assert!(part.winners.iter().any(|winner| winner.is_some()));
        let mut field = Field::new(case.ones.len());
        let solve = |part: &Game<'_>| Some(auto::solve(part, grant, &stop, &mut switches)?.1);
        components::settle(&game, &mut field, &Control::ALONE, &stop, solve).unwrap();
        let solution = field.into_solution(&game);
        prop_assert_eq!(&solution.winners, &run(&case, zielonka::solve).winners);
        prop_assert_eq!(case.check(&solution), Ok(()));
    }

    /// What pauses after every few steps has proven what it holds for good, and comes to the end.
    #[test]
    fn pauses_change_nothing(case in games(20..=40, 3, 12, true), grant in 1..60u64) {
        let (game, control) = (game(&case), Control::ALONE);
        let expected = run(&case, zielonka::solve);
        let stop = Stop::new(&control).on_grants();
        let mut searches: Vec<Box<dyn Advance>> = vec![];
        let field = || Field::new(case.ones.len());
        searches.push(Box::new(zielonka::Search::new(&game, &field(), &stop).unwrap()));
        searches.push(Box::new(promotion::Search::new(&game, &field(), &stop).unwrap()));
        for only in [None, Some(Player::Zero)] {
            let search = recursive_tangle::Search::new(&game, &field(), &stop, only).unwrap();
            searches.push(Box::new(search));
        }
        for mut search in searches {
            let mut own = field();
            loop {
                stop.grant(grant);
                let step = search.advance(&mut own).unwrap();
                let settled = own.settled();
                if step == Step::Done {
                    prop_assert_eq!(settled, case.ones.len());
                    break;
                }
            }
            let solution = own.into_solution(&game);
            prop_assert_eq!(&solution.winners, &expected.winners);
            prop_assert_eq!(case.check(&solution), Ok(()));
        }
    }

    #[test]
    fn what_is_settled_beforehand_is_proven(case in games(1..=40, 3, 6, true)) {
        let game = game(&case);
        let mut field = Field::new(case.ones.len());
        preprocess::settle_ends_and_loops(&game, &mut field, &Stop::new(&Control::ALONE)).unwrap();
        cycles::settle(&game, &mut field, &Stop::new(&Control::ALONE)).unwrap();
        for vertex in game.graph().vertices().filter(|&vertex| field.is_free(vertex)) {
            prop_assert!(game.graph().successors(vertex).iter().any(|&to| field.is_free(to)));
        }
        prop_assert_eq!(case.check(&field.into_solution(&game)), Ok(()));
    }
}

/// One cycle of each player, with a priority of the other on the way in.
#[test]
fn own_cycles_are_found() {
    let edges = [(0, 1), (1, 0), (2, 3), (3, 2), (4, 0), (4, 2)];
    let case = Case {
        graph: retrograde_core::Graph::from_edges(5, edges).unwrap(),
        ones: vec![false, false, true, true, false],
        priorities: vec![1, 2, 0, 3, 5],
    };
    let game = game(&case);
    let mut field = Field::new(5);
    cycles::settle(&game, &mut field, &Stop::new(&Control::ALONE)).unwrap();
    assert_eq!(field.settled(), 5);
    assert_eq!(case.check(&field.into_solution(&game)), Ok(()));
}

/// What a player has won is a way out for that player, though it has not attracted all it can.
#[test]
fn both_players_settled_vertices_count_when_attractors_are_made_up_for() {
    // Vertex 2 leads to 0, which stays with player 0, and to 1, which stays with player 1.
    let case = |last: bool| Case {
        graph: retrograde_core::Graph::from_edges(3, [(0, 0), (1, 1), (2, 0), (2, 1)]).unwrap(),
        ones: vec![false, true, last],
        priorities: vec![0, 1, 0],
    };
    for owner in [Player::Zero, Player::One] {
        let case = case(owner == Player::One);
        let game = game(&case);
        let mut field = Field::new(3);
        for (vertex, player) in [(0, Player::Zero), (1, Player::One)] {
            field.take(vertex, Hold::won(0, player));
            field.set_move(vertex, vertex);
        }
        field.close(&game, &Stop::new(&Control::ALONE)).unwrap();
        assert!(field.hold(2) == Hold::won(0, owner));
        assert_eq!(case.check(&field.into_solution(&game)), Ok(()));
    }
}

/// The registry says in which order the algorithms take turns.
#[test]
fn turns_are_taken_in_the_order_of_the_registry() {
    let mut entries: Vec<(u8, &str)> = registry::of(&Objective::PARITY)
        .filter_map(|solver| match solver.auto {
            Auto::Turn(place) => Some((place, solver.name)),
            _ => None,
        })
        .collect();
    entries.sort_unstable();
    let names = ALGORITHMS.iter().map(|(method, _)| method.solver());
    assert!(entries.into_iter().eq((1..).zip(names)));
    assert_eq!(Method::Auto.solver(), ALGORITHMS[0].0.solver());
}
