//! Output files that appear whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::compress::{Compression, Encoder};

const BUFFER: usize = 128 << 10;

/// The names of all files under construction.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Why a file could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {fault}", .file.display())]
pub struct WriteError {
    /// The file that was to be written.
    pub file: PathBuf,
    /// What went wrong.
    #[source]
    pub fault: WriteFault,
}

/// The kinds of fault a writer reports.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteFault {
    /// The directory it was to be in does not exist.
    #[error("there is no directory {}; create it first", .0.display())]
    NoDirectory(PathBuf),
    /// There is a directory of that name.
    #[error("it is a directory; give the name of a file")]
    Directory,
    /// The operating system failed, or the data cannot be written in this format.
    #[error(transparent)]
    Io(#[from] io::Error),
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
    /// Whether the new name must be on the disk too.
    durable: bool,
}

impl Renaming {
    fn new(from: PathBuf, to: PathBuf, durable: bool) -> Self {
        unfinished().push(from.clone());
        Renaming { from, to, durable }
    }
}

impl Drop for Renaming {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.from);
    }
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

    /// Finds out whether a file can be begun, without leaving anything behind. A pipe, a device or a socket
    /// is not opened: whoever is at its other end would take that for all there is to come.
    ///
    /// # Errors
    /// As for [`create`](Self::create).
    ///
    /// ```
    /// use retrograde_io::OutputFile;
    /// let folder = std::env::temp_dir();
    /// assert!(OutputFile::check(folder.join("answer.csv")).is_ok());
    /// assert!(OutputFile::check(folder).is_err());
    /// ```
    pub fn check(path: impl AsRef<Path>) -> Result<(), WriteError> {
        let path = path.as_ref();
        let direct = fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir());
        if direct { Ok(()) } else { OutputFile::create(path).map(drop) }
    }

    /// Begins a file of a program's own, which is there for good once [`commit`](Self::commit) has
    /// succeeded, even if the machine stops at that moment. It is never compressed, and its name
    /// until then is [`part_of`](Self::part_of): what a program that was killed has left under it
    /// is written over.
    ///
    /// # Errors
    /// What the operating system reports.
    ///
    /// ```
    /// use std::io::Write;
    /// use retrograde_io::OutputFile;
    /// let path = std::env::temp_dir().join(format!("retrograde-{}", std::process::id()));
    /// let mut file = OutputFile::durable(&path)?;
    /// file.write_all(b"kept")?;
    /// assert!(OutputFile::part_of(&path).exists());
    /// file.commit()?;
    /// assert_eq!(std::fs::read(&path)?, b"kept");
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn durable(path: impl AsRef<Path>) -> Result<Self, WriteError> {
        let (path, from) = (path.as_ref(), Self::part_of(path.as_ref()));
        let opened = File::create(&from).and_then(|file| {
            let out = Encoder::new(None, BufWriter::with_capacity(BUFFER, file))?;
            let names = Some(Renaming::new(from, path.to_owned(), true));
            Ok(OutputFile { shown: path.to_owned(), names, out: Some(out) })
        });
        opened.map_err(|error| WriteError { file: path.to_owned(), fault: error.into() })
    }

    /// The name that a [durable](Self::durable) file has until it is whole.
    #[must_use]
    pub fn part_of(path: impl AsRef<Path>) -> PathBuf {
        let mut name = path.as_ref().as_os_str().to_owned();
        name.push(".part");
        name.into()
    }

    /// Removes all files under construction: for a program that ends without unwinding, since a
    /// signal told it to. What is written to them afterwards is lost.
    pub fn abandon_all() {
        for path in unfinished().drain(..) {
            let _ = fs::remove_file(path);
        }
    }

    /// Begins a file, lets `write` fill it, and finishes it if that succeeds.
    ///
    /// # Errors
    /// As for [`create`](Self::create) and [`commit`](Self::commit), and what `write` reports.
    ///
    /// ```no_run
    /// use retrograde_core::Control;
    /// use retrograde_io::{Format, OutputFile, read_file, write_arena};
    /// let arena = read_file("game.txt", None, &Control::ALONE)?;
    /// OutputFile::write("game.dot.gz", |out| write_arena(&arena, Format::Dot, out))?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write(
        path: impl AsRef<Path>,
        write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        OutputFile::create(path)?.fill(|file| write(file))
    }

    /// Lets `write` fill the file, and finishes it if that succeeds.
    ///
    /// # Errors
    /// As for [`commit`](Self::commit), and what `write` reports.
    pub fn fill(
        mut self,
        write: impl FnOnce(&mut Self) -> io::Result<()>,
    ) -> Result<(), WriteError> {
        match write(&mut self) {
            Ok(()) => self.commit(),
            Err(error) => Err(self.failed(error)),
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
        let synced = sync_folder_of(&names.to);
        let durable = names.durable;
        self.names = None;
        // The rename is done; a directory that cannot be synced is no reason to take it back.
        if durable { synced } else { Ok(()) }
    }

    fn failed(&self, error: io::Error) -> WriteError {
        WriteError { file: self.shown.clone(), fault: WriteFault::Io(error) }
    }
}

fn open(path: &Path) -> Result<OutputFile, WriteFault> {
    let compression = Compression::from_path(path);
    let encoder = |file| Encoder::new(compression, BufWriter::with_capacity(BUFFER, file));
    if let Some(file) = open_already(path) {
        return Ok(OutputFile { shown: path.to_owned(), names: None, out: Some(encoder(file?)?) });
    }
    // A link is followed, so that what it points to is replaced and not the link. Some links, such
    // as those to pipes, lead to what has no name of its own.
    let replaced = fs::metadata(path).ok();
    let target = fs::canonicalize(path).or_else(|_| end_of_links(path))?;
    if let Some(data) = &replaced {
        if data.is_dir() {
            return Err(WriteFault::Directory);
        }
        if !data.is_file() {
            let file = OpenOptions::new().write(true).open(path)?;
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
        names: Some(Renaming::new(from, target, false)),
        out: None,
    };
    if let Some(data) = replaced {
        file.set_permissions(data.permissions())?;
    }
    output.out = Some(encoder(file)?);
    Ok(output)
}

/// What is open already under a name such as `/dev/stdout`: it is written on, whatever it is, since
/// whoever opened it may have written before and will write after.
fn open_already(path: &Path) -> Option<io::Result<File>> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let number = match path.to_str()? {
            "/dev/stdout" => "1",
            "/dev/stderr" => "2",
            path => {
                path.strip_prefix("/dev/fd/").or_else(|| path.strip_prefix("/proc/self/fd/"))?
            }
        };
        Some(match number {
            "1" => io::stdout().as_fd().try_clone_to_owned().map(File::from),
            "2" => io::stderr().as_fd().try_clone_to_owned().map(File::from),
            _ => OpenOptions::new().append(true).open(path),
        })
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        None
    }
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
    let directory = folder_of(target);
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

/// Makes a folder, and those it is in, where they are not there.
///
/// # Errors
/// What the operating system reports.
pub fn make_folder(folder: impl AsRef<Path>) -> Result<(), WriteError> {
    let folder = folder.as_ref();
    if folder.is_dir() || folder.as_os_str().is_empty() {
        return Ok(());
    }
    fs::create_dir_all(folder)
        .map_err(|error| WriteError { file: folder.to_owned(), fault: error.into() })?;
    // A folder above that cannot be opened, as some cannot, is no reason to take it back.
    let _ = sync_folder_of(folder);
    Ok(())
}

/// A name is on the disk once its folder is.
fn sync_folder_of(path: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder_of(path))?.sync_all() } else { Ok(()) }
}

/// The folder that a name is in; of a name alone the one where the program runs.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
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
            let _ = fs::remove_file(&names.from);
        }
    }
}
