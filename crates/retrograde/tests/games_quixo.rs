//! Quixo against the known results in `data/games/quixo.csv`, over its index and explored.

use std::fs;
use std::path::PathBuf;

use retrograde::games::rules::Quixo;
use retrograde::games::{ExploreOptions, Game, explore};
use retrograde::solve::outcome::{self, Options};
use retrograde::verify::verify_outcome;
use retrograde::{Convention, OutcomeGame, Value};
use retrograde_table::Slot;
use retrograde_table::dense::{self, Counts, DenseOptions, DenseTable};

/// The questions about a game, and their answers.
fn known(game: &str) -> Vec<(String, String)> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games/quixo.csv");
    let text = fs::read_to_string(file).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("game,question,answer,source"));
    let mut known = Vec::new();
    for line in lines {
        let [name, question, answer, source] = line.splitn(4, ',').collect::<Vec<_>>()[..] else {
            panic!("four fields: {line}");
        };
        assert!(source.trim_matches('"').len() > 10, "a source: {line}");
        if name == game {
            known.push((question.to_owned(), answer.to_owned()));
        }
    }
    assert!(!known.is_empty());
    known
}

/// Compares a table with what is known, and every slot with those its moves lead to.
fn check(name: &str, size: u32) -> (Quixo, DenseTable) {
    let game = Quixo::new(size).unwrap();
    let table = dense::solve(&game, &DenseOptions::default()).unwrap();
    let start = table.get(game.rank(&game.start().unwrap()));
    let Counts { hole, .. } = table.counts();
    for (question, answer) in known(name) {
        let found = match (question.as_str(), start) {
            ("start", _) => start.outcome().unwrap().to_string(),
            ("start distance", Slot::Win(distance) | Slot::Lose(distance)) => distance.to_string(),
            ("classes", _) => (table.len() - hole).to_string(),
            (other, _) => panic!("nobody knows {other}"),
        };
        assert_eq!(found, answer, "{name}, {question}");
    }
    check_every_slot(&game, &table);
    (game, table)
}

/// Distances that fit with those one move on, everywhere, are a proof.
fn check_every_slot(game: &Quixo, table: &DenseTable) {
    let mut moves = Vec::new();
    for slot in 0..table.len() {
        let Some(position) = game.unrank(slot) else {
            assert_eq!(table.get(slot), Slot::Hole);
            continue;
        };
        if let Some(verdict) = game.verdict(&position) {
            assert!(table.get(slot).outcome() == Some(verdict));
            continue;
        }
        moves.clear();
        game.moves(&position, &mut moves);
        let replies = || moves.iter().map(|push| table.get(game.rank(&game.play(&position, push))));
        let hurried = replies().filter_map(|reply| match reply {
            Slot::Lose(distance) => Some(distance.0 + 1),
            _ => None,
        });
        let stalled = replies().map(|reply| match reply {
            Slot::Win(distance) => Some(distance.0 + 1),
            _ => None,
        });
        let expected = match (hurried.min(), stalled.collect::<Option<Vec<u32>>>()) {
            (Some(distance), _) => (1, Some(distance)),
            (None, Some(all)) => (2, all.into_iter().max()),
            (None, None) => (3, None),
        };
        let found = match table.get(slot) {
            Slot::Win(distance) => (1, Some(distance.0)),
            Slot::Lose(distance) => (2, Some(distance.0)),
            Slot::Draw => (3, None),
            other => panic!("{other:?} at {}", game.show(&position)),
        };
        assert_eq!(found, expected, "{}", game.show(&position));
    }
}

#[test]
fn three_by_three_is_as_published_and_as_explored() {
    let (game, table) = check("quixo:3", 3);
    let options = ExploreOptions { symmetry: true, ..ExploreOptions::default() };
    let explored = explore(&game, &[game.start().unwrap()], &options).unwrap();
    let question =
        OutcomeGame::new(&explored.graph, &explored.verdicts, Convention::Normal).unwrap();
    let solution = outcome::solve(&question, &Options::default()).unwrap().solution;
    verify_outcome(&question, &solution).unwrap();
    for (position, vertex) in explored.positions.iter().zip(0..) {
        let expected = match solution.values.get(vertex) {
            Value::Win(distance) => Slot::Win(distance),
            Value::Lose(distance) => Slot::Lose(distance),
            Value::Draw => Slot::Draw,
        };
        assert_eq!(table.get(game.rank(position)), expected);
    }
}

#[test]
#[ignore = "takes 15 s"]
fn four_by_four_is_as_published() {
    check("quixo:4", 4);
}
