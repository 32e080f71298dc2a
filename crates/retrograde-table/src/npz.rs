//! NumPy's archives: a zip file of arrays, not compressed, as `numpy.savez` writes it.
//!
//! Source: R. Kern and others, 2007, "A Simple File Format for NumPy Arrays" (NEP 1); PKWARE,
//! *.ZIP File Format Specification* (APPNOTE), 4.3 and 4.5.3 (sizes beyond 4 GiB).

use std::io::{self, Write};

/// A zip file that is written member after member.
pub(crate) struct Archive<'a> {
    out: &'a mut dyn Write,
    offset: u64,
    members: Vec<Member>,
}

struct Member {
    name: &'static str,
    crc: u32,
    length: u64,
    offset: u64,
}

/// The oldest program that reads it: 4.5 knows sizes beyond 4 GiB.
const NEEDS: u16 = 45;

/// 1 January 1980, the first day of the format: the same table gives the same bytes.
const DATE: u16 = 1 << 5 | 1;

const WIDE: u32 = u32::MAX;

impl<'a> Archive<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Self {
        Archive { out, offset: 0, members: Vec::new() }
    }

    /// Begins a member; exactly as many bytes as announced must follow.
    pub(crate) fn begin(&mut self, name: &'static str, crc: u32, length: u64) -> io::Result<()> {
        let member = Member { name, crc, length, offset: self.offset };
        let mut head = b"PK\x03\x04".to_vec();
        member.put_common(&mut head, 20);
        head.extend(name.as_bytes());
        head.extend([1, 0, 16, 0]);
        head.extend(length.to_le_bytes());
        head.extend(length.to_le_bytes());
        self.offset += head.len() as u64 + length;
        self.members.push(member);
        self.out.write_all(&head)
    }

    pub(crate) fn out(&mut self) -> &mut dyn Write {
        self.out
    }

    /// Writes the directory at the end.
    pub(crate) fn finish(self) -> io::Result<()> {
        let mut tail = Vec::new();
        for member in &self.members {
            tail.extend(b"PK\x01\x02");
            tail.extend(NEEDS.to_le_bytes());
            member.put_common(&mut tail, 28);
            // No comment, first disk, no attributes, and the offset is in the wide field.
            tail.extend([0; 10]);
            tail.extend(WIDE.to_le_bytes());
            tail.extend(member.name.as_bytes());
            tail.extend([1, 0, 24, 0]);
            tail.extend(member.length.to_le_bytes());
            tail.extend(member.length.to_le_bytes());
            tail.extend(member.offset.to_le_bytes());
        }
        let (count, size) = (self.members.len() as u64, tail.len() as u64);
        tail.extend(b"PK\x06\x06");
        tail.extend(44u64.to_le_bytes());
        tail.extend([NEEDS.to_le_bytes(), NEEDS.to_le_bytes()].concat());
        tail.extend([0; 8]);
        for number in [count, count, size, self.offset] {
            tail.extend(number.to_le_bytes());
        }
        tail.extend(b"PK\x06\x07\0\0\0\0");
        tail.extend((self.offset + size).to_le_bytes());
        tail.extend(1u32.to_le_bytes());
        tail.extend(b"PK\x05\x06\0\0\0\0");
        tail.extend([(count as u16).to_le_bytes(), (count as u16).to_le_bytes()].concat());
        tail.extend((size as u32).to_le_bytes());
        tail.extend(WIDE.to_le_bytes());
        tail.extend([0; 2]);
        self.out.write_all(&tail)?;
        self.out.flush()
    }
}

impl Member {
    /// What the header before a member and its entry in the directory have in common. The sizes are
    /// in a field of their own, which has room for any.
    fn put_common(&self, head: &mut Vec<u8>, extra: u16) {
        // Needed version, no flags, stored, midnight.
        for number in [NEEDS, 0, 0, 0, DATE] {
            head.extend(number.to_le_bytes());
        }
        for number in [self.crc, WIDE, WIDE] {
            head.extend(number.to_le_bytes());
        }
        head.extend((self.name.len() as u16).to_le_bytes());
        head.extend(extra.to_le_bytes());
    }
}

/// Sums up what is written and keeps none of it.
pub(crate) struct Sum<'a> {
    pub(crate) crc: &'a mut crc32fast::Hasher,
    pub(crate) length: &'a mut u64,
}

impl Write for Sum<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.crc.update(bytes);
        *self.length += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What precedes the elements of an array: 64 bytes or a multiple.
pub(crate) fn header(descr: &str, length: u64) -> Vec<u8> {
    let mut text =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': ({length},), }}");
    while !(10 + text.len() + 1).is_multiple_of(64) {
        text.push(' ');
    }
    text.push('\n');
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((text.len() as u16).to_le_bytes());
    bytes.extend(text.as_bytes());
    bytes
}
