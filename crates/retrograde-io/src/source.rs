//! Opening an input: a file or a stream, compressed or not, in a format given or guessed.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use retrograde_core::{Arena, Names, RegionSolution};

use crate::compress::decompressed;
use crate::solution::{
    MealyFile, RegionObjective, Table, read_machines, read_regions, read_solution,
};
use crate::{Format, ReadError, ReadFault, ReadOptions, read_arena};

/// Where bytes come from, before anything is read.
///
/// Compression is told by the first bytes, not by the name. Errors name the file.
///
/// ```no_run
/// use retrograde_io::{ReadOptions, Source};
/// let source = Source::file("game.dot.gz")?;
/// let size = source.size();
/// let source = source.on_progress(move |bytes| eprintln!("{bytes} of {size:?}"));
/// let arena = source.read_arena(None, &ReadOptions::default())?;
/// # Ok::<(), retrograde_io::ReadError>(())
/// ```
pub struct Source<'a> {
    input: Box<dyn Read + 'a>,
    file: Option<PathBuf>,
    size: Option<u64>,
}

impl<'a> Source<'a> {
    /// Opens a file.
    ///
    /// # Errors
    /// There is none, it is a directory, or the system does not let it be opened.
    pub fn file(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = path.as_ref();
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
        Ok(Source { input: Box::new(file), file: Some(path.to_owned()), size })
    }

    /// Standard input.
    #[must_use]
    pub fn stdin() -> Self {
        Source::stream(io::stdin().lock())
    }

    /// Any stream.
    #[must_use]
    pub fn stream(input: impl Read + 'a) -> Self {
        Source { input: Box::new(input), file: None, size: None }
    }

    /// How many bytes there are, compressed as they are, where that is known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        self.size
    }

    /// Calls `report` with the number of bytes read so far, compressed as they are, whenever some
    /// have been read.
    #[must_use]
    pub fn on_progress(self, report: impl FnMut(u64) + 'a) -> Self {
        Source { input: Box::new(Watched { input: self.input, bytes: 0, report }), ..self }
    }

    /// Reads a graph; a `format` of `None` is guessed from the file's extension.
    ///
    /// # Errors
    /// [`ReadFault::UnknownFormat`], or whatever is wrong with the input.
    pub fn read_arena(
        self,
        format: Option<Format>,
        options: &ReadOptions,
    ) -> Result<Arena, ReadError> {
        let guessed = self.file.as_deref().and_then(Format::from_path);
        let format = format.or(guessed);
        self.read_with(|input| match format {
            None => Err(ReadFault::UnknownFormat.into()),
            Some(format) => read_arena(input, format, options),
        })
    }

    /// Reads a solution for the graph with these names, from CSV or JSON.
    ///
    /// # Errors
    /// As for [`read_solution`].
    pub fn read_solution<T: Table>(self, names: &Names) -> Result<T, ReadError> {
        self.read_with(|input| read_solution(input, names))
    }

    /// Reads a solution whose strategies may have memory, from CSV or JSON; only JSON has machines.
    ///
    /// # Errors
    /// As for [`read_machines`].
    pub fn read_machines(
        self,
        names: &Names,
        objective: RegionObjective,
    ) -> Result<MealyFile, ReadError> {
        self.read_with(|input| read_machines(input, names, objective))
    }

    /// Reads a solution of a game with two owners for the graph with these names, from CSV, JSON
    /// or a `paritysol` file.
    ///
    /// # Errors
    /// As for [`read_regions`].
    pub fn read_regions(
        self,
        names: &Names,
        objective: RegionObjective,
    ) -> Result<RegionSolution, ReadError> {
        self.read_with(|input| read_regions(input, names, objective))
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
    options: &ReadOptions,
) -> Result<Arena, ReadError> {
    Source::file(path)?.read_arena(format, options)
}

/// Reads a graph from a stream, compressed or not.
///
/// # Errors
/// As for [`Source::read_arena`].
pub fn read_stream(
    input: impl Read,
    format: Option<Format>,
    options: &ReadOptions,
) -> Result<Arena, ReadError> {
    Source::stream(input).read_arena(format, options)
}

/// Counts what passes.
struct Watched<R, F> {
    input: R,
    bytes: u64,
    report: F,
}

impl<R: Read, F: FnMut(u64)> Read for Watched<R, F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.bytes += count as u64;
        (self.report)(self.bytes);
        Ok(count)
    }
}
