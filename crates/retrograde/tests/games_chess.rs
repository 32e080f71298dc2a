//! Chess endings against what the literature says about them, in `data/games/chess.csv`.
#![cfg(feature = "chess")]

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

use retrograde::games::rules::Chess;
use retrograde::games::rules::chess::Ending;
use retrograde::games::{ExploreOptions, Game, explore};
use retrograde::solve::outcome::{self, Options};
use retrograde::verify::verify_outcome;
use retrograde::{Convention, Outcome, OutcomeGame, Value};
use retrograde_table::Slot;
use retrograde_table::dense::{self, DenseError, DenseOptions, DenseTable};

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
    /// The slots of the ending itself.
    tier: Range<u64>,
    /// Whether White has the same men as Black.
    same: bool,
}

impl Solved {
    fn new(ending: &str) -> Self {
        let game = Chess::new(ending).unwrap();
        let table = dense::solve(&game, &DenseOptions::default()).unwrap();
        let tier = game.tiers().pop().unwrap();
        let same = ending.split_once('v').is_some_and(|(white, black)| white == black);
        Solved { game, table, tier, same }
    }

    fn value(&self, position: &Ending) -> Slot {
        self.table.get(self.game.rank(position))
    }

    /// The position of a slot, if it is this player's move. Where both have the same men, Black's
    /// positions are White's.
    fn position(&self, slot: u64, mover: &'static str) -> Option<Ending> {
        let position = self.game.unrank(slot)?;
        (self.same || self.game.mover(&position) == Some(mover)).then_some(position)
    }

    /// In moves, with how many positions of the ending itself take so long.
    fn longest(&self, mover: &'static str, outcome: Outcome) -> (u64, u64) {
        let (mut longest, mut count) = (0, 0);
        for slot in self.tier.clone() {
            let moves = match (self.table.get(slot), outcome) {
                (Slot::Win(plies), Outcome::Win) => u64::from(plies.0.div_ceil(2)),
                (Slot::Lose(plies), Outcome::Lose) => u64::from(plies.0 / 2),
                _ => continue,
            };
            if moves < longest || self.position(slot, mover).is_none() {
                continue;
            }
            if moves > longest {
                (longest, count) = (moves, 0);
            }
            count += 1;
        }
        (longest, count)
    }

    /// The same men with Black to move, where the position allows it.
    fn with_black_to_move(&self, position: &Ending) -> Option<Ending> {
        let fen = self.game.show(position);
        if !fen.contains(" w - - ") {
            return None;
        }
        self.game.parse(&fen.replace(" w ", " b ")).ok()
    }

    /// How far a position with Black to move is from the same with White to move, where the two
    /// players have different men. Reading positions as text takes long, so that most are not.
    fn far_to_black(&self) -> Option<u64> {
        let pairs = self.tier.clone().filter_map(|slot| {
            let other = self.with_black_to_move(&self.position(slot, "White")?)?;
            Some(self.game.rank(&other).wrapping_sub(slot))
        });
        if self.same { None } else { pairs.take(1).next() }
    }

    /// Positions in which either player would rather not be the one to move.
    fn mutual_zugzwangs(&self) -> u64 {
        let far = self.far_to_black();
        let lost = |slot| matches!(slot, Slot::Lose(_));
        let zugzwang = |white: Slot, black: Slot| {
            let unwon = |slot| !matches!(slot, Slot::Win(_) | Slot::Hole);
            unwon(white) && unwon(black) && (lost(white) || lost(black))
        };
        let mut count = 0;
        for slot in self.tier.clone() {
            let value = self.table.get(slot);
            let far_value = far.map(|far| self.table.get(slot.wrapping_add(far)));
            if far_value.is_some_and(|black| !zugzwang(value, black)) {
                continue;
            }
            let Some(position) = self.position(slot, "White") else { continue };
            let Some(other) = self.with_black_to_move(&position) else { continue };
            let other = self.value(&other);
            if zugzwang(value, other) {
                // Where both have the same men, the same with the colours exchanged is there as well.
                count += if self.same { 1 } else { 2 };
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
        let start = Instant::now();
        let solved = Solved::new(ending);
        println!("{ending}: {} slots in {:.0?}", solved.table.len(), start.elapsed());
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
#[ignore = "takes 20 s"]
fn four_men_without_pawns() {
    compare(|ending| men(ending) == 4 && !ending.contains('P'));
}

#[test]
#[ignore = "takes a minute"]
fn four_men_with_pawns() {
    compare(|ending| men(ending) == 4 && ending.contains('P'));
}

#[test]
#[ignore = "takes 3 minutes and 0.6 GB"]
fn five_men_without_pawns() {
    compare(|ending| men(ending) == 5 && !ending.contains('P'));
}

#[test]
#[ignore = "takes 15 minutes and 3.5 GB"]
fn five_men_with_pawns() {
    compare(|ending| men(ending) == 5 && ending.contains('P'));
}

/// Promotions make an index of pawns many times that of the ending itself.
#[test]
fn an_ending_that_cannot_fit_is_refused_with_the_figure() {
    let game = Chess::new("KPPvKP").unwrap();
    let (slots, tier) = (game.slots().unwrap(), game.tiers().pop().unwrap());
    assert!(slots > 100 * (tier.end - tier.start));
    let options = DenseOptions { memory: 8 << 30, ..DenseOptions::default() };
    let error = dense::solve(&game, &options).unwrap_err();
    assert!(matches!(error, DenseError::Memory { needed, .. } if needed >= 2 * slots));
    let message = error.to_string();
    assert!(message.starts_with(&format!("{slots} slots need 52.")), "{message}");
    assert!(message.contains("GiB of memory"), "{message}");
}

/// Exploring and the index give the same answers, and what exploring gives is a proof.
fn both_engines_agree(ending: &str) {
    let solved = Solved::new(ending);
    let game = &solved.game;
    let roots: Vec<Ending> = solved.tier.clone().filter_map(|slot| game.unrank(slot)).collect();
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
