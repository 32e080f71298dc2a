//! The algorithms alone, without anything that settles vertices before them.

#[path = "../../tests/parity/support.rs"]
mod support;

use proptest::prelude::*;
use retrograde_core::{RegionSolution, Threads};

use super::field::Field;
use super::game::{Game, Stop};
use super::{ALGORITHMS, Algorithm, auto, components, cycles, preprocess, promotion, zielonka};
use support::{Case, alternating, games};

fn game(case: &Case) -> Game<'_> {
    Game::new(case.game(), Threads::default())
}

fn run(case: &Case, algorithm: Algorithm) -> RegionSolution {
    algorithm(&game(case), &Stop::at(None)).unwrap()
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

    /// Wherever Zielonka's algorithm stops, another one can go on.
    #[test]
    fn another_algorithm_goes_on(case in games(5..=40, 3, 6, true), steps in 1..400u64) {
        let (game, stop) = (game(&case), Stop::at(None));
        let mut field = Field::new(case.ones.len());
        if zielonka::run(&game, &mut field, &Stop::after(steps, None)).is_none() {
            field.close(&game, &stop).unwrap();
            let solve = |part: &Game<'_>| promotion::solve(part, &stop);
            components::settle(&game, &mut field, Threads::default(), &stop, solve).unwrap();
        }
        let solution = field.into_solution(&game);
        prop_assert_eq!(&solution.winners, &run(&case, zielonka::solve).winners);
        prop_assert_eq!(case.check(&solution), Ok(()));
    }

    /// Wherever Zielonka's algorithm stops, what it has settled is right and has its moves.
    #[test]
    fn a_stop_leaves_what_is_proven(case in games(5..=40, 3, 6, true), steps in 1..400u64) {
        let game = game(&case);
        let expected = run(&case, zielonka::solve);
        let mut field = Field::new(case.ones.len());
        let finished = zielonka::run(&game, &mut field, &Stop::after(steps, None));
        let solution = field.into_solution(&game);
        prop_assert!(finished.is_none() || solution.winners.is_complete());
        prop_assert_eq!(case.check(&solution), Ok(()));
        for (known, winner) in solution.winners.iter().zip(expected.winners.iter()) {
            prop_assert!(known.is_none() || known == winner);
        }
    }

    /// Algorithms that take turns of a few steps come to the same end.
    #[test]
    fn turns_lead_to_the_end(case in games(20..=40, 3, 6, true)) {
        let mut switches = 0;
        let (_, solution) = auto::solve(&game(&case), 8, None, &mut switches).unwrap();
        prop_assert!(switches >= ALGORITHMS.len() as u64);
        prop_assert_eq!(&solution.winners, &run(&case, zielonka::solve).winners);
        prop_assert_eq!(case.check(&solution), Ok(()));
    }

    #[test]
    fn what_is_settled_beforehand_is_proven(case in games(1..=40, 3, 6, true)) {
        let game = game(&case);
        let mut field = Field::new(case.ones.len());
        preprocess::settle_ends_and_loops(&game, &mut field, &Stop::at(None)).unwrap();
        cycles::settle(&game, &mut field, &Stop::at(None)).unwrap();
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
    cycles::settle(&game, &mut field, &Stop::at(None)).unwrap();
    assert_eq!(field.settled(), 5);
    assert_eq!(case.check(&field.into_solution(&game)), Ok(()));
}
