//! Bytes of a file by their place, each piece checked when it is first looked at.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytemuck::Pod;

use crate::rgg::layout::{Directory, Kind, PIECE, Section, damaged};

/// Where the bytes are.
#[derive(Debug)]
pub(crate) enum Place {
    File(File),
    Memory(Vec<u8>),
}

impl Place {
    fn length(&self) -> io::Result<u64> {
        match self {
            Place::File(file) => Ok(file.metadata()?.len()),
            Place::Memory(bytes) => Ok(bytes.len() as u64),
        }
    }

    fn read(&self, at: u64, into: &mut [u8]) -> io::Result<()> {
        let ends = |_| damaged("the file is not whole: make or copy it again");
        match self {
            Place::File(file) => {
                read_exact_at(file, into, at).map_err(|error| match error.kind() {
                    io::ErrorKind::UnexpectedEof => ends(error),
                    _ => error,
                })
            }
            Place::Memory(bytes) => {
                let range = at as usize..(at as usize).saturating_add(into.len());
                let Some(bytes) = bytes.get(range) else {
                    return Err(ends(io::ErrorKind::UnexpectedEof.into()));
                };
                into.copy_from_slice(bytes);
                Ok(())
            }
        }
    }
}

#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, into: &mut [u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, into, at)
}

#[cfg(windows)]
pub(crate) fn read_exact_at(file: &File, mut into: &mut [u8], mut at: u64) -> io::Result<()> {
    while !into.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, into, at)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            count => {
                into = &mut into[count..];
                at += count as u64;
            }
        }
    }
    Ok(())
}

#[cfg(not(any(unix, windows)))]
pub(crate) fn read_exact_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A file whose directory has been read.
#[derive(Debug)]
pub(crate) struct Store {
    pub(crate) place: Place,
    pub(crate) directory: Directory,
    /// One bit a piece that has its checksum.
    checked: Vec<AtomicU64>,
}

/// Part of a section in memory. Asked again for what it holds already, nothing is read.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    /// Words rather than bytes, so that numbers are where they may be.
    words: Vec<u64>,
    of: Option<Kind>,
    held: Range<u64>,
}

/// No less is read than such a block, which the system fetches in any case.
const BLOCK: u64 = 4096;

impl Store {
    pub(crate) fn open(place: Place) -> io::Result<Self> {
        let directory = Directory::read(place.length()?, |at, into| place.read(at, into))?;
        let checked = (0..directory.sums.len().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Store { place, directory, checked })
    }

    /// The section of a kind that every file has.
    pub(crate) fn section(&self, kind: Kind) -> &Section {
        self.directory.find(kind).expect("no file is opened without it")
    }

    fn is_checked(&self, sum: u64) -> bool {
        self.checked[(sum / 64) as usize].load(Relaxed) >> (sum % 64) & 1 != 0
    }

    /// Holds a piece against its checksum.
    pub(crate) fn check(&self, section: &Section, piece: u64, bytes: &[u8]) -> io::Result<()> {
        let sum = section.first_sum + piece;
        if crc32fast::hash(bytes) != self.directory.sums[sum as usize] {
            return Err(damaged(format!(
                "the {} are damaged, {} KiB from where they begin: make or copy the file again",
                section.kind.name(),
                section.piece(piece).start >> 10
            )));
        }
        self.checked[(sum / 64) as usize].fetch_or(1 << (sum % 64), Relaxed);
        Ok(())
    }

    /// Reads a piece, whether it was looked at before or not, and holds it against its checksum.
    pub(crate) fn check_again(
        &self,
        section: &Section,
        piece: u64,
        buffer: &mut Vec<u8>,
    ) -> io::Result<()> {
        let range = section.piece(piece);
        buffer.resize((range.end - range.start) as usize, 0);
        self.place.read(section.offset + range.start, buffer)?;
        self.check(section, piece, buffer)
    }

    /// The elements of a section from one place to another, from the file or from the buffer.
    ///
    /// # Errors
    /// What the system reports; a piece that does not have its checksum.
    ///
    /// # Panics
    /// If the section has no such elements, or of another width.
    pub(crate) fn fetch<'b, T: Pod>(
        &self,
        section: &Section,
        elements: Range<u64>,
        buffer: &'b mut Buffer,
    ) -> io::Result<&'b [T]> {
        assert_eq!(section.width as usize, size_of::<T>(), "elements of this width");
        let width = u64::from(section.width);
        let wanted = elements.start * width..elements.end * width;
        assert!(wanted.end <= section.length, "elements that there are");
        let is_held = buffer.of == Some(section.kind)
            && buffer.held.start <= wanted.start
            && wanted.end <= buffer.held.end;
        if !is_held && !wanted.is_empty() {
            self.fill(section, wanted.clone(), buffer)?;
        }
        if wanted.is_empty() {
            return Ok(&[]);
        }
        let bytes: &[u8] = bytemuck::cast_slice(&buffer.words);
        let start = (wanted.start - buffer.held.start) as usize;
        let length = (wanted.end - wanted.start) as usize;
        Ok(bytemuck::cast_slice(&bytes[start..start + length]))
    }

    fn fill(&self, section: &Section, wanted: Range<u64>, buffer: &mut Buffer) -> io::Result<()> {
        let out_to = |block: u64| {
            wanted.start / block * block..wanted.end.next_multiple_of(block).min(section.padded())
        };
        let pieces = wanted.start / PIECE..wanted.end.div_ceil(PIECE);
        let all_checked = pieces.clone().all(|piece| self.is_checked(section.first_sum + piece));
        let range = out_to(if all_checked { BLOCK } else { PIECE });
        let length = (range.end - range.start) as usize;
        buffer.of = None;
        if buffer.words.len() * 8 < length {
            buffer.words.resize(length.div_ceil(8), 0);
        }
        let bytes: &mut [u8] = &mut bytemuck::cast_slice_mut(&mut buffer.words)[..length];
        self.place.read(section.offset + range.start, bytes)?;
        if !all_checked {
            for (piece, bytes) in pieces.zip(bytes.chunks(PIECE as usize)) {
                if !self.is_checked(section.first_sum + piece) {
                    self.check(section, piece, bytes)?;
                }
            }
        }
        to_native(bytes, section.width);
        (buffer.of, buffer.held) = (Some(section.kind), range);
        Ok(())
    }
}

/// Turns the bytes of numbers around, on machines that want them so.
fn to_native(bytes: &mut [u8], width: u32) {
    if cfg!(target_endian = "big") {
        bytes.chunks_exact_mut(width as usize).for_each(<[u8]>::reverse);
    }
}
