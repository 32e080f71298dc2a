//! Board games without cycles against the same rules written naively, and their powers against each
//! other.

use crate::by_spec;
#[path = "../boards/naive.rs"]
mod naive;
#[path = "../boards/powers.rs"]
mod powers;

use naive::Said;
use proptest::prelude::*;
use retrograde_games::catalogue::NoFiles;
use retrograde_games::rules::{Breakthrough, Connect, Hexapawn, Mnk, Othello};
use retrograde_games::{ExploreOptions, Game, explore};

/// Compares a position and gives the moves.
fn compare<G: Game>(
    game: &G,
    position: &G::Position,
    naive: impl Fn(&str) -> Said,
) -> Vec<G::Move> {
    let text = game.show(position);
    let verdict = game.verdict(position);
    let mut moves = Vec::new();
    if verdict.is_none() {
        game.moves(position, &mut moves);
    }
    let mut next: Vec<String> =
        moves.iter().map(|chosen| game.show(&game.play(position, chosen))).collect();
    next.sort();
    let found = Said { verdict: verdict.map(|verdict| verdict.as_str()), next };
    assert_eq!(found, naive(&text), "{text}");
    moves
}

/// Compares every position that can be met.
fn compare_all<G: Game>(game: &G, naive: impl Fn(&str) -> Said) {
    let explored = explore(game, &[game.start().unwrap()], &ExploreOptions::default()).unwrap();
    for position in &explored.positions {
        compare(game, position, &naive);
    }
}

/// Compares along a game in which the players choose by these numbers.
fn compare_play<G: Game>(game: &G, choices: &[usize], naive: impl Fn(&str) -> Said) {
    let mut position = game.start().unwrap();
    for choice in choices {
        powers::texts(game, &position);
        let canonical = game.canonical(&position);
        assert_eq!(game.canonical(&canonical), canonical);
        if game.slots().is_some() {
            assert_eq!(game.unrank(game.rank(&position)), Some(canonical));
        }
        let moves = compare(game, &position, &naive);
        if moves.is_empty() {
            return;
        }
        position = game.play(&position, &moves[choice % moves.len()]);
    }
}

#[test]
fn small_boards_are_played_by_the_same_rules() {
    for (width, height, k) in
        [(1, 1, 1), (1, 1, 2), (2, 3, 2), (3, 3, 3), (3, 3, 2), (4, 2, 3), (2, 4, 3)]
    {
        compare_all(&Mnk::new(width, height, k).unwrap(), |text| {
            naive::rows(text, k as i32, false)
        });
        let game = Connect::new(width, height, k).unwrap();
        compare_all(&game, |text| naive::rows(text, k as i32, true));
    }
    for (width, height, k) in [(4, 3, 3), (3, 4, 3), (5, 2, 4), (1, 7, 3), (7, 1, 2)] {
        let game = Connect::new(width, height, k).unwrap();
        compare_all(&game, |text| naive::rows(text, k as i32, true));
    }
    for (width, height) in [(1, 3), (1, 5), (2, 3), (3, 3), (3, 4), (4, 3), (4, 4), (2, 6)] {
        let game = Hexapawn::new(width, height).unwrap();
        compare_all(&game, |text| naive::pawns(text, false));
    }
    for (width, height) in [(1, 4), (2, 3), (3, 3), (4, 3), (2, 4), (3, 4), (2, 6)] {
        let game = Breakthrough::new(width, height).unwrap();
        compare_all(&game, |text| naive::pawns(text, true));
    }
    compare_all(&Othello::new(4, 4).unwrap(), naive::othello);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn large_boards_are_played_by_the_same_rules(
        choices in prop::collection::vec(0usize..1000, 80),
    ) {
        for (width, height, k) in [(5, 5, 4), (8, 8, 5), (26, 2, 3), (1, 64, 4), (6, 10, 4)] {
            let game = Mnk::new(width, height, k).unwrap();
            compare_play(&game, &choices, |text| naive::rows(text, k as i32, false));
        }
        for (width, height, k) in [(7, 6, 4), (8, 7, 4), (1, 63, 5), (26, 1, 4), (9, 6, 5)] {
            let game = Connect::new(width, height, k).unwrap();
            compare_play(&game, &choices, |text| naive::rows(text, k as i32, true));
        }
        for (width, height) in [(4, 5), (7, 9), (21, 3), (5, 5), (3, 21)] {
            let game = Hexapawn::new(width, height).unwrap();
            compare_play(&game, &choices, |text| naive::pawns(text, false));
            let game = Breakthrough::new(width, height).unwrap();
            compare_play(&game, &choices, |text| naive::pawns(text, true));
        }
        for (width, height) in [(6, 6), (8, 8), (4, 8), (6, 4)] {
            compare_play(&Othello::new(width, height).unwrap(), &choices, naive::othello);
        }
    }

    #[test]
    fn no_text_makes_a_game_panic(text in "[xowb./:0-9 -]{0,24}") {
        for entry in by_spec::listings() {
            let _ = by_spec::read(&format!("{}:{text}", entry.name), &NoFiles);
        }
        let _ = Mnk::new(3, 3, 3).unwrap().parse(&text);
        let _ = Connect::new(3, 3, 3).unwrap().parse(&text);
        let _ = Hexapawn::new(3, 3).unwrap().parse(&text);
        let _ = Othello::new(4, 4).unwrap().parse(&text);
    }
}

#[test]
fn powers_agree() {
    for (width, height, k) in [(1, 1, 1), (1, 4, 2), (3, 2, 2), (3, 3, 3), (3, 4, 3)] {
        powers::check(&Mnk::new(width, height, k).unwrap());
        powers::check(&Connect::new(width, height, k).unwrap());
    }
    powers::check(&Connect::new(4, 3, 3).unwrap());
    for (width, height) in [(1, 3), (1, 4), (2, 3), (3, 3), (2, 5), (3, 4)] {
        powers::check(&Hexapawn::new(width, height).unwrap());
    }
    for (width, height) in [(1, 4), (2, 3), (3, 3), (2, 4), (2, 5)] {
        powers::check(&Breakthrough::new(width, height).unwrap());
    }
    powers::check(&Othello::new(4, 4).unwrap());
}

#[test]
fn impossible_parameters_are_refused_and_say_what_is_possible() {
    let huge = "4294967295x4294967295";
    for (name, wrong) in [
        ("mnk", ["", "3x3", "0x3x3", "3x3x0", "9x8x5", "27x1x2", "99999999999x1x1"]),
        ("connect", ["", "7x6", "0x6x4", "8x8x4", "7x6x0", "27x1x2", "4294967295x1x1"]),
        ("hexapawn", ["", "3", "3x2", "0x5", "8x8", "3x3x3", huge]),
        ("breakthrough", ["", "4", "4x2", "0x5", "8x8", "3x3x3", huge]),
        ("othello", ["", "4", "2x4", "5x5", "10x4", "4x4x4", huge]),
    ] {
        for parameters in wrong {
            let colon = if parameters.is_empty() { "" } else { ":" };
            let spec = format!("{name}{colon}{parameters}");
            let error = by_spec::read(&spec, &NoFiles).unwrap_err().to_string();
            assert!(error.starts_with(&format!("{name} takes ")), "{spec}: {error}");
            assert!(error.contains(&format!("as in {name}:")), "{spec}: {error}");
        }
    }
    // Cops are played on a file, and there are none here.
    for entry in by_spec::listings().iter().filter(|entry| entry.name != "cops") {
        assert!(by_spec::read(entry.example, &NoFiles).is_ok(), "{}", entry.example);
        for (alias, _) in entry.aliases {
            assert!(by_spec::read(alias, &NoFiles).is_ok(), "{alias}");
        }
    }
}

/// Asserts that a text is refused with a message that has this in it.
fn refused<G: Game>(game: &G, text: &str, message: &str) {
    let error = game.parse(text).expect_err(text).to_string();
    assert!(error.contains(message), "{text}: {error}");
}

#[test]
fn what_is_no_position_is_refused_and_says_why() {
    let game = Mnk::new(3, 3, 3).unwrap();
    refused(&game, "xo./.x./..", "such as x../.../...");
    refused(&game, "xo./.x./..o.", "3 rows of 3 squares");
    refused(&game, "xo./.x./..q", "'x', 'o' or '.'");
    refused(&game, "xx./.x./..o", "not 3 and 1");
    refused(&game, "xxx/ooo/...", "x would be to move but has a full row");
    let game = Connect::new(3, 3, 3).unwrap();
    refused(&game, "x../.../o..", "a2 is free below one");
    refused(&game, ".../.../x.", "such as .../.../x..");
    refused(&game, ".../.../x.ooo", "3 rows of 3 squares");
    refused(&game, ".../.../ooo", "not 0 and 3");
    refused(&game, ".../ooo/xxx", "x would be to move but has a full row");
    let game = Hexapawn::new(3, 3).unwrap();
    refused(&game, "bbb/.../www", "such as bbb/.../www:w");
    refused(&game, "bbb/.../www:x", "':w' or ':b'");
    refused(&game, "bbb/../www:w", "3 rows of 3 squares");
    refused(&game, "bbb/b../www:w", "at most 3 pawns");
    refused(&game, "bwb/.../w.w:w", "white would be to move but has a pawn on the far row");
    refused(&game, "b.b/.../wbw:b", "black would be to move but has a pawn on the far row");
    let game = Othello::new(4, 4).unwrap();
    refused(&game, "..../.wb./.bw./....", "such as ..../.wb./.bw./....:b");
    refused(&game, "..../.wb./.bw./....:x", "':b' or ':w'");
    refused(&game, "..../.wb./.bx./....:b", "'b', 'w' or '.'");
}

#[test]
fn boards_are_drawn_for_people() {
    let game = Connect::new(3, 2, 2).unwrap();
    assert_eq!(game.board(&game.parse("o../x..").unwrap()), "  o . .\n  x . .\n  a b c");
    let game = Hexapawn::new(3, 3).unwrap();
    let start = game.start().unwrap();
    assert_eq!(game.board(&start), " 3  b b b\n 2  . . .\n 1  w w w\n    a b c");
    let game = Othello::new(4, 4).unwrap();
    let start = game.start().unwrap();
    assert_eq!(game.board(&start).lines().next(), Some(" 1  . . . ."));
}
