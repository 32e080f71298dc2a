//! The reader of `rgg` files. Where the first byte is odd, the sums are put right before reading, so that
//! what they protect is met as well.

use crate::reader::{check_reader, control};
use retrograde_core::{Control, RowSource, Vertex};
use retrograde_io::{Format, RggFile, read_arena};

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let Some((&first, file)) = bytes.split_first() else { return };
    let mut file = file.to_vec();
    if first & 1 == 1 {
        repair(&mut file);
    }
    let bytes = file.clone();
    // Only a whole check sees whether names differ, without which no format gives an arena back.
    let opened = RggFile::from_bytes(file);
    match &opened {
        Ok(file) if file.check(&Control::ALONE).is_err() => {
            let _ = read_arena(&bytes[..], Format::Rgg, &control());
        }
        _ => check_reader(Format::Rgg, &bytes),
    }
    let Ok(file) = opened else { return };
    for rows in [file.forward(), file.reverse()] {
        let vertices = rows.vertex_count();
        let within = |row: &[Vertex]| row.iter().all(|&to| (to as usize) < vertices);
        let _ = rows.read_rows(0..vertices, &mut |_, row| {
            assert!(within(row));
            Ok(())
        });
        let list: Vec<Vertex> = (0..vertices as Vertex).step_by(3).collect();
        let _ = rows.reader().list(&list, |_, row| {
            assert!(within(row));
            Ok(())
        });
    }
    let sound = file.check(&Control::ALONE);
    assert!(sound.is_err() || file.vertex_count() == 0 || file.map(&control()).is_ok());
}

/// Puts all checksums right, as `docs/rgg-format.md` describes them, as far as there are places for them.
fn repair(file: &mut [u8]) -> Option<()> {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b)) as usize;
    let footer = file.len().checked_sub(64)?;
    let directory = number(&file[footer..footer + 8]);
    let count = number(&file[footer + 40..footer + 44]);
    let mut sum_at = directory.checked_add(count.checked_mul(24)?)?;
    for section in 0..count {
        let entry = file.get(directory.checked_add(24 * section)?..)?.get(..24)?;
        let (offset, length) = (number(&entry[8..16]), number(&entry[16..24]));
        let end = offset.checked_add(length.checked_next_multiple_of(64)?)?;
        for start in (offset..end).step_by(1 << 16) {
            let sum = crc32fast::hash(file.get(start..end.min(start.saturating_add(1 << 16)))?);
            file.get_mut(sum_at..sum_at.checked_add(4)?)?.copy_from_slice(&sum.to_le_bytes());
            sum_at += 4;
        }
    }
    let sum = crc32fast::hash(file.get(directory..footer)?);
    file[footer + 48..footer + 52].copy_from_slice(&sum.to_le_bytes());
    let sum = crc32fast::hash(&file[footer..footer + 52]);
    file[footer + 52..footer + 56].copy_from_slice(&sum.to_le_bytes());
    let sum = crc32fast::hash(&file[..60]);
    file[60..64].copy_from_slice(&sum.to_le_bytes());
    Some(())
}
