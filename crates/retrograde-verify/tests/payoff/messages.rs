//! Every rule has a game that breaks it, and a sentence that names vertex and player.

use retrograde_core::{ArenaBuilder, Player, Ratio, Vertex};
use retrograde_verify::Partial;

use crate::game::Game;
use crate::{energy_oracle, mean_oracle};

const ZERO: Option<Player> = Some(Player::Zero);
const ONE: Option<Player> = Some(Player::One);

/// Player 0 moves at 0 and 2, player 1 at 1 and 3. Between 0 and 1 the play costs nothing in the
/// end, at 2 it earns 1 a move, at 3 it costs 1.
fn crossing() -> Game {
    let owners = [Player::Zero, Player::One, Player::Zero, Player::One];
    let rows = [
        vec![(1, -2), (1, -3), (2, -5), (3, 9)],
        vec![(0, 2), (2, 1)],
        vec![(2, 1), (3, 0)],
        vec![(3, -1), (2, 4)],
    ];
    Game::new(&owners, &rows)
}

fn energy() -> energy_oracle::Claim {
    energy_oracle::Claim {
        winners: vec![ZERO, ZERO, ZERO, ONE],
        credits: vec![Some(2), Some(0), Some(0), None],
        moves: Some(vec![Some(1), None, Some(2), Some(3)]),
    }
}

fn energy_with(change: impl FnOnce(&mut energy_oracle::Claim), partial: Partial) -> String {
    let mut claim = energy();
    change(&mut claim);
    match claim.verify(&crossing(), partial) {
        Ok(checked) => checked.to_string(),
        Err(fault) => fault.to_string(),
    }
}

fn with_credits(credits: [u128; 3]) -> String {
    let change = |claim: &mut energy_oracle::Claim| {
        (0..3).for_each(|v| claim.credits[v] = Some(credits[v]));
    };
    energy_with(change, Partial::Refused)
}

fn with_winner(v: usize, winner: Option<Player>, credit: Option<u128>, partial: Partial) -> String {
    let change = |claim: &mut energy_oracle::Claim| {
        (claim.winners[v], claim.credits[v]) = (winner, credit);
    };
    energy_with(change, partial)
}

fn with_move(v: usize, to: Option<Vertex>) -> String {
    let change = |claim: &mut energy_oracle::Claim| claim.moves.as_mut().unwrap()[v] = to;
    energy_with(change, Partial::Refused)
}

#[test]
fn credits() {
    assert_eq!(
        with_credits([2, 0, 0]),
        "4 vertices (3 won by player 0 with credits up to 2, 1 by player 1), 10 edges and 3 winning \
         moves"
    );
    assert_eq!(
        with_credits([1, 0, 0]),
        "vertex 0 is given the credit 1, but its winning move leads to vertex 1 by a weight of -2, \
         and the credit there is 0"
    );
    assert_eq!(
        with_credits([3, 0, 0]),
        "vertex 0 is given the credit 3, but 2 is enough: player 0 can move to vertex 1"
    );
    assert_eq!(
        with_credits([2, 1, 0]),
        "vertex 0 is given the credit 2, but its winning move leads to vertex 1 by a weight of -2, \
         and the credit there is 1"
    );
    assert_eq!(
        with_credits([3, 1, 0]),
        "vertex 0 is given the credit 3, but player 1 cannot make player 0 use it up: less is \
         enough"
    );
    assert_eq!(
        with_credits([4, 2, 1]),
        "vertex 2 is given the credit 1, but 0 is enough: player 0 can move to vertex 2"
    );
    assert_eq!(
        with_credits([2, 0, 99]),
        "vertex 2 is given the credit 99, but in a game of this size and with these weights nothing \
         needs more than 15"
    );
    assert_eq!(
        with_winner(1, ZERO, None, Partial::Refused),
        "vertex 1 is given as won by player 0, but no credit is given for it"
    );
    assert_eq!(
        with_winner(3, ONE, Some(7), Partial::Refused),
        "vertex 3 is given as won by player 1, but also the credit 7"
    );
    assert_eq!(
        with_winner(3, None, Some(7), Partial::Allowed),
        "vertex 3 is given no winner, but the credit 7"
    );
}

#[test]
fn credits_where_player_1_moves() {
    let rows = [vec![(0, 3), (1, 1)], vec![(1, 0)]];
    let game = Game::new(&[Player::One, Player::Zero], &rows);
    let check = |credits: [u128; 2]| {
        let claim = energy_oracle::Claim {
            winners: vec![ZERO; 2],
            credits: credits.into_iter().map(Some).collect(),
            moves: Some(vec![None, Some(1)]),
        };
        claim.verify(&game, Partial::Refused).unwrap_err().to_string()
    };
    // No weight is negative: nothing needs any credit.
    assert_eq!(
        check([1, 0]),
        "vertex 0 is given the credit 1, but in a game of this size and with these weights nothing \
         needs more than 0"
    );
    let rows = [vec![(0, 3), (1, -4)], vec![(1, -3), (0, 0)]];
    let game = Game::new(&[Player::One, Player::Zero], &rows);
    let check = |credits: [u128; 2]| {
        let claim = energy_oracle::Claim {
            winners: vec![ZERO; 2],
            credits: credits.into_iter().map(Some).collect(),
            moves: Some(vec![None, Some(0)]),
        };
        claim.verify(&game, Partial::Refused).unwrap_err().to_string()
    };
    assert_eq!(
        check([3, 0]),
        "vertex 0 is given the credit 3, but player 1 can move to vertex 1 by a weight of -4, and \
         the credit there is 0"
    );
    let rows = [vec![(0, 3), (1, 2)], vec![(1, -3), (1, 0)]];
    let game = Game::new(&[Player::One, Player::Zero], &rows);
    let claim = energy_oracle::Claim {
        winners: vec![ZERO; 2],
        credits: vec![Some(1), Some(0)],
        moves: Some(vec![None, Some(1)]),
    };
    assert_eq!(
        claim.verify(&game, Partial::Refused).unwrap_err().to_string(),
        "vertex 0 is given the credit 1, but 0 is enough: player 1 can do no better than move to \
         vertex 0"
    );
}

#[test]
fn winners_and_their_moves() {
    assert_eq!(
        with_winner(3, None, None, Partial::Refused),
        "vertex 3 is given no winner: the solution is of a part of the game only"
    );
    assert_eq!(
        with_winner(3, None, None, Partial::Allowed),
        "vertex 0 is given the credit 2, but player 0 can move to vertex 3, which is given no \
         winner: perhaps less is enough"
    );
    assert_eq!(
        with_winner(0, ONE, None, Partial::Refused),
        "vertex 0 is given as won by player 1, but player 0 can move to vertex 1, which is given as \
         won by player 0"
    );
    assert_eq!(
        with_move(0, None),
        "vertex 0 is given as won by player 0, who moves there, but is given no winning move"
    );
    assert_eq!(
        with_move(0, Some(3)),
        "vertex 0 is given as won by player 0, but its winning move leads to vertex 3, which is \
         given as won by player 1"
    );
    assert_eq!(
        with_move(0, Some(0)),
        "vertex 0 is given a best move to vertex 0, but there is no such move"
    );
    assert_eq!(
        with_move(1, Some(2)),
        "vertex 1 is given as won by player 0, but is given a winning move to vertex 2 for player \
         1, who moves there"
    );
    let stay = |claim: &mut energy_oracle::Claim| {
        claim.winners = vec![ONE, ONE, ONE, ONE];
        claim.credits = vec![None; 4];
        claim.moves = Some(vec![None, Some(0), None, Some(3)]);
    };
    assert_eq!(
        energy_with(stay, Partial::Refused),
        "vertex 2 is given as won by player 1, but with player 1's moves a play can come back to it \
         in 1 move, again and again, and the weights on the way add up to 1"
    );
    assert_eq!(
        energy_with(|claim| claim.moves = None, Partial::Refused),
        "vertex 3 is given as won by player 1, who moves there, but the solution has no strategy, \
         and without player 1's moves that is not proved: solve again and keep them"
    );
    let alone = |claim: &mut energy_oracle::Claim| {
        (claim.winners[1], claim.credits[1]) = (ONE, None);
        (claim.winners[2], claim.credits[2], claim.moves) = (ONE, None, None);
    };
    assert_eq!(
        energy_with(alone, Partial::Refused),
        "vertex 0 is given as won by player 0, who moves there, but no move leads to a vertex that \
         is"
    );
}

/// At 2 player 0 gets 1 a move, at 3 player 1 pays -1; 0 and 1 have the value 0 between them.
fn mean() -> mean_oracle::Claim {
    let values = [0, 0, 1, -1].into_iter().map(|value| Some(Ratio::from(value))).collect();
    mean_oracle::Claim { values, moves: Some(vec![Some(1), Some(0), Some(2), Some(3)]) }
}

fn mean_game() -> Game {
    let owners = [Player::Zero, Player::One, Player::Zero, Player::One];
    let rows = [
        vec![(1, -2), (1, -3), (3, 9)],
        vec![(0, 2), (0, 5), (2, 1)],
        vec![(2, 1), (3, 0)],
        vec![(3, -1), (2, 4)],
    ];
    Game::new(&owners, &rows)
}

fn mean_with(change: impl FnOnce(&mut mean_oracle::Claim), partial: Partial) -> String {
    let mut claim = mean();
    change(&mut claim);
    match claim.verify(&mean_game(), partial) {
        Ok(checked) => checked.to_string(),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn means() {
    let with = |v: usize, numerator, denominator| {
        let value = Ratio::new(numerator, denominator);
        mean_with(|claim| claim.values[v] = value, Partial::Refused)
    };
    let moving =
        |v: usize, to| mean_with(|claim| claim.moves.as_mut().unwrap()[v] = to, Partial::Refused);
    assert_eq!(with(0, 0, 1), "4 vertices (3 values), 10 edges and 4 best moves");
    assert_eq!(
        with(0, 10, 1),
        "vertex 0 is given the value 10, but all weights are from -3 to 9, and so are their means"
    );
    assert_eq!(
        with(0, 1, 5),
        "vertex 0 is given the value 1/5, but no cycle has so many moves in a game of 4 vertices"
    );
    assert_eq!(
        with(1, 1, 2),
        "vertex 0 is given the value 0, but player 0 can move to vertex 1, which is given the value \
         1/2"
    );
    assert_eq!(
        with(0, 1, 2),
        "vertex 0 is given the value 1/2, but its best move leads to vertex 1, which is given the \
         value 0"
    );
    assert_eq!(moving(2, None), "vertex 2 is given the value 1, but no best move");
    assert_eq!(
        moving(2, Some(3)),
        "vertex 2 is given the value 1, but its best move leads to vertex 3, which is given the \
         value -1"
    );
    assert_eq!(
        mean_with(|claim| claim.values[3] = None, Partial::Refused),
        "vertex 0 is given the value 0, but player 0 can move to vertex 3, which is given none"
    );
    assert_eq!(
        mean_with(|claim| claim.values[0] = None, Partial::Refused),
        "vertex 0 is given no value: the solution is of a part of the game only"
    );
    assert_eq!(
        mean_with(|claim| claim.moves = None, Partial::Refused),
        "the solution has no strategy, and without the owners' moves nothing is proved: solve again \
         and keep them"
    );
    assert_eq!(
        mean_with(|claim| claim.values[0] = None, Partial::Allowed),
        "vertex 1 is given the value 0, but player 1 can move to vertex 0, which is given none"
    );
    let both = |value: Option<Ratio>| {
        mean_with(|claim| (claim.values[0], claim.values[1]) = (value, value), Partial::Refused)
    };
    assert_eq!(
        both(Ratio::new(1, 2)),
        "vertex 0 is given the value 1/2, but with player 0's moves a play can come back to it in 2 \
         moves, again and again, and the weights on the way add up to 0"
    );
    assert_eq!(
        both(Ratio::new(-1, 2)),
        "vertex 0 is given the value -1/2, but with player 1's moves a play can come back to it in \
         2 moves, again and again, and the weights on the way add up to 0"
    );
    let part = |claim: &mut mean_oracle::Claim| (claim.values[0], claim.values[1]) = (None, None);
    assert_eq!(
        mean_with(part, Partial::Allowed),
        "2 vertices (2 values), 4 edges and 2 best moves"
    );
}

#[test]
fn vertices_by_their_names() {
    let mut builder = ArenaBuilder::new();
    ["start", "there"].into_iter().for_each(|name| {
        builder.vertex(name).unwrap();
    });
    let names = builder.finish().unwrap().names;
    let rows = [vec![(1, -5)], vec![(1, 0)]];
    let game = Game::new(&[Player::Zero; 2], &rows);
    let claim = energy_oracle::Claim {
        winners: vec![ZERO; 2],
        credits: vec![Some(4), Some(0)],
        moves: Some(vec![Some(1), Some(1)]),
    };
    assert_eq!(
        claim.verify(&game, Partial::Refused).unwrap_err().describe(&names).to_string(),
        "vertex 'start' is given the credit 4, but its winning move leads to vertex 'there' by a \
         weight of -5, and the credit there is 0"
    );
}
