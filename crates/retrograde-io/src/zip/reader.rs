//! Finding members by name, and reading them.

use std::io::{self, BufReader, Read};

use crc32fast::Hasher;
use flate2::read::DeflateDecoder;
use retrograde_core::{Control, Stopped};

use super::{
    DEFLATED, ELSEWHERE, END, END_BYTES, ENTRY, ENTRY_BYTES, LONG_END, LONG_END_AT,
    LONG_END_AT_BYTES, LONG_END_BYTES, LONG_FIELD, MEMBER, MEMBER_BYTES, STORED,
};
use crate::places::{Part, Places};

/// Why an archive or a member of it cannot be opened.
#[derive(Debug)]
pub(crate) enum Fault {
    Io(io::Error),
    Wrong(String),
    Stopped(Stopped),
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Fault::Io(error)
    }
}

impl From<Stopped> for Fault {
    fn from(stopped: Stopped) -> Self {
        Fault::Stopped(stopped)
    }
}

fn wrong<T>(what: &str) -> Result<T, Fault> {
    Err(Fault::Wrong(what.to_owned()))
}

/// An archive, and where the members are that somebody asks for.
pub(crate) struct Zip<'a> {
    bytes: &'a dyn Places,
    members: Vec<(&'static str, Member)>,
}

/// What the directory says of a member.
#[derive(Clone, Copy)]
struct Member {
    flags: u16,
    method: u16,
    sum: u32,
    packed: u64,
    length: u64,
    at: u64,
}

impl<'a> Zip<'a> {
    /// Reads the directory, from which only the members called so are kept: an archive may have any number
    /// of others. Of two with the same name it is the last that counts, as for Python.
    pub(crate) fn open(
        bytes: &'a dyn Places,
        wanted: &[&'static str],
        control: &Control<'_>,
    ) -> Result<Self, Fault> {
        let (at, end) = directory(bytes)?;
        let mut input = BufReader::with_capacity(1 << 16, Part { bytes, at, end });
        let (mut members, mut name, mut extra) = (Vec::new(), Vec::new(), Vec::new());
        let (mut left, mut pace) = (end - at, control.pace());
        while left > 0 {
            pace.steps(1)?;
            let mut fixed = [0; ENTRY_BYTES];
            input.read_exact(&mut fixed)?;
            if u32_at(&fixed, 0) != ENTRY {
                return wrong("its directory holds something else than members");
            }
            name.resize(u16_at(&fixed, 28).into(), 0);
            input.read_exact(&mut name)?;
            extra.resize(u16_at(&fixed, 30).into(), 0);
            input.read_exact(&mut extra)?;
            let comment = u64::from(u16_at(&fixed, 32));
            io::copy(&mut (&mut input).take(comment), &mut io::sink())?;
            let taken = ENTRY_BYTES as u64 + name.len() as u64 + extra.len() as u64 + comment;
            let Some(rest) = left.checked_sub(taken) else {
                return wrong("its directory is longer than it says");
            };
            left = rest;
            if let Some(name) = wanted.iter().find(|wanted| wanted.as_bytes() == name) {
                let member = Member::new(&fixed, &extra)?;
                members.retain(|(known, _)| known != name);
                members.push((*name, member));
            }
        }
        Ok(Zip { bytes, members })
    }

    /// A member that was wanted; `None` if there is none of that name.
    pub(crate) fn member(&self, name: &str) -> Result<Option<Content<'a>>, Fault> {
        let Some((_, member)) = self.members.iter().find(|(known, _)| *known == name) else {
            return Ok(None);
        };
        let mut fixed = [0; MEMBER_BYTES];
        self.bytes.read_at(member.at, &mut fixed)?;
        if u32_at(&fixed, 0) != MEMBER {
            return wrong("it is not where the directory says");
        }
        if member.flags & 1 != 0 {
            return wrong("it is encrypted");
        }
        let before =
            MEMBER_BYTES as u64 + u64::from(u16_at(&fixed, 26)) + u64::from(u16_at(&fixed, 28));
        let at = member.at + before;
        let Some(end) = at.checked_add(member.packed).filter(|&end| end <= self.bytes.length())
        else {
            return wrong("it is longer than the archive");
        };
        let part = Part { bytes: self.bytes, at, end };
        let input = match member.method {
            STORED => Packed::Stored(part),
            DEFLATED => Packed::Deflated(DeflateDecoder::new(part)),
            method => {
                return Err(Fault::Wrong(format!(
                    "it is packed by method {method}, and 0 (stored) and 8 (deflated) are read"
                )));
            }
        };
        Ok(Some(Content { input, left: member.length, sum: member.sum, hasher: Hasher::new() }))
    }
}

impl Member {
    fn new(fixed: &[u8; ENTRY_BYTES], extra: &[u8]) -> Result<Self, Fault> {
        let mut long = long_field(extra);
        let mut number = |at| match (u32_at(fixed, at), &mut long) {
            (ELSEWHERE, Some(long)) => {
                let Some((number, rest)) = long.split_first_chunk() else {
                    return wrong("a number of its directory is missing");
                };
                *long = rest;
                Ok(u64::from_le_bytes(*number))
            }
            (number, _) => Ok(u64::from(number)),
        };
        let (length, packed, at) = (number(24)?, number(20)?, number(42)?);
        let at_most = u64::MAX >> 1;
        if packed.max(at) > at_most {
            return wrong("a number of its directory is too large");
        }
        Ok(Member {
            flags: u16_at(fixed, 8),
            method: u16_at(fixed, 10),
            sum: u32_at(fixed, 16),
            packed,
            length,
            at,
        })
    }
}

/// The numbers in the extra field for long ones, if there is one.
fn long_field(mut extra: &[u8]) -> Option<&[u8]> {
    while extra.len() >= 4 {
        let (kind, length) = (u16_at(extra, 0), usize::from(u16_at(extra, 2)));
        let content = extra[4..].get(..length)?;
        if kind == LONG_FIELD {
            return Some(content);
        }
        extra = &extra[4 + length..];
    }
    None
}

/// Where the directory begins and ends.
fn directory(bytes: &dyn Places) -> Result<(u64, u64), Fault> {
    let length = bytes.length();
    let mut tail = vec![0; length.min((END_BYTES + usize::from(u16::MAX)) as u64) as usize];
    let tail_at = length - tail.len() as u64;
    bytes.read_at(tail_at, &mut tail)?;
    // A remark may follow, as long as the end says.
    let is_end = |at: &usize| {
        let end = &tail[*at..];
        u32_at(end, 0) == END && END_BYTES + usize::from(u16_at(end, 20)) == end.len()
    };
    let Some(end) = (0..=tail.len().saturating_sub(END_BYTES))
        .rev()
        .filter(|at| tail.len() - at >= END_BYTES)
        .find(is_end)
    else {
        return wrong("it has no directory at its end");
    };
    let fixed = &tail[end..];
    let (size, at) = (u32_at(fixed, 12), u32_at(fixed, 16));
    let end = tail_at + end as u64;
    let (size, at, limit) = match long_directory(bytes, end)? {
        Some((size, at, limit)) => (size, at, limit),
        None => (size.into(), at.into(), end),
    };
    match at.checked_add(size) {
        Some(end) if end <= limit => Ok((at, end)),
        _ => wrong("its directory is not where its end says"),
    }
}

/// Length and place of the directory, and where it ends at the latest, if the archive has the wide end that
/// stands before the other one.
fn long_directory(bytes: &dyn Places, end: u64) -> Result<Option<(u64, u64, u64)>, Fault> {
    let Some(at) = end.checked_sub(LONG_END_AT_BYTES as u64) else { return Ok(None) };
    let mut locator = [0; LONG_END_AT_BYTES];
    bytes.read_at(at, &mut locator)?;
    if u32_at(&locator, 0) != LONG_END_AT {
        return Ok(None);
    }
    let place = u64_at(&locator, 8);
    let mut fixed = [0; LONG_END_BYTES];
    if place.checked_add(LONG_END_BYTES as u64).is_none_or(|end| end > at) {
        return wrong("its directory is not where its end says");
    }
    bytes.read_at(place, &mut fixed)?;
    if u32_at(&fixed, 0) != LONG_END {
        return wrong("its directory is not where its end says");
    }
    Ok(Some((u64_at(&fixed, 40), u64_at(&fixed, 48), place)))
}

/// What a member holds, unpacked and held against its length and checksum where it ends.
pub(crate) struct Content<'a> {
    input: Packed<'a>,
    left: u64,
    sum: u32,
    hasher: Hasher,
}

enum Packed<'a> {
    Stored(Part<'a>),
    Deflated(DeflateDecoder<Part<'a>>),
}

impl Read for Content<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if bytes.is_empty() {
            return Ok(0);
        }
        let count = match &mut self.input {
            Packed::Stored(part) => part.read(bytes)?,
            Packed::Deflated(decoder) => decoder.read(bytes)?,
        };
        let damaged = |what: &str| Err(io::Error::new(io::ErrorKind::InvalidData, what));
        let Some(left) = self.left.checked_sub(count as u64) else {
            return damaged("it is longer than the directory says");
        };
        self.left = left;
        self.hasher.update(&bytes[..count]);
        if count == 0 && left > 0 {
            return damaged("it is shorter than the directory says");
        }
        if count == 0 && self.hasher.clone().finalize() != self.sum {
            return damaged("its checksum is wrong");
        }
        Ok(count)
    }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes[at..].first_chunk().map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes[at..].first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}
