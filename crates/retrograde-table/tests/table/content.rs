//! Tables say what the solver said, through every way of asking.

use std::time::Duration;

use proptest::prelude::*;
use retrograde_core::{Allowance, Cancel, Control, Progress, Stopped, Threads};
use retrograde_table::dense::{self, DenseOptions, DenseTable};
use retrograde_table::{
    BuildOptions, End, Kind, Rules, SolvedGame, Table, TableError, VerifyError, Worth, phase,
    verify,
};

use crate::game::Hops;

fn solved(game: &Hops) -> DenseTable {
    dense::solve(game, &DenseOptions::default()).unwrap()
}

fn expected(solved: &DenseTable, kind: Kind) -> Vec<Worth> {
    let worth = |worth| match (worth, kind) {
        (Worth::Win(_), Kind::Outcome) => Worth::Win(None),
        (Worth::Lose(_), Kind::Outcome) => Worth::Lose(None),
        (Worth::Tie, Kind::Outcome) => Worth::Draw,
        (worth, _) => worth,
    };
    solved.iter().map(worth).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn every_way_of_asking_gives_what_was_solved(
        seed: u64,
        per_tier in 1u32..400,
        tiers in 1u32..5,
        block_log in 6u8..10,
        outcomes: bool,
        threads in 1usize..3,
        cache in 0u64..500,
    ) {
        let game = Hops::new(seed, per_tier, tiers);
        let kind = if outcomes { Kind::Outcome } else { Kind::Distance };
        let control = Control::default().on(Threads::new(threads).unwrap());
        let options = BuildOptions { kind, block_log, level: 3, control, ..Default::default() };
        let folder = tempfile::tempdir().unwrap();
        Table::build(&game, &game.spec(), folder.path(), &options).unwrap();
        let table = Table::open_with_cache(folder.path(), cache).unwrap();
        prop_assert_eq!(table.spec(), game.spec());
        prop_assert_eq!(table.kind(), kind);

        let solved = solved(&game);
        let entries = expected(&solved, kind);
        for (slot, &entry) in (0..).zip(&entries) {
            prop_assert_eq!(table.probe(slot).unwrap(), entry);
        }
        let past = matches!(table.probe(table.slots()), Err(TableError::NoSlot { .. }));
        prop_assert!(past);
        let all: Result<Vec<(u64, Worth)>, TableError> = table.iter().collect();
        prop_assert_eq!(all.unwrap(), (0..).zip(entries.iter().copied()).collect::<Vec<_>>());
        let shuffled: Vec<u64> = (0..table.slots()).map(|slot| slot * 7919 % table.slots()).collect();
        let asked = table.probe_many(&shuffled, &Control::ALONE).unwrap();
        for (&slot, entry) in shuffled.iter().zip(asked) {
            prop_assert_eq!(entry, entries[slot as usize]);
        }
        prop_assert!(table.probe_many(&[], &Control::ALONE).unwrap().is_empty());
        match table.probe_many(&[0, u64::MAX, table.slots(), 0], &Control::ALONE) {
            Err(TableError::NoSlot { slot, .. }) => prop_assert_eq!(slot, table.slots()),
            other => prop_assert!(false, "{other:?}"),
        }

        let stats = table.stats(&control, 5).unwrap();
        let mut counts = solved.counts();
        if outcomes {
            counts.draw += std::mem::take(&mut counts.tie);
        }
        prop_assert_eq!(stats.counts, counts);
        let mut wins: Vec<(u64, Worth)> = (0..)
            .zip(entries.iter().copied())
            .filter(|(_, entry)| matches!(entry, Worth::Win(Some(_))))
            .collect();
        wins.sort_by_key(|&(slot, entry)| (std::cmp::Reverse(entry.distance()), slot));
        for (distance, &count) in stats.wins.iter().enumerate() {
            let these = wins.iter().filter(|win| win.1.distance().unwrap().0 as usize == distance);
            prop_assert_eq!(these.count() as u64, count);
        }
        wins.truncate(5);
        prop_assert_eq!(stats.longest, wins);

        let verified = verify(&game, &table, &control).unwrap();
        prop_assert_eq!(verified.holes, counts.hole);
    }
}

/// Builds until the first report about solving, and no further.
pub(crate) fn build_a_step(
    game: &Hops,
    folder: &std::path::Path,
    threads: Threads,
) -> Result<Table, TableError> {
    let cancel = Cancel::new();
    let progress = |at: Progress| {
        if at.phase == phase::SOLVING {
            cancel.cancel();
        }
    };
    let (cancel, progress) = (Some(&cancel), Some(&progress as &(dyn Fn(Progress) + Sync)));
    let control = Control { threads, cancel, progress, ..Control::default() };
    let grace = Duration::from_secs(10);
    let options = BuildOptions { block_log: 8, grace, control, ..Default::default() };
    Table::build(game, &game.spec(), folder, &options)
}

#[test]
fn threads_do_not_change_a_byte_and_stops_do_not_either() {
    let game = Hops::new(7, 3000, 4);
    let whole = tempfile::tempdir().unwrap();
    let control = Control::default().on(Threads::ONE);
    let options = BuildOptions { block_log: 8, control, ..Default::default() };
    Table::build(&game, &game.spec(), whole.path(), &options).unwrap();
    let bytes = std::fs::read(whole.path().join(Table::FILE)).unwrap();

    let stopped = tempfile::tempdir().unwrap();
    let threads = Threads::new(3).unwrap();
    let (mut stops, mut kept) = (0, None);
    loop {
        match build_a_step(&game, stopped.path(), threads) {
            // The last step is kept, too, though it is the writing that is stopped then.
            Ok(_) => break,
            Err(error @ TableError::Kept { .. }) => {
                assert_eq!(error.stopped(), Some(Stopped::Cancelled));
                let message = error.to_string();
                assert!(message.starts_with("cancelled with "), "{message}");
                assert!(message.contains("the same command goes on from there"), "{message}");
                let unfinished = Table::open(stopped.path());
                assert!(matches!(unfinished, Err(TableError::Unfinished { .. })));
                let checkpoint = std::fs::read(stopped.path().join("checkpoint")).unwrap();
                assert_ne!(kept.replace(checkpoint.clone()), Some(checkpoint), "it gets on");
                stops += 1;
            }
            Err(error) => panic!("{error}"),
        }
        assert!(stops < 10_000, "it gets on");
    }
    assert!(stops > 10, "{stops}");
    assert!(!stopped.path().join("table.rgt.part").exists());
    Table::build(&game, &game.spec(), stopped.path(), &options).unwrap();
    assert!(std::fs::read(stopped.path().join(Table::FILE)).unwrap() == bytes);
    assert!(!stopped.path().join("checkpoint").exists());
}

#[test]
fn a_line_is_as_long_as_the_table_says() {
    let game = Hops::new(3, 2000, 2);
    let folder = tempfile::tempdir().unwrap();
    let table = Table::build(&game, &game.spec(), folder.path(), &Default::default()).unwrap();
    let stats = table.stats(&Control::default(), 20).unwrap();
    assert!(stats.longest.len() == 20);
    let solved = SolvedGame::stored(Rules::of(game), table).unwrap();
    for (slot, worth) in stats.longest {
        let line =
            solved.line(&solved.rules().unrank(slot).unwrap(), None, &Control::ALONE).unwrap();
        let distance = worth.distance().unwrap().0;
        assert_eq!((line.steps.len() as u32, line.end), (distance + 1, End::Over));
        for (left, step) in (0..=distance).rev().zip(line.steps) {
            assert_eq!(step.worth.and_then(Worth::distance).unwrap().0, left);
        }
    }
}

#[test]
fn a_folder_keeps_what_it_has() {
    let (game, other) = (Hops::new(3, 200, 2), Hops::new(4, 200, 2));
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions::default();
    assert!(matches!(Table::open(folder.path()), Err(TableError::Missing { .. })));
    Table::build(&game, "hops", folder.path(), &options).unwrap();
    let bytes = std::fs::read(folder.path().join(Table::FILE)).unwrap();
    Table::build(&game, "hops", folder.path(), &options).unwrap();
    let error = Table::build(&other, "other", folder.path(), &options).unwrap_err();
    assert!(matches!(error, TableError::OtherGame { .. }), "{error}");
    let error = Table::build(&other, "hops", folder.path(), &options).unwrap_err();
    assert!(matches!(error, TableError::OtherIndex { .. }), "{error}");
    let outcomes = BuildOptions { kind: Kind::Outcome, ..options };
    let error = Table::build(&game, "hops", folder.path(), &outcomes).unwrap_err();
    assert!(error.to_string().contains("holds hops (with distances), not hops (outcomes only)"));
    assert_eq!(std::fs::read(folder.path().join(Table::FILE)).unwrap(), bytes);

    let unfinished = tempfile::tempdir().unwrap();
    assert!(build_a_step(&game, unfinished.path(), Threads::ONE).is_err());
    let error = Table::build(&other, "other", unfinished.path(), &options).unwrap_err();
    assert!(matches!(error, TableError::OtherGame { .. }), "{error}");
}

#[test]
fn a_table_that_does_not_fit_in_memory_is_verified_all_the_same() {
    let game = Hops::new(31, 150_000, 2);
    let folder = tempfile::tempdir().unwrap();
    for kind in [Kind::Distance, Kind::Outcome] {
        let options = BuildOptions { kind, block_log: 8, level: 1, ..Default::default() };
        let folder = folder.path().join(kind.to_string());
        let table = Table::build(&game, &game.spec(), &folder, &options).unwrap();
        let expected = verify(&game, &table, &Control::default()).unwrap();
        // With a bit a slot and the least for blocks, which is less than a table with distances takes.
        let room = |bytes| Some(Allowance::from_now(bytes));
        let least = table.slots() / 8 + (1 << 18);
        let tight = Control { memory: room(least), ..Control::default() };
        assert_eq!(verify(&game, &table, &tight).unwrap(), expected);
        let tighter = Control { memory: room(least - 1), ..Control::default() };
        match (kind, verify(&game, &table, &tighter)) {
            (Kind::Distance, Err(VerifyError::Table(TableError::Memory { needed, .. }))) => {
                assert_eq!(needed, least);
            }
            (Kind::Outcome, Ok(verified)) => assert_eq!(verified, expected),
            (_, other) => panic!("{other:?}"),
        }
    }
}
