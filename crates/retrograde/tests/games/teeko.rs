//! Teeko against the answers in `data/games/teeko.csv`.

use retrograde::Outcome;
use retrograde::games::Game;
use retrograde::games::catalogue::NoFiles;
use retrograde::games::rules::Teeko;
use retrograde::table::Catalogue;
use retrograde::table::dense::{self, DenseOptions};

use crate::known::answers;
use crate::solved::holds;

#[test]
fn parameters_are_refused() {
    let error = Catalogue::builtin().open("teeko:5x5", &NoFiles).unwrap_err();
    assert_eq!(error.to_string(), "teeko takes no parameters: leave out ':5x5'");
}

/// The boards with all men on them: those in the index, and those that nobody meets because the
/// mover's men have won before.
#[test]
fn full_boards_are_as_many_as_known() {
    let answers = answers("teeko");
    let game = Teeko::new();
    let ways_to_win: u64 = answers["ways to win"].parse().unwrap();
    let men_of_the_other = 21 * 20 * 19 * 18 / (4 * 3 * 2);
    let mut boards = ways_to_win * men_of_the_other;
    for slot in game.tiers()[0].clone() {
        let Some(men) = game.unrank(slot) else { continue };
        let turned = |square: u32, turn: u32| {
            let (mut x, mut y) = (square % 5, square / 5);
            for _ in 0..turn % 4 {
                (x, y) = (4 - y, x);
            }
            5 * y + if turn < 4 { x } else { 4 - x }
        };
        let is_same = |turn: u32| {
            [men.own(), men.other()].into_iter().all(|set| {
                let mut left = set;
                let mut same = true;
                while left != 0 && same {
                    same = set >> turned(left.trailing_zeros(), turn) & 1 == 1;
                    left &= left - 1;
                }
                same
            })
        };
        boards += 8 / (0..8).filter(|&turn| is_same(turn)).count() as u64;
    }
    assert_eq!(boards.to_string(), answers["full boards"]);
}

#[test]
#[ignore = "takes 20 s"]
fn the_start_is_worth_what_is_known() {
    let game = Teeko::new();
    let table = dense::solve(&game, &DenseOptions::default()).unwrap();
    let start = table.get(game.rank(&game.start().unwrap()));
    assert_eq!(start.outcome(), Outcome::parse(&answers("teeko")["start"]));
    assert_eq!(table.counts().tie, 0);
    for slot in 0..table.len() {
        assert!(holds(&game, &table, slot), "slot {slot} is {:?}", table.get(slot));
    }
}
