//! Mean payoff of at least a threshold as energy.

use proptest::prelude::*;
use retrograde_core::{Arena, Control, Graph, Player, Ratio, Winners};
use retrograde_solve::reduce::{ReduceError, mean_payoff_to_energy};

use crate::games::{check_arena, energy_winners, mean_payoffs, of_weights, owned};
use crate::payoffs::{Case, all_small, cases};

/// All thresholds at which something may change, and some between.
fn check(case: &Case, others: &[Ratio]) {
    let mean = |_: &[i128], cycle: &[i128]| Ratio::new(cycle.iter().sum(), cycle.len() as u32);
    let values: Vec<Ratio> = case.brute_force(mean).into_iter().map(Option::unwrap).collect();
    let arena = of_weights(case);
    assert!(mean_payoffs(&arena).iter().eq(values.iter().map(|&value| Some(value))));
    for &threshold in values.iter().chain(others) {
        let reduced = mean_payoff_to_energy(arena.clone(), threshold, &Control::ALONE).unwrap();
        check_arena(&reduced.arena, &["owner", "weight"]);
        let winner = |value| if value >= threshold { Player::Zero } else { Player::One };
        let expected: Winners = values.iter().map(|&value| Some(winner(value))).collect();
        let winners = reduced.winners(&energy_winners(&reduced.arena));
        assert_eq!(winners, expected, "{threshold} {case:?}");
    }
}

#[test]
fn all_small_games_have_the_winners_of_their_values() {
    let others = [Ratio::new(-1, 7).unwrap(), Ratio::from(0), Ratio::new(5, 3).unwrap()];
    for vertices in 1..=2 {
        all_small(vertices).for_each(|case| check(&case, &others));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn random_games_have_the_winners_of_their_values(
        case in cases(5, 2, -9i64..=9),
        numerator in -30i128..=30,
        denominator in 1u32..=7,
    ) {
        check(&case, &[Ratio::new(numerator, denominator).unwrap()]);
    }
}

#[test]
fn weights_that_no_longer_fit_are_named() {
    let arena = of_weights(&Case::new(&[false, true], &[(0, 1, i64::MAX), (1, 0, 0)]));
    assert!(mean_payoff_to_energy(arena.clone(), Ratio::from(1), &Control::ALONE).is_ok());
    let error = mean_payoff_to_energy(arena.clone(), Ratio::new(1, 2).unwrap(), &Control::ALONE)
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        format!(
            "the weight {} from 'v0' to 'v1' does not fit 64 bits once it is measured from 1/2: use \
             smaller weights, or a threshold with a smaller denominator",
            i64::MAX
        )
    );
    let least = Ratio::new(i128::MIN, 1).unwrap();
    assert!(matches!(
        mean_payoff_to_energy(arena, least, &Control::ALONE),
        Err(ReduceError::Threshold { .. })
    ));
}

#[test]
fn a_vertex_without_a_move_is_named() {
    let graph = Graph::from_edges(2, [(0, 1)]).unwrap();
    let error = mean_payoff_to_energy(owned(&graph, |_| false), Ratio::from(0), &Control::ALONE)
        .unwrap_err();
    assert!(error.to_string().starts_with("vertex 'v1' has no move"), "{error}");
    let arena = Arena::from(graph);
    let error = mean_payoff_to_energy(arena, Ratio::from(0), &Control::ALONE).unwrap_err();
    assert!(matches!(error, ReduceError::Missing { attribute: "owner", vertex: 0, .. }));
}
