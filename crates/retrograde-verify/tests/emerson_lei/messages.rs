//! Every rule has a game that breaks it, and a sentence that names vertex, memory and player.

use retrograde_core::{ArenaBuilder, Colors, Graph, Mealy, MealyStep, Player, Vertex};
use retrograde_verify::{EmersonLeiRule, Fault, Partial};

use crate::oracle::{Game, PLAYERS, Steps};

const ZERO: Option<Player> = Some(Player::Zero);
const ONE: Option<Player> = Some(Player::One);

/// Player 0 moves at 0 and 1, player 1 at 2 and 3. Nobody can move at 3. Player 0 wants to see both
/// colours, of which 1 and 2 have one each.
fn crossing() -> Game {
    let edges = [(0, 1), (0, 2), (1, 0), (1, 1), (2, 2), (2, 0)];
    Game {
        graph: Graph::from_edges(4, edges).unwrap(),
        owners: vec![Player::Zero, Player::Zero, Player::One, Player::One],
        colors: [0, 0b01, 0b10, 0].map(Colors).to_vec(),
        acceptance: "Inf(0)&Inf(1)".parse().unwrap(),
    }
}

fn step(vertex: Vertex, memory: u32, to: impl Into<Option<Vertex>>, next: u32) -> MealyStep {
    MealyStep { vertex, memory, to: to.into(), next }
}

/// Player 1 stays at 2, and player 0 has won only at 3.
const WINNERS: [Option<Player>; 4] = [ONE, ONE, ONE, ZERO];

fn machines() -> [Steps; 2] {
    let one = vec![step(0, 0, None, 0), step(1, 0, None, 0), step(2, 0, 2, 0)];
    [vec![step(3, 0, None, 0)], one]
}

fn check(game: &Game, winners: [Option<Player>; 4], steps: &[Steps; 2]) -> String {
    match game.verify(&winners, steps, Partial::Refused) {
        Ok(checked) => checked.to_string(),
        Err(fault) => fault.to_string(),
    }
}

/// With one step of player 1's machine instead of another.
fn instead(new: MealyStep) -> [Steps; 2] {
    let [zero, mut one] = machines();
    one.retain(|old| (old.vertex, old.memory) != (new.vertex, new.memory));
    one.push(new);
    [zero, one]
}

#[test]
fn right_machines() {
    assert_eq!(
        check(&crossing(), WINNERS, &machines()),
        "4 vertices (1 won by player 0, 3 by player 1), 6 edges and 1 winning move in 2 memory \
         states and 4 pairs of a vertex and a state"
    );
}

#[test]
fn machines_as_a_whole() {
    let game = crossing();
    let machine = |player, vertices| Mealy::new(player, vertices, 1, 0, vec![]).unwrap();
    let refused = |winners: &[Option<Player>], machines| {
        game.verify_machines(winners, machines, Partial::Refused).unwrap_err().to_string()
    };
    assert_eq!(
        game.verify_without(&WINNERS).unwrap_err().to_string(),
        "the solution has no machines, and without the winners' moves nothing is proved: \
         solve again and keep them"
    );
    for (first, second, player) in [(1, 0, 0), (1, 1, 0), (0, 0, 1)] {
        let machines = [first, second].map(|player| machine(PLAYERS[player], 4));
        assert_eq!(
            refused(&WINNERS, machines),
            format!(
                "the machine given as player {player}'s is player {}'s: give each player their own",
                1 - player
            )
        );
    }
    for vertices in [3, 5, 0] {
        let machines = [machine(Player::Zero, 4), machine(Player::One, vertices)];
        assert_eq!(
            refused(&WINNERS, machines),
            format!(
                "player 1's machine is for {vertices} vertices and the game has 4: this is the \
                 machine of another game"
            )
        );
    }
    assert_eq!(
        refused(&WINNERS[1..], PLAYERS.map(|player| machine(player, 4))),
        "the solution has values for 3 vertices and the game has 4: this is the solution of another \
         game"
    );
    let rule = EmersonLeiRule::MachineTooLarge { player: Player::Zero, steps: 1 << 33 };
    assert_eq!(
        Fault { vertex: None, turn: None, rule: rule.into() }.to_string(),
        "player 0's machine has 8589934592 steps, and less than 4294967295 can be checked: use one \
         with less memory"
    );
}

#[test]
fn steps() {
    let game = crossing();
    assert_eq!(
        check(&game, [ONE, None, ONE, ZERO], &machines()),
        "vertex 1 is given no winner: the solution is of a part of the game only"
    );
    assert_eq!(
        check(&game, WINNERS, &instead(step(0, 0, None, 1))),
        "vertex 1 can come up in memory state 1 of player 1's machine, which has no step for that"
    );
    assert_eq!(
        check(&game, WINNERS, &[vec![], machines()[1].clone()]),
        "vertex 3 can come up in memory state 0 of player 0's machine, which has no step for that"
    );
    assert_eq!(
        check(&game, WINNERS, &instead(step(2, 0, None, 0))),
        "vertex 2 can come up in memory state 0 of player 1's machine, which makes no move there, \
         but player 1 has to move"
    );
    assert_eq!(
        check(&game, WINNERS, &instead(step(2, 0, 3, 0))),
        "vertex 2 can come up in memory state 0 of player 1's machine, which moves from there to \
         vertex 3, but there is no such move"
    );
    assert_eq!(
        check(&game, WINNERS, &instead(step(1, 0, 0, 0))),
        "vertex 1 can come up in memory state 0 of player 1's machine, which moves from there to \
         vertex 0, but player 0 moves there"
    );
}

#[test]
fn regions() {
    let game = crossing();
    let [zero, mut one] = machines();
    one.push(step(3, 0, None, 0));
    assert_eq!(
        check(&game, [ONE; 4], &[zero, one]),
        "vertex 3 can come up in memory state 0 of player 1's machine, but player 1 must move there \
         and cannot: player 0 wins"
    );
    let zero = vec![step(0, 0, 1, 0), step(1, 0, 1, 0), step(3, 0, None, 0)];
    assert_eq!(
        check(&game, [ZERO, ONE, ONE, ZERO], &[zero, machines()[1].clone()]),
        "vertex 0 can come up in memory state 0 of player 0's machine, which moves from there to \
         vertex 1, which is given as won by player 1"
    );
    let zero = vec![step(2, 0, None, 0), step(3, 0, None, 0)];
    assert_eq!(
        check(&game, [ONE, ONE, ZERO, ZERO], &[zero, machines()[1].clone()]),
        "vertex 2 can come up in memory state 0 of player 0's machine, but player 1 can move from \
         there to vertex 0, which is given as won by player 1"
    );
}

#[test]
fn rounds() {
    let game = crossing();
    assert_eq!(
        check(&game, WINNERS, &instead(step(2, 0, 0, 0))),
        "vertex 0 can come up in memory state 0 of player 1's machine again and again, with just \
         the colours 0,1 on the way: player 0 wins such a play"
    );
    let dull = Game { colors: vec![Colors(0); 4], acceptance: "Fin(0)".parse().unwrap(), ..game };
    let fault = dull.verify(&WINNERS, &machines(), Partial::Refused).unwrap_err();
    assert_eq!(
        fault.to_string(),
        "vertex 0 can come up in memory state 0 of player 1's machine again and again, with no \
         colour on the way: player 0 wins such a play"
    );
    let mut builder = ArenaBuilder::new();
    builder.vertex("start").unwrap();
    let names = builder.finish().unwrap().names;
    assert!(fault.describe(&names).to_string().starts_with("vertex 'start' can come up in memory"));
}

#[test]
fn winners_without_machines() {
    let game = crossing();
    let check = |winners: &[Option<Player>], moves: &[Option<Vertex>], partial| match game
        .verify_winners(winners, Some(moves), partial)
    {
        Ok(checked) => checked.to_string(),
        Err(fault) => fault.to_string(),
    };
    let refused = |winners: &[Option<Player>], moves: &[Option<Vertex>]| {
        check(winners, moves, Partial::Refused)
    };
    let moves = [None, None, Some(0), None];
    assert_eq!(
        refused(&WINNERS, &moves),
        "4 vertices (1 won by player 0, 3 by player 1, as solving anew shows), 6 edges and 1 first move"
    );
    assert_eq!(
        game.verify_winners(&WINNERS, None, Partial::Refused).unwrap().to_string(),
        "4 vertices (1 won by player 0, 3 by player 1, as solving anew shows) and 6 edges"
    );
    assert_eq!(
        refused(&[ONE, ZERO, ONE, ZERO], &moves),
        "vertex 1 is given as won by player 0, but solving the game anew shows that player 1 wins \
         there"
    );
    assert_eq!(
        refused(&[ONE, ONE, None, ZERO], &moves),
        "vertex 2 is given no winner: the solution is of a part of the game only"
    );
    assert_eq!(
        check(&[ONE, ONE, None, ZERO], &[None, None, Some(7), None], Partial::Allowed),
        "3 vertices (1 won by player 0, 2 by player 1, as solving anew shows), 4 edges and 0 first moves"
    );
    assert_eq!(
        refused(&WINNERS, &[Some(1), None, Some(0), None]),
        "vertex 0 is given as won by player 1, but is given a winning move to vertex 1 for player \
         0, who moves there"
    );
    assert_eq!(
        refused(&WINNERS, &[None; 4]),
        "vertex 2 is given as won by player 1, who moves there, but is given no winning move"
    );
    assert_eq!(
        refused(&WINNERS, &[None, None, Some(1), None]),
        "vertex 2 is given a best move to vertex 1, but there is no such move"
    );
    assert_eq!(
        refused(&WINNERS, &[None, None, Some(0), Some(0)]),
        "vertex 3 has no moves, but is given a best move to vertex 0"
    );
    assert_eq!(
        refused(&WINNERS[1..], &moves),
        "the solution has values for 3 vertices and the game has 4: this is the solution of another \
         game"
    );
}

#[test]
fn a_first_move_that_gives_the_win_away() {
    let edges = [(0, 0), (0, 1), (1, 1)];
    let game = Game {
        graph: Graph::from_edges(2, edges).unwrap(),
        owners: vec![Player::Zero; 2],
        colors: vec![Colors(1), Colors(0)],
        acceptance: "Inf(0)".parse().unwrap(),
    };
    let verify = |to| game.verify_winners(&[ZERO, ONE], Some(&[to, None]), Partial::Refused);
    assert!(verify(Some(0)).is_ok());
    assert_eq!(
        verify(Some(1)).unwrap_err().to_string(),
        "vertex 0 is given as won by player 0, but its first move leads to vertex 1, where player 1 \
         wins"
    );
}

#[test]
fn moves_beside_machines() {
    let rule = |given, made| {
        let rule = EmersonLeiRule::FirstMoveOther { player: Player::One, given, made };
        Fault { vertex: Some(3), turn: None, rule: rule.into() }.to_string()
    };
    let end = ": give the moves that the machines make, or none";
    assert_eq!(
        rule(Some(1), Some(2)),
        "vertex 3 is given as won by player 1 with a first move to vertex 1, but player 1's machine \
         first moves to vertex 2"
            .to_owned()
            + end
    );
    assert_eq!(
        rule(None, Some(2)),
        "vertex 3 is given as won by player 1 without a first move, but player 1's machine first \
         moves to vertex 2"
            .to_owned()
            + end
    );
    assert_eq!(
        rule(Some(1), None),
        "vertex 3 is given as won by player 1 with a first move to vertex 1, but player 1's machine \
         makes none there"
            .to_owned()
            + end
    );
}
