//! Quixo against the known results in `data/games/quixo.csv`, over its index and explored.

use retrograde::games::Game;
use retrograde::games::rules::Quixo;
use retrograde::table::dense::{self, DenseOptions, DenseTable};

use crate::known::{Known, by_game};
use crate::solved::{Solved, holds};

/// Compares a table with what is known, and every slot with those its moves lead to.
fn check(name: &str, size: u32) -> (Quixo, DenseTable) {
    let game = Quixo::new(size).unwrap();
    let table = dense::solve(&game, &DenseOptions::default()).unwrap();
    let start = table.get(game.rank(&game.start().unwrap()));
    let counts = table.counts();
    for Known { question, answer, .. } in &by_game("quixo.csv")[name] {
        let found = match question.as_str() {
            "start" => start.outcome().unwrap().to_string(),
            "start distance" => start.distance().unwrap().to_string(),
            "classes" => counts.positions().to_string(),
            other => panic!("nobody knows {other}"),
        };
        assert_eq!(found, *answer, "{name}, {question}");
    }
    assert_eq!(counts.tie, 0);
    for slot in 0..table.len() {
        assert!(holds(&game, &table, slot), "slot {slot} is {}", table.get(slot));
    }
    (game, table)
}

#[test]
fn three_by_three_is_as_published_and_as_explored() {
    let (game, table) = check("quixo:3", 3);
    let solved = Solved::new(&game, &[game.start().unwrap()], true);
    for (position, vertex) in solved.explored.positions.iter().zip(0..) {
        assert_eq!(table.get(game.rank(position)), solved.worth(vertex));
    }
}

#[test]
#[ignore = "takes 15 s"]
fn four_by_four_is_as_published() {
    check("quixo:4", 4);
}
