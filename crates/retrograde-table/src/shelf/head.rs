//! The first bytes of a shelf: which build it belongs to.

use std::fs::File;
use std::path::Path;

use crate::checkpoint::Build;
use crate::error::{Part, TableError};
use crate::header::Kind;
use crate::source::read_exact_at;

const MAGIC: [u8; 8] = *b"\x89RGS\r\n\x1a\n";
const VERSION: u32 = 1;

/// What precedes the rest: magic, version and length.
const PREFIX: usize = 16;

/// More bytes than any header has.
const LONGEST: u64 = 1 << 17;

/// The header of the shelf of a build.
pub(super) fn bytes(build: &Build, kind: Kind) -> Vec<u8> {
    let mut body = vec![kind as u8];
    body.extend(build.fingerprint.to_le_bytes());
    body.extend(build.tiers.to_le_bytes());
    body.extend(build.slots.to_le_bytes());
    body.extend(build.spec.as_bytes());
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend((body.len() as u32).to_le_bytes());
    bytes.extend(body);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// Whether a file of so many bytes is the shelf of this build; `false` if it was killed before all of
/// its header was written.
pub(super) fn check(
    file: &File,
    path: &Path,
    length: u64,
    build: &Build,
    kind: Kind,
) -> Result<bool, TableError> {
    let damaged = |length| {
        let (path, part) = (path.to_owned(), Part::Header);
        TableError::Damaged { path, part, offset: 0, length }
    };
    let read = |length: usize| {
        let mut bytes = vec![0; length];
        let read = read_exact_at(file, &mut bytes, 0).map_err(TableError::io(path, "read"));
        read.map(|()| bytes)
    };
    if length < PREFIX as u64 {
        return Ok(false);
    }
    let prefix = read(PREFIX)?;
    let number = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|byte| prefix[at + byte]));
    if prefix[..8] != MAGIC || u64::from(number(12)) > LONGEST {
        return Err(damaged(PREFIX as u64));
    }
    let whole = PREFIX + number(12) as usize + 4;
    if length < whole as u64 {
        return Ok(false);
    }
    let found = read(whole)?;
    let (head, crc) = found.split_at(whole - 4);
    if crc32fast::hash(head).to_le_bytes() != crc {
        return Err(damaged(whole as u64));
    }
    if number(8) != VERSION {
        let (path, found) = (path.to_owned(), number(8));
        return Err(TableError::Version { path, found, read: VERSION });
    }
    if found == bytes(build, kind) {
        return Ok(true);
    }
    let spec = head.get(PREFIX + 17..).map(String::from_utf8_lossy).unwrap_or_default();
    let kinds = [Kind::Outcome, Kind::Distance];
    let its =
        kinds.into_iter().find(|&kind| Some(&(kind as u8)) == head.get(PREFIX)).unwrap_or(kind);
    Err(match spec == build.spec.as_str() && its == kind {
        true => TableError::OtherIndex { path: path.to_owned(), spec: build.spec.clone() },
        false => TableError::OtherGame {
            path: path.to_owned(),
            found: format!("{spec} ({its})"),
            asked: format!("{} ({kind})", build.spec),
        },
    })
}
