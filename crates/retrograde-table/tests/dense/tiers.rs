//! Tier by tier, with what is done on disk, everything comes out as it does in memory.

use std::path::Path;

use proptest::prelude::*;
use retrograde_core::{Allowance, Control, Outcome, Stopped, Threads};
use retrograde_games::Game;
use retrograde_games::rules::three_mens_morris::{Lines, Movement};
use retrograde_games::rules::{Connect, FoxAndHounds, Hexapawn, Mnk, Quixo, ThreeMensMorris};
use retrograde_table::{BuildOptions, Kind, Manner, Plan, Table, verify};

use crate::synthetic::{Power, Synthetic, any_game};

/// The table of a game. `least` says that it is to be built in the least memory there can be, in which
/// tiers of outcomes take half a byte a slot.
fn bytes<G: Game>(game: &G, kind: Kind, manner: Manner, threads: usize, least: bool) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let room = Plan::of(game).unwrap().by_tiers(kind).least;
    let alone = Control::default().on(Threads::new(threads).unwrap());
    let table = loop {
        let memory = least.then(|| Allowance::from_now(room));
        let control = Control { memory, ..alone };
        let manner = Some(manner);
        let options =
            BuildOptions { kind, manner, level: 1, block_log: 6, control, ..Default::default() };
        match Table::build(game, "game", folder.path(), &options) {
            // The memory of the process is also that of the other tests.
            Err(error) if matches!(error.stopped(), Some(Stopped::Memory { .. })) => {}
            built => break built.unwrap(),
        }
    };
    verify(game, &table, &alone).unwrap();
    nothing_is_left(folder.path());
    std::fs::read(folder.path().join(Table::FILE)).unwrap()
}

/// A finished build leaves its table and the file that is locked.
fn nothing_is_left(folder: &Path) {
    let mut names: Vec<_> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["lock", "table.rgt"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_small_game_has_the_same_table(game in any_game()) {
        for power in Power::ALL {
            let game = Synthetic { power, ..game.clone() };
            for kind in [Kind::Distance, Kind::Outcome] {
                let expected = bytes(&game, kind, Manner::InMemory, 1, false);
                let threads = 1 + game.len() % 2;
                for least in [false, true] {
                    let found = bytes(&game, kind, Manner::ByTiers, threads, least);
                    prop_assert!(found == expected, "{:?}, {:?}, {}", power, kind, least);
                }
            }
        }
    }

    #[test]
    fn moves_that_give_the_game_away_make_no_difference(mut game in any_game()) {
        for verdict in game.verdicts.iter_mut().filter(|verdict| **verdict == Some(Outcome::Win)) {
            *verdict = Some(Outcome::Lose);
        }
        game.power = Power::SlotMoves;
        for kind in [Kind::Distance, Kind::Outcome] {
            let expected = bytes(&game, kind, Manner::InMemory, 1, false);
            let game = Synthetic { spares_within: true, ..game.clone() };
            for least in [false, true] {
                let found = bytes(&game, kind, Manner::ByTiers, 1, least);
                prop_assert!(found == expected, "{:?}, {}", kind, least);
            }
        }
    }
}

#[test]
fn a_move_to_a_tier_that_is_not_led_to_is_an_error() {
    let honest = Synthetic::new(&[(1, 2), (2, 0)], vec![None; 3], vec![0, 1, 1], 0, 0);
    // Where the last moves are left out, nobody looks where they lead.
    for power in Power::ALL.into_iter().filter(|&power| power != Power::Spare) {
        for hidden in [0, 1] {
            let game = Synthetic { power, hidden: Some(hidden), ..honest.clone() };
            let folder = tempfile::tempdir().unwrap();
            let options = BuildOptions { manner: Some(Manner::ByTiers), ..Default::default() };
            let error = Table::build(&game, "hidden", folder.path(), &options).unwrap_err();
            assert!(error.to_string().contains("that its own does not lead to"), "{error}");
        }
    }
}

#[test]
fn games_of_the_catalogue_have_the_same_tables() {
    fn check<G: Game>(game: &G) {
        for kind in [Kind::Distance, Kind::Outcome] {
            let expected = bytes(game, kind, Manner::InMemory, 2, false);
            for least in [false, true] {
                assert!(bytes(game, kind, Manner::ByTiers, 2, least) == expected);
            }
        }
    }
    check(&Connect::new(4, 4, 3).unwrap());
    check(&Mnk::new(3, 3, 3).unwrap());
    check(&FoxAndHounds::new());
    check(&Hexapawn::new(4, 4).unwrap());
    check(&Quixo::new(3).unwrap());
    check(&ThreeMensMorris::new(Movement::Orthogonal, Lines::All));
}

#[test]
fn a_draw_that_comes_to_an_end_in_an_earlier_tier_is_a_tie() {
    // The first is a tie by the rules. The second leads there, or to one that is won.
    let verdicts = vec![Some(Outcome::Draw), None, None, Some(Outcome::Lose)];
    let game = Synthetic::new(&[(1, 0), (1, 2), (2, 3)], verdicts, vec![0, 1, 1, 1], 0, 0);
    for power in Power::ALL {
        let game = Synthetic { power, ..game.clone() };
        let expected = bytes(&game, Kind::Distance, Manner::InMemory, 1, false);
        assert!(bytes(&game, Kind::Distance, Manner::ByTiers, 1, false) == expected);
    }
}

#[test]
fn more_values_than_fit_in_a_byte_take_two() {
    let game = crate::path(900, 77);
    let expected = bytes(&game, Kind::Distance, Manner::InMemory, 1, false);
    assert!(bytes(&game, Kind::Distance, Manner::ByTiers, 2, false) == expected);
}
