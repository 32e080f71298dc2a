//! Solutions and games that nobody made in good faith end in faults.

use proptest::prelude::*;
use retrograde_core::{
    Bitmap, EnergySolution, Graph, MeanPayoffSolution, OwnedGraph, PayoffGame, Player, Ratio,
    Vertex,
};
use retrograde_verify::{Fault, Partial, PayoffRule, Rule, verify_energy, verify_mean_payoff};

use crate::game::Game;
use crate::{energy_oracle, mean_oracle};

const ZERO: Option<Player> = Some(Player::Zero);

/// All edges cost as much as they can; player 0 moves on to the next vertex or stays at the last,
/// which is free.
fn costly() -> Game {
    let rows = [vec![(1, i64::MIN)], vec![(2, i64::MIN)], vec![(2, 0)]];
    Game::new(&[Player::Zero; 3], &rows)
}

#[test]
fn credits_larger_than_any_weight() {
    let most = 2u128 << 63;
    let claim = |credit| energy_oracle::Claim {
        winners: vec![ZERO; 3],
        credits: vec![Some(credit), Some(1 << 63), Some(0)],
        moves: Some(vec![Some(1), Some(2), Some(2)]),
    };
    let verify = |credit| claim(credit).verify(&costly(), Partial::Refused);
    assert!(verify(most).is_ok());
    for credit in [most + 1, 1 << 127, u128::MAX - 1] {
        let fault = verify(credit).unwrap_err();
        let rule = PayoffRule::CreditImpossible { credit, most };
        assert_eq!(fault, Fault { vertex: Some(0), turn: None, rule: rule.into() });
    }
}

#[test]
fn fractions_that_no_game_has() {
    let game = costly();
    let verify = |value: Ratio| {
        let values = vec![Some(value); 3];
        let claim = mean_oracle::Claim { values, moves: Some(vec![Some(1), Some(2), Some(2)]) };
        claim.verify(&game, Partial::Refused).map_err(|fault| fault.rule)
    };
    let impossible =
        |value| Err(Rule::Payoff(PayoffRule::ValueImpossible { value, least: i64::MIN, most: 0 }));
    assert!(verify(Ratio::from(0)).is_ok());
    for value in [
        Ratio::from(1),
        Ratio::new(i128::MAX, 1).unwrap(),
        Ratio::new(i128::MIN, 1).unwrap(),
        Ratio::new(i128::MAX, u32::MAX).unwrap(),
        Ratio::new(i128::from(i64::MIN) * 7 - 1, 7).unwrap(),
    ] {
        assert_eq!(verify(value), impossible(value));
    }
    for value in [Ratio::new(-1, 4).unwrap(), Ratio::new(-1, u32::MAX).unwrap()] {
        let rule = PayoffRule::DenominatorImpossible { value, vertices: 3 };
        assert_eq!(verify(value), Err(rule.into()));
    }
}

#[test]
fn lengths_that_do_not_match() {
    let winners = |n| std::iter::repeat_n(ZERO, n).collect();
    let credits = |n| std::iter::repeat_n(Some(0), n).collect();
    let values = |n| std::iter::repeat_n(Some(Ratio::from(0)), n).collect();
    let moves = |n| Some(std::iter::repeat_n(Some(0), n).collect());
    for (w, c, m) in [(2, 3, 3), (3, 4, 3), (3, 3, 2), (0, 0, 0)] {
        let solution =
            EnergySolution { winners: winners(w), credits: credits(c), strategy: moves(m) };
        let fault = costly().check(|game| verify_energy(game, &solution, Partial::Allowed));
        assert_eq!(fault.unwrap_err().vertex, None);
    }
    for (v, m) in [(2, 3), (3, 4), (0, 0)] {
        let solution = MeanPayoffSolution { values: values(v), strategy: moves(m), bounds: None };
        let fault = costly().check(|game| verify_mean_payoff(game, &solution, Partial::Allowed));
        assert_eq!(fault.unwrap_err().vertex, None);
    }
}

#[test]
fn games_that_end_or_have_nothing() {
    let graph = Graph::from_edges(2, [(0, 1)]).unwrap();
    let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(2));
    let game = PayoffGame { arena, weights: vec![5].into() };
    let no_move = Fault { vertex: Some(1), turn: None, rule: PayoffRule::NoMove.into() };
    for moves in [[Some(1), None], [Some(1), Some(0)]] {
        let energy = EnergySolution {
            winners: [ZERO; 2].into_iter().collect(),
            credits: [Some(0); 2].into_iter().collect(),
            strategy: Some(moves.into_iter().collect()),
        };
        assert_eq!(verify_energy(&game, &energy, Partial::Refused), Err(no_move.clone()));
        let mean = MeanPayoffSolution {
            values: [Some(Ratio::from(5)); 2].into_iter().collect(),
            strategy: energy.strategy,
            bounds: None,
        };
        assert_eq!(verify_mean_payoff(&game, &mean, Partial::Refused), Err(no_move.clone()));
    }
    let graph = Graph::from_edges(0, []).unwrap();
    let arena = OwnedGraph::from_bitmap(&graph, Bitmap::new(0));
    let game = PayoffGame { arena, weights: Vec::new().into() };
    let checked = verify_energy(&game, &EnergySolution::default(), Partial::Refused).unwrap();
    assert_eq!(checked.to_string(), "0 vertices (0 won by player 0, 0 by player 1) and 0 edges");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Whatever is said, there is an answer; and nothing but what is right is accepted.
    #[test]
    fn nonsense(
        rows in prop::collection::vec(prop::collection::vec((0u32..3, any::<i64>()), 1..=2), 3),
        owners in prop::collection::vec(any::<bool>(), 3),
        winners in prop::collection::vec(prop::option::of(any::<bool>()), 3),
        credits in prop::collection::vec(prop::option::of(0..u128::MAX), 3),
        values in prop::collection::vec(prop::option::of((any::<i128>(), any::<u32>())), 3),
        moves in prop::collection::vec(prop::option::of(0..u32::MAX), 3),
        narrow in any::<bool>(),
    ) {
        let player = |&one: &bool| if one { Player::One } else { Player::Zero };
        let owners: Vec<Player> = owners.iter().map(player).collect();
        let game = Game::new(&owners, &rows);
        let near = |to: Option<Vertex>| if narrow { to.map(|to| to % 3) } else { to };
        let moves: Vec<_> = moves.into_iter().map(near).collect();
        let credits: Vec<_> = credits
            .into_iter()
            .map(|credit| if narrow { credit.map(|credit| credit >> 62) } else { credit })
            .collect();
        let winners: Vec<_> = winners.iter().map(|one| one.as_ref().map(player)).collect();
        let claim = energy_oracle::Claim { winners, credits, moves: Some(moves.clone()) };
        let known = claim.winners.iter().map(Option::is_some).collect();
        let expected = energy_oracle::Truth::new(&game, known)
            .credits(&claim.winners, claim.moves.as_ref());
        let verdict = claim.verify(&game, Partial::Allowed);
        prop_assert_eq!(verdict.is_ok(), expected.as_ref() == Some(&claim.credits));

        let ratio = |value: Option<(i128, u32)>| {
            let (numerator, denominator) = value?;
            if narrow {
                Ratio::new(numerator >> 63, denominator % 3 + 1)
            } else {
                Ratio::new(numerator, denominator)
            }
        };
        let values = values.into_iter().map(ratio).collect();
        let claim = mean_oracle::Claim { values, moves: Some(moves.clone()) };
        let known = claim.values.iter().map(Option::is_some).collect();
        let proved = mean_oracle::Truth::new(&game, known).proved(&moves);
        let verdict = claim.verify(&game, Partial::Allowed);
        prop_assert_eq!(verdict.is_ok(), proved.as_ref() == Some(&claim.values));
    }
}
