//! Writing members one after the other to a stream, which nobody goes back in.

use std::io::{self, ErrorKind, Write};

use crc32fast::Hasher;
use flate2::Compression;
use flate2::write::DeflateEncoder;

use super::{
    DEFLATED, ELSEWHERE, END, ENTRY, LONG_END, LONG_END_AT, LONG_END_BYTES, LONG_FIELD, MEMBER,
    SIZES, STORED,
};

/// The version of the format that a reader must know: that of deflated members, and that of long ones.
const PLAIN_VERSION: u16 = 20;
const LONG_VERSION: u16 = 45;

/// Sizes and the checksum follow the content; names are in UTF-8.
const FLAGS: u16 = 1 << 3 | 1 << 11;

/// A fixed date, so that the same content always gives the same bytes: the first that there is.
const DATE: u16 = 1 << 5 | 1;

/// Files made on Unix that everybody may read.
const MADE_BY: u16 = 3 << 8;
const MODE: u32 = 0o100_644 << 16;

/// An archive on its way.
pub(crate) struct ZipWriter<'a> {
    out: &'a mut dyn Write,
    pub(super) at: u64,
    members: Vec<Member>,
    open: Option<Open>,
    has_failed: bool,
}

struct Member {
    name: String,
    method: u16,
    is_long: bool,
    at: u64,
    sum: u32,
    packed: u64,
    length: u64,
}

/// The last member, as long as it is written.
struct Open {
    /// Deflates into a list that is emptied after each write.
    encoder: Option<DeflateEncoder<Vec<u8>>>,
    hasher: Hasher,
}

impl<'a> ZipWriter<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        ZipWriter { out, at: 0, members: Vec::new(), open: None, has_failed: false }
    }

    /// Begins a member, of which `at_most` so many bytes will be written.
    pub(crate) fn start(
        &mut self,
        name: String,
        is_deflated: bool,
        at_most: u64,
    ) -> io::Result<()> {
        self.close()?;
        // Deflate may lengthen what it cannot shorten.
        let is_long = at_most > u64::from(u32::MAX) - (16 << 20);
        let encoder = is_deflated.then(|| DeflateEncoder::new(Vec::new(), Compression::default()));
        let method = if is_deflated { DEFLATED } else { STORED };
        let mut header = Fields::default();
        header.u32(MEMBER).u16(version(is_long)).u16(FLAGS).u16(method).u16(0).u16(DATE).u32(0);
        let unknown = if is_long { ELSEWHERE } else { 0 };
        header.u32(unknown).u32(unknown).u16(name.len() as u16).u16(if is_long { 20 } else { 0 });
        header.0.extend_from_slice(name.as_bytes());
        if is_long {
            header.u16(LONG_FIELD).u16(16).u64(0).u64(0);
        }
        let at = self.at;
        self.put(&header.0)?;
        self.members.push(Member { name, method, is_long, at, sum: 0, packed: 0, length: 0 });
        self.open = Some(Open { encoder, hasher: Hasher::new() });
        Ok(())
    }

    /// Ends the last member, if it is not.
    fn close(&mut self) -> io::Result<()> {
        let (Some(open), Some(member)) = (self.open.take(), self.members.last_mut()) else {
            return Ok(());
        };
        let rest = open.encoder.map_or(Ok(Vec::new()), DeflateEncoder::finish)?;
        member.packed += rest.len() as u64;
        member.sum = open.hasher.finalize();
        let mut sizes = Fields(rest);
        sizes.u32(SIZES).u32(member.sum);
        if member.is_long {
            sizes.u64(member.packed).u64(member.length);
        } else if member.packed.max(member.length) < ELSEWHERE.into() {
            sizes.u32(member.packed as u32).u32(member.length as u32);
        } else {
            return Err(io::Error::new(ErrorKind::InvalidInput, "more bytes came than announced"));
        }
        self.put(&sizes.0)
    }

    /// Writes the directory.
    pub(crate) fn finish(mut self) -> io::Result<()> {
        self.close()?;
        let (start, count) = (self.at, self.members.len() as u64);
        for member in std::mem::take(&mut self.members) {
            let mut entry = Fields::default();
            member.write(&mut entry);
            self.put(&entry.0)?;
        }
        let end = self.at;
        let size = end - start;
        let mut fields = Fields::default();
        let is_long = start >= ELSEWHERE.into() || size >= ELSEWHERE.into();
        if is_long || count >= u16::MAX.into() {
            let made = MADE_BY | LONG_VERSION;
            fields.u32(LONG_END).u64(LONG_END_BYTES as u64 - 12).u16(made).u16(LONG_VERSION);
            fields.u32(0).u32(0).u64(count).u64(count).u64(size).u64(start);
            fields.u32(LONG_END_AT).u32(0).u64(end).u32(1);
        }
        let few = u16::try_from(count).unwrap_or(u16::MAX);
        fields.u32(END).u16(0).u16(0).u16(few).u16(few).narrow(size).narrow(start).u16(0);
        self.put(&fields.0)?;
        self.out.flush()
    }

    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        if self.has_failed {
            // Whoever goes on all the same must not begin anew in the middle.
            return Err(ErrorKind::BrokenPipe.into());
        }
        self.has_failed = true;
        self.out.write_all(bytes)?;
        self.has_failed = false;
        self.at += bytes.len() as u64;
        Ok(())
    }
}

impl Write for ZipWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(mut open) = self.open.take() else { return Ok(0) };
        open.hasher.update(bytes);
        let packed = match &mut open.encoder {
            None => {
                self.put(bytes)?;
                bytes.len()
            }
            Some(encoder) => {
                encoder.write_all(bytes)?;
                let packed = encoder.get_mut();
                self.put(packed)?;
                let length = packed.len();
                packed.clear();
                length
            }
        };
        if let Some(member) = self.members.last_mut() {
            member.packed += packed as u64;
            member.length += bytes.len() as u64;
        }
        self.open = Some(open);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Member {
    /// Its entry of the directory.
    fn write(&self, fields: &mut Fields) {
        let is_beyond = self.at >= ELSEWHERE.into();
        let version = version(self.is_long || is_beyond);
        fields.u32(ENTRY).u16(MADE_BY | version).u16(version).u16(FLAGS).u16(self.method);
        fields.u16(0).u16(DATE).u32(self.sum);
        if self.is_long {
            fields.u32(ELSEWHERE).u32(ELSEWHERE);
        } else {
            fields.u32(self.packed as u32).u32(self.length as u32);
        }
        let wide = 16 * u16::from(self.is_long) + 8 * u16::from(is_beyond);
        let extra = if wide > 0 { 4 + wide } else { 0 };
        fields.u16(self.name.len() as u16).u16(extra).u16(0).u16(0).u16(0).u32(MODE);
        fields.narrow(self.at);
        fields.0.extend_from_slice(self.name.as_bytes());
        if wide > 0 {
            fields.u16(LONG_FIELD).u16(wide);
        }
        if self.is_long {
            fields.u64(self.length).u64(self.packed);
        }
        if is_beyond {
            fields.u64(self.at);
        }
    }
}

fn version(is_long: bool) -> u16 {
    if is_long { LONG_VERSION } else { PLAIN_VERSION }
}

/// Numbers as the format has them, the lowest byte first.
#[derive(Default)]
struct Fields(Vec<u8>);

impl Fields {
    fn u16(&mut self, number: u16) -> &mut Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    fn u32(&mut self, number: u32) -> &mut Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    fn u64(&mut self, number: u64) -> &mut Self {
        self.0.extend_from_slice(&number.to_le_bytes());
        self
    }

    /// A number that is found elsewhere where it does not fit.
    fn narrow(&mut self, number: u64) -> &mut Self {
        self.u32(u32::try_from(number).unwrap_or(ELSEWHERE))
    }
}
