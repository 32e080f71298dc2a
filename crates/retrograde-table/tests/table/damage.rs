//! No damaged byte goes unnoticed, and none leads to a wrong answer.

use std::fs;
use std::path::Path;

use retrograde_core::{Cancel, Control, Progress, Stopped, grouped};
use retrograde_table::{BuildOptions, Kind, Part, Table, TableError, Worth};

use crate::game::Hops;

/// A table of a few blocks, in a folder to be damaged.
fn small(kind: Kind) -> (tempfile::TempDir, Vec<u8>, Vec<Worth>) {
    let game = Hops::new(11, 150, 3);
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { kind, block_log: 7, ..Default::default() };
    let table = Table::build(&game, &game.spec(), folder.path(), &options).unwrap();
    assert!(table.blocks() > 3);
    let entries = table.iter().map(|entry| entry.unwrap().1).collect();
    let bytes = fs::read(folder.path().join(Table::FILE)).unwrap();
    (folder, bytes, entries)
}

/// Everything that is noticed about a file: on opening it, on asking for each slot, and on checking
/// its sums. Answers that are given must be right.
fn noticed(folder: &Path, bytes: &[u8], entries: &[Worth]) -> Vec<TableError> {
    let path = folder.join(Table::FILE);
    fs::write(&path, bytes).unwrap();
    let errors = noticed_in(Table::open(folder), entries);
    // Where the bytes are makes no difference.
    let in_memory = noticed_in(Table::from_bytes(bytes.to_vec(), path), entries);
    assert_eq!(format!("{errors:?}"), format!("{in_memory:?}"));
    errors
}

fn noticed_in(table: Result<Table, TableError>, entries: &[Worth]) -> Vec<TableError> {
    let table = match table {
        Ok(table) => table,
        Err(error) => return vec![error],
    };
    let mut errors = Vec::new();
    for (slot, &entry) in (0..).zip(entries) {
        match table.probe(slot) {
            Ok(answer) => assert_eq!(answer, entry, "slot {slot}"),
            Err(error) => errors.push(error),
        }
    }
    errors.extend(table.check_file(&Control::ALONE).err());
    errors
}

#[test]
fn every_flipped_byte_is_noticed_and_named() {
    for kind in [Kind::Distance, Kind::Outcome] {
        let (folder, bytes, entries) = small(kind);
        assert!(noticed(folder.path(), &bytes, &entries).is_empty());
        for place in 0..bytes.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut damaged = bytes.clone();
                damaged[place] ^= flip;
                let errors = noticed(folder.path(), &damaged, &entries);
                assert!(!errors.is_empty(), "byte {place} of {} ({kind})", bytes.len());
                for error in errors {
                    match error {
                        TableError::Damaged { offset, length, ref path, .. } => {
                            assert!(path.ends_with(Table::FILE));
                            let range = offset..offset + length;
                            // A length that is wrong leads astray, and then only the part is known.
                            let is_length = (12..16).contains(&place);
                            assert!(
                                range.contains(&(place as u64)) || is_length,
                                "{place}: {error}"
                            );
                        }
                        TableError::NotATable { .. } => assert!(place < 8),
                        error => panic!("byte {place}: {error}"),
                    }
                }
            }
        }
    }
}

#[test]
fn building_over_a_damaged_table_refuses_and_leaves_it_as_it_is() {
    let game = Hops::new(11, 150, 3);
    for kind in [Kind::Distance, Kind::Outcome] {
        let (folder, bytes, _) = small(kind);
        let path = folder.path().join(Table::FILE);
        let options = BuildOptions { kind, block_log: 7, ..Default::default() };
        let build = || Table::build(&game, &game.spec(), folder.path(), &options);
        assert!(build().is_ok());
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x40;
            fs::write(&path, &damaged).unwrap();
            let error = build().unwrap_err();
            assert!(error.to_string().contains("build"), "byte {place}: {error}");
            assert_eq!(fs::read(&path).unwrap(), damaged);
        }
        for length in (0..bytes.len()).step_by(5) {
            fs::write(&path, &bytes[..length]).unwrap();
            assert!(matches!(build(), Err(TableError::Damaged { part: Part::Rest, .. })));
        }
        // A checkpoint beside it makes no difference.
        let mut damaged = bytes.clone();
        damaged[bytes.len() / 2] ^= 1;
        fs::write(&path, &damaged).unwrap();
        fs::write(folder.path().join("checkpoint"), "from before").unwrap();
        assert!(matches!(build(), Err(TableError::Damaged { .. })));
        // With the damaged file removed it is built anew, to the same bytes.
        fs::remove_file(&path).unwrap();
        fs::remove_file(folder.path().join("checkpoint")).unwrap();
        build().unwrap();
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
}

#[test]
fn a_check_before_opening_a_finished_table_tells_how_far_it_is_and_can_be_stopped() {
    let (folder, table) = large();
    let game = Hops::new(12, 60_000, 2);
    let told = std::sync::atomic::AtomicU64::new(0);
    let progress = |progress: Progress| {
        assert_eq!(progress.phase, retrograde_table::phase::CHECKING);
        told.fetch_max(progress.done, std::sync::atomic::Ordering::Relaxed);
    };
    let control = Control { progress: Some(&progress), ..Control::default() };
    let options = BuildOptions { control, ..Default::default() };
    Table::build(&game, &game.spec(), folder.path(), &options).unwrap();
    assert!(told.into_inner() > table.file_size() / 2);
    let cancel = Cancel::default();
    cancel.cancel();
    let control = Control { cancel: Some(&cancel), ..Control::default() };
    let options = BuildOptions { control, ..Default::default() };
    let stopped = Table::build(&game, &game.spec(), folder.path(), &options).unwrap_err();
    assert_eq!(stopped.stopped(), Some(Stopped::Cancelled), "{stopped}");
}

#[test]
fn every_cut_and_every_addition_is_noticed() {
    let (folder, bytes, entries) = small(Kind::Distance);
    for length in 0..bytes.len() {
        let errors = noticed(folder.path(), &bytes[..length], &entries);
        let [error @ TableError::Damaged { part: Part::Rest, offset, .. }] = &errors[..] else {
            panic!("cut at {length}: {errors:?}");
        };
        assert_eq!(*offset, length as u64, "{error}");
        let said = format!("is cut short: it has {length} bytes, and ");
        assert!(error.to_string().contains(&said), "{error}");
    }
    for more in [&b"\0"[..], b"\n", &bytes] {
        let longer = [&bytes, more].concat();
        let errors = noticed(folder.path(), &longer, &entries);
        assert!(!errors.is_empty() && !errors[0].to_string().contains("cut short"), "{errors:?}");
    }
}

/// A table whose file takes many pages of memory.
fn large() -> (tempfile::TempDir, Table) {
    let game = Hops::new(12, 60_000, 2);
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { block_log: 9, level: 1, ..Default::default() };
    let table = Table::build(&game, &game.spec(), folder.path(), &options).unwrap();
    assert!(table.file_size() > 50_000, "{}", table.file_size());
    (folder, table)
}

#[test]
fn a_file_that_is_cut_while_it_is_open_gives_an_error() {
    let (folder, table) = large();
    let whole = table.file_size();
    let entry = table.probe(0).unwrap();
    let file = fs::OpenOptions::new().write(true).open(table.path()).unwrap();
    for left in [whole - 1, whole / 2, 100, 0] {
        file.set_len(left).unwrap();
        for slot in [table.slots() - 1, table.slots() / 2, 1000] {
            let error = table.probe(slot).unwrap_err();
            let said = format!(
                "is cut short: it has {} bytes, and {} or more belong",
                grouped(left),
                grouped(whole)
            );
            assert!(error.to_string().contains(&said), "{error}");
        }
        assert!(table.check_file(&Control::ALONE).is_err());
        assert!(table.iter().any(|entry| entry.is_err()));
        assert_eq!(table.probe(0).unwrap(), entry, "what is in memory stays there");
    }
    drop(folder);
}

#[test]
fn a_table_that_is_replaced_or_removed_while_it_is_open_answers_as_before() {
    let (folder, table) = large();
    let entries: Vec<Worth> = table.iter().map(|entry| entry.unwrap().1).collect();
    let other = Table::open_with_cache(folder.path(), 0).unwrap();
    fs::write(folder.path().join("new"), "not a table").unwrap();
    fs::rename(folder.path().join("new"), table.path()).unwrap();
    fs::remove_dir_all(folder.path()).unwrap();
    for (slot, &entry) in (0..).zip(&entries).step_by(97) {
        assert_eq!(other.probe(slot).unwrap(), entry);
    }
    other.check_file(&Control::ALONE).unwrap();
}

#[test]
fn an_empty_file_is_one_that_was_cut_short() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(Table::FILE), "").unwrap();
    let error = Table::open(folder.path()).unwrap_err().to_string();
    assert!(error.contains("is cut short: it has 0 bytes, and 40 or more belong to it"), "{error}");
    let game = Hops::new(11, 150, 3);
    let error = Table::build(&game, &game.spec(), folder.path(), &Default::default()).unwrap_err();
    assert!(error.to_string().contains("remove it and build again"), "{error}");
}

#[test]
fn a_file_of_another_kind_is_no_table_however_short() {
    for bytes in [&b"x"[..], b"\x89PNG\r\n\x1a\n", b"slot,position,outcome,distance\n"] {
        let error = Table::from_bytes(bytes, "other").unwrap_err();
        assert!(matches!(error, TableError::NotATable { .. }), "{error}");
    }
}

#[test]
fn a_folder_in_the_place_of_the_file_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(Table::FILE)).unwrap();
    let error = Table::open(folder.path()).unwrap_err();
    assert!(matches!(error, TableError::Io { .. }), "{error}");
}

#[test]
fn the_message_says_where_and_what_to_do() {
    let (folder, mut bytes, entries) = small(Kind::Distance);
    let place = bytes.len() / 2;
    bytes[place] ^= 1;
    let error = &noticed(folder.path(), &bytes, &entries)[0];
    let message = error.to_string();
    assert!(message.contains("table.rgt is damaged: block "), "{message}");
    assert!(message.contains("build again"), "{message}");
}

#[test]
fn tables_of_earlier_versions_are_read_and_later_ones_refused() {
    let (_folder, bytes, entries) = small(Kind::Distance);
    assert_eq!(bytes[8], 3);
    let with_version = |version: u8| {
        let mut bytes = bytes.clone();
        bytes[8] = version;
        let end = 16 + u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let sum = crc32fast::hash(&bytes[..end]);
        bytes[end..end + 4].copy_from_slice(&sum.to_le_bytes());
        Table::from_bytes(bytes, "the table")
    };
    for version in 1..=4 {
        let table = with_version(version).unwrap();
        let read: Vec<Worth> = table.iter().map(|entry| entry.unwrap().1).collect();
        assert_eq!(read, entries);
    }
    for version in [0, 5] {
        let refused = with_version(version).unwrap_err();
        assert!(matches!(refused, TableError::Version { read: 4, .. }), "{refused}");
    }
}
