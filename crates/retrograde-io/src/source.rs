//! Opening an input: a file or a stream, compressed or not, in a format given or guessed.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use retrograde_core::{Arena, Automaton, Circuit, Control, Names, Objective, Solution, Threads};

use crate::compress::decompressed;
use crate::watch::Watched;
use crate::{Format, ReadError, ReadFault, RggFile, read_arena, read_solution_on};

/// Where bytes come from, before anything is read.
///
/// Compression is told by the first bytes, not by the name. Errors name the file.
///
/// ```no_run
/// use retrograde_core::{Control, Progress};
/// use retrograde_io::Source;
/// let tell = |progress: Progress| eprintln!("{} of {} bytes", progress.done, progress.total);
/// let control = Control { progress: Some(&tell), ..Control::ALONE };
/// let arena = Source::file("game.dot.gz")?.read_arena(None, &control)?;
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
pub struct Source<'a> {
    input: Box<dyn Read + 'a>,
    file: Option<PathBuf>,
    size: Option<u64>,
    threads: Threads,
}

impl<'a> Source<'a> {
    /// Opens a file.
    ///
    /// # Errors
    /// There is none, it is a directory, or the system does not let it be opened.
    pub fn file(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = path.as_ref();
        if Format::from_path(path) == Some(Format::Rgg) {
            RggFile::check_place(path)?;
        }
        let open = || {
            let file = File::open(path)?;
            let data = file.metadata()?;
            Ok((file, data))
        };
        let (file, data) = open().map_err(|error: io::Error| {
            let fault = match error.kind() {
                io::ErrorKind::NotFound => ReadFault::Missing,
                io::ErrorKind::IsADirectory => ReadFault::Directory,
                _ => ReadFault::Io(error),
            };
            ReadError::from(fault).in_file(path)
        })?;
        if data.is_dir() {
            return Err(ReadError::from(ReadFault::Directory).in_file(path));
        }
        let size = data.is_file().then_some(data.len());
        Ok(Source { size, file: Some(path.to_owned()), ..Source::stream(file) })
    }

    /// Standard input.
    #[must_use]
    pub fn stdin() -> Self {
        Source::stream(io::stdin().lock())
    }

    /// Any stream.
    #[must_use]
    pub fn stream(input: impl Read + 'a) -> Self {
        Source { input: Box::new(input), file: None, size: None, threads: Threads::ONE }
    }

    /// How many bytes there are, compressed as they are, where that is known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// Lets `control` stop whatever is read from here, and tells it how many bytes have been read,
    /// compressed as they are. Solutions are read with as many threads as it gives.
    #[must_use]
    pub fn watched(self, control: Control<'a>) -> Self {
        let threads = control.threads;
        Source { input: Box::new(Watched::new(self.input, control, self.size)), threads, ..self }
    }

    /// Reads a graph; a `format` of `None` is guessed from the file's extension. `control` is told
    /// how many bytes have been read, compressed as they are. An `.rgg` file that is not compressed is
    /// [mapped](RggFile::map) instead.
    ///
    /// # Errors
    /// [`ReadFault::UnknownFormat`], or as for [`read_arena`].
    pub fn read_arena(
        self,
        format: Option<Format>,
        control: &Control<'_>,
    ) -> Result<Arena, ReadError> {
        self.read_graph(format, control, |input, format, silent| read_arena(input, format, silent))
    }

    /// Lets `read` make a graph of the decompressed bytes, without telling anybody how far it is.
    pub(crate) fn read_graph(
        self,
        format: Option<Format>,
        control: &Control<'_>,
        read: impl FnOnce(&mut dyn Read, Format, &Control<'_>) -> Result<Arena, ReadError>,
    ) -> Result<Arena, ReadError> {
        let guessed = self.file.as_deref().and_then(Format::from_path);
        let Some(format) = format.or(guessed) else {
            return self.read_with(|_| Err(ReadFault::UnknownFormat.into()));
        };
        if let (Format::Rgg, Some(path)) = (format, &self.file) {
            RggFile::check_place(path)?;
            if RggFile::is_at(path) {
                return RggFile::open(path)?.map(control);
            }
        }
        let silent = Control { progress: None, ..*control };
        self.watched(*control).read_with(|input| read(input, format, &silent))
    }

    /// Reads a solution for the graph with these names.
    ///
    /// # Errors
    /// As for [`read_solution`](crate::read_solution).
    pub fn read_solution(
        self,
        names: &Names,
        objective: &Objective,
    ) -> Result<Solution, ReadError> {
        let threads = self.threads;
        self.read_with(|input| read_solution_on(input, names, objective, threads))
    }

    /// Reads a specification.
    ///
    /// # Errors
    /// As for [`read_automaton`](crate::read_automaton).
    pub fn read_automaton(self, control: &Control<'_>) -> Result<Automaton, ReadError> {
        let silent = Control { progress: None, ..*control };
        self.watched(*control).read_with(|input| crate::read_automaton(input, &silent))
    }

    /// Reads a circuit.
    ///
    /// # Errors
    /// As for [`read_circuit`](crate::read_circuit).
    pub fn read_circuit(self, control: &Control<'_>) -> Result<Circuit, ReadError> {
        let silent = Control { progress: None, ..*control };
        self.watched(*control).read_with(|input| crate::read_circuit(input, &silent))
    }

    /// Hands the decompressed bytes to `read` and puts the file's name on its error.
    fn read_with<T>(
        self,
        read: impl FnOnce(&mut dyn Read) -> Result<T, ReadError>,
    ) -> Result<T, ReadError> {
        let result =
            decompressed(self.input).map_err(Into::into).and_then(|mut input| read(&mut input));
        match self.file {
            Some(file) => result.map_err(|error| error.in_file(file)),
            None => result,
        }
    }
}

impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("file", &self.file).field("size", &self.size).finish()
    }
}

/// Reads a graph from a file, compressed or not.
///
/// # Errors
/// As for [`Source::file`] and [`Source::read_arena`].
pub fn read_file(
    path: impl AsRef<Path>,
    format: Option<Format>,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    Source::file(path)?.read_arena(format, control)
}

/// Reads a graph from a stream, compressed or not.
///
/// # Errors
/// As for [`Source::read_arena`].
pub fn read_stream(
    input: impl Read,
    format: Option<Format>,
    control: &Control<'_>,
) -> Result<Arena, ReadError> {
    Source::stream(input).read_arena(format, control)
}
