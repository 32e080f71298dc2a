//! Sizes at which recursion or more than nearly linear time would show.

use retrograde_core::{Player, Ratio, Vertex};
use retrograde_verify::{Fault, Partial, PayoffRule, RegionRule, Round};

use crate::game::Game;
use crate::{energy_oracle, mean_oracle};

const N: u32 = 200_000;

/// Vertices of `owner` in a ring, with these weights, in one direction or the other.
fn ring(owner: Player, weight: impl Fn(u32) -> i64, up: bool) -> Game {
    let next = |v: u32| if up { (v + 1) % N } else { (v + N - 1) % N };
    let rows: Vec<_> = (0..N).map(|v| vec![(next(v), weight(v))]).collect();
    Game::new(&vec![owner; N as usize], &rows)
}

fn moves_of(game: &Game) -> Vec<Option<Vertex>> {
    game.graph.vertices().map(|v| game.graph.successors(v).first().copied()).collect()
}

fn all_lost(game: &Game) -> Result<(), Fault> {
    let n = game.len();
    let moves = match game.owners[0] {
        Player::One => moves_of(game),
        Player::Zero => vec![None; n],
    };
    let winners = vec![Some(Player::One); n];
    let claim = energy_oracle::Claim { winners, credits: vec![None; n], moves: Some(moves) };
    claim.verify(game, Partial::Refused).map(|_| ())
}

/// Rings that cost 1 a round, or nothing; the amounts on the way are small or as large as can be.
#[test]
fn rings_that_use_up_credit() {
    for up in [false, true] {
        for owner in [Player::Zero, Player::One] {
            let falling = |round: i64| move |v| if v == 7 { i64::from(N) - 1 + round } else { -1 };
            assert_eq!(all_lost(&ring(owner, falling(-1), up)), Ok(()));
            let fault = all_lost(&ring(owner, falling(0), up)).unwrap_err();
            let (moves, round) = (u64::from(N), Round::Sum(0));
            let rule = RegionRule::RoundLost { winner: Player::One, moves, round };
            assert_eq!(fault.rule, rule.into());

            let extreme = |v: u32| if v.is_multiple_of(2) { i64::MAX } else { i64::MIN };
            assert_eq!(all_lost(&ring(owner, extreme, up)), Ok(()));
            let even = |v: u32| if v.is_multiple_of(2) { i64::MAX } else { -i64::MAX };
            assert_eq!(all_lost(&ring(owner, even, up)), Err(Fault { vertex: Some(0), ..fault }));
        }
    }
}

/// A debt at one place of a ring, paid back a little at each of the others.
#[test]
fn credits_that_fall_along_a_long_way() {
    for owner in [Player::Zero, Player::One] {
        let game = ring(owner, |v| if v == N - 1 { 1 - i64::from(N) } else { 1 }, true);
        // At the debt all of it is needed, and one less at each step before.
        let credits: Vec<_> = (0..u128::from(N)).map(Some).collect();
        let moves = if owner == Player::Zero { moves_of(&game) } else { vec![None; N as usize] };
        let winners = vec![Some(Player::Zero); N as usize];
        let mut claim = energy_oracle::Claim { winners, credits, moves: Some(moves) };
        assert!(claim.verify(&game, Partial::Refused).is_ok(), "{owner:?}");
        claim.credits.iter_mut().for_each(|credit| *credit = credit.map(|credit| credit + 1));
        // Each of them follows from the next, but the first could be none.
        let fault = claim.verify(&game, Partial::Refused).unwrap_err();
        let rule = PayoffRule::CreditUnused { credit: 1 }.into();
        assert_eq!(fault, Fault { vertex: Some(0), turn: None, rule });
    }
}

/// A ring with one mean, and as many values as vertices.
#[test]
fn means_of_long_rings_and_of_many() {
    let prove = |game: &Game, values: Vec<Option<Ratio>>| {
        let claim = mean_oracle::Claim { values, moves: Some(moves_of(game)) };
        claim.verify(game, Partial::Refused).map(|checked| checked.to_string())
    };
    for up in [false, true] {
        let game = ring(Player::One, |v| i64::from(v == 3), up);
        let mean = |of| vec![Ratio::new(of, N); N as usize];
        assert_eq!(
            prove(&game, mean(1)),
            Ok("200,000 vertices (1 value), 200,000 edges and 200,000 best moves".to_owned())
        );
        assert!(prove(&game, mean(3)).is_err());
        assert!(prove(&game, mean(-1)).is_err());
    }
    let rows: Vec<_> = (0..N).map(|v| vec![(v, i64::from(v) * 3 - 7)]).collect();
    let game = Game::new(&vec![Player::Zero; N as usize], &rows);
    let values = (0..N).map(|v| Some(Ratio::from(i64::from(v) * 3 - 7))).collect();
    assert_eq!(
        prove(&game, values),
        Ok("200,000 vertices (200,000 values), 200,000 edges and 200,000 best moves".to_owned())
    );
}
