//! No damaged byte goes unnoticed, and none leads to a wrong answer.

use std::fs;
use std::path::Path;

use retrograde_table::{BuildOptions, Entry, Kind, Table, TableError};

use crate::game::Hops;

/// A table of a few blocks, in a folder to be damaged.
fn small(kind: Kind) -> (tempfile::TempDir, Vec<u8>, Vec<Entry>) {
    let game = Hops::new(11, 150, 3);
    let folder = tempfile::tempdir().unwrap();
    let options = BuildOptions { kind, block_log: 7, ..Default::default() };
    let table = Table::build(&game, &game.spec(), folder.path(), &options).unwrap();
    assert!(table.blocks() > 3);
    let entries = table.entries().map(|entry| entry.unwrap().1).collect();
    let bytes = fs::read(folder.path().join(Table::FILE)).unwrap();
    (folder, bytes, entries)
}

/// Everything that is noticed about a file: on opening it, on asking for each slot, and on checking
/// its sums. Answers that are given must be right.
fn noticed(folder: &Path, bytes: &[u8], entries: &[Entry]) -> Vec<TableError> {
    let path = folder.join(Table::FILE);
    fs::write(&path, bytes).unwrap();
    let table = match Table::open(folder) {
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
    errors.extend(table.check_file(&|_| ()).err());
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
fn every_cut_and_every_addition_is_noticed() {
    let (folder, bytes, entries) = small(Kind::Distance);
    for length in 0..bytes.len() {
        let errors = noticed(folder.path(), &bytes[..length], &entries);
        assert!(matches!(errors[..], [TableError::Damaged { .. }, ..]), "cut at {length}");
    }
    for more in [&b"\0"[..], b"\n", &bytes] {
        let longer = [&bytes, more].concat();
        assert!(!noticed(folder.path(), &longer, &entries).is_empty());
    }
}

#[test]
fn a_file_that_is_cut_while_it_is_open_gives_an_error() {
    let (folder, bytes, _) = small(Kind::Distance);
    let table = Table::open(folder.path()).unwrap();
    fs::write(folder.path().join(Table::FILE), &bytes[..bytes.len() / 3]).unwrap();
    let error = table.probe(table.slots() - 1).unwrap_err();
    assert!(matches!(error, TableError::Damaged { .. }), "{error}");
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
