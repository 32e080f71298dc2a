//! Graphs that stay on disk: a file of rows, made of any input without having its edges in memory.

use std::env;
use std::path::Path;

use retrograde_core::Arena;
use retrograde_io::{BuildError, OutputFile, RggFile, build_rgg, write_rgg};
use tempfile::{Builder, TempDir};

use super::opening::Input;
use crate::error::Error;
use crate::options::Options;

/// A graph on disk, with the folder that it was put into if that is to go when it goes.
#[derive(Debug)]
pub struct StoredGraph {
    /// The file.
    pub file: RggFile,
    scratch: Option<TempDir>,
}

impl StoredGraph {
    /// A graph in memory, written to a file of its own in the [scratch folder](Options::scratch).
    ///
    /// # Errors
    /// It cannot be written there, or it was stopped.
    pub fn of(arena: &Arena, options: &Options<'_>) -> Result<Self, Error> {
        StoredGraph::made(options, |path| {
            let control = options.control(0);
            let written = OutputFile::write(path, |out| write_rgg(arena, out, &control));
            match (written, control.check()) {
                (Err(_), Err(stopped)) => Err(stopped.into()),
                (written, _) => Ok(written?),
            }
        })
    }

    /// Whether it was made for this and goes with it.
    #[must_use]
    pub fn is_temporary(&self) -> bool {
        self.scratch.is_some()
    }

    fn made(
        options: &Options<'_>,
        make: impl FnOnce(&Path) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        let folder = options.scratch.map_or_else(env::temp_dir, Path::to_owned);
        let scratch =
            Builder::new().prefix(".retrograde-").tempdir_in(&folder).map_err(|error| {
                let message = format!("in the folder {}: {error}", folder.display());
                std::io::Error::new(error.kind(), message)
            })?;
        let path = scratch.path().join("graph.rgg");
        make(&path)?;
        let file = RggFile::open(&path)?;
        Ok(StoredGraph { file, scratch: Some(scratch) })
    }
}

impl Input {
    /// Writes the graph as a file of rows. The edges of a file or a stream are never in memory all at
    /// once: what does not fit goes through the [scratch folder](Options::scratch), else through that
    /// of the new file.
    ///
    /// ```
    /// use retrograde::{Opening, Options, io::{Format, RggFile}};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("game.rgg");
    /// let opening = Opening { format: Some(Format::Edges), ..Opening::default() };
    /// opening.stream(&b"a b\nb a\n"[..], "a test").write_rgg(&path, &Options::default())?;
    /// assert_eq!(RggFile::open(&path)?.edge_count(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// It cannot be read, written or explored; it was stopped. Nothing is left behind.
    pub fn write_rgg(&mut self, path: &Path, options: &Options<'_>) -> Result<(), Error> {
        if self.rules().is_some() {
            let arena = self.arena(options)?;
            let control = options.control(arena.heap_bytes());
            return Ok(OutputFile::write(path, |out| write_rgg(&arena, out, &control))?);
        }
        let beside = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let scratch = options.scratch.or(beside).unwrap_or(Path::new("."));
        let (source, format, label) = self.source()?;
        build_rgg(source, format, path, scratch, &options.control(0)).map_err(|error| {
            match (error, label) {
                (BuildError::Read(error), Some(label)) => error.in_file(label).into(),
                (BuildError::Read(error), None) => error.into(),
                (BuildError::Write(error), _) => error.into(),
                (BuildError::Stopped(stopped), _) => stopped.into(),
                (error, _) => std::io::Error::other(error).into(),
            }
        })
    }

    /// The graph on disk: the file itself if it is one of rows, otherwise made in the
    /// [scratch folder](Options::scratch), from where it goes when it is dropped.
    ///
    /// # Errors
    /// As for [`write_rgg`](Self::write_rgg).
    pub fn stored(&mut self, options: &Options<'_>) -> Result<StoredGraph, Error> {
        if let Some(path) = self.rows_file() {
            return Ok(StoredGraph { file: RggFile::open(path)?, scratch: None });
        }
        StoredGraph::made(options, |path| self.write_rgg(path, options))
    }

    /// Its path, if it is a file of rows.
    #[must_use]
    pub fn rows_file(&self) -> Option<&Path> {
        let is_rows = self.format() == Some(retrograde_io::Format::Rgg);
        self.path().filter(|path| is_rows && RggFile::is_at(path))
    }
}
