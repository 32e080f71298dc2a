//! Compressed input: the first byte chooses the format, the rest is the file.

use std::io::Read;

use crate::reader::{check_arena, control};
use retrograde_io::{Format, decompressed, read_stream};

/// A few bytes may unpack to gigabytes; so many are enough to see that it works.
const UNPACKED: u64 = 1 << 20;

/// One input.
pub(crate) fn target(bytes: &[u8]) {
    let Some((&first, file)) = bytes.split_first() else { return };
    let format = Format::ALL[usize::from(first) % Format::ALL.len()];
    let Ok(unpacked) = decompressed(file) else { return };
    let mut plain = Vec::new();
    if unpacked.take(UNPACKED).read_to_end(&mut plain).is_err() || plain.len() as u64 == UNPACKED {
        return;
    }
    if let Ok(arena) = read_stream(file, Some(format), &control()) {
        let same = read_stream(&plain[..], Some(format), &control());
        // What was packed may itself look packed, and is not unpacked twice.
        if !looks_packed(&plain) {
            assert!(same.is_ok_and(|same| same == arena), "unpacked before or while reading");
        }
        check_arena(format, &arena);
    }
}

fn looks_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b])
        || bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd])
        || bytes.get(1..4) == Some(&[0x2a, 0x4d, 0x18])
}
