//! Conditions on targets as each other and as parity.

use proptest::prelude::*;
use retrograde_core::{Arena, Control};
use retrograde_solve::reduce::{
    Players, ReduceError, Reduced, buchi_to_parity, cobuchi_to_parity, exchange_players,
    reachability_to_parity, safety_to_parity,
};

use crate::games::{
    check_arena, known, of_targets, parity_case, parity_winners, target_case, target_winners,
    without,
};
use crate::regions::{Case, Objective, all_cases, brute_force, cases};

type Reduction = fn(Arena, &Control<'_>) -> Result<Reduced, ReduceError>;

/// Each objective, what it becomes with the players changed over, and how it becomes parity.
const OBJECTIVES: [(Objective, Objective, Reduction); 4] = [
    (Objective::Reachability, Objective::Safety, reachability_to_parity),
    (Objective::Safety, Objective::Reachability, safety_to_parity),
    (Objective::Buchi, Objective::Cobuchi, buchi_to_parity),
    (Objective::Cobuchi, Objective::Buchi, cobuchi_to_parity),
];

fn check(case: &Case, is_tiny: bool) {
    let arena = of_targets(case);
    let exchanged = exchange_players(arena.clone(), &Control::ALONE).unwrap();
    check_arena(&exchanged.arena, &["owner", "target"]);
    assert_eq!(exchanged.players, Players::Exchanged);
    for (of, other, to_parity) in OBJECTIVES {
        let expected = target_winners(&arena, of);
        let winners = exchanged.winners(&target_winners(&exchanged.arena, other));
        assert_eq!(winners, expected, "{of:?} {case:?}");

        let parity = to_parity(arena.clone(), &Control::ALONE).unwrap();
        check_arena(&parity.arena, &["owner", "priority"]);
        assert_eq!(parity.arena.names, arena.names);
        assert_eq!(parity.arena.owners, arena.owners);
        let winners = parity.winners(&parity_winners(&parity.arena));
        assert_eq!(winners, expected, "{of:?} {case:?}");

        if is_tiny {
            assert_eq!(known(&brute_force(case, of)), expected, "{of:?} {case:?}");
            let winners = known(&parity_case(&parity.arena).brute_force());
            assert_eq!(parity.winners(&winners), expected, "{of:?} {case:?}");
            let winners = known(&brute_force(&target_case(&exchanged.arena), other));
            assert_eq!(exchanged.winners(&winners), expected, "{of:?} {case:?}");
        }
    }
    let back = exchanged.then(|arena| exchange_players(arena, &Control::ALONE)).unwrap();
    assert_eq!(back.players, Players::Kept);
    assert_eq!((back.arena.owners, back.arena.targets), (arena.owners, arena.targets));
}

#[test]
fn all_small_games_keep_their_winners() {
    for vertices in 1..=2 {
        all_cases(vertices).for_each(|case| check(&case, true));
    }
    // All graphs of three vertices, each with some of the choices of owners and targets.
    all_cases(3).step_by(7).for_each(|case| check(&case, true));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn small_random_games_keep_their_winners(case in cases(5, 2)) {
        check(&case, true);
    }

    #[test]
    fn random_games_keep_their_winners(case in cases(30, 3)) {
        check(&case, false);
    }
}

#[test]
fn a_missing_owner_is_named() {
    let case = all_cases(2).last().unwrap();
    let mut arena = of_targets(&case);
    arena.owners = without(&arena.owners, 1);
    for (_, _, to_parity) in OBJECTIVES {
        let error = to_parity(arena.clone(), &Control::ALONE).unwrap_err();
        assert_eq!(
            error.to_string(),
            "vertex 'v1' has no owner: give every vertex one, such as owner=0"
        );
        assert_eq!(exchange_players(arena.clone(), &Control::ALONE).unwrap_err(), error);
    }
}
