//! Reading parts of a file from several threads at once.
//!
//! Positioned reads rather than a memory map: a block is decompressed before it is used, which takes
//! thirty times longer than the copy that a map would save, and a file that is cut short or lies on
//! a disk that fails gives an error here, where a map would end the process.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use crate::TableError;

/// A file to read from.
#[derive(Debug)]
pub(crate) struct Source {
    file: File,
    path: PathBuf,
    length: u64,
}

impl Source {
    pub(crate) fn open(path: &Path) -> Result<Self, TableError> {
        let failed = |error| TableError::io(path, "read")(error);
        let file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        Ok(Source { file, path: path.to_owned(), length })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How long the file was when it was opened.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// The bytes of a range; `None` if the file ends before it does.
    pub(crate) fn read(&self, offset: u64, length: u64) -> Result<Option<Vec<u8>>, TableError> {
        let fits = offset.checked_add(length).is_some_and(|end| end <= self.length);
        let Ok(size) = usize::try_from(length) else { return Ok(None) };
        if !fits {
            return Ok(None);
        }
        let mut bytes = vec![0; size];
        match read_exact_at(&self.file, &mut bytes, offset) {
            Ok(()) => Ok(Some(bytes)),
            // Somebody has cut it since.
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(None),
            Err(error) => Err(TableError::io(&self.path, "read")(error)),
        }
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, bytes: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut offset: u64) -> io::Result<()> {
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
