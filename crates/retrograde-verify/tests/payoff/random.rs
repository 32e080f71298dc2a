//! Random games with parallel edges and extreme weights, and solutions changed in one place.

use proptest::prelude::*;
use retrograde_core::{Player, Ratio, Vertex};
use retrograde_verify::Partial;

use crate::game::Game;
use crate::{energy_oracle, mean_oracle};

fn arbitrary_game(weight: impl Strategy<Value = i64> + Clone) -> impl Strategy<Value = Game> {
    (1usize..=5).prop_flat_map(move |n| {
        let row = prop::collection::vec((0..n as Vertex, weight.clone()), 1..=3);
        let owner = prop::sample::select(vec![Player::Zero, Player::One]);
        let vertices = prop::collection::vec((owner, row), n);
        vertices.prop_map(|vertices| {
            let (owners, rows): (Vec<_>, Vec<_>) = vertices.into_iter().unzip();
            Game::new(&owners, &rows)
        })
    })
}

fn any_weight() -> impl Strategy<Value = i64> + Clone {
    prop_oneof![
        4 => -3i64..=3,
        1 => prop::sample::select(vec![i64::MIN, i64::MIN + 1, i64::MAX, i64::MAX - 1]),
        1 => any::<i64>(),
    ]
}

/// A vertex, and what to do to what is said about it.
fn change() -> impl Strategy<Value = (usize, u8, Option<Vertex>, i8)> {
    (0usize..5, 0u8..4, prop::option::of(0..6 as Vertex), -3i8..=3)
}

fn check_energy(game: &Game, (v, what, to, by): (usize, u8, Option<Vertex>, i8)) {
    let (n, v) = (game.len(), v % game.len());
    let truth = energy_oracle::Truth::new(game, vec![true; n]);
    let solution = truth.solution();
    let verdict = solution.verify(game, Partial::Refused);
    assert!(verdict.is_ok(), "{game:?} {solution:?} {verdict:?}");

    let mut claim = solution.clone();
    match what {
        0 => claim.credits[v] = claim.credits[v].map(|c| c.saturating_add_signed(by.into())),
        1 => claim.winners[v] = claim.winners[v].map(Player::opponent),
        2 => {
            claim.winners[v] = claim.winners[v].map(Player::opponent);
            claim.credits[v] = if claim.credits[v].is_some() { None } else { Some(0) };
        }
        _ => claim.moves.as_mut().unwrap()[v] = to,
    }
    let expected = truth.credits(&claim.winners, claim.moves.as_ref());
    let verdict = claim.verify(game, Partial::Refused);
    let is_right = expected.as_ref() == Some(&claim.credits);
    assert_eq!(verdict.is_ok(), is_right, "{game:?} {claim:?} {verdict:?}");

    // A part of the right solution.
    let mut part = solution;
    (part.winners[v], part.credits[v]) = (None, None);
    let truth = energy_oracle::Truth::new(game, (0..n).map(|u| u != v).collect());
    let is_right = truth.credits(&part.winners, part.moves.as_ref()).is_some();
    let verdict = part.verify(game, Partial::Allowed);
    assert_eq!(verdict.is_ok(), is_right, "{game:?} {part:?} {verdict:?}");
}

fn check_mean_payoff(game: &Game, (v, what, to, by): (usize, u8, Option<Vertex>, i8)) {
    let (n, v) = (game.len(), v % game.len());
    let truth = mean_oracle::Truth::new(game, vec![true; n]);
    let solution = truth.solution();
    let verdict = solution.verify(game, Partial::Refused);
    assert!(verdict.is_ok(), "{game:?} {solution:?} {verdict:?}");

    let mut claim = solution.clone();
    let moved = |value: Ratio| Ratio::new(value.numerator() + i128::from(by), value.denominator());
    match what {
        0 => claim.values[v] = claim.values[v].and_then(moved),
        1 => claim.values = claim.values.iter().map(|value| moved((*value)?)).collect(),
        _ => claim.moves.as_mut().unwrap()[v] = to,
    }
    let is_right = truth.proved(claim.moves.as_ref().unwrap()).as_ref() == Some(&claim.values);
    let verdict = claim.verify(game, Partial::Refused);
    assert_eq!(verdict.is_ok(), is_right, "{game:?} {claim:?} {verdict:?}");

    let mut part = solution;
    part.values[v] = None;
    let truth = mean_oracle::Truth::new(game, (0..n).map(|u| u != v).collect());
    let is_right = truth.proved(part.moves.as_ref().unwrap()).as_ref() == Some(&part.values);
    let verdict = part.verify(game, Partial::Allowed);
    assert_eq!(verdict.is_ok(), is_right, "{game:?} {part:?} {verdict:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn energy_with_small_weights(game in arbitrary_game(-3i64..=3), change in change()) {
        check_energy(&game, change);
    }

    #[test]
    fn energy_with_any_weights(game in arbitrary_game(any_weight()), change in change()) {
        check_energy(&game, change);
    }

    #[test]
    fn mean_payoff_with_small_weights(game in arbitrary_game(-3i64..=3), change in change()) {
        check_mean_payoff(&game, change);
    }

    #[test]
    fn mean_payoff_with_any_weights(game in arbitrary_game(any_weight()), change in change()) {
        check_mean_payoff(&game, change);
    }
}
