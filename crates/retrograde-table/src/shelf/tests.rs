//! Any bytes are a shelf, or are refused, or are cut off where they stop to be one.

use std::fs;

use proptest::prelude::*;
use retrograde_games::Game;
use retrograde_games::rules::Connect;

use super::*;
use crate::dense::{self, DenseOptions};

fn game() -> Connect {
    Connect::new(3, 3, 3).unwrap()
}

fn build() -> Build {
    Build { spec: "test".into(), fingerprint: 1, tiers: 2, slots: game().slots().unwrap() }
}

fn open(path: &Path, kind: Kind) -> Result<Shelf, TableError> {
    Shelf::open(path, &build(), kind, Tiers::of(&game()).unwrap(), None, &Control::ALONE)
}

/// A shelf with all tiers, and the codes on it.
fn whole(path: &Path, kind: Kind) -> Vec<u16> {
    let table = dense::solve(&game(), &DenseOptions::default()).unwrap();
    let mut shelf = open(path, kind).unwrap();
    for range in shelf.tiers().ranges().to_vec() {
        shelf.add(&table.packed()[range], &Control::ALONE).unwrap();
    }
    assert_eq!(shelf.settled(), table.len());
    let codes = shelf.codes(0..table.len(), &Control::ALONE).unwrap();
    match kind {
        Kind::Distance => assert_eq!(codes, table.packed()),
        Kind::Outcome => {
            let outcome = |&code: &u16| Worth::unpack(code).unwrap().outcome();
            assert!(codes.iter().map(outcome).eq(table.packed().iter().map(outcome)));
        }
    }
    codes
}

/// Puts the sums of the chunks right, so that what they protect is met as well.
fn repair(bytes: &mut [u8], head: usize) {
    let mut at = head;
    while let Some(before) = bytes.get(at..at + BEFORE) {
        let length = u32::from_le_bytes([before[0], before[1], before[2], before[3]]) as usize;
        let Some(chunk) = bytes.get(at + BEFORE..at + BEFORE + length) else { return };
        let crc = crc32fast::hash(chunk).to_le_bytes();
        bytes[at + 4..at + BEFORE].copy_from_slice(&crc);
        at += BEFORE + length;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn damage_is_noticed_or_cut_off_and_never_read(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..4),
        repaired in any::<bool>(),
        outcomes in any::<bool>(),
    ) {
        let kind = if outcomes { Kind::Outcome } else { Kind::Distance };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("tiers");
        let expected = whole(&path, kind);
        let mut bytes = fs::read(&path).unwrap();
        let head = head::bytes(&build(), kind).len();
        for (place, byte) in changes {
            let place = head + place.index(bytes.len() - head);
            bytes[place] = byte;
        }
        if repaired {
            repair(&mut bytes, head);
        }
        fs::write(&path, &bytes).unwrap();
        let shelf = open(&path, kind).unwrap();
        let (tier, within) = shelf.at();
        prop_assert_eq!(within, 0, "every tier of this game is one chunk");
        for range in &shelf.tiers().ranges()[..tier] {
            let codes = shelf.codes(range.start as u64..range.end as u64, &Control::ALONE);
            if !repaired {
                prop_assert_eq!(codes.unwrap(), &expected[range.clone()]);
            }
        }
        shelf.alphabet();
    }
}
