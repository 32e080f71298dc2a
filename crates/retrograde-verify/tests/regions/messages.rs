//! Every rule has a game that breaks it, and a sentence that names vertex and player.

use retrograde_core::{ArenaBuilder, Graph, Player, RegionSolution, Vertex};
use retrograde_verify::Partial;

use crate::oracle::{Game, Goal, solution};

const ZERO: Option<Player> = Some(Player::Zero);
const ONE: Option<Player> = Some(Player::One);

/// Player 0 moves at 0 and 1, player 1 at 2 and 3. Nobody can move at 3.
fn crossing(goal: Goal) -> Game {
    let edges = [(0, 1), (0, 2), (1, 0), (1, 1), (2, 2), (2, 0), (2, 1)];
    let owners = vec![Player::Zero, Player::Zero, Player::One, Player::One];
    Game { graph: Graph::from_edges(4, edges).unwrap(), owners, goal }
}

fn check(game: &Game, winners: [Option<Player>; 4], moves: [Option<Vertex>; 4]) -> String {
    match game.verify(&solution(&winners, &moves), Partial::Refused) {
        Ok(checked) => checked.to_string(),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn winners() {
    let game = crossing(Goal::Parity(vec![1, 2, 0, 0]));
    let (winners, moves) = ([ZERO; 4], [Some(1), Some(0), None, None]);
    assert_eq!(
        check(&game, winners, moves),
        "4 vertices (4 won by player 0, 0 by player 1), 7 edges and 2 winning moves"
    );
    assert_eq!(
        check(&game, [ZERO, None, ZERO, ZERO], moves),
        "vertex 0 is given as won by player 0, but its winning move leads to vertex 1, which is given no winner"
    );
    assert_eq!(
        check(&game, [ZERO, ZERO, None, ZERO], moves),
        "vertex 2 is given no winner: the solution is of a part of the game only"
    );
    assert_eq!(
        check(&game, [ZERO, ZERO, ZERO, ONE], moves),
        "vertex 3 is given as won by player 1, but player 1 must move there and cannot: player 0 wins"
    );
    assert_eq!(
        check(&game, [ONE, ZERO, ZERO, ZERO], moves),
        "vertex 0 is given as won by player 1, but player 0 can move to vertex 1, which is given as won by player 0"
    );
    let part = solution(&[ZERO, ZERO, None, ZERO], &moves);
    assert_eq!(
        game.verify(&part, Partial::Allowed).unwrap().to_string(),
        "3 vertices (3 won by player 0, 0 by player 1), 4 edges and 2 winning moves"
    );
}

#[test]
fn moves() {
    let game = crossing(Goal::Parity(vec![1, 2, 1, 0]));
    let winners = [ZERO, ZERO, ONE, ZERO];
    assert_eq!(
        check(&game, winners, [Some(1), Some(0), Some(2), None]),
        "4 vertices (3 won by player 0, 1 by player 1), 7 edges and 3 winning moves"
    );
    assert_eq!(
        check(&game, winners, [None, Some(0), Some(2), None]),
        "vertex 0 is given as won by player 0, who moves there, but is given no winning move"
    );
    assert_eq!(
        check(&game, winners, [Some(2), Some(0), Some(2), None]),
        "vertex 0 is given as won by player 0, but its winning move leads to vertex 2, which is given as won by player 1"
    );
    assert_eq!(
        check(&game, winners, [Some(9), Some(0), Some(2), None]),
        "vertex 0 is given a best move to vertex 9, but there is no such move"
    );
    assert_eq!(
        check(&game, winners, [Some(1), Some(0), Some(2), Some(0)]),
        "vertex 3 has no moves, but is given a best move to vertex 0"
    );
    assert_eq!(
        check(&game, [ZERO; 4], [Some(1), Some(0), Some(2), None]),
        "vertex 2 is given as won by player 0, but is given a winning move to vertex 2 for player 1, who moves there"
    );
    assert_eq!(
        check(&game, [ZERO; 4], [Some(1), Some(0), None, None]),
        "vertex 2 is given as won by player 0, but with player 0's moves a play can come back to it in 1 move, again and again, and the largest priority on the way is 1"
    );
}

#[test]
fn rounds() {
    let targets = vec![false, true, false, false];
    let moves = [Some(1), Some(0), None, None];
    let again = "is given as won by player 0, but with player 0's moves a play can come back to it";
    let game = crossing(Goal::Reach(targets.clone()));
    assert_eq!(
        check(&game, [ZERO; 4], moves),
        format!("vertex 2 {again} in 1 move, again and again, and there is no target on the way")
    );
    assert_eq!(
        check(&game, [ZERO, ONE, ZERO, ZERO], [Some(2), None, None, None]),
        "vertex 1 is given as won by player 1, but it is a target, where player 0 wins at once"
    );
    let game = crossing(Goal::Avoid(targets.clone()));
    assert_eq!(
        check(&game, [ZERO; 4], moves),
        "vertex 1 is given as won by player 0, but it is a target, where player 1 wins at once"
    );
    let game = crossing(Goal::Buchi(targets.clone()));
    assert_eq!(
        check(&game, [ZERO; 4], moves),
        format!("vertex 2 {again} in 1 move, again and again, and there is no target on the way")
    );
    let game = crossing(Goal::Cobuchi(targets));
    assert_eq!(
        check(&game, [ZERO; 4], moves),
        format!("vertex 1 {again} in 2 moves, again and again, and it is a target")
    );
}

#[test]
fn the_solution_as_a_whole() {
    let game = crossing(Goal::Parity(vec![1, 2, 0, 0]));
    let say = |solution: &RegionSolution| {
        game.verify(solution, Partial::Allowed).unwrap_err().to_string()
    };
    assert_eq!(
        say(&solution(&[ZERO; 3], &[None; 4])),
        "the solution has values for 3 vertices and the game has 4: this is the solution of another game"
    );
    assert_eq!(
        say(&solution(&[ZERO; 4], &[None; 5])),
        "the strategy covers 5 vertices and the game has 4: this is the strategy of another game"
    );
    let winners = [ZERO; 4].into_iter().collect();
    assert_eq!(
        say(&RegionSolution { winners, strategy: None }),
        "the solution has no strategy, and without the winners' moves nothing is proved: solve again and keep them"
    );
}

#[test]
fn names() {
    let mut builder = ArenaBuilder::new();
    for name in ["north gate", "b", "c", "d"] {
        builder.vertex(name).unwrap();
    }
    let names = builder.finish().unwrap().names;
    let game = crossing(Goal::Parity(vec![1, 2, 0, 0]));
    let claimed = solution(&[ONE, ZERO, ZERO, ZERO], &[None; 4]);
    assert_eq!(
        game.verify(&claimed, Partial::Refused).unwrap_err().describe(&names).to_string(),
        "vertex 'north gate' is given as won by player 1, but player 0 can move to vertex 'b', which is given as won by player 0"
    );
}
