//! The bytes of a table: a file as memory, or one that cannot be mapped and is read piece by piece,
//! or bytes that the program holds anyway.
//!
//! A map is looked at without copying, but the part that is gone of a file that somebody has cut
//! short cannot be looked at without ending the process. So the file is asked for its length before
//! each look, which takes a hundredth of the time of unpacking a block: what was cut before that is
//! an error, as it is where a file is read. What remains is a cut in the middle of a look, and a
//! disk that fails.

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use retrograde_core::sys::{Mapped, Order};

use crate::TableError;

/// From so many bytes on the system is told in which order they are looked at.
const LARGE: u64 = if cfg!(test) { 5000 } else { 32 << 20 };

/// Bytes to read from, by several threads at once.
#[derive(Debug)]
pub(crate) struct Source {
    store: Store,
    path: PathBuf,
    length: u64,
}

#[derive(Debug)]
enum Store {
    /// Of files that are renamed into place when they are complete, and never written to again.
    Mapped {
        map: Mapped,
        file: File,
    },
    Read(File),
    Held(Cow<'static, [u8]>),
}

impl Source {
    /// Maps a file, or reads from it where it cannot be mapped.
    pub(crate) fn open(path: &Path) -> Result<Self, TableError> {
        let mut source = Source::open_to_read(path)?;
        if let Store::Read(file) = source.store {
            source.store = match Mapped::new(&file) {
                // It was mapped a moment after its length was asked for.
                Ok(map) if map.len() as u64 == source.length => Store::Mapped { map, file },
                _ => Store::Read(file),
            };
        }
        Ok(source)
    }

    /// A file that is read.
    fn open_to_read(path: &Path) -> Result<Self, TableError> {
        let failed = |error| TableError::io(path, "read")(error);
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        Ok(Source { store: Store::Read(file), path: path.to_owned(), length })
    }

    /// Bytes in memory, and what to call them.
    pub(crate) fn of_bytes(bytes: Cow<'static, [u8]>, name: PathBuf) -> Self {
        let length = bytes.len() as u64;
        Source { store: Store::Held(bytes), path: name, length }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes there were when it was opened.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// The bytes of a range; `None` if it ends past the end. A file that was cut since it was opened
    /// is an error.
    pub(crate) fn read(
        &self,
        offset: u64,
        length: u64,
    ) -> Result<Option<Cow<'_, [u8]>>, TableError> {
        let Some(end) = offset.checked_add(length).filter(|&end| end <= self.length) else {
            return Ok(None);
        };
        let (Ok(from), Ok(to)) = (usize::try_from(offset), usize::try_from(end)) else {
            return Ok(None);
        };
        let file = match &self.store {
            Store::Held(bytes) => return Ok(bytes.get(from..to).map(Cow::Borrowed)),
            Store::Mapped { map, file } => {
                let now = file.metadata().map_err(TableError::io(&self.path, "read"))?.len();
                if now < self.length {
                    return Err(TableError::cut_short(&self.path, now, self.length));
                }
                return Ok(map.get(from..to).map(Cow::Borrowed));
            }
            Store::Read(file) => file,
        };
        let mut bytes = vec![0; to - from];
        match read_exact_at(file, &mut bytes, offset) {
            Ok(()) => Ok(Some(Cow::Owned(bytes))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                let now = file.metadata().map_or(offset, |file| file.len());
                Err(TableError::cut_short(&self.path, now, self.length))
            }
            Err(error) => Err(TableError::io(&self.path, "read")(error)),
        }
    }

    /// Says that looks come here and there from now on: fetch what they ask for and nothing around.
    /// Small files are left alone; all of one is soon there.
    pub(crate) fn at_random(&self) {
        self.expect(Order::Random);
    }

    /// Says that looks go from front to back, for as long as what it returns lives.
    pub(crate) fn in_order(&self) -> InOrder<'_> {
        self.expect(Order::Sequential);
        InOrder(self)
    }

    fn expect(&self, order: Order) {
        if let Store::Mapped { map, .. } = &self.store
            && self.length >= LARGE
        {
            map.expect(order);
        }
    }
}

/// Looks go from front to back.
#[derive(Debug)]
pub(crate) struct InOrder<'a>(&'a Source);

impl Drop for InOrder<'_> {
    fn drop(&mut self) {
        self.0.at_random();
    }
}

/// Fills `bytes` from a place of a file, wherever others are reading.
#[cfg(unix)]
pub(crate) fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

/// Fills `bytes` from a place of a file, wherever others are reading.
#[cfg(windows)]
pub(crate) fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, bytes, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            read => {
                bytes = &mut bytes[read..];
                offset += read as u64;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::error::Part;

    #[test]
    fn all_ways_to_read_give_the_same_bytes() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for size in [0, 1, 7, 5000] {
            let bytes: Vec<u8> = (0..size).map(|place| (place * 31 % 251) as u8).collect();
            fs::write(&path, &bytes).unwrap();
            let mapped = Source::open(&path).unwrap();
            assert!(matches!(mapped.store, Store::Mapped { .. }));
            let sources = [
                mapped,
                Source::open_to_read(&path).unwrap(),
                Source::of_bytes(bytes.clone().into(), path.clone()),
            ];
            for source in sources {
                assert_eq!((source.length(), source.path()), (size as u64, &*path));
                let ends = [0, 1, 6, 7, 8, 4095, 4096, 4097, 5000, 5001, usize::MAX];
                for (from, length) in ends.iter().flat_map(|&from| ends.map(|to| (from, to))) {
                    let expected = from.checked_add(length).and_then(|to| bytes.get(from..to));
                    let read = source.read(from as u64, length as u64).unwrap();
                    assert_eq!(read.as_deref(), expected, "{length} from {from} of {size}");
                    let _ahead = source.in_order();
                    assert!(source.read(0, size as u64).unwrap().is_some());
                }
            }
        }
    }

    #[test]
    fn a_file_that_is_cut_after_it_was_opened_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        for open in [Source::open, Source::open_to_read] {
            fs::write(&path, vec![1; 20_000]).unwrap();
            let source = open(&path).unwrap();
            for left in [19_999, 8192, 100, 0] {
                fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(left).unwrap();
                match source.read(10_000, 10_000).unwrap_err() {
                    TableError::Damaged { part: Part::Rest, offset, length, .. } => {
                        assert_eq!((offset, length), (left, 20_000 - left));
                    }
                    error => panic!("{error}"),
                }
            }
        }
    }

    #[test]
    fn what_is_no_file_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let missing = Source::open(&folder.path().join("nothing")).unwrap_err();
        assert!(missing.to_string().starts_with("cannot read "), "{missing}");
        // A folder may be opened, but neither mapped nor read.
        let error = Source::open(folder.path()).and_then(|source| source.read(0, 1).map(drop));
        assert!(matches!(error, Err(TableError::Io { .. })) || cfg!(not(target_os = "linux")));
    }
}
