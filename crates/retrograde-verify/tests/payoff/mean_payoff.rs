//! Every small mean-payoff game with every claim about it: exactly the right ones are accepted.

use retrograde_core::Ratio;
use retrograde_verify::{Partial, PayoffRule, Rule};

use crate::game::{Game, any_moves, games, tuples};
use crate::mean_oracle::{Claim, Truth};

/// Among them all that a game of two vertices can have.
pub(crate) fn some_values() -> Vec<Option<Ratio>> {
    [(-1, 1), (-1, 2), (0, 1), (1, 2), (1, 1), (1, 3), (2, 1)]
        .into_iter()
        .map(|(numerator, denominator)| Ratio::new(numerator, denominator))
        .collect()
}

/// Every claim with every strategy, legal or not. Says how many are right.
fn only_the_right_claims_are_accepted(game: &Game, partial: Partial) -> usize {
    let n = game.len();
    let mut values = some_values();
    if partial == Partial::Allowed {
        values.push(None);
    }
    let all_values = tuples(&values, n);
    let all_moves = any_moves(n);
    let mut right = 0;
    for known in tuples(&[false, true], n) {
        let truth = Truth::new(game, known.clone());
        let fits = |values: &&Vec<Option<Ratio>>| {
            values.iter().zip(&known).all(|(value, &known)| value.is_some() == known)
        };
        for moves in &all_moves {
            let proved = truth.proved(moves);
            for values in all_values.iter().filter(fits) {
                let claim = Claim { values: values.clone(), moves: Some(moves.clone()) };
                let verdict = claim.verify(game, partial);
                let is_right = proved.as_ref() == Some(values);
                assert_eq!(verdict.is_ok(), is_right, "{game:?} {claim:?} {verdict:?}");
                right += usize::from(is_right);
            }
        }
    }
    right
}

#[test]
fn exactly_the_right_claims_about_every_game_of_two_vertices_are_accepted() {
    let mut seen = 0;
    for game in (0..=2).flat_map(games) {
        assert!(only_the_right_claims_are_accepted(&game, Partial::Refused) >= 1, "{game:?}");
        seen += 1;
    }
    assert_eq!(seen, 1 + 2 * 3 + 4 * 15 * 15);
}

#[test]
fn exactly_the_right_parts_of_games_of_two_vertices_are_accepted() {
    for game in (1..=2).flat_map(games).step_by(5) {
        assert!(only_the_right_claims_are_accepted(&game, Partial::Allowed) >= 2, "{game:?}");
    }
}

/// Every strategy beside the right values, and every change of one value beside the right strategy.
#[test]
fn changed_solutions_of_games_of_three_vertices_are_refused() {
    let all_moves = any_moves(3);
    for game in games(3).step_by(9973) {
        let truth = Truth::new(&game, vec![true; 3]);
        let solution = truth.solution();
        for moves in &all_moves {
            let claim = Claim { moves: Some(moves.clone()), ..solution.clone() };
            let expected = truth.proved(moves).as_ref() == Some(&claim.values);
            let verdict = claim.verify(&game, Partial::Refused);
            assert_eq!(verdict.is_ok(), expected, "{game:?} {claim:?} {verdict:?}");
        }
        for v in 0..3 {
            for value in some_values().into_iter().chain([None, Ratio::new(2, 3)]) {
                let mut claim = solution.clone();
                claim.values[v] = value;
                let verdict = claim.verify(&game, Partial::Refused);
                let expected = value == solution.values[v];
                assert_eq!(verdict.is_ok(), expected, "{game:?} {claim:?} {verdict:?}");
            }
        }
    }
}

#[test]
fn solutions_of_many_games_of_three_vertices_are_accepted_with_their_moves_only() {
    for game in games(3).step_by(397) {
        let mut solution = Truth::new(&game, vec![true; 3]).solution();
        let verdict = solution.verify(&game, Partial::Refused);
        assert!(verdict.is_ok(), "{game:?} {solution:?} {verdict:?}");
        solution.moves = None;
        let fault = solution.verify(&game, Partial::Refused).unwrap_err();
        assert_eq!(fault.rule, Rule::Payoff(PayoffRule::StrategyMissing));
    }
}
