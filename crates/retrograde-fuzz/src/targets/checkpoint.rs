//! The reader of checkpoints. Where the first byte is odd, the sums are put right before reading, so
//! that what they protect is met as well.

use retrograde_core::Control;
use retrograde_table::checkpoint::{Build, read, write};

/// What is before the slots, but for the spec: magic, version, length; then fingerprint, tiers,
/// slots, mark.
const BEFORE: usize = 16;
const AFTER: usize = 4 + 4 + 8 + 64;

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let Some((&first, file)) = bytes.split_first() else { return };
    let mut file = file.to_vec();
    if first & 1 == 1 {
        repair(&mut file);
    }
    let build = Build { spec: "test:1".to_owned(), fingerprint: 9, tiers: 8, slots: 300 };
    match read(&file[..], "the checkpoint".as_ref(), &build, &Control::ALONE) {
        Ok((codes, mark)) => {
            assert_eq!(codes.len() as u64, build.slots);
            let mut again = Vec::new();
            write(&mut again, &build, &codes, mark).expect("a vector takes everything");
            let again = read(&again[..], "again".as_ref(), &build, &Control::ALONE);
            let again = again.expect("it was just written");
            assert_eq!(again, (codes, mark));
        }
        Err(error) => assert!(error.to_string().starts_with("the checkpoint"), "{error}"),
    }
}

/// Puts the sums right, as far as the parts fit into the file.
fn repair(file: &mut [u8]) -> Option<()> {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &b| n << 8 | usize::from(b));
    let head = BEFORE + number(file.get(12..16)?) + AFTER;
    let sum = crc32fast::hash(file.get(..head)?).to_le_bytes();
    file.get_mut(head..head + 4)?.copy_from_slice(&sum);
    let mut at = head + 4;
    while at < file.len() {
        let end = at + 8 + number(file.get(at..at + 4)?);
        let sum = crc32fast::hash(file.get(at + 8..end)?).to_le_bytes();
        file[at + 4..at + 8].copy_from_slice(&sum);
        at = end;
    }
    Some(())
}
