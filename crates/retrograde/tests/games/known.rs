//! What is known about games: questions, answers and who says so.

use std::collections::BTreeMap;
use std::path::Path;

use crate::common::rows;

/// A question about a game, and its answer.
pub(crate) struct Known {
    pub(crate) game: String,
    pub(crate) question: String,
    pub(crate) answer: String,
}

/// All that a file of `data/games` says; everything has a source.
pub(crate) fn known(file: &str) -> Vec<Known> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/games").join(file);
    let rows = rows(&path, ["game", "question", "answer", "source"]);
    assert!(!rows.is_empty(), "{file}");
    let row = |[game, question, answer, source]: [String; 4]| {
        assert!(source.len() > 10, "{file}: {game}, {question} has no source");
        Known { game, question, answer }
    };
    rows.into_iter().map(row).collect()
}

/// The same by game.
pub(crate) fn by_game(file: &str) -> BTreeMap<String, Vec<Known>> {
    let mut games: BTreeMap<String, Vec<Known>> = BTreeMap::new();
    for known in known(file) {
        games.entry(known.game.clone()).or_default().push(known);
    }
    games
}

/// The answers to the questions about a game that has a file of its own.
pub(crate) fn answers(game: &str) -> BTreeMap<String, String> {
    let answer = |known: Known| {
        assert_eq!(known.game, game);
        (known.question, known.answer)
    };
    known(&format!("{game}.csv")).into_iter().map(answer).collect()
}
