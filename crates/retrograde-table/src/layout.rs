//! Where the parts of a table are: header, blocks, index and footer, found and checked when it is
//! opened.
//!
//! `docs/table-format.md` describes the bytes.

use crate::TableError;
use crate::error::Part;
use crate::header::{self, Header, MAGIC, PREFIX, VERSION};
use crate::source::Source;
use crate::writer::{END, FOOTER, PLACE};

/// How far from its end a longer file is searched for the end of a table.
const TAIL: u64 = 1 << 16;

/// What a table says about itself, and where its blocks are.
#[derive(Debug)]
pub(crate) struct Layout {
    pub(crate) header: Header,
    pub(crate) places: Vec<Place>,
    /// Where the index begins.
    pub(crate) index: u64,
}

/// Where a block is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) offset: u64,
    pub(crate) length: u32,
    pub(crate) crc: u32,
}

impl Layout {
    /// Reads header, index and footer.
    pub(crate) fn read(source: &Source) -> Result<Self, TableError> {
        let damaged = |part, offset, length| {
            let path = source.path().to_owned();
            TableError::Damaged { path, part, offset, length }
        };
        let found = source.length();
        let cut_short = |least: u64| {
            Err(TableError::cut_short(source.path(), found, least.max(found.saturating_add(1))))
        };
        let prefix = source.read(0, found.min(PREFIX as u64))?.unwrap_or_default();
        if !prefix.iter().zip(MAGIC).all(|(&byte, expected)| byte == expected) {
            return Err(TableError::NotATable { path: source.path().to_owned() });
        }
        if prefix.len() < PREFIX {
            return cut_short(PREFIX as u64 + FOOTER);
        }
        let blocks_begin = PREFIX as u64 + number(&prefix[12..]) + 4;
        let Some(bytes) = source.read(0, blocks_begin)? else {
            return match ends_well(source)? {
                true => Err(damaged(Part::Header, 0, PREFIX as u64)),
                false => cut_short(blocks_begin + FOOTER),
            };
        };
        let (bytes, crc) = bytes.split_at(bytes.len() - 4);
        if number(crc) != u64::from(crc32fast::hash(bytes)) {
            return Err(damaged(Part::Header, 0, blocks_begin));
        }
        let version = number(&prefix[8..12]) as u32;
        if !(1..=VERSION).contains(&version) {
            return Err(TableError::Version {
                path: source.path().to_owned(),
                found: version,
                read: VERSION,
            });
        }
        let header = Header::from_body(&bytes[PREFIX..], header::is_of_part(version))
            .ok_or_else(|| damaged(Part::Header, 0, blocks_begin))?;

        // All sizes must fit together before memory is taken for any of them.
        let index_length = header.blocks().saturating_mul(PLACE);
        let least = blocks_begin.saturating_add(index_length).saturating_add(FOOTER);
        if found < least {
            return cut_short(least);
        }
        let footer = found - FOOTER;
        let begin = footer - index_length;
        let whole = || damaged(Part::Whole, 0, found);
        let bytes = source.read(footer, FOOTER)?.ok_or_else(whole)?;
        let at_its_place = number(&bytes[..8]) == begin;
        match (bytes[16..] == END, at_its_place) {
            (true, true) => {}
            (false, false) if !ends_before(source)? => return cut_short(least),
            (false, false) => return Err(whole()),
            _ => return Err(damaged(Part::Footer, footer, FOOTER)),
        }
        let index = source.read(begin, index_length)?.ok_or_else(whole)?;
        // Its checksum is in the footer, and may be what is wrong.
        let index_damaged = || damaged(Part::Index, begin, index_length + FOOTER);
        if number(&bytes[8..12]) != u64::from(crc32fast::hash(&index)) {
            return Err(index_damaged());
        }
        let mut offset = blocks_begin;
        let place_of = |place: &[u8]| {
            let (length, crc) = (number(&place[..4]) as u32, number(&place[4..]) as u32);
            let place = Place { offset, length, crc };
            offset += u64::from(length);
            place
        };
        let places: Vec<Place> = index.chunks(PLACE as usize).map(place_of).collect();
        match offset == begin {
            true => Ok(Layout { header, places, index: begin }),
            false => Err(index_damaged()),
        }
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b))
}

/// Whether the last bytes are those of a table.
fn ends_well(source: &Source) -> Result<bool, TableError> {
    let end = END.len() as u64;
    let bytes = source.read(source.length().saturating_sub(end), end)?;
    Ok(bytes.is_some_and(|bytes| *bytes == END))
}

/// Whether something was added after the end of a table.
fn ends_before(source: &Source) -> Result<bool, TableError> {
    let length = source.length().min(TAIL);
    let tail = source.read(source.length() - length, length)?;
    Ok(tail.is_some_and(|tail| tail.windows(END.len()).any(|some| some == END)))
}
