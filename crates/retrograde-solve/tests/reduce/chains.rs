//! Reductions after one another, and on games too large for any recursion.

use proptest::prelude::*;
use retrograde_core::{Acceptance, Arena, Control, Extremum, Graph, Player};
use retrograde_solve::emerson_lei::Limits;
use retrograde_solve::reduce::{
    Image, Players, Reduced, emerson_lei_to_parity, exchange_players, parity_to_payoff,
    parity_to_safety, reachability_to_parity, safety_to_parity,
};

use crate::games::{energy_winners, mean_payoffs, of_targets, owned, target_winners};
use crate::regions::{Case, Objective, cases};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn winners_are_read_off_through_several_reductions(case in cases(6, 2)) {
        let arena = of_targets(&case);
        let expected = target_winners(&arena, Objective::Reachability);
        let payoff = exchange_players(arena.clone(), &Control::ALONE).unwrap()
            .then(|arena| safety_to_parity(arena, &Control::ALONE)).unwrap()
            .then(|arena| parity_to_payoff(arena, Extremum::Max, &Control::ALONE)).unwrap();
        prop_assert_eq!(payoff.players, Players::Exchanged);
        prop_assert_eq!(&payoff.winners(&energy_winners(&payoff.arena)), &expected);
        prop_assert_eq!(&payoff.winners_by_value(&mean_payoffs(&payoff.arena)), &expected);

        let safety = reachability_to_parity(arena, &Control::ALONE).unwrap()
            .then(|arena| parity_to_safety(&arena, Extremum::Max, 1 << 20, &Control::ALONE)).unwrap()
            .then(|arena| exchange_players(arena, &Control::ALONE)).unwrap();
        let winners = target_winners(&safety.arena, Objective::Reachability);
        prop_assert_eq!(&safety.winners(&winners), &expected);
    }

    #[test]
    fn images_are_followed_through_several_reductions(case in cases(6, 2)) {
        // Büchi with two colours takes two leaves, and counters more copies still.
        let colors = case.targets.ones().map(|vertex| (vertex, 1 << (vertex % 2)));
        let owned = owned(&case.graph, |vertex| case.ones.get(vertex));
        let arena = Arena { colors: colors.collect(), ..owned };
        let both: Acceptance = "Inf(0)&Inf(1)".parse().unwrap();
        let parity = emerson_lei_to_parity(&arena, &both, &Limits::default(), &Control::ALONE).unwrap();
        let expected = parity.winners(&crate::games::parity_winners(&parity.arena));
        let safety =
            parity.then(|arena| parity_to_safety(&arena, Extremum::Max, 1 << 20, &Control::ALONE)).unwrap();
        prop_assert!(matches!(&safety.image, Image::At(places) if places.len() == case.graph.vertex_count()));
        let winners = target_winners(&safety.arena, Objective::Safety);
        prop_assert_eq!(safety.winners(&winners), expected);
    }
}

#[test]
fn a_long_chain_goes_through_quickly() {
    let vertices = 200_000;
    let edges = (0..vertices - 1).map(|vertex| (vertex, vertex + 1));
    let graph = Graph::from_edges(vertices as usize, edges).unwrap();
    let case = Case {
        ones: crate::regions::bits(vertices as usize, |vertex| vertex % 3 == 0),
        targets: crate::regions::bits(vertices as usize, |vertex| vertex + 1 == vertices as usize),
        graph,
    };
    let made: Reduced = reachability_to_parity(of_targets(&case), &Control::ALONE).unwrap();
    let payoff =
        made.then(|arena| parity_to_payoff(arena, Extremum::Max, &Control::ALONE)).unwrap();
    let winners = payoff.winners(&energy_winners(&payoff.arena));
    assert_eq!(winners.count(Player::Zero), vertices as usize);
}
