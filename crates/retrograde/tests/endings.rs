//! Chess endings on disk: a table for each, which finds those that it comes to in the same folder.

use std::fs;
use std::path::Path;
use std::time::Duration;

use retrograde::games::catalogue::NoFiles;
use retrograde::table::dense::DenseOptions;
use retrograde::table::{
    BuildOptions, Catalogue, Kind, Rules, SolvedGame, Table, TableError, Worth,
};
use retrograde::{Cancel, Control, Progress};

fn rules(ending: &str) -> Rules {
    Catalogue::builtin().open(&format!("chess:{ending}"), &NoFiles).unwrap()
}

fn build(ending: &str, folder: &Path, options: &BuildOptions<'_>) -> SolvedGame {
    rules(ending).build(&format!("chess:{ending}"), folder, options).unwrap()
}

fn open(folder: &Path) -> Result<SolvedGame, TableError> {
    SolvedGame::open(folder, &Catalogue::builtin(), &NoFiles)
}

/// The names of the tables in a folder with their bytes.
fn tables(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let files = fs::read_dir(&path).unwrap().map(|file| file.unwrap().file_name());
            let files: Vec<_> = files.filter(|name| name != "lock").collect();
            assert_eq!(files, [Table::FILE], "{name}");
            (name, fs::read(path.join(Table::FILE)).unwrap())
        })
        .collect();
    found.sort_unstable();
    found
}

/// Compares all slots with those of a game that is solved in memory.
fn compare(game: &SolvedGame, kind: Kind) {
    let expected = game.rules().solve(&DenseOptions::default()).unwrap();
    let slots = game.rules().slots().unwrap();
    assert_eq!(game.slots(), slots);
    let worths = game.probe_range(0..slots, &Control::default()).unwrap();
    for slot in 0..slots {
        let mut worth = expected.dense().unwrap().get(slot);
        if kind == Kind::Outcome {
            worth = match worth {
                Worth::Win(_) => Worth::Win(None),
                Worth::Lose(_) => Worth::Lose(None),
                Worth::Tie => Worth::Draw,
                worth => worth,
            };
        }
        assert_eq!(worths[slot as usize], worth, "slot {slot}");
    }
    let some: Vec<u64> = (0..slots).rev().step_by(97).collect();
    let many = game.probe_many(&some, &Control::default()).unwrap();
    let each = some.iter().map(|&slot| game.table().unwrap().probe(slot).unwrap());
    assert!(each.clone().eq(many) && each.eq(some.iter().map(|&slot| worths[slot as usize])));
    game.rules().verify(game.table().unwrap(), &Control::default()).unwrap();
}

#[test]
fn each_ending_has_one_table_that_all_share() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("endings");
    for kind in [Kind::Distance, Kind::Outcome] {
        let folder = folder.join(format!("{kind}"));
        let options = BuildOptions { kind, ..BuildOptions::default() };
        let small = build("KvKR", &folder, &options);
        compare(&small, kind);
        let before = tables(&folder);
        assert!(before.iter().map(|(name, _)| &**name).eq(["KRvK", "KvK"]));
        let large = build("KPvK", &folder, &options);
        compare(&large, kind);
        let after = tables(&folder);
        let names = ["KBvK", "KNvK", "KPvK", "KQvK", "KRvK", "KvK"];
        assert!(after.iter().map(|(name, _)| &**name).eq(names));
        assert!(before.iter().all(|table| after.contains(table)));
        // Whichever folder is named, the others are found; and the same game is in the larger one.
        for path in [&folder, &folder.join("KPvK"), &folder.join("KRvK")] {
            let game = open(path).unwrap();
            let expected = if path.ends_with("KRvK") { "chess:KRvK" } else { "chess:KPvK" };
            assert_eq!(game.table().unwrap().spec(), expected);
            let worth = |game: &SolvedGame| {
                let position = game.rules().parse("8/8/8/8/8/2k5/8/KR6 w - -").unwrap();
                game.worth(&position).unwrap()
            };
            assert_eq!(worth(&game), worth(&large));
        }
        assert_eq!(
            large.table().unwrap().file_size(),
            after.iter().map(|(_, bytes)| bytes.len() as u64).sum::<u64>()
        );
        // The same order, whatever comes first.
        let again = folder.with_extension("again");
        build("KPvK", &again, &options);
        assert!(tables(&again) == after);
    }
}

#[test]
fn what_is_missing_or_damaged_or_of_another_kind_is_named() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path();
    assert!(matches!(open(folder), Err(TableError::Missing { .. })));
    build("KBvK", folder, &BuildOptions::default());
    build("KNvK", folder, &BuildOptions::default());
    let several = open(folder).unwrap_err().to_string();
    assert!(several.contains("has the tables of KBvK, KNvK"), "{several}");
    assert!(rules("KNvK").open_table(folder).is_ok());
    let missing = rules("KQvK").open_table(folder).unwrap_err();
    assert!(matches!(&missing, TableError::Missing { folder } if folder.ends_with("KQvK")));
    let options = BuildOptions { kind: Kind::Outcome, ..BuildOptions::default() };
    let other = rules("KBvK").build("chess:KBvK", folder, &options).unwrap_err();
    assert!(
        matches!(&other, TableError::OtherGame { path, .. } if path.ends_with("KvK/table.rgt"))
    );
    // A neighbour that is of another game.
    fs::copy(folder.join("KBvK/table.rgt"), folder.join("KvK/table.rgt")).unwrap();
    let wrong = open(&folder.join("KNvK")).unwrap_err();
    assert!(matches!(&wrong, TableError::OtherIndex { spec, .. } if spec == "chess:KBvK"));
    fs::remove_dir_all(folder.join("KvK")).unwrap();
    let missing = open(&folder.join("KNvK")).unwrap_err();
    assert!(matches!(&missing, TableError::Missing { folder } if folder.ends_with("KvK")));
}

#[test]
fn a_build_that_is_stopped_anywhere_goes_on_to_the_same_bytes() {
    let parent = tempfile::tempdir().unwrap();
    let whole = parent.path().join("whole");
    build("KPvK", &whole, &BuildOptions::default());
    let expected = tables(&whole);
    let (folder, rules) = (parent.path().join("stopped"), rules("KPvK"));
    let mut stops = 0;
    loop {
        let (cancel, told) = (Cancel::new(), std::sync::atomic::AtomicU64::new(0));
        let after = 1 + 3 * stops;
        let listen = |_: Progress| {
            if told.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == after {
                cancel.cancel();
            }
        };
        let control =
            Control { cancel: Some(&cancel), progress: Some(&listen), ..Control::default() };
        let every = Duration::ZERO;
        let options = BuildOptions { control, every, ..BuildOptions::default() };
        match rules.build("chess:KPvK", &folder, &options) {
            Ok(_) => break,
            Err(TableError::Kept { .. } | TableError::Stopped(_)) => {}
            Err(error) => panic!("{error}"),
        }
        stops += 1;
        assert!(stops < 1000);
    }
    assert!(stops > 3 && tables(&folder) == expected);
}
