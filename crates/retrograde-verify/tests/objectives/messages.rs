//! Every rule has a game that breaks it, and a sentence that names the vertex and whose turn it is.

use retrograde_core::{
    ArenaBuilder, Distance, Graph, Grundy, GrundyValues, Outcome, OutcomeSolution, Outcomes,
    PartizanSolution, Side, Value, Vertex,
};
use retrograde_verify::{
    Checked, Fault, verify_asymmetric, verify_grundy, verify_partizan, verify_partizan_outcomes,
};

use crate::asymmetric_oracle::{solution, strategies, truth};
use crate::partizan_oracle::Game;

const WIN: Outcome = Outcome::Win;
const LOSE: Outcome = Outcome::Lose;
const DRAW: Outcome = Outcome::Draw;

fn say(verdict: Result<Checked, Fault>) -> String {
    verdict.unwrap_err().to_string()
}

/// 0 and 1 lead to each other; 0 can stay, 1 can end the game at 2.
fn trap() -> Graph {
    Graph::from_edges(3, [(0, 0), (0, 1), (1, 0), (1, 2)]).unwrap()
}

#[test]
fn asymmetric_values() {
    let graph = trap();
    let right = truth(&graph);
    assert_eq!(right, [(LOSE, WIN), (WIN, WIN), (DRAW, LOSE)]);
    let with = |vertex: usize, value: (Outcome, Outcome)| {
        let mut claimed = right.clone();
        claimed[vertex] = value;
        say(verify_asymmetric(&graph, &solution(&claimed, None)))
    };
    assert_eq!(
        with(2, (LOSE, LOSE)),
        "with player 0 to move, vertex 2 is given as lose, but it has no moves and the game says draw there"
    );
    assert_eq!(
        with(0, (WIN, WIN)),
        "with player 0 to move, vertex 0 is given as win, but none of its moves leads to a lost vertex"
    );
    assert_eq!(
        with(1, (LOSE, WIN)),
        "with player 0 to move, vertex 1 is given as lose, but a move leads to vertex 2, which is lose and not a win"
    );
    assert_eq!(
        with(1, (DRAW, WIN)),
        "with player 0 to move, vertex 1 is given as draw, but a move leads to vertex 2, which is lose: it is a win"
    );
    assert_eq!(
        with(0, (LOSE, DRAW)),
        "with player 0 to move, vertex 0 is given as lose, but a move leads to vertex 0, which is draw and not a win"
    );
    assert_eq!(
        with(0, (DRAW, WIN)),
        "with player 0 to move, vertex 0 is given as draw, but none of its moves leads to a draw"
    );
    // Each of these rests on the other.
    let circle = [(DRAW, DRAW), (WIN, DRAW), (DRAW, LOSE)];
    assert_eq!(
        say(verify_asymmetric(&graph, &solution(&circle, None))),
        "with player 0 to move, vertex 0 is given as draw, but that rests on claims that go round in a circle: nothing forces it"
    );
    let moves = [Some(0), Some(2), None];
    assert_eq!(
        say(verify_asymmetric(&graph, &solution(&circle, Some([&moves, &moves])))),
        "with player 1 to move, vertex 0 is given as draw, but against player 0's moves player 1 can come back to it in 2 moves, again and again: the game need not end"
    );
}

#[test]
fn asymmetric_moves_and_lengths() {
    let graph = trap();
    let right = truth(&graph);
    let [first, second] = strategies(&graph);
    let moving = |of_second: bool, vertex: usize, to: Option<Vertex>| {
        let mut moves = [first.clone(), second.clone()];
        moves[usize::from(of_second)][vertex] = to;
        say(verify_asymmetric(&graph, &solution(&right, Some([&moves[0], &moves[1]]))))
    };
    assert_eq!(
        moving(false, 0, None),
        "with player 0 to move, vertex 0 (lose) has moves, but is given no best move"
    );
    assert_eq!(
        moving(true, 2, Some(0)),
        "with player 1 to move, vertex 2 has no moves, but is given a best move to vertex 0"
    );
    assert_eq!(
        moving(true, 0, Some(2)),
        "with player 1 to move, vertex 0 is given a best move to vertex 2, but there is no such move"
    );
    assert_eq!(
        moving(true, 1, Some(2)),
        "with player 1 to move, vertex 1 (win) is given a best move to vertex 2 (draw), but it needs lose"
    );
    let mut short = solution(&right, None);
    short.second = [WIN].into_iter().collect();
    assert_eq!(
        say(verify_asymmetric(&graph, &short)),
        "with player 1 to move, the solution has values for 1 vertices and the game has 3: this is the solution of another game"
    );
    assert_eq!(
        say(verify_asymmetric(&graph, &solution(&right, Some([&first[..1], &second])))),
        "with player 0 to move, the strategy covers 1 vertices and the game has 3: this is the strategy of another game"
    );
    let checked = verify_asymmetric(&graph, &solution(&right, Some([&first, &second]))).unwrap();
    assert_eq!(
        checked.to_string(),
        "3 vertices with either player to move, 4 edges and 4 best moves"
    );
}

#[test]
fn grundy_values() {
    // 0 → 1 → 2, and 1 → 3 → 3: 3 is loopy for good, which makes 1 loopy.
    let graph = Graph::from_edges(4, [(0, 1), (1, 2), (1, 3), (3, 3)]).unwrap();
    let check = |claims: [Grundy<'_>; 4]| {
        let mut values = GrundyValues::default();
        claims.into_iter().for_each(|claim| values.push(claim));
        verify_grundy(&graph, &values)
    };
    let (finite, ends, ring) = (Grundy::Finite, Grundy::Loopy(&[0]), Grundy::Loopy(&[]));
    let right = check([finite(0), ends, finite(0), ring]).unwrap();
    assert_eq!(right.to_string(), "4 vertices (2 loopy) and 4 edges");
    assert_eq!(
        say(check([finite(1), ends, finite(0), ring])),
        "vertex 0 is given the value 1, but the least value that none of its moves reaches is 0"
    );
    assert_eq!(
        say(check([finite(0), Grundy::Loopy(&[0, 2]), finite(0), ring])),
        "vertex 1 is given as loopy with 2 among its options, but none of its moves leads to a vertex of that value"
    );
    assert_eq!(
        say(check([finite(0), ring, finite(0), ring])),
        "vertex 1 is given as loopy without 0 among its options, but a move leads to vertex 2, which has that value"
    );
    assert_eq!(
        say(check([ring, ends, finite(0), ring])),
        "vertex 0 is given as loopy, but nothing keeps it from having the value 0: none of its moves leads to a loopy vertex without 0 among its options"
    );
    assert_eq!(
        say(check([finite(0), finite(1), finite(0), ring])),
        "vertex 1 is given the value 1, but a move leads to vertex 3, which is loopy and has no option of value 1"
    );
    let cycle = Graph::from_edges(2, [(0, 1), (1, 0)]).unwrap();
    assert_eq!(
        say(verify_grundy(&cycle, &GrundyValues::from_finite(vec![0, 1]))),
        "vertex 0 is given the value 0, but a move leads to vertex 1, and the moves from there to the value 0 go round in a circle: nothing forces it"
    );
    assert_eq!(
        say(verify_grundy(&cycle, &GrundyValues::from_finite(vec![0]))),
        "the solution has values for 1 vertices and the game has 2: this is the solution of another game"
    );
}

/// Left moves from 0 to 1 and to 2, Right from 1 to 2.
fn race() -> Game {
    let (left, right) = (Some(Side::Left), Some(Side::Right));
    Game::new(3, &[(0, 1, left), (0, 2, left), (1, 2, right)])
}

#[test]
fn partizan_values() {
    let game = race();
    let (win, lose) = (|d| Value::Win(Distance(d)), |d| Value::Lose(Distance(d)));
    let check = |left: [Value; 3], left_moves: [Option<Vertex>; 3], right: [Value; 3]| {
        let left_first = OutcomeSolution {
            values: left.into_iter().collect(),
            strategy: Some(left_moves.into_iter().collect()),
            ties: None,
        };
        let right_first =
            OutcomeSolution { values: right.into_iter().collect(), strategy: None, ties: None };
        verify_partizan(&game.view(), &PartizanSolution { left_first, right_first })
    };
    let (left, moves) = ([win(1), lose(0), lose(0)], [Some(2), None, None]);
    let right = [lose(0), win(1), lose(0)];
    assert_eq!(
        check(left, moves, right).unwrap().to_string(),
        "3 vertices with either side to move, 3 edges and 1 best move"
    );
    assert_eq!(
        say(check([win(1), win(0), lose(0)], moves, right)),
        "with Left to move, vertex 1 is given as win, but it has no moves for Left and the game says lose there"
    );
    assert_eq!(
        say(check(left, moves, [lose(2), win(1), lose(0)])),
        "with Right to move, vertex 0 is given as lose in 2, but it has no moves for Right: its distance is 0"
    );
    assert_eq!(
        say(check([lose(2), lose(0), lose(0)], moves, right)),
        "with Left to move, vertex 0 is given as lose in 2, but a move leads to vertex 2, which is lose in 0 and not a win"
    );
    assert_eq!(
        say(check(left, [Some(2), Some(2), None], right)),
        "with Left to move, vertex 1 has no moves for Left, but is given a best move to vertex 2"
    );
    assert_eq!(
        say(check(left, [None; 3], right)),
        "with Left to move, vertex 0 (win in 1) has moves for Left, but is given no best move"
    );
    assert_eq!(
        say(check(left, [Some(0), None, None], right)),
        "with Left to move, vertex 0 is given a best move to vertex 0, but there is no such move for Left"
    );
    assert_eq!(
        say(check(left, [Some(1), None, None], right)),
        "with Left to move, vertex 0 (win in 1) is given a best move to vertex 1 (win in 1), but it needs lose in 0"
    );
}

#[test]
fn partizan_outcomes() {
    let check = |game: &Game, left: &[Outcome], right: &[Outcome]| {
        let outcomes = |side: &[Outcome]| -> Outcomes { side.iter().copied().collect() };
        verify_partizan_outcomes(&game.view(), &outcomes(left), &outcomes(right))
    };
    let game = race();
    assert_eq!(
        check(&game, &[WIN, LOSE, LOSE], &[LOSE, WIN, LOSE]).unwrap().to_string(),
        "3 vertices with either side to move and 3 edges"
    );
    assert_eq!(
        say(check(&game, &[WIN, LOSE, LOSE], &[LOSE, WIN])),
        "with Right to move, the solution has values for 2 vertices and the game has 3: this is the solution of another game"
    );
    assert_eq!(
        say(check(&game, &[WIN, LOSE, LOSE], &[LOSE, DRAW, LOSE])),
        "with Right to move, vertex 1 is given as draw, but a move leads to vertex 2, which is lose: it is a win"
    );
    let cycle = Game::new(2, &[(0, 1, Some(Side::Left)), (1, 0, Some(Side::Right))]);
    assert_eq!(
        say(check(&cycle, &[LOSE, LOSE], &[LOSE, WIN])),
        "with Left to move, vertex 0 is given as lose, but that rests on claims that go round in a circle: nothing forces it"
    );
}

#[test]
fn names_replace_numbers() {
    let mut builder = ArenaBuilder::new();
    let (a, b) = (builder.vertex("a").unwrap(), builder.vertex("b").unwrap());
    builder.edge(a, b).unwrap();
    let arena = builder.finish().unwrap();
    let fault = verify_asymmetric(&arena.graph, &solution(&[(LOSE, DRAW), (DRAW, LOSE)], None));
    assert_eq!(
        fault.unwrap_err().describe(&arena.names).to_string(),
        "with player 0 to move, vertex 'a' is given as lose, but a move leads to vertex 'b', which is lose and not a win"
    );
    let mut values = GrundyValues::default();
    values.push(Grundy::Loopy(&[]));
    values.push(Grundy::Finite(0));
    assert_eq!(
        verify_grundy(&arena.graph, &values).unwrap_err().describe(&arena.names).to_string(),
        "vertex 'a' is given as loopy without 0 among its options, but a move leads to vertex 'b', which has that value"
    );
}
