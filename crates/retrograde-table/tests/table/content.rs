//! Tables say what the solver said, through every way of asking.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use retrograde_core::Threads;
use retrograde_table::dense::{self, DenseOptions, DenseTable};
use retrograde_table::{BuildOptions, Entry, Kind, ScanOptions, Table, TableError, verify};

use crate::game::Hops;

fn solved(game: &Hops) -> DenseTable {
    dense::solve(game, &DenseOptions::default()).unwrap()
}

fn expected(solved: &DenseTable, kind: Kind) -> Vec<Entry> {
    let entry = |slot| match (Entry::from(slot), kind) {
        (Entry::Win(_), Kind::Outcome) => Entry::Win(None),
        (Entry::Lose(_), Kind::Outcome) => Entry::Lose(None),
        (Entry::Tie, Kind::Outcome) => Entry::Draw,
        (entry, _) => entry,
    };
    solved.iter().map(entry).collect()
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
        let threads = Threads::new(threads).unwrap();
        let options = BuildOptions { kind, threads, block_log, level: 3, ..Default::default() };
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
        let all: Result<Vec<(u64, Entry)>, TableError> = table.entries().collect();
        prop_assert_eq!(all.unwrap(), (0..).zip(entries.iter().copied()).collect::<Vec<_>>());
        let shuffled: Vec<u64> = (0..table.slots()).map(|slot| slot * 7919 % table.slots()).collect();
        let asked = table.probe_many(&shuffled).unwrap();
        for (&slot, entry) in shuffled.iter().zip(asked) {
            prop_assert_eq!(entry, entries[slot as usize]);
        }
        prop_assert!(table.probe_many(&[]).unwrap().is_empty());
        match table.probe_many(&[0, u64::MAX, table.slots(), 0]) {
            Err(TableError::NoSlot { slot, .. }) => prop_assert_eq!(slot, table.slots()),
            other => prop_assert!(false, "{other:?}"),
        }

        let scan = ScanOptions { threads, progress: None };
        let stats = table.stats(&scan, 5).unwrap();
        let mut counts = solved.counts();
        if outcomes {
            counts.draw += std::mem::take(&mut counts.tie);
        }
        prop_assert_eq!(stats.counts, counts);
        let mut wins: Vec<(u64, Entry)> = (0..)
            .zip(entries.iter().copied())
            .filter(|(_, entry)| matches!(entry, Entry::Win(Some(_))))
            .collect();
        wins.sort_by_key(|&(slot, entry)| (std::cmp::Reverse(entry.distance()), slot));
        for (distance, &count) in stats.wins.iter().enumerate() {
            let these = wins.iter().filter(|win| win.1.distance().unwrap().0 as usize == distance);
            prop_assert_eq!(these.count() as u64, count);
        }
        wins.truncate(5);
        prop_assert_eq!(stats.longest, wins);

        let verified = verify(&game, &table, &scan).unwrap();
        prop_assert_eq!(verified.holes, counts.hole);
    }
}

#[test]
fn threads_do_not_change_a_byte_and_stops_do_not_either() {
    let game = Hops::new(7, 3000, 4);
    let whole = tempfile::tempdir().unwrap();
    let options = BuildOptions { threads: Threads::ONE, block_log: 8, ..Default::default() };
    Table::build(&game, &game.spec(), whole.path(), &options).unwrap();
    let bytes = std::fs::read(whole.path().join(Table::FILE)).unwrap();

    let stopped = tempfile::tempdir().unwrap();
    let threads = Threads::new(3).unwrap();
    let mut stops = 0;
    loop {
        let deadline = Some(Instant::now());
        let options = BuildOptions { threads, block_log: 8, deadline, ..Default::default() };
        match Table::build(&game, &game.spec(), stopped.path(), &options) {
            Ok(_) => break,
            Err(error @ TableError::Stopped { .. }) => {
                let message = error.to_string();
                assert!(message.contains("the same command goes on from there"), "{message}");
                let unfinished = Table::open(stopped.path());
                assert!(matches!(unfinished, Err(TableError::Unfinished { .. })));
                stops += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(stops > 10, "{stops}");
    assert!(std::fs::read(stopped.path().join(Table::FILE)).unwrap() == bytes);
    assert!(!stopped.path().join("checkpoint").exists());
}

#[test]
fn a_line_is_as_long_as_the_table_says() {
    let game = Hops::new(3, 2000, 2);
    let folder = tempfile::tempdir().unwrap();
    let table = Table::build(&game, &game.spec(), folder.path(), &Default::default()).unwrap();
    let stats = table.stats(&ScanOptions::default(), 20).unwrap();
    assert!(stats.longest.len() == 20);
    for (slot, entry) in stats.longest {
        let line = table.line(&game, &(slot as u32), 1000).unwrap();
        assert_eq!(line.len() as u32, entry.distance().unwrap().0);
        let mut left = line.len() as u32;
        for step in line {
            left -= 1;
            assert_eq!(step.entry.distance().unwrap().0, left);
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
    let now = BuildOptions { deadline: Some(Instant::now()), every: Duration::ZERO, ..options };
    assert!(Table::build(&game, "hops", unfinished.path(), &now).is_err());
    let error = Table::build(&other, "other", unfinished.path(), &options).unwrap_err();
    assert!(matches!(error, TableError::OtherGame { .. }), "{error}");
}
