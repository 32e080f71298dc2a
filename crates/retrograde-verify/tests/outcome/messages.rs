//! Every rule has a game that breaks it, and a sentence that says so.

use retrograde_core::{
    ArenaBuilder, Column, Convention, Distance, Graph, Names, Outcome, OutcomeSolution, Value,
    Vertex,
};
use retrograde_verify::{Fault, Rule, verify_outcome};

use crate::oracle::{Game, lose, values, win};

fn fault(game: &Game, claimed: &[Value], moves: Option<&[Option<Vertex>]>) -> Fault {
    let strategy = moves.map(|moves| moves.iter().copied().collect());
    verify_outcome(&game.view(), &OutcomeSolution { values: values(claimed), strategy, ties: None })
        .unwrap_err()
}

/// 0 → 1 → 2 → 3, and 0 → 3: the values are win 1, lose 2, win 1, lose 0.
fn path() -> Game {
    Game::normal(4, &[(0, 1), (0, 3), (1, 2), (2, 3)])
}

#[test]
fn every_rule_names_its_vertex_and_its_evidence() {
    let path = path();
    let right = path.values();
    assert_eq!(right, [win(1), lose(2), win(1), lose(0)]);
    let with = |vertex: usize, value: Value| {
        let mut claimed = right.clone();
        claimed[vertex] = value;
        claimed
    };
    let best: [Option<Vertex>; 4] = [Some(3), Some(2), Some(3), None];
    let moving = |vertex: usize, to: Option<Vertex>| {
        let mut moves = best;
        moves[vertex] = to;
        fault(&path, &right, Some(&moves))
    };
    let terminal = Game::normal(1, &[]);
    let loop_or_lose = Game::normal(3, &[(0, 0), (0, 1), (1, 2)]);
    let cases: Vec<(Fault, Option<Vertex>, &str)> = vec![
        (
            fault(&path, &right[..3], None),
            None,
            "the solution has values for 3 vertices and the game has 4: this is the solution of another game",
        ),
        (
            fault(&path, &right, Some(&best[..2])),
            None,
            "the strategy covers 2 vertices and the game has 4: this is the strategy of another game",
        ),
        (
            fault(&terminal, &[win(0)], None),
            Some(0),
            "vertex 0 is given as win, but it has no moves and the game says lose there",
        ),
        (
            fault(&terminal, &[lose(2)], None),
            Some(0),
            "vertex 0 is given as lose in 2, but it has no moves: its distance is 0",
        ),
        (
            moving(3, Some(1)),
            Some(3),
            "vertex 3 has no moves, but is given a best move to vertex 1",
        ),
        (
            fault(&path, &with(1, win(2)), None),
            Some(1),
            "vertex 1 is given as win in 2, but none of its moves leads to a lost vertex",
        ),
        (
            fault(&path, &with(0, win(3)), None),
            Some(0),
            "vertex 0 is given as win in 3, but its quickest move leads to vertex 3, lose in 0: the win takes exactly one move more than that",
        ),
        (
            fault(&loop_or_lose, &[lose(2), win(1), lose(0)], None),
            Some(0),
            "vertex 0 is given as lose in 2, but a move leads to vertex 0, which is lose in 2 and not a win",
        ),
        (
            fault(&path, &with(1, lose(1)), None),
            Some(1),
            "vertex 1 is given as lose in 1, but its slowest move leads to vertex 2, win in 1: the loss comes after exactly one move more than that",
        ),
        (
            fault(&path, &with(0, Value::Draw), None),
            Some(0),
            "vertex 0 is given as draw, but a move leads to vertex 1, which is lose in 2: it is a win",
        ),
        (
            fault(&path, &with(1, Value::Draw), None),
            Some(1),
            "vertex 1 is given as draw, but none of its moves leads to a draw",
        ),
        (moving(1, None), Some(1), "vertex 1 (lose in 2) has moves, but is given no best move"),
        (
            moving(2, Some(9)),
            Some(2),
            "vertex 2 is given a best move to vertex 9, but there is no such move",
        ),
        (
            moving(0, Some(1)),
            Some(0),
            "vertex 0 (win in 1) is given a best move to vertex 1 (lose in 2), but it needs lose in 0",
        ),
    ];
    for (fault, vertex, sentence) in cases {
        assert_eq!(fault.to_string(), sentence);
        assert_eq!(fault.vertex, vertex, "{fault}");
    }
}

#[test]
fn best_moves_of_losses_and_draws_have_their_own_words() {
    // 0 can resist through 1 or give up through 3; 5 can keep circling or walk into 3.
    let game = Game::normal(6, &[(0, 1), (0, 3), (1, 2), (2, 3), (3, 4), (5, 5), (5, 3)]);
    let right = game.values();
    assert_eq!(right, [lose(4), win(3), lose(2), win(1), lose(0), Value::Draw]);
    let moving = |vertex: usize, to| {
        let mut moves = [Some(1), Some(2), Some(3), Some(4), None, Some(5)];
        moves[vertex] = Some(to);
        fault(&game, &right, Some(&moves)).to_string()
    };
    assert_eq!(
        moving(0, 3),
        "vertex 0 (lose in 4) is given a best move to vertex 3 (win in 1), but it needs win in 3"
    );
    assert_eq!(
        moving(5, 3),
        "vertex 5 (draw) is given a best move to vertex 3 (win in 1), but it needs a draw"
    );
}

#[test]
fn the_lowest_vertex_is_named_and_its_value_before_its_move() {
    let path = path();
    let claimed = [win(1), lose(4), win(7), lose(1)];
    let found = fault(&path, &claimed, Some(&[Some(0), None, None, Some(0)]));
    // Vertex 0 is at fault too now: its successor 3 is given as lost in 1.
    assert_eq!(found.vertex, Some(0));
    assert_eq!(
        found.rule,
        Rule::WinDistanceNotShortest { claimed: Distance(1), successor: 3, distance: Distance(1) }
    );
    let claimed = [win(1), lose(4), win(1), lose(0)];
    let found = fault(&path, &claimed, Some(&[Some(3), None, None, None]));
    assert_eq!(
        found.rule,
        Rule::LoseDistanceNotLongest { claimed: Distance(4), successor: 2, distance: Distance(1) }
    );
}

#[test]
fn the_largest_distance_has_none_above_it() {
    let cycle = Game::normal(2, &[(0, 1), (1, 0)]);
    let largest = Distance(u32::MAX);
    assert_eq!(
        fault(&cycle, &[win(0), Value::Lose(largest)], None),
        Fault {
            vertex: Some(0),
            turn: None,
            rule: Rule::WinDistanceNotShortest {
                claimed: Distance(0),
                successor: 1,
                distance: largest
            },
        }
    );
    assert_eq!(fault(&cycle, &[lose(0), Value::Win(largest)], None).vertex, Some(0));
}

#[test]
fn verdicts_go_before_the_convention() {
    let verdicts: Column<Outcome> = [(1, Outcome::Draw)].into_iter().collect();
    let game =
        Game::new(Graph::from_edges(3, [(0, 1), (0, 2)]).unwrap(), verdicts, Convention::Misere);
    let right = OutcomeSolution { values: values(&game.values()), strategy: None, ties: None };
    assert_eq!(game.values(), [Value::Draw, Value::Draw, win(0)]);
    assert!(verify_outcome(&game.view(), &right).is_ok());
    assert_eq!(
        fault(&game, &[Value::Draw, lose(0), win(0)], None).rule,
        Rule::DrawWithLostSuccessor { successor: 1, reached: lose(0) }
    );
    assert_eq!(
        fault(&game, &[lose(1), win(0), win(0)], None).rule,
        Rule::TerminalOutcome { expected: Outcome::Draw, claimed: Outcome::Win }
    );
}

#[test]
fn names_replace_numbers_and_stay_on_one_line() {
    let mut builder = ArenaBuilder::new();
    let here = builder.vertex("king's\nmove").unwrap();
    let there = builder.vertex("b").unwrap();
    builder.edge(here, there).unwrap();
    let arena = builder.finish().unwrap();
    let game = Game::new(arena.graph.clone(), Column::default(), Convention::Normal);
    let found = fault(&game, &[win(1), lose(0)], Some(&[Some(7), None]));
    assert_eq!(
        found.describe(&arena.names).to_string(),
        r"vertex 'king\'s\nmove' is given a best move to vertex 7, but there is no such move"
    );
    let found = fault(&game, &[win(2), lose(0)], None);
    assert!(found.describe(&arena.names).to_string().contains("leads to vertex 'b', lose in 0"));
    let numbered = Names::numbered(2);
    assert_eq!(found.describe(&numbered).to_string(), found.to_string());
}

#[test]
fn the_count_of_what_was_checked_reads_as_a_list() {
    let path = path();
    let strategy = Some([Some(3), Some(2), Some(3), None].into_iter().collect());
    let mut solution = OutcomeSolution { values: values(&path.values()), strategy, ties: None };
    let checked = verify_outcome(&path.view(), &solution).unwrap();
    assert_eq!(checked.to_string(), "4 vertices, 4 edges and 3 best moves");
    assert_eq!((checked.terminals, checked.moves), (1, Some(3)));
    solution.strategy = None;
    let checked = verify_outcome(&path.view(), &solution).unwrap();
    assert_eq!(checked.to_string(), "4 vertices and 4 edges");
}
