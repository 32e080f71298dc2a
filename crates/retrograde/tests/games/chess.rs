//! Chess endings against what the literature says about them, in `data/games/chess.csv`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

use retrograde::games::Game;
use retrograde::games::rules::Chess;
use retrograde::games::rules::chess::Ending;
use retrograde::table::dense::{self, DenseError, DenseOptions, DenseTable};
use retrograde::table::{Probed, Row, Rules, Worth};
use retrograde::words::grouped;
use retrograde::{Allowance, Control, NamedMove, Outcome};

use crate::known::{Known, known};
use crate::solved::Solved;

/// For each ending, its questions with their answers.
fn answers() -> BTreeMap<String, Vec<(String, u64)>> {
    let mut answers: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for Known { game, question, answer } in known("chess.csv") {
        let ending = game.strip_prefix("chess:").unwrap().to_owned();
        answers.entry(ending).or_default().push((question, answer.parse().unwrap()));
    }
    answers
}

fn men(ending: &str) -> usize {
    ending.len() - 1
}

/// An ending, solved over its index.
struct Indexed {
    game: Chess,
    table: DenseTable,
    /// The slots of the ending itself.
    tier: Range<u64>,
    /// Whether White has the same men as Black.
    same: bool,
}

impl Indexed {
    fn new(ending: &str) -> Self {
        let game = Chess::new(ending).unwrap();
        let table = dense::solve(&game, &DenseOptions::default()).unwrap();
        let tier = game.parts().pop().unwrap().slots;
        let same = ending.split_once('v').is_some_and(|(white, black)| white == black);
        Indexed { game, table, tier, same }
    }

    fn value(&self, position: &Ending) -> Worth {
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
                (Worth::Win(Some(plies)), Outcome::Win) => u64::from(plies.0.div_ceil(2)),
                (Worth::Lose(Some(plies)), Outcome::Lose) => u64::from(plies.0 / 2),
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
        let lost = |worth| matches!(worth, Worth::Lose(_));
        let zugzwang = |white: Worth, black: Worth| {
            let unwon = |worth| !matches!(worth, Worth::Win(_) | Worth::Hole);
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
        let solved = Indexed::new(&ending);
        println!("{ending}: {} slots in {:.0?}", solved.table.len(), start.elapsed());
        for (question, expected) in questions {
            let answer = solved.answer(&question);
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
    let memory = Some(Allowance::from_now(8 << 30));
    let control = Control { memory, ..Control::default() };
    let options = DenseOptions { control, ..DenseOptions::default() };
    let error = dense::solve(&game, &options).unwrap_err();
    assert!(matches!(error, DenseError::Memory { needed, .. } if needed >= 2 * slots));
    let message = error.to_string();
    assert!(message.starts_with(&format!("{} slots need 52.", grouped(slots))), "{message}");
    assert!(message.contains("GiB of memory"), "{message}");
}

/// Exploring and the index give the same answers, and what exploring gives is a proof.
fn both_engines_agree(ending: &str) {
    let Indexed { game, table, tier, .. } = Indexed::new(ending);
    let roots: Vec<Ending> = tier.filter_map(|slot| game.unrank(slot)).collect();
    let solved = Solved::new(&game, &roots, true);
    for (vertex, position) in (0..).zip(&solved.explored.positions) {
        let found = table.get(game.rank(position));
        assert_eq!(found, solved.worth(vertex), "{}", game.show(position));
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

/// A position as text, with what it is worth and a best move.
fn told(row: &Row) -> String {
    format!("{} {} {:?}", row.position, row.worth, row.best)
}

#[test]
fn rows_of_lines_are_those_of_a_look_at_every_move() {
    for ending in ["KRvK", "KPvK"] {
        let rules = Rules::of(Chess::new(ending).unwrap());
        let solved = rules.solve(&DenseOptions::default()).unwrap();
        let slots = (0..rules.slots().unwrap()).step_by(7);
        let mut expected = Vec::new();
        for position in slots.filter_map(|slot| rules.unrank(slot)) {
            let best = solved.moves(&position).unwrap().into_iter().next();
            let best = best.map(|best| NamedMove { to: rules.show(&best.to), name: best.text });
            let worth = solved.worth(&position).unwrap().unwrap();
            expected.push(told(&Row { position: rules.show(&position), worth, best }));
        }
        let fen = |told: &String| told.split(' ').take(6).collect::<Vec<_>>().join(" ") + "\n";
        let lines: String = expected.iter().map(fen).collect();
        let mut rows = Vec::new();
        let answered = solved.probe_lines(lines.as_bytes(), None, &Control::default(), |answers| {
            rows.extend(answers.probed.iter().map(|(_, probed)| match probed {
                Probed::Known(row) => told(row),
                _ => panic!("{probed:?}"),
            }));
            Ok(())
        });
        answered.unwrap();
        assert!(rows == expected, "{ending}");
    }
}
