//! Chess endings against what the literature says about them, in `data/games/chess.csv`.
#![cfg(feature = "chess")]

use std::collections::BTreeMap;

use retrograde::games::rules::Chess;
use retrograde::games::rules::chess::Ending;
use retrograde::games::{ExploreOptions, Game, explore};
use retrograde::solve::outcome::{self, Options};
use retrograde::verify::verify_outcome;
use retrograde::{Convention, Outcome, OutcomeGame, Value};
use retrograde_table::Slot;
use retrograde_table::dense::{self, DenseOptions, DenseTable};

/// For each ending, its questions with their answers.
fn answers() -> BTreeMap<&'static str, Vec<(&'static str, u64)>> {
    let mut lines = include_str!("data/games/chess.csv").lines();
    assert_eq!(lines.next(), Some("game,question,answer,source"));
    let mut answers: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in lines {
        let [game, question, answer, source] = line.splitn(4, ',').collect::<Vec<_>>()[..] else {
            panic!("four fields: {line}");
        };
        assert!(source.len() > 10, "{line}");
        let ending = game.strip_prefix("chess:").unwrap();
        answers.entry(ending).or_default().push((question, answer.parse().unwrap()));
    }
    answers
}

fn men(ending: &str) -> usize {
    ending.len() - 1
}

struct Solved {
    game: Chess,
    table: DenseTable,
}

impl Solved {
    fn new(ending: &str) -> Self {
        let game = Chess::new(ending).unwrap();
        let table = dense::solve(&game, &DenseOptions::default()).unwrap();
        Solved { game, table }
    }

    fn value(&self, position: &Ending) -> Slot {
        self.table.get(self.game.rank(position))
    }

    /// The positions of the ending itself, with this player to move. Where the colours can be
    /// exchanged, Black's are White's.
    fn positions(&self, mover: &'static str) -> impl Iterator<Item = (Ending, Slot)> {
        let tier = self.game.tiers().pop().unwrap();
        let all = tier.filter_map(|slot| Some((self.game.unrank(slot)?, self.table.get(slot))));
        let (white, black) = self.game_name();
        all.filter(move |(position, _)| white == black || self.game.mover(position) == Some(mover))
    }

    fn game_name(&self) -> (String, String) {
        let tier = self.game.tiers().pop().unwrap();
        let position = tier.into_iter().find_map(|slot| self.game.unrank(slot)).unwrap();
        let name = self.game.material(&position);
        let (white, black) = name.split_once('v').unwrap();
        (white.to_owned(), black.to_owned())
    }

    /// In moves, with how many positions take so long.
    fn longest(&self, mover: &'static str, outcome: Outcome) -> (u64, u64) {
        let (mut longest, mut count) = (0, 0);
        for (_, slot) in self.positions(mover) {
            let moves = match (slot, outcome) {
                (Slot::Win(plies), Outcome::Win) => u64::from(plies.0.div_ceil(2)),
                (Slot::Lose(plies), Outcome::Lose) => u64::from(plies.0 / 2),
                _ => continue,
            };
            if moves > longest {
                (longest, count) = (moves, 0);
            }
            count += u64::from(moves == longest);
        }
        (longest, count)
    }

    /// Positions in which either player would rather not be the one to move.
    fn mutual_zugzwangs(&self) -> u64 {
        let (white, black) = self.game_name();
        let mut count = 0;
        for (position, slot) in self.positions("White") {
            if matches!(slot, Slot::Win(_)) {
                continue;
            }
            let fen = self.game.show(&position);
            if !fen.contains(" - - ") {
                continue;
            }
            let Ok(other) = self.game.parse(&fen.replace(" w ", " b ")) else { continue };
            let lost = |slot| matches!(slot, Slot::Lose(_));
            let won = |slot| matches!(slot, Slot::Win(_));
            let other = self.value(&other);
            if !won(other) && (lost(slot) || lost(other)) {
                // The same with the colours exchanged is there as well.
                let both = white == black && !(lost(slot) && lost(other));
                count += if both { 1 } else { 2 };
            }
        }
        count / 2
    }

    fn answer(&self, question: &str) -> u64 {
        match question {
            "longest white win" => self.longest("White", Outcome::Win).0,
            "longest white wins" => self.longest("White", Outcome::Win).1,
            "longest black win" => self.longest("Black", Outcome::Win).0,
            "longest black loss" => self.longest("Black", Outcome::Lose).0,
            "longest black losses" => self.longest("Black", Outcome::Lose).1,
            "mutual zugzwangs" => self.mutual_zugzwangs(),
            _ => panic!("nobody knows how to answer '{question}'"),
        }
    }
}

/// Answers all questions about these endings.
fn compare(which: impl Fn(&str) -> bool) {
    let mut wrong = Vec::new();
    for (ending, questions) in answers().into_iter().filter(|(ending, _)| which(ending)) {
        println!("{ending}");
        let solved = Solved::new(ending);
        for (question, expected) in questions {
            let answer = solved.answer(question);
            if answer != expected {
                wrong.push(format!("{ending}, {question}: {answer} instead of {expected}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn three_men() {
    assert!(answers().len() >= 5 + 30);
    compare(|ending| men(ending) == 3);
}

#[test]
#[ignore = "takes a minute or more"]
fn four_men_without_pawns() {
    compare(|ending| men(ending) == 4 && !ending.contains('P'));
}

#[test]
#[ignore = "takes many minutes"]
fn four_men_with_pawns() {
    compare(|ending| men(ending) == 4 && ending.contains('P'));
}

#[test]
#[ignore = "takes many minutes and 2 GB"]
fn five_men() {
    compare(|ending| men(ending) == 5);
}

/// Exploring and the index give the same answers, and what exploring gives is a proof.
fn both_engines_agree(ending: &str) {
    let solved = Solved::new(ending);
    let game = &solved.game;
    let roots: Vec<Ending> =
        game.tiers().pop().unwrap().filter_map(|slot| game.unrank(slot)).collect();
    let options = ExploreOptions { symmetry: true, ..ExploreOptions::default() };
    let explored = explore(game, &roots, &options).unwrap();
    let graph = OutcomeGame::new(&explored.graph, &explored.verdicts, Convention::Normal).unwrap();
    let outcomes = outcome::solve(&graph, &Options::default()).unwrap();
    verify_outcome(&graph, &outcomes.solution).unwrap();
    for (vertex, position) in (0..).zip(&explored.positions) {
        let value = match solved.value(position) {
            Slot::Win(distance) => Value::Win(distance),
            Slot::Lose(distance) => Value::Lose(distance),
            Slot::Tie | Slot::Draw => Value::Draw,
            Slot::Hole => panic!("{} has no slot", game.show(position)),
        };
        assert_eq!(outcomes.solution.values.get(vertex), value, "{}", game.show(position));
    }
}

#[test]
fn both_engines_agree_on_pawns() {
    both_engines_agree("KPvK");
}

#[test]
#[ignore = "takes a minute or more"]
fn both_engines_agree_on_queen_against_rook() {
    both_engines_agree("KQvKR");
}
