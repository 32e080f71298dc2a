//! Teeko against rules written down a second time, on characters, and its index against counting.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use proptest::prelude::*;
use retrograde_core::Outcome;
use retrograde_games::Game;
use retrograde_games::rules::Teeko;
use retrograde_games::rules::teeko::TeekoMen;

static GAME: LazyLock<Teeko> = LazyLock::new(Teeko::new);

type Board = [[char; 5]; 5];

/// All squares of a line or of a square, from one of its corners, if they are on the board.
fn shape(x: i32, y: i32, steps: [(i32, i32); 4]) -> Option<[(usize, usize); 4]> {
    let mut squares = [(0, 0); 4];
    for (square, (dx, dy)) in squares.iter_mut().zip(steps) {
        let (x, y) = (x + dx, y + dy);
        if !(0..5).contains(&x) || !(0..5).contains(&y) {
            return None;
        }
        *square = (x as usize, y as usize);
    }
    Some(squares)
}

fn shapes() -> Vec<[(usize, usize); 4]> {
    let kinds = [
        [(0, 0), (1, 0), (2, 0), (3, 0)],
        [(0, 0), (0, 1), (0, 2), (0, 3)],
        [(0, 0), (1, 1), (2, 2), (3, 3)],
        [(0, 0), (-1, 1), (-2, 2), (-3, 3)],
        [(0, 0), (1, 0), (0, 1), (1, 1)],
    ];
    let corners = (0..5).flat_map(|y| (0..5).map(move |x| (x, y)));
    corners.flat_map(|(x, y)| kinds.into_iter().filter_map(move |kind| shape(x, y, kind))).collect()
}

fn has_won(board: &Board, man: char) -> bool {
    shapes().iter().any(|shape| shape.iter().all(|&(x, y)| board[y][x] == man))
}

fn read(text: &str) -> Board {
    let mut board = [['.'; 5]; 5];
    for (row, line) in board.iter_mut().zip(text.split('/')) {
        for (square, c) in row.iter_mut().zip(line.chars()) {
            *square = c;
        }
    }
    board
}

/// The board as the next player sees it: own men become the other's.
fn write_for_next(board: &Board) -> String {
    let swap = |&c: &char| match c {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    board.map(|row| row.iter().map(swap).collect::<String>()).join("/")
}

fn moves_on_characters(text: &str) -> BTreeSet<String> {
    let board = read(text);
    let count = |man| board.iter().flatten().filter(|&&c| c == man).count();
    let mut after = BTreeSet::new();
    for (x, y) in (0..5).flat_map(|x| (0..5).map(move |y| (x, y))) {
        if board[y][x] != '.' {
            continue;
        }
        let mut moved = board;
        moved[y][x] = 'x';
        if count('x') + count('o') < 8 {
            after.insert(write_for_next(&moved));
            continue;
        }
        for (from_x, from_y) in (0..5).flat_map(|x| (0..5).map(move |y| (x, y))) {
            let near = usize::abs_diff(x, from_x).max(usize::abs_diff(y, from_y)) == 1;
            if near && board[from_y][from_x] == 'x' {
                let mut moved = moved;
                moved[from_y][from_x] = '.';
                after.insert(write_for_next(&moved));
            }
        }
    }
    after
}

fn men_on_characters(squares: &[usize], count: usize) -> String {
    let mut board = [['.'; 5]; 5];
    for (nth, &square) in squares.iter().take(count).enumerate() {
        // The first of `count` men is the other player's if that player has one more.
        board[square / 5][square % 5] = if (nth + count).is_multiple_of(2) { 'x' } else { 'o' };
    }
    board.map(|row| row.iter().collect::<String>()).join("/")
}

/// Any position, also one that cannot be met, as text.
fn any_position(least: usize) -> impl Strategy<Value = String> {
    let squares = Just((0..25).collect::<Vec<usize>>()).prop_shuffle();
    (squares, least..=8).prop_map(|(squares, count)| men_on_characters(&squares, count))
}

fn after(game: &Teeko, position: &TeekoMen) -> Vec<TeekoMen> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves.iter().map(|chosen| game.play(position, chosen)).collect()
}

#[test]
fn there_are_44_ways_to_win() {
    let game = &*GAME;
    assert_eq!(shapes().len(), 44);
    let mut won = 0;
    // Every set of four men, with the other player's men where the first squares are free.
    for set in (0..1u32 << 25).filter(|set| set.count_ones() == 4) {
        let mut board = [['.'; 5]; 5];
        let mut others = 0;
        for square in 0..25 {
            board[square / 5][square % 5] = match set >> square & 1 {
                1 => 'o',
                _ if others < 3 => {
                    others += 1;
                    'x'
                }
                _ => '.',
            };
        }
        let text = board.map(|row| row.iter().collect::<String>()).join("/");
        let verdict = game.verdict(&game.parse(&text).unwrap());
        assert_eq!(verdict == Some(Outcome::Lose), has_won(&board, 'o'), "{text}");
        won += u32::from(verdict.is_some());
    }
    assert_eq!(won, 44);
}

#[test]
fn text_that_is_no_position_is_refused() {
    let game = &*GAME;
    for (text, says) in [
        ("", "write 5 rows"),
        ("...../...../...../...../....", "write 5 rows"),
        ("...../...../...../...../......", "write 5 rows"),
        ("...../..y../...../...../.....", "write 5 rows"),
        ("x..../...../...../...../.....", "x is to move"),
        ("ooooo/xxxxx/...../...../.....", "x is to move"),
        ("ooo.o/...../...../...../xxxx.", "x has won"),
        ("ooo.o/o..../...../...../x.xxx", "x is to move"),
    ] {
        let error = game.parse(text).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

/// The images of a text under all turns of the board.
fn images(text: &str) -> BTreeSet<String> {
    let mut images = BTreeSet::new();
    let mut board = read(text);
    for _ in 0..2 {
        for _ in 0..4 {
            let turned: Board = std::array::from_fn(|y| std::array::from_fn(|x| board[4 - x][y]));
            board = turned;
            images.insert(board.map(|row| row.iter().collect::<String>()).join("/"));
        }
        board.iter_mut().for_each(|row| row.reverse());
    }
    images
}

fn choose(n: u64, k: u64) -> u64 {
    (0..k).fold(1, |product, i| product * (n - i) / (i + 1))
}

/// Slots are numbered without gaps, and with their images they are all positions there are.
#[test]
fn the_index_has_every_position_once() {
    let game = &*GAME;
    let tiers = game.tiers();
    assert_eq!(tiers.len(), 9);
    assert_eq!(tiers[0].start, 0);
    assert_eq!(tiers[8].end, game.slots().unwrap());
    assert!(tiers.windows(2).all(|pair| pair[0].end == pair[1].start));
    for (tier, men) in tiers.into_iter().zip((0..=8u64).rev()) {
        let (own, other) = (men / 2, men.div_ceil(2));
        let mut all = 0;
        // All slots of the small tiers, with every image; of the large ones, some of them.
        let step = if men >= 7 { 997 } else { 17 };
        for slot in tier {
            let Some(position) = game.unrank(slot) else { continue };
            assert_eq!(game.rank(&position), slot);
            all += class_size(&position);
            if slot % step == 0 {
                let text = game.show(&position);
                let images = images(&text);
                assert_eq!(images.len() as u64, class_size(&position));
                for image in images {
                    let image = game.parse(&image).unwrap();
                    assert_eq!(game.rank(&image), slot, "{text}");
                    assert_eq!(game.canonical(&image), position, "{text}");
                }
            }
        }
        // The mover may not have won before.
        let sets = choose(25, own) - if own == 4 { 44 } else { 0 };
        assert_eq!(all, sets * choose(25 - own, other), "{men} men");
    }
    assert_eq!(game.unrank(game.slots().unwrap()), None);
    assert_eq!(game.unrank(u64::MAX), None);
}

/// How many positions the eight turns make of one.
fn class_size(position: &TeekoMen) -> u64 {
    let upside_down =
        |set: u32| (0..5).fold(0, |image, row| image | (set >> (5 * row) & 31) << (5 * (4 - row)));
    let half_turn = |set: u32| set.reverse_bits() >> 7;
    let transposed = |set: u32| {
        let mut image = 0;
        let mut left = set;
        while left != 0 {
            let square = left.trailing_zeros();
            image |= 1 << (square % 5 * 5 + square / 5);
            left &= left - 1;
        }
        image
    };
    let men = [position.own(), position.other()];
    let mut fixing = 0;
    for image in [men, men.map(transposed)] {
        let images = [image, image.map(upside_down), image.map(half_turn)];
        let last = images[1].map(half_turn);
        fixing += images.into_iter().chain([last]).filter(|&image| image == men).count() as u64;
    }
    8 / fixing
}

#[test]
fn nobody_is_ever_without_a_move() {
    let game = &*GAME;
    let mut moves = Vec::new();
    for slot in game.tiers().remove(0) {
        if let Some(position) = game.unrank(slot) {
            moves.clear();
            game.moves(&position, &mut moves);
            assert!(!moves.is_empty(), "{}", game.show(&position));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn moves_are_those_on_characters(text in any_position(0)) {
        let game = &*GAME;
        let board = read(&text);
        match game.parse(&text) {
            Err(error) => prop_assert!(has_won(&board, 'x'), "{error}"),
            Ok(position) => {
                prop_assert_eq!(game.show(&position), text.clone());
                prop_assert_eq!(game.verdict(&position).is_some(), has_won(&board, 'o'));
                let reached = after(game, &position);
                let texts: BTreeSet<String> = reached.iter().map(|men| game.show(men)).collect();
                prop_assert_eq!(texts.len(), reached.len());
                prop_assert_eq!(texts, moves_on_characters(&text));
            }
        }
    }

    #[test]
    fn moves_keep_to_the_index_and_never_rise(text in any_position(0)) {
        let game = &*GAME;
        let Ok(position) = game.parse(&text) else { return Ok(()) };
        let tier = |men: &TeekoMen| {
            game.tiers().iter().position(|tier| tier.contains(&game.rank(men))).unwrap()
        };
        prop_assert_eq!(game.unrank(game.rank(&position)), Some(game.canonical(&position)));
        if game.verdict(&position).is_none() {
            for men in after(game, &position) {
                prop_assert!(tier(&men) <= tier(&position));
                prop_assert_eq!(game.unrank(game.rank(&men)), Some(game.canonical(&men)));
            }
        }
    }

    #[test]
    fn unmoves_undo_moves(text in any_position(8)) {
        let game = &*GAME;
        let Ok(position) = game.parse(&text) else { return Ok(()) };
        let mut before = Vec::new();
        if game.verdict(&position).is_none() {
            for men in after(game, &position) {
                before.clear();
                prop_assert!(game.unmoves(&game.canonical(&men), &mut before));
                let ranks: Vec<u64> = before.iter().map(|men| game.rank(men)).collect();
                prop_assert!(ranks.contains(&game.rank(&position)), "{}", game.show(&men));
            }
        }
        before.clear();
        game.unmoves(&position, &mut before);
        for men in before {
            prop_assert_eq!(game.verdict(&men), None);
            prop_assert!(game.parse(&game.show(&men)).is_ok());
            prop_assert!(after(game, &men).contains(&position));
        }
    }
}
