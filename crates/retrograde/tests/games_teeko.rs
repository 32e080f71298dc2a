//! Teeko against the answers in `data/games/teeko.csv`.

use std::collections::BTreeMap;
use std::path::PathBuf;

use retrograde::games::Game;
use retrograde::games::catalogue::{AnyGame, NoFiles};
use retrograde::games::rules::Teeko;
use retrograde::{Distance, Outcome};
use retrograde_table::Slot;
use retrograde_table::dense::{self, DenseOptions, DenseTable};

fn answers() -> BTreeMap<String, String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/games/teeko.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("game,question,answer,source"));
    let fields = |line: &str| {
        let fields: Vec<String> = line.splitn(4, ',').map(str::to_owned).collect();
        assert!(fields.len() == 4 && fields[0] == "teeko", "{line}");
        (fields[1].clone(), fields[2].clone())
    };
    lines.map(fields).collect()
}

fn game() -> Teeko {
    match AnyGame::from_spec("teeko", &NoFiles).unwrap() {
        AnyGame::Teeko(game) => game,
        other => panic!("{other:?}"),
    }
}

#[test]
fn parameters_are_refused() {
    let error = AnyGame::from_spec("teeko:5x5", &NoFiles).unwrap_err();
    assert_eq!(error.to_string(), "teeko takes no parameters: leave out ':5x5'");
}

/// The boards with all men on them: those in the index, and those that nobody meets because the
/// mover's men have won before.
#[test]
fn full_boards_are_as_many_as_known() {
    let answers = answers();
    let game = game();
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

/// What a position is worth as its moves tell, and whether it can be that.
fn holds(game: &Teeko, table: &DenseTable, slot: u64) -> bool {
    let Some(men) = game.unrank(slot) else { return table.get(slot) == Slot::Hole };
    if game.verdict(&men).is_some() {
        return table.get(slot) == Slot::Lose(Distance(0));
    }
    let mut moves = Vec::new();
    game.moves(&men, &mut moves);
    let after = moves.iter().map(|chosen| table.get(game.rank(&game.play(&men, chosen))));
    let (mut shortest_win, mut longest_loss, mut draw) = (None, 0, false);
    for next in after {
        match next {
            Slot::Lose(Distance(plies)) => {
                shortest_win = Some(shortest_win.map_or(plies + 1, |win: u32| win.min(plies + 1)));
            }
            Slot::Win(Distance(plies)) => longest_loss = longest_loss.max(plies + 1),
            Slot::Draw => draw = true,
            Slot::Tie | Slot::Hole => return false,
        }
    }
    let expected = match (shortest_win, draw) {
        (Some(plies), _) => Slot::Win(Distance(plies)),
        (None, true) => Slot::Draw,
        (None, false) => Slot::Lose(Distance(longest_loss)),
    };
    table.get(slot) == expected
}

#[test]
#[ignore = "takes 20 s"]
fn the_start_is_worth_what_is_known() {
    let game = game();
    let table = dense::solve(&game, &DenseOptions::default()).unwrap();
    let start = table.get(game.rank(&game.start().unwrap()));
    assert_eq!(start.outcome(), Outcome::parse(&answers()["start"]));
    for slot in 0..table.len() {
        assert!(holds(&game, &table, slot), "slot {slot} is {:?}", table.get(slot));
    }
}
