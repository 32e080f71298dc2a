//! Files that are gone when nobody has them open any more.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use bytemuck::Pod;

use crate::places::Places;

/// A file without a name, where the system has such: whatever ends the program, nothing is left. It is
/// written first, in one go, and then read as often as one likes.
#[derive(Debug)]
pub(crate) struct Temporary {
    file: File,
    length: u64,
    /// The name to remove, where it could not be removed at once.
    named: Option<PathBuf>,
}

impl Temporary {
    pub(crate) fn new(folder: &Path) -> io::Result<Self> {
        static COUNTER: AtomicU32 = AtomicU32::new(0);
        loop {
            let number = COUNTER.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!(".rgg-{}-{number}.tmp", std::process::id()));
            match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
                Ok(file) => {
                    let removed = cfg!(unix) && fs::remove_file(&path).is_ok();
                    return Ok(Temporary { file, length: 0, named: (!removed).then_some(path) });
                }
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    let message = format!("in the folder {}: {error}", folder.display());
                    return Err(io::Error::new(error.kind(), message));
                }
            }
        }
    }

    /// How many bytes were written.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    pub(crate) fn write<T: Pod>(&mut self, items: &[T]) -> io::Result<()> {
        let bytes: &[u8] = bytemuck::cast_slice(items);
        self.file.write_all(bytes)?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Reads what was written at a place.
    pub(crate) fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        super::store::read_exact_at(&self.file, bytes, at)
    }

    /// Hands all items to `visit`, in pieces of whole groups of `stride`.
    pub(crate) fn read<T: Pod>(
        &self,
        stride: usize,
        mut visit: impl FnMut(&[T]) -> io::Result<()>,
    ) -> io::Result<()> {
        const AT_ONCE: usize = 1 << 18;
        let group = stride * size_of::<T>();
        let mut items = vec![T::zeroed(); (AT_ONCE / group).max(1) * stride];
        let mut at = 0;
        while at < self.length {
            let bytes: &mut [u8] = bytemuck::cast_slice_mut(&mut items);
            let count = (self.length - at).min(bytes.len() as u64) as usize;
            self.read_at(at, &mut bytes[..count])?;
            at += count as u64;
            visit(&items[..count / size_of::<T>()])?;
        }
        Ok(())
    }
}

impl Places for Temporary {
    fn length(&self) -> u64 {
        Temporary::length(self)
    }

    fn read_at(&self, at: u64, bytes: &mut [u8]) -> io::Result<()> {
        Temporary::read_at(self, at, bytes)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(path) = &self.named {
            let _ = fs::remove_file(path);
        }
    }
}
