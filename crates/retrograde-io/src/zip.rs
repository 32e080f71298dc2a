//! As much of the zip format as archives of arrays need: members that are stored or deflated, found by
//! name and read from any place, or written one after the other to a stream; of any length.
//!
//! Source: PKWARE, 2022, "APPNOTE.TXT - .ZIP File Format Specification", version 6.3.10.

mod reader;
mod writer;

pub(crate) use reader::{Fault, Zip};
pub(crate) use writer::ZipWriter;

/// What begins a member, an entry of the directory, the end of it and what stands there for long files.
const MEMBER: u32 = 0x0403_4b50;
const ENTRY: u32 = 0x0201_4b50;
const SIZES: u32 = 0x0807_4b50;
const END: u32 = 0x0605_4b50;
const LONG_END: u32 = 0x0606_4b50;
const LONG_END_AT: u32 = 0x0706_4b50;

/// The extra field with numbers that take more than 32 bits.
const LONG_FIELD: u16 = 1;

/// What stands in a narrow field when the number is in a wide one.
const ELSEWHERE: u32 = u32::MAX;

/// How a member is packed.
const STORED: u16 = 0;
const DEFLATED: u16 = 8;

/// The lengths of what is always there.
const MEMBER_BYTES: usize = 30;
const ENTRY_BYTES: usize = 46;
const END_BYTES: usize = 22;
const LONG_END_BYTES: usize = 56;
const LONG_END_AT_BYTES: usize = 20;

#[cfg(test)]
mod tests;
