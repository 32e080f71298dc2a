//! Archives beside those of another program: ours are read by it, and its own by us.

use std::io::{self, Cursor, Read, Write};

use ::zip::write::SimpleFileOptions;
use ::zip::{CompressionMethod, ZipArchive};
use retrograde_core::Control;

use super::{Fault, Zip, ZipWriter};
use crate::places::Places;

const NAMES: [&str; 3] = ["first", "second", "third"];

fn contents() -> [Vec<u8>; 3] {
    let long: Vec<u8> = (0..300_000_u32).map(|n| (n.wrapping_mul(n) >> 7) as u8).collect();
    [b"short".to_vec(), long, Vec::new()]
}

fn ours(is_deflated: bool, at_most: u64, before: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut zip = ZipWriter::new(&mut bytes);
    zip.at = before;
    for (name, content) in NAMES.iter().zip(contents()) {
        zip.start((*name).to_owned(), is_deflated, at_most).unwrap();
        content.chunks(1000).for_each(|part| zip.write_all(part).unwrap());
    }
    zip.finish().unwrap();
    bytes
}

fn theirs(method: CompressionMethod, is_large: bool) -> Vec<u8> {
    let mut zip = ::zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(method).large_file(is_large);
    zip.start_file("another", options).unwrap();
    zip.write_all(b"that nobody asks for").unwrap();
    for (name, content) in NAMES.iter().zip(contents()) {
        zip.start_file(*name, options).unwrap();
        zip.write_all(&content).unwrap();
    }
    zip.set_comment("a remark").unwrap();
    zip.finish().unwrap().into_inner()
}

fn read(bytes: &dyn Places, name: &str) -> Result<Option<Vec<u8>>, String> {
    let reason = |fault| match fault {
        Fault::Io(error) => error.to_string(),
        Fault::Wrong(reason) => reason,
        Fault::Stopped(_) => "stopped".to_owned(),
    };
    let zip = Zip::open(bytes, &NAMES, &Control::ALONE).map_err(reason)?;
    let Some(mut content) = zip.member(name).map_err(reason)? else { return Ok(None) };
    let mut unpacked = Vec::new();
    content.read_to_end(&mut unpacked).map_err(|error| error.to_string())?;
    Ok(Some(unpacked))
}

#[test]
fn both_programs_read_both() {
    for (name, content) in NAMES.iter().zip(contents()) {
        for is_deflated in [false, true] {
            for at_most in [0, u64::MAX] {
                let file = ours(is_deflated, at_most, 0);
                assert_eq!(read(&file, name), Ok(Some(content.clone())));
                let mut unpacked = Vec::new();
                let mut zip = ZipArchive::new(Cursor::new(file)).unwrap();
                zip.by_name(name).unwrap().read_to_end(&mut unpacked).unwrap();
                assert_eq!(unpacked, content);
            }
        }
        for method in [CompressionMethod::Stored, CompressionMethod::Deflated] {
            for is_large in [false, true] {
                let file = theirs(method, is_large);
                assert_eq!(read(&file, name), Ok(Some(content.clone())));
                assert_eq!(read(&file, "fourth"), Ok(None));
            }
        }
    }
}

/// An archive after bytes that nobody looks at.
struct Beyond(u64, Vec<u8>);

impl Places for Beyond {
    fn length(&self) -> u64 {
        self.0 + self.1.length()
    }

    fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let empty = self.0.saturating_sub(at).min(bytes.len() as u64) as usize;
        let (before, rest) = bytes.split_at_mut(empty);
        before.fill(0);
        self.1.read_at(at.saturating_sub(self.0), rest)
    }
}

#[test]
fn places_beyond_4_gib_are_found() {
    for before in [u64::from(u32::MAX) - 100, u64::from(u32::MAX), 5 << 40] {
        let file = Beyond(before, ours(true, 0, before));
        for (name, content) in NAMES.iter().zip(contents()) {
            assert_eq!(read(&file, name), Ok(Some(content)), "{before}");
        }
    }
}

#[test]
fn of_two_members_of_a_name_the_last_counts() {
    let mut bytes = Vec::new();
    let mut zip = ZipWriter::new(&mut bytes);
    for content in [b"old", b"new"] {
        zip.start("first".to_owned(), false, 3).unwrap();
        zip.write_all(content).unwrap();
    }
    zip.finish().unwrap();
    assert_eq!(read(&bytes, "first"), Ok(Some(b"new".to_vec())));
}

#[test]
fn what_is_wrong_is_said() {
    let whole = ours(false, 0, 0);
    let entry = whole.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    let end = whole.len() - 22;
    let with = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        read(&bytes, "first").unwrap_err()
    };
    assert_eq!(with(entry + 8, 9), "it is encrypted");
    assert_eq!(
        with(entry + 10, 12),
        "it is packed by method 12, and 0 (stored) and 8 (deflated) are read"
    );
    assert_eq!(with(entry + 16, whole[entry + 16] ^ 1), "its checksum is wrong");
    assert_eq!(with(entry + 20, 4), "it is shorter than the directory says");
    assert_eq!(with(entry + 20, 6), "it is longer than the directory says");
    assert_eq!(with(entry + 23, 100), "it is longer than the archive");
    assert_eq!(with(entry + 42, 1), "it is not where the directory says");
    assert_eq!(with(entry, 0), "its directory holds something else than members");
    assert_eq!(with(end + 12, whole[end + 12] - 1), "failed to fill whole buffer");
    assert_eq!(with(end + 15, 100), "its directory is not where its end says");
    assert_eq!(
        read(&whole[1..end].to_vec(), "first").unwrap_err(),
        "it has no directory at its end"
    );
    assert_eq!(read(&Vec::new(), "first").unwrap_err(), "it has no directory at its end");
}
