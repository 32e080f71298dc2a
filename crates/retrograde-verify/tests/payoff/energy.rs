//! Every small energy game with every claim about it: exactly the right ones are accepted.

use retrograde_core::Player;
use retrograde_verify::Partial;

use crate::energy_oracle::{Claim, Truth};
use crate::game::{Game, Moves, any_moves, games, tuples};

const ZERO: Option<Player> = Some(Player::Zero);
const ONE: Option<Player> = Some(Player::One);

/// Every claim about who wins with what, with every strategy, legal or not, and without. Says how
/// many are right.
fn only_the_right_claims_are_accepted(game: &Game, partial: Partial) -> usize {
    let n = game.len();
    let winner: &[Option<Player>] = match partial {
        Partial::Refused => &[ZERO, ONE],
        Partial::Allowed => &[ZERO, ONE, None],
    };
    let credits = tuples(&[None, Some(0), Some(1), Some(2)], n);
    let moves = any_moves(n).into_iter().map(Some).chain([None]);
    let all_moves: Vec<Option<Moves>> = moves.collect();
    let mut right = 0;
    for winners in tuples(winner, n) {
        let known = winners.iter().map(Option::is_some).collect();
        let truth = Truth::new(game, known);
        for moves in &all_moves {
            let expected = truth.credits(&winners, moves.as_ref());
            for credits in &credits {
                let claim = Claim {
                    winners: winners.clone(),
                    credits: credits.clone(),
                    moves: moves.clone(),
                };
                let verdict = claim.verify(game, partial);
                let is_right = expected.as_ref() == Some(credits);
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

/// Every strategy beside the right credits, and every change of one winner or credit beside the
/// right strategy.
#[test]
fn changed_solutions_of_games_of_three_vertices_are_refused() {
    let all_moves = any_moves(3);
    // The step is prime, so that no edge, owner or weight is always or never there.
    for game in games(3).step_by(9973) {
        let truth = Truth::new(&game, vec![true; 3]);
        let solution = truth.solution();
        for moves in &all_moves {
            let claim = Claim { moves: Some(moves.clone()), ..solution.clone() };
            let expected = truth.credits(&claim.winners, Some(moves)).is_some();
            let verdict = claim.verify(&game, Partial::Refused);
            assert_eq!(verdict.is_ok(), expected, "{game:?} {claim:?} {verdict:?}");
        }
        for v in 0..3 {
            for credit in [None, Some(0), Some(1), Some(2), Some(3), Some(u128::MAX - 1)] {
                for winner in [ZERO, ONE, None] {
                    let mut claim = solution.clone();
                    (claim.winners[v], claim.credits[v]) = (winner, credit);
                    let same = claim.winners == solution.winners;
                    let expected = same && claim.credits == solution.credits;
                    let verdict = claim.verify(&game, Partial::Refused);
                    assert_eq!(verdict.is_ok(), expected, "{game:?} {claim:?} {verdict:?}");
                }
            }
        }
    }
}

#[test]
fn solutions_of_many_games_of_three_vertices_are_accepted() {
    for game in games(3).step_by(397) {
        let solution = Truth::new(&game, vec![true; 3]).solution();
        let verdict = solution.verify(&game, Partial::Refused);
        assert!(verdict.is_ok(), "{game:?} {solution:?} {verdict:?}");
    }
}
