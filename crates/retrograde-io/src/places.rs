//! Bytes that are read from any place, and a part of them read from front to back.

use std::io::{self, Read};

/// Bytes in memory or in a file.
pub(crate) trait Places {
    fn length(&self) -> u64;

    /// Fills `bytes` from `at` on; an error where there are not so many.
    fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()>;
}

impl Places for Vec<u8> {
    fn length(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        let found = usize::try_from(at).ok().and_then(|at| self.get(at..)?.get(..bytes.len()));
        bytes.copy_from_slice(found.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }
}

/// What lies between two places.
pub(crate) struct Part<'a> {
    pub(crate) bytes: &'a dyn Places,
    pub(crate) at: u64,
    pub(crate) end: u64,
}

impl Read for Part<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.end.saturating_sub(self.at).min(bytes.len() as u64) as usize;
        self.bytes.read_at(self.at, &mut bytes[..count])?;
        self.at += count as u64;
        Ok(count)
    }
}
