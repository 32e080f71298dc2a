//! Output files that appear whole or not at all.

use std::error::Error;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::compress::{Compression, Encoder};

const BUFFER: usize = 128 << 10;

/// Why a file could not be written.
#[derive(Debug)]
pub struct WriteError {
    /// The file that was to be written.
    pub file: PathBuf,
    /// What went wrong.
    pub fault: WriteFault,
}

/// The kinds of fault a writer reports.
#[derive(Debug)]
#[non_exhaustive]
pub enum WriteFault {
    /// The directory it was to be in does not exist.
    NoDirectory(PathBuf),
    /// There is a directory of that name.
    Directory,
    /// The operating system failed, or the data cannot be written in this format.
    Io(io::Error),
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write {}: ", self.file.display())?;
        match &self.fault {
            WriteFault::NoDirectory(directory) => {
                write!(f, "there is no directory {}; create it first", directory.display())
            }
            WriteFault::Directory => f.write_str("it is a directory; give the name of a file"),
            WriteFault::Io(error) => error.fmt(f),
        }
    }
}

impl Error for WriteError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.fault {
            WriteFault::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// A file under construction. It is written under another name in the same directory and takes
/// its own when [`commit`](Self::commit) succeeds; dropped before that, it leaves nothing behind
/// and whatever had the name before stays. Compressed if the name ends in `.gz` or `.zst`.
///
/// A name that stands for something else than a file, such as `/dev/stdout`, is written directly.
#[derive(Debug)]
pub struct OutputFile {
    /// As the user gave it, for messages.
    shown: PathBuf,
    /// The name it will have, and until then has; `None` where it is written directly.
    names: Option<Renaming>,
    out: Option<Encoder<BufWriter<File>>>,
}

#[derive(Debug)]
struct Renaming {
    from: PathBuf,
    to: PathBuf,
}

impl OutputFile {
    /// Begins a file. What has the name now is not touched yet.
    ///
    /// # Errors
    /// There is no such directory, it is not writable, or the name is that of a directory.
    pub fn create(path: impl AsRef<Path>) -> Result<Self, WriteError> {
        let path = path.as_ref();
        open(path).map_err(|fault| WriteError { file: path.to_owned(), fault })
    }

    /// Begins a file, lets `write` fill it, and finishes it if that succeeds.
    ///
    /// # Errors
    /// As for [`create`](Self::create) and [`commit`](Self::commit), and what `write` reports.
    ///
    /// ```no_run
    /// use retrograde_io::{Format, OutputFile, ReadOptions, read_file, write_arena};
    /// let arena = read_file("game.txt", None, &ReadOptions::default())?;
    /// OutputFile::write("game.dot.gz", |out| write_arena(&arena, Format::Dot, out))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(
        path: impl AsRef<Path>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        let mut file = OutputFile::create(path)?;
        match write(&mut file) {
            Ok(()) => file.commit(),
            Err(error) => Err(file.failed(error)),
        }
    }

    /// Finishes the file: everything is on the disk before it takes its name.
    ///
    /// # Errors
    /// What the operating system reports; nothing is left behind then.
    pub fn commit(mut self) -> Result<(), WriteError> {
        self.finish().map_err(|error| self.failed(error))
    }

    fn finish(&mut self) -> io::Result<()> {
        let Some(out) = self.out.take() else { return Ok(()) };
        let file = out.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        let Some(names) = &self.names else { return Ok(()) };
        file.sync_all()?;
        drop(file);
        fs::rename(&names.from, &names.to)?;
        // The rename is done; a directory that cannot be synced is no reason to take it back.
        if let Some(directory) = names.to.parent()
            && let Ok(directory) = File::open(directory)
        {
            let _ = directory.sync_all();
        }
        self.names = None;
        Ok(())
    }

    fn failed(&self, error: io::Error) -> WriteError {
        WriteError { file: self.shown.clone(), fault: WriteFault::Io(error) }
    }
}

fn open(path: &Path) -> Result<OutputFile, WriteFault> {
    let compression = Compression::from_path(path);
    let encoder = |file| {
        Encoder::new(compression, BufWriter::with_capacity(BUFFER, file)).map_err(WriteFault::Io)
    };
    // A link is followed, so that what it points to is replaced and not the link. Some links, such
    // as those to pipes, lead to what has no name of its own.
    let replaced = fs::metadata(path).ok();
    let target = fs::canonicalize(path).or_else(|_| end_of_links(path)).map_err(WriteFault::Io)?;
    if let Some(data) = &replaced {
        if data.is_dir() {
            return Err(WriteFault::Directory);
        }
        if !data.is_file() {
            let file = OpenOptions::new().write(true).open(path).map_err(WriteFault::Io)?;
            return Ok(OutputFile {
                shown: path.to_owned(),
                names: None,
                out: Some(encoder(file)?),
            });
        }
        if data.permissions().readonly() {
            return Err(WriteFault::Io(io::Error::new(
                io::ErrorKind::PermissionDenied,
                "the file is there already and is read-only",
            )));
        }
    }
    let (file, from) = temporary(&target)?;
    let mut output = OutputFile {
        shown: path.to_owned(),
        names: Some(Renaming { from, to: target }),
        out: None,
    };
    if let Some(data) = replaced {
        file.set_permissions(data.permissions()).map_err(WriteFault::Io)?;
    }
    output.out = Some(encoder(file)?);
    Ok(output)
}

/// Where a name leads that may be a link to nothing.
fn end_of_links(path: &Path) -> io::Result<PathBuf> {
    const MOST: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..MOST {
        match fs::read_link(&path) {
            Ok(next) => path = path.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links, one leading to the next"))
}

/// A new file beside `target`.
fn temporary(target: &Path) -> Result<(File, PathBuf), WriteFault> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    let Some(name) = target.file_name() else { return Err(WriteFault::Directory) };
    let directory = match target.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    // A name cut short leaves room for what is added: file systems end names at 255 bytes.
    let name: String = name.to_string_lossy().chars().take(40).collect();
    loop {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let path = directory.join(format!(".{name}.{}-{number}.tmp", std::process::id()));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound && !directory.exists() => {
                return Err(WriteFault::NoDirectory(directory.to_owned()));
            }
            Err(error) => return Err(WriteFault::Io(error)),
        }
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Some(out) => out.write(bytes),
            None => Err(io::Error::other("the file is finished")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        self.out = None;
        if let Some(names) = self.names.take() {
            let _ = fs::remove_file(names.from);
        }
    }
}
