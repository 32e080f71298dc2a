//! Files that are whole or not there, written in pieces so that somebody can stop it in between.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use retrograde_core::Control;
use retrograde_io::OutputFile;

use crate::TableError;

/// Bytes that go to the disk together. The system waits for a disk as long as that takes, whoever
/// wants to stop it; a slow one takes these in a few hundredths of a second.
pub(crate) const TOGETHER: usize = 4 << 20;

/// Writes a file in place of the one before. Stopped, it leaves that one as it was.
pub(crate) fn replace(
    path: &Path,
    control: &Control<'_>,
    write: impl FnOnce(&mut Steady<'_>) -> io::Result<()>,
) -> Result<(), TableError> {
    OutputFile::durable(path)
        .and_then(|file| {
            file.fill(|file| {
                let disk = OpenOptions::new().write(true).open(OutputFile::part_of(path))?;
                write(&mut Steady { file, disk, waiting: 0, control })
            })
        })
        .map_err(TableError::written("write"))
}

/// A file of which little waits to be on the disk. Once it is to stop it takes no more bytes, and the
/// error holds why.
pub(crate) struct Steady<'a> {
    file: &'a mut OutputFile,
    /// The same file, to wait for.
    disk: File,
    /// Bytes that may not be on the disk yet.
    waiting: usize,
    control: &'a Control<'a>,
}

impl Write for Steady<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.control.check().map_err(io::Error::other)?;
        let written = self.file.write(&bytes[..bytes.len().min(TOGETHER)])?;
        self.waiting += written;
        if self.waiting >= TOGETHER {
            self.flush()?;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()?;
        self.waiting = 0;
        self.disk.sync_data()
    }
}
