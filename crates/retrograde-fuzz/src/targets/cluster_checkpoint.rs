//! The reader of parts of a cluster's checkpoints. Where the first byte is odd, the sums are put right
//! before reading, so that what they protect is met as well.

use std::io::Cursor;

/// Bytes before the table of blocks, where in them the number of blocks and the stage are, and bytes of an
/// entry.
const HEAD: usize = 80;
const BLOCKS: usize = 56;
const STAGE: usize = 68;
const ENTRY: usize = 24;

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let Some((&first, file)) = bytes.split_first() else { return };
    let mut file = file.to_vec();
    if first & 1 == 1 {
        repair(&mut file);
    }
    let _ = retrograde_cluster::inspect(Cursor::new(file));
}

fn long(file: &[u8], at: usize) -> Option<usize> {
    let bytes = file.get(at..at + 8)?.try_into().ok()?;
    usize::try_from(u64::from_le_bytes(bytes)).ok()
}

fn word(file: &[u8], at: usize) -> Option<usize> {
    let bytes = file.get(at..at + 4)?.try_into().ok()?;
    usize::try_from(u32::from_le_bytes(bytes)).ok()
}

/// Writes the sums that the bytes have.
fn repair(file: &mut [u8]) -> Option<()> {
    let blocks = long(file, BLOCKS)?.min(file.len() / ENTRY);
    for block in 0..blocks {
        let at = HEAD + ENTRY * block;
        let begin = long(file, at + 8)?;
        let length = word(file, at + 16)?;
        if let Some(bytes) = file.get(begin..begin.checked_add(length)?) {
            let sum = crc32fast::hash(bytes).to_le_bytes();
            file.get_mut(at + 20..at + 24)?.copy_from_slice(&sum);
        }
    }
    let mut end = HEAD + ENTRY * blocks;
    if matches!(word(file, STAGE)?, 3 | 4) {
        // Levels of a Büchi game, and how many there are.
        end += 4 + 4 * word(file, end)?.min(file.len() / 4);
    }
    let sum = crc32fast::hash(file.get(..end)?).to_le_bytes();
    file.get_mut(end..end + 4)?.copy_from_slice(&sum);
    Some(())
}
