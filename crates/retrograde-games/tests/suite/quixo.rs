//! Quixo against its rules played with rows of letters.

use crate::by_spec;

use std::collections::BTreeSet;

use proptest::prelude::*;
use retrograde_core::Outcome;
use retrograde_games::catalogue::NoFiles;
use retrograde_games::kit::{self, KitOptions};
use retrograde_games::rules::Quixo;
use retrograde_games::rules::quixo::Cubes;
use retrograde_games::{Game, ParseError};

type Rows = Vec<Vec<char>>;

fn rows(game: &Quixo, cubes: &Cubes) -> Rows {
    game.show(cubes).split('/').map(|row| row.chars().collect()).collect()
}

fn cubes(game: &Quixo, rows: &Rows) -> Cubes {
    let lines: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    game.parse(&lines.join("/")).unwrap()
}

fn transposed(rows: &Rows) -> Rows {
    (0..rows.len()).map(|x| rows.iter().map(|row| row[x]).collect()).collect()
}

fn mirrored(rows: &Rows) -> Rows {
    rows.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

/// The board as the other player sees it.
fn swapped(rows: &Rows) -> Rows {
    let swap = |&c: &char| match c {
        'x' => 'o',
        'o' => 'x',
        c => c,
    };
    rows.iter().map(|row| row.iter().map(swap).collect()).collect()
}

/// What x can make of a board by pushing along rows, as the other player sees it.
fn pushed_along_rows(rows: &Rows) -> Vec<Rows> {
    let last = rows.len() - 1;
    let mut after = Vec::new();
    for (y, x) in (0..=last).flat_map(|y| (0..=last).map(move |x| (y, x))) {
        let border = y == 0 || y == last || x == 0 || x == last;
        if !border || rows[y][x] == 'o' {
            continue;
        }
        for end in [0, last] {
            if end != x {
                let mut rows = rows.clone();
                rows[y].remove(x);
                rows[y].insert(end, 'x');
                after.push(swapped(&rows));
            }
        }
    }
    after
}

fn naive_moves(rows: &Rows) -> Vec<Rows> {
    let mut after = pushed_along_rows(rows);
    let columns = pushed_along_rows(&transposed(rows));
    after.extend(columns.iter().map(transposed));
    after.sort();
    after
}

fn naive_verdict(rows: &Rows) -> Option<Outcome> {
    let size = rows.len();
    let has_line = |c: char| {
        let full = |rows: &Rows| rows.iter().any(|row| row.iter().all(|&other| other == c));
        full(rows)
            || full(&transposed(rows))
            || (0..size).all(|i| rows[i][i] == c)
            || (0..size).all(|i| rows[i][size - 1 - i] == c)
    };
    // The other player has moved last, and a line for x loses whatever else there is.
    if has_line('x') { Some(Outcome::Win) } else { has_line('o').then_some(Outcome::Lose) }
}

/// Compares all that the game says about a position with rows of letters.
fn check(game: &Quixo, position: &Cubes) {
    let board = rows(game, position);
    assert_eq!(cubes(game, &board), *position);
    assert_eq!(game.verdict(position), naive_verdict(&board), "{}", game.show(position));
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    let mut after: Vec<Rows> = Vec::new();
    let mut names = BTreeSet::new();
    for push in &moves {
        after.push(rows(game, &game.play(position, push)));
        let name = game.show_move(position, push);
        assert_eq!(game.parse_move(position, &name).as_ref(), {
            game.verdict(position).is_none().then_some(push)
        });
        assert!(names.insert(name));
    }
    after.sort();
    assert_eq!(after, naive_moves(&board));
    let mut image = board;
    for turn in 0..8 {
        image = if turn % 2 == 0 { transposed(&image) } else { mirrored(&image) };
        assert_eq!(game.rank(&cubes(game, &image)), game.rank(position));
    }
    let canonical = game.canonical(position);
    assert_eq!(game.canonical(&canonical), canonical);
    assert_eq!(game.unrank(game.rank(position)), Some(canonical));
}

#[test]
fn every_board_of_three_by_three_follows_the_rules() {
    let game = Quixo::new(3).unwrap();
    let mut classes = 0;
    for own in 0..1 << 9u32 {
        for other in (0..1 << 9u32).filter(|other| own & other == 0) {
            let position = Cubes { own, other };
            check(&game, &position);
            classes += u32::from(game.canonical(&position) == position);
        }
    }
    let filled = (0..game.slots().unwrap()).filter(|&slot| game.unrank(slot).is_some()).count();
    // By Burnside's lemma: (3^9 + 4 * 3^6 + 3^5 + 2 * 3^3) / 8.
    assert_eq!((classes, filled), (2862, 2862));
}

#[test]
fn unmoves_are_the_moves_turned_around() {
    let game = Quixo::new(3).unwrap();
    let slots = || (0..game.slots().unwrap()).filter_map(|slot| Some((slot, game.unrank(slot)?)));
    let (mut there, mut back) = (BTreeSet::new(), BTreeSet::new());
    let (mut moves, mut before) = (Vec::new(), Vec::new());
    for (slot, position) in slots() {
        moves.clear();
        if game.verdict(&position).is_none() {
            game.moves(&position, &mut moves);
        }
        there.extend(moves.iter().map(|push| (slot, game.rank(&game.play(&position, push)))));
        before.clear();
        assert!(game.unmoves(&position, &mut before));
        back.extend(before.iter().map(|earlier| (game.rank(earlier), slot)));
    }
    assert_eq!(there, back);
}

#[test]
fn slots_say_the_same_as_positions() {
    let three = KitOptions { slots: 4_599, ..KitOptions::default() };
    assert_eq!(kit::check(&Quixo::new(3).unwrap(), &three).unwrap().slots, 4_599);
    let four = KitOptions { slots: 4_000, plays: 20, ..KitOptions::default() };
    kit::check(&Quixo::new(4).unwrap(), &four).unwrap();
}

fn any_board(size: u32) -> impl Strategy<Value = Cubes> {
    let all = (1u32 << (size * size)) - 1;
    (any::<u32>(), any::<u32>())
        .prop_map(move |(own, other)| Cubes { own: own & all, other: other & all & !own })
}

proptest! {
    #[test]
    fn larger_boards_follow_the_rules(four in any_board(4), five in any_board(5)) {
        check(&Quixo::new(4).unwrap(), &four);
        check(&Quixo::new(5).unwrap(), &five);
    }

    #[test]
    fn every_move_can_be_taken_back(four in any_board(4), five in any_board(5)) {
        for (size, position) in [(4, four), (5, five)] {
            let game = Quixo::new(size).unwrap();
            let mut moves = Vec::new();
            if game.verdict(&position).is_none() {
                game.moves(&position, &mut moves);
            }
            for push in moves {
                let mut before = Vec::new();
                game.unmoves(&game.play(&position, &push), &mut before);
                prop_assert!(before.contains(&position));
                for earlier in before {
                    prop_assert_eq!(game.verdict(&earlier), None);
                }
            }
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "[xo./ -]{0,30}|.{0,30}") {
        let game = Quixo::new(4).unwrap();
        if let Ok(position) = game.parse(&text) {
            prop_assert_eq!(game.parse(&game.show(&position)), Ok(position));
        }
        let _ = game.parse_move(&Cubes { own: 0, other: 0 }, &text);
        let _ = by_spec::read(&format!("quixo:{text}"), &NoFiles);
    }
}

#[test]
fn sizes_other_than_three_to_five_are_refused() {
    for spec in ["quixo", "quixo:2", "quixo:6", "quixo:99999999999", "quixo:4x4", "quixo:-4"] {
        let error: ParseError = by_spec::read(spec, &NoFiles).unwrap_err();
        assert!(error.to_string().contains("3, 4 or 5, as in quixo:4"), "{error}");
    }
    assert!(by_spec::read("quixo:5", &NoFiles).is_ok());
    assert_eq!(Quixo::new(5).unwrap().slots(), Some(847_288_609_443));
    assert_eq!(Quixo::new(5).unwrap().unrank(u64::MAX), None);
}

#[test]
fn a_line_for_the_opponent_loses_even_beside_a_line_of_ones_own() {
    let game = Quixo::new(3).unwrap();
    // The first column becomes one of x, and the second one of o.
    let position = game.parse("xo./o.x/xo.").unwrap();
    let push = game.parse_move(&position, "c2-a2").unwrap();
    let after = game.play(&position, &push);
    assert_eq!(game.show(&after), "ox./ox./ox.");
    assert_eq!(game.verdict(&after), Some(Outcome::Win));
}
