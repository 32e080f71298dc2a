//! Bounds of mean payoffs: none is accepted that does not hold, and all that moves are worth are.

use retrograde_core::{MeanBounds, MeanPayoffSolution, MeanPayoffs, Player, Ratio};
use retrograde_verify::{Checked, Fault, Partial, verify_mean_payoff};

use crate::game::{Game, Moves, any_moves, games, tuples};
use crate::mean_oracle::Truth;
use crate::mean_payoff::some_values;

#[derive(Clone, Debug)]
struct Claim {
    values: Vec<Option<Ratio>>,
    moves: Moves,
    at_least: Vec<Option<Ratio>>,
    at_most: Vec<Option<Ratio>>,
}

impl Claim {
    /// Bounds of one player and nothing else.
    fn of(player: Player, bounds: &[Option<Ratio>], moves: &Moves) -> Self {
        let nothing = vec![None; bounds.len()];
        let (at_least, at_most) = match player {
            Player::Zero => (bounds.to_vec(), nothing.clone()),
            Player::One => (nothing.clone(), bounds.to_vec()),
        };
        Claim { values: nothing, moves: moves.clone(), at_least, at_most }
    }

    fn verify(&self, game: &Game, partial: Partial) -> Result<Checked, Fault> {
        let all = |values: &[Option<Ratio>]| values.iter().copied().collect::<MeanPayoffs>();
        let bounds = MeanBounds { at_least: all(&self.at_least), at_most: all(&self.at_most) };
        let solution = MeanPayoffSolution {
            values: all(&self.values),
            strategy: Some(self.moves.iter().copied().collect()),
            bounds: Some(bounds),
        };
        game.check(|game| verify_mean_payoff(game, &solution, partial))
    }

    fn says(&self, game: &Game) -> String {
        match self.verify(game, Partial::Allowed) {
            Ok(checked) => checked.to_string(),
            Err(fault) => fault.to_string(),
        }
    }
}

/// Whether a bound is no better than what is true.
fn holds(player: Player, bound: Option<Ratio>, truth: Option<Ratio>) -> bool {
    bound.is_none_or(|bound| match player {
        Player::Zero => truth.is_some_and(|truth| bound <= truth),
        Player::One => truth.is_some_and(|truth| bound >= truth),
    })
}

/// Every bound beside every strategy. Says how many are accepted.
fn only_what_holds_is_accepted(game: &Game) -> usize {
    let n = game.len();
    let truth = Truth::new(game, vec![true; n]);
    let values: Vec<_> = some_values().into_iter().chain([None]).collect();
    let mut accepted = 0;
    for moves in any_moves(n) {
        for player in [Player::Zero, Player::One] {
            let sure: Vec<_> = (0..n).map(|v| truth.sure(player, &moves, v)).collect();
            for bounds in tuples(&values, n) {
                let claim = Claim::of(player, &bounds, &moves);
                let verdict = claim.verify(game, Partial::Allowed);
                if verdict.is_ok() {
                    let all_hold = (0..n).all(|v| holds(player, bounds[v], sure[v]));
                    assert!(all_hold, "{game:?} {claim:?} {sure:?}");
                    accepted += 1;
                } else {
                    // What moves are worth is proven.
                    assert!(sure != bounds, "{game:?} {claim:?} {verdict:?}");
                }
            }
        }
    }
    accepted
}

#[test]
fn no_bound_of_a_game_of_two_vertices_is_accepted_that_does_not_hold() {
    for game in (1..=2).flat_map(games).step_by(7) {
        assert!(only_what_holds_is_accepted(&game) >= 4, "{game:?}");
    }
}

#[test]
fn what_moves_are_worth_is_accepted_and_no_better_bound() {
    let all_moves = any_moves(3);
    let mut refused = 0;
    for game in games(3).step_by(9973) {
        let truth = Truth::new(&game, vec![true; 3]);
        for moves in &all_moves {
            for player in [Player::Zero, Player::One] {
                let sure: Vec<_> = (0..3).map(|v| truth.sure(player, moves, v)).collect();
                let claim = Claim::of(player, &sure, moves);
                let verdict = claim.verify(&game, Partial::Allowed);
                assert!(verdict.is_ok(), "{game:?} {claim:?} {verdict:?}");
                for v in (0..3).filter(|&v| sure[v].is_some()) {
                    for bound in some_values() {
                        let mut bounds = sure.clone();
                        bounds[v] = bound;
                        if !holds(player, bound, sure[v]) {
                            let claim = Claim::of(player, &bounds, moves);
                            let verdict = claim.verify(&game, Partial::Allowed);
                            assert!(verdict.is_err(), "{game:?} {claim:?}");
                            refused += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(refused > 1000, "{refused}");
}

/// At 2 player 0 gets 1 a move, at 3 player 1 pays -1; 0 and 1 have the value 0 between them.
fn crossing() -> Game {
    let owners = [Player::Zero, Player::One, Player::Zero, Player::One];
    let rows = [
        vec![(1, -2), (1, -3), (3, 9)],
        vec![(0, 2), (0, 5), (2, 1)],
        vec![(2, 1), (3, 0)],
        vec![(3, -1), (2, 4)],
    ];
    Game::new(&owners, &rows)
}

fn whole(values: [Option<i64>; 4]) -> Vec<Option<Ratio>> {
    values.into_iter().map(|value| value.map(Ratio::from)).collect()
}

fn claim() -> Claim {
    Claim {
        values: whole([None, None, Some(1), Some(-1)]),
        moves: vec![Some(1), Some(0), Some(2), Some(3)],
        at_least: whole([Some(-1), Some(-1), Some(1), None]),
        at_most: whole([Some(1), Some(1), Some(1), Some(-1)]),
    }
}

#[test]
fn messages() {
    let with = |change: &dyn Fn(&mut Claim)| {
        let mut claim = claim();
        change(&mut claim);
        claim.says(&crossing())
    };
    assert_eq!(with(&|_| ()), "4 vertices (2 values, bounds at 2), 10 edges and 4 moves");
    assert_eq!(
        claim().verify(&crossing(), Partial::Refused).unwrap_err().to_string(),
        "vertex 0 is given no value: the solution is of a part of the game only"
    );
    assert_eq!(
        with(&|claim| claim.at_least[2] = Some(Ratio::from(0))),
        "vertex 2 is given the value 1, but also at least 0"
    );
    assert_eq!(
        with(&|claim| claim.at_most[0] = Some(Ratio::from(10))),
        "vertex 0 is given at most 10, but all weights are from -3 to 9, and so are their means"
    );
    assert_eq!(
        with(&|claim| claim.moves[0] = None),
        "vertex 0 is given at least -1, but no move of player 0, who moves there"
    );
    assert_eq!(
        with(&|claim| claim.moves[1] = Some(1)),
        "vertex 1 is given a best move to vertex 1, but there is no such move"
    );
    assert_eq!(
        with(&|claim| claim.at_least[0] = Some(Ratio::from(0))),
        "vertex 0 is given at least 0, but its move leads to vertex 1, which is given at least -1"
    );
    assert_eq!(
        with(&|claim| claim.at_least[1] = Some(Ratio::from(0))),
        "vertex 1 is given at least 0, but player 1 can move to vertex 0, which is given at least -1"
    );
    assert_eq!(
        with(&|claim| claim.at_most[0] = None),
        "vertex 1 is given at most 1, but its move leads to vertex 0, which is given no such bound"
    );
    let both = |of: fn(&mut Claim) -> &mut Vec<Option<Ratio>>, bound: Option<Ratio>| {
        with(&|claim| {
            of(claim)[0] = bound;
            of(claim)[1] = bound;
        })
    };
    assert_eq!(
        both(|claim| &mut claim.at_least, Ratio::new(1, 7)),
        "vertex 0 is given at least 1/7, but with player 0's moves a play can come back to it in 2 \
         moves, again and again, and the weights on the way add up to 0"
    );
    assert_eq!(
        both(|claim| &mut claim.at_most, Ratio::new(-1, 7)),
        "vertex 0 is given at most -1/7, but with player 1's moves a play can come back to it in 2 \
         moves, again and again, and the weights on the way add up to 0"
    );
}

#[test]
fn bounds_of_another_game() {
    let mut short = claim();
    short.at_least.pop();
    let says = "the solution has values for 3 vertices and the game has 4: this is the solution of \
                another game";
    assert_eq!(short.says(&crossing()), says);
}
