//! What a build keeps on disk so that it can go on after it was stopped.
//!
//! A checkpoint is all slots as they are and where the solver stands. Slots that nobody has looked
//! at are zero, and compress to nothing.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use retrograde_core::{Control, memory, sys};

use crate::dense::{self, Mark};
use crate::error::{Part, TableError};

const MAGIC: [u8; 8] = *b"\x89RGC\r\n\x1a\n";
const VERSION: u32 = 2;

/// Slots that are compressed together.
const CHUNK: usize = 1 << 20;

/// Fast: a checkpoint should cost less than the work that it saves.
const LEVEL: i32 = 1;

/// The longest spec that is read.
const LONGEST_SPEC: u32 = 1 << 16;

/// Which build a checkpoint belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// The game and its parameters.
    pub spec: String,
    /// A checksum of how the game numbers its positions.
    pub fingerprint: u32,
    /// A checksum of the tiers.
    pub tiers: u32,
    /// How many slots there are.
    pub slots: u64,
}

/// Writes a checkpoint, a chunk of slots at a time.
///
/// # Errors
/// What `out` reports.
pub fn write(out: &mut impl Write, build: &Build, codes: &[u16], mark: Mark) -> io::Result<()> {
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    head.extend((build.spec.len() as u32).to_le_bytes());
    head.extend(build.spec.as_bytes());
    head.extend(build.fingerprint.to_le_bytes());
    head.extend(build.tiers.to_le_bytes());
    head.extend(build.slots.to_le_bytes());
    mark.to_words().iter().for_each(|word| head.extend(word.to_le_bytes()));
    head.extend(crc32fast::hash(&head).to_le_bytes());
    out.write_all(&head)?;
    let mut zstd = zstd::bulk::Compressor::new(LEVEL)?;
    let mut pairs = vec![[0; 2]; CHUNK.min(codes.len())];
    for chunk in codes.chunks(CHUNK) {
        let pairs = &mut pairs[..chunk.len()];
        pairs.iter_mut().zip(chunk).for_each(|(pair, code)| *pair = code.to_le_bytes());
        let packed = zstd.compress(pairs.as_flattened())?;
        out.write_all(&(packed.len() as u32).to_le_bytes())?;
        out.write_all(&crc32fast::hash(&packed).to_le_bytes())?;
        out.write_all(&packed)?;
    }
    Ok(())
}

/// The slots and the mark to go on from; `None` if there is no checkpoint.
pub(crate) fn find(
    path: &Path,
    build: &Build,
    control: &Control<'_>,
) -> Result<Option<(Vec<u16>, Mark)>, TableError> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.map_err(TableError::io(path, "read"))?,
    };
    read(BufReader::new(file), path, build, control).map(Some)
}

/// The slots and the mark of a checkpoint, which errors call by its path.
///
/// # Errors
/// It is damaged, is not of this build, or does not fit into memory; or somebody stopped it.
pub fn read(
    input: impl Read,
    path: &Path,
    build: &Build,
    control: &Control<'_>,
) -> Result<(Vec<u16>, Mark), TableError> {
    Reader { input, path: path.to_owned(), offset: 0 }.read(build, control)
}

/// Reads a checkpoint and knows where it is.
struct Reader<R> {
    input: R,
    path: PathBuf,
    offset: u64,
}

impl<R: Read> Reader<R> {
    fn read(
        &mut self,
        build: &Build,
        control: &Control<'_>,
    ) -> Result<(Vec<u16>, Mark), TableError> {
        let mark = self.head(build)?;
        let (needed, available) =
            (dense::estimate(build.slots), memory::available().unwrap_or(u64::MAX));
        let length = usize::try_from(build.slots).unwrap_or(usize::MAX);
        if needed > available || Vec::<u16>::new().try_reserve_exact(length).is_err() {
            return Err(TableError::Memory { needed, available });
        }
        let mut codes: Vec<u16> = sys::zeroed(length);
        let mut zstd =
            zstd::bulk::Decompressor::new().map_err(TableError::io(&self.path, "read"))?;
        for (number, chunk) in (0..).zip(codes.chunks_mut(CHUNK)) {
            control.check()?;
            let (part, start) = (Part::Block(number), self.offset);
            let length = u32::from_le_bytes(self.field(part, start)?);
            let crc = u32::from_le_bytes(self.field(part, start)?);
            // Damage to the length must not lead to a large allocation.
            let most = zstd::zstd_safe::compress_bound(2 * CHUNK);
            let packed = self.bytes((length as usize).min(most), part, start)?;
            let bytes = (crc32fast::hash(&packed) == crc)
                .then(|| zstd.decompress(&packed, 2 * chunk.len()).ok())
                .flatten()
                .filter(|bytes| bytes.len() == 2 * chunk.len());
            let Some(bytes) = bytes else { return Err(self.damaged(part, start)) };
            for (code, &pair) in chunk.iter_mut().zip(bytes.as_chunks::<2>().0) {
                *code = u16::from_le_bytes(pair);
            }
        }
        let end = self.offset;
        let mut rest = [0];
        match self.input.read(&mut rest).map_err(TableError::io(&self.path, "read"))? {
            0 => Ok((codes, mark)),
            _ => Err(self.damaged(Part::Whole, end)),
        }
    }

    /// Reads what precedes the slots, and checks that it is the same build.
    fn head(&mut self, build: &Build) -> Result<Mark, TableError> {
        let part = Part::Header;
        let mut head = self.bytes(16, part, 0)?;
        if head[..8] != MAGIC {
            return Err(self.damaged(part, 0));
        }
        let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
        let version = number(&head[8..12]) as u32;
        let spec_length = number(&head[12..16]) as u32;
        if spec_length > LONGEST_SPEC {
            return Err(self.damaged(part, 0));
        }
        let after_spec = 16 + spec_length as usize;
        head.extend(self.bytes(spec_length as usize + 4 + 4 + 8 + 64, part, 0)?);
        if u32::from_le_bytes(self.field(part, 0)?) != crc32fast::hash(&head) {
            return Err(self.damaged(part, 0));
        }
        if version != VERSION {
            return Err(TableError::Version {
                path: self.path.clone(),
                found: version,
                read: VERSION,
            });
        }
        let spec = String::from_utf8_lossy(&head[16..after_spec]).into_owned();
        let numbers = &head[after_spec..];
        if spec != build.spec {
            let (path, asked) = (self.path.clone(), build.spec.clone());
            return Err(TableError::OtherGame { path, found: spec, asked });
        }
        let [fingerprint, tiers] = [0, 4].map(|at| number(&numbers[at..at + 4]) as u32);
        if (fingerprint, tiers) != (build.fingerprint, build.tiers)
            || number(&numbers[8..16]) != build.slots
        {
            return Err(TableError::OtherIndex { path: self.path.clone(), spec });
        }
        let mut words = [0; 8];
        for (word, bytes) in words.iter_mut().zip(numbers[16..].chunks(8)) {
            *word = number(bytes);
        }
        Mark::from_words(words).ok_or_else(|| self.damaged(part, 0))
    }

    fn field<const N: usize>(&mut self, part: Part, start: u64) -> Result<[u8; N], TableError> {
        let mut field = [0; N];
        field.copy_from_slice(&self.bytes(N, part, start)?);
        Ok(field)
    }

    fn bytes(&mut self, length: usize, part: Part, start: u64) -> Result<Vec<u8>, TableError> {
        let mut bytes = vec![0; length];
        match self.input.read_exact(&mut bytes) {
            Ok(()) => {
                self.offset += length as u64;
                Ok(bytes)
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                self.offset += length as u64;
                Err(self.damaged(part, start))
            }
            Err(error) => Err(TableError::io(&self.path, "read")(error)),
        }
    }

    fn damaged(&self, part: Part, start: u64) -> TableError {
        let length = self.offset - start;
        TableError::Damaged { path: self.path.clone(), part, offset: start, length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8], build: &Build) -> Result<(Vec<u16>, Mark), TableError> {
        super::read(bytes, Path::new("checkpoint"), build, &Control::ALONE)
    }

    #[test]
    fn every_damaged_byte_and_every_cut_is_noticed() {
        let codes: Vec<u16> = (0..300u16).map(|i| i * 7).collect();
        let build = Build { spec: "test:1".into(), fingerprint: 9, tiers: 8, slots: 300 };
        let mut bytes = Vec::new();
        write(&mut bytes, &build, &codes, Mark::default()).unwrap();
        assert_eq!(read(&bytes, &build).unwrap(), (codes, Mark::default()));
        for place in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[place] ^= 0x40;
            assert!(read(&damaged, &build).is_err(), "byte {place}");
            assert!(read(&bytes[..place], &build).is_err(), "cut at {place}");
        }
        bytes.push(0);
        assert!(read(&bytes, &build).is_err());
    }

    #[test]
    fn checkpoints_of_other_builds_are_refused() {
        let build = Build { spec: "test:1".into(), fingerprint: 9, tiers: 8, slots: 3 };
        let mut bytes = Vec::new();
        write(&mut bytes, &build, &[0; 3], Mark::default()).unwrap();
        let other = Build { spec: "test:2".into(), ..build.clone() };
        assert!(matches!(read(&bytes, &other), Err(TableError::OtherGame { .. })));
        let other = Build { fingerprint: 8, ..build };
        assert!(matches!(read(&bytes, &other), Err(TableError::OtherIndex { .. })));
    }
}
