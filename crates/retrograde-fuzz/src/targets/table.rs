//! The reader of tables. Where the first byte is odd, the sums are put right before reading, so that
//! what they protect is met as well.

use retrograde_core::Control;
use retrograde_table::{Table, TableError, Worth};

/// Of larger tables only some slots are looked at.
const SMALL: u64 = 1 << 14;

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let Some((&first, file)) = bytes.split_first() else { return };
    let mut file = file.to_vec();
    let repaired = first & 1 == 1 && repair(&mut file).is_some();
    match Table::from_bytes(file, "the table") {
        Ok(table) => check(&table, repaired),
        Err(error) => assert!(error.to_string().starts_with("the table"), "{error}"),
    }
}

fn check(table: &Table, repaired: bool) {
    let sums = table.check_file(&Control::ALONE);
    assert!(sums.is_ok() || !repaired, "the sums were put right: {sums:?}");
    let slots = table.slots();
    for slot in [0, 1, slots / 3, slots / 2, slots.wrapping_sub(1), slots, u64::MAX] {
        match table.probe(slot) {
            Ok(worth) => assert!(slot < slots && !worth.as_str().is_empty()),
            Err(TableError::NoSlot { .. }) => assert!(slot >= slots),
            Err(TableError::Damaged { offset, length, .. }) => {
                assert!(slot < slots && offset + length < table.file_size());
            }
            Err(error) => panic!("{error}"),
        }
    }
    if slots > SMALL {
        return;
    }
    let all: Result<Vec<(u64, Worth)>, TableError> = table.iter().collect();
    match all {
        Ok(all) => {
            assert_eq!(all.len() as u64, slots);
            let numbers: Vec<u64> = (0..slots).collect();
            let batch =
                table.probe_many(&numbers, &Default::default()).expect("all blocks were read");
            for (&(slot, worth), other) in all.iter().zip(batch) {
                assert_eq!(table.probe(slot).expect("it was read"), worth);
                assert_eq!(other, worth);
            }
            let stats = table.stats(&Control::default(), 3).expect("all blocks were read");
            assert_eq!(stats.counts.positions() + stats.counts.hole, slots);
        }
        Err(error) => assert!(matches!(error, TableError::Damaged { .. }), "{error}"),
    }
}

/// Makes the sums and the places agree, as `docs/table-format.md` describes them; `None` where the
/// parts do not fit into the file.
fn repair(file: &mut [u8]) -> Option<()> {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
    let length = file.len();
    let body = number(file.get(12..16)?) as usize;
    let blocks_begin = body.checked_add(20)?;
    let log = *file.get(17)?;
    let slots = number(file.get(24..32)?);
    let blocks = slots.div_ceil(1u64.checked_shl(log.into())?);
    let footer = length.checked_sub(24)?;
    let index = footer.checked_sub(usize::try_from(blocks).ok()?.checked_mul(8)?)?;
    if blocks_begin > index {
        return None;
    }
    let sum = crc32fast::hash(file.get(..blocks_begin - 4)?);
    put(file, blocks_begin - 4, &sum.to_le_bytes());
    let mut begin = blocks_begin;
    for place in (index..footer).step_by(8) {
        let is_last = place + 8 == footer;
        let said = number(&file[place..place + 4]) as usize;
        let end = if is_last { index } else { begin.saturating_add(said).min(index) };
        let sum = crc32fast::hash(&file[begin..end]);
        put(file, place, &((end - begin) as u32).to_le_bytes());
        put(file, place + 4, &sum.to_le_bytes());
        begin = end;
    }
    put(file, footer, &(index as u64).to_le_bytes());
    let sum = crc32fast::hash(&file[index..footer]);
    put(file, footer + 8, &sum.to_le_bytes());
    let sum = crc32fast::hash(&file[..footer + 12]);
    put(file, footer + 12, &sum.to_le_bytes());
    put(file, footer + 16, b"RGT end\n");
    (begin == index).then_some(())
}

fn put(file: &mut [u8], at: usize, bytes: &[u8]) {
    file[at..at + bytes.len()].copy_from_slice(bytes);
}
