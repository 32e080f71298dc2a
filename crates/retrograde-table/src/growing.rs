//! The table while it is being written: a file that a build which was ended has left goes on.
//!
//! It takes the table's name when it is whole. Stopped or killed, what it holds stays, for the next build
//! to look through; what is no beginning of the table is cut off.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use retrograde_core::{Control, Stopped};
use retrograde_io::OutputFile;

use crate::steady::TOGETHER;

/// A table that is not whole yet.
pub(crate) struct Growing<'a> {
    file: File,
    part: PathBuf,
    path: PathBuf,
    /// Bytes that may not be on the disk yet.
    waiting: usize,
    control: &'a Control<'a>,
}

impl<'a> Growing<'a> {
    /// Opens what there is of the file that is to be `path`, and lets `write` go on with it: that is given
    /// the bytes from the first on, and says where it goes on by [`cut`](Self::cut).
    ///
    /// # Errors
    /// What the system or `write` reports. Whoever was stopped finds the file again; after any other error it
    /// is gone.
    pub(crate) fn grow(
        path: &Path,
        control: &'a Control<'a>,
        write: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> io::Result<()> {
        let part = OutputFile::part_of(path);
        let file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&part)?;
        let mut growing = Growing { file, part, path: path.to_owned(), waiting: 0, control };
        let done = write(&mut growing).and_then(|()| growing.finish());
        if let Err(error) = &done
            && !error.get_ref().is_some_and(|inner| inner.is::<Stopped>())
        {
            let _ = fs::remove_file(&growing.part);
        }
        done
    }

    /// The file, to be read from its first byte.
    pub(crate) fn begun(&mut self) -> io::Result<&mut File> {
        self.file.rewind()?;
        Ok(&mut self.file)
    }

    /// Leaves so many bytes, after which it goes on.
    pub(crate) fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length))?;
        Ok(())
    }

    fn finish(&self) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.part, &self.path)?;
        // A name is on the disk once its folder is.
        match self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
            _ => Ok(()),
        }
    }
}

impl Write for Growing<'_> {
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
        self.waiting = 0;
        self.file.sync_data()
    }
}
