//! Games that stay on disk: graphs as files of rows, made of any input without having its edges in
//! memory, and solved there.

use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, io};

use retrograde_core::{
    Answer, Arena, Control, Objective, OutcomeSolution, RegionSolution, RowError, Solution, Vertex,
};
use retrograde_disk::{Checkpoints, FileRows, Found, checkpoint_files};
use retrograde_io::{BuildError, OutputFile, RggFile, Rows, build_rgg, write_rgg};
use retrograde_solve::Report;
use retrograde_table::{BuildOptions, Manner, SolvedGame, TableError};
use tempfile::{Builder, TempDir};

use super::answering::Wanted;
use super::opening::Input;
use crate::engines::{Engine, disk};
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
        let scratch = scratch_folder(options)?;
        let path = scratch.path().join("graph.rgg");
        make(&path)?;
        let file = RggFile::open(&path)?;
        Ok(StoredGraph { file, scratch: Some(scratch) })
    }
}

/// A folder of its own in the one for what does not fit in memory.
pub(super) fn scratch_folder(options: &Options<'_>) -> Result<TempDir, Error> {
    let folder = options.scratch.map_or_else(env::temp_dir, Path::to_owned);
    Builder::new().prefix(".retrograde-").tempdir_in(&folder).map_err(|error| {
        let message = format!("in the folder {}: {error}", folder.display());
        std::io::Error::new(error.kind(), message).into()
    })
}

/// A graph on disk with what its vertices are worth, in memory; moves are found when rows are written.
#[derive(Debug)]
pub struct StoredSolved {
    /// The graph.
    pub graph: StoredGraph,
    /// What the vertices are called; it has no edges.
    pub said: Arena,
    /// What they are worth, without moves.
    pub solution: Solution,
    /// How that came about.
    pub report: Report,
    /// What the moves are read off.
    found: Found,
}

impl StoredSolved {
    /// Where there may be checkpoints of the solve in the [folder for them](Options::checkpoint): of no use
    /// once the answer is where it should be.
    #[must_use]
    pub fn checkpoints(&self, options: &Options<'_>) -> Vec<PathBuf> {
        let folder = options.checkpoint.map(Checkpoints::in_folder);
        folder.map_or_else(Vec::new, |folder| checkpoint_files(&folder, &self.graph.file))
    }

    /// Hands the rows of the answer to `with`. Moves, unless they are left out, are read off the file
    /// meanwhile.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn with_rows<R>(
        &self,
        options: &Options<'_>,
        with: impl FnOnce(&dyn Rows) -> R,
    ) -> Result<R, Error> {
        let rows = self.rows(&options.control(0));
        Ok(with(&if options.values_only { rows.without_moves() } else { rows }))
    }

    /// The best move from a vertex, read off the file.
    ///
    /// # Errors
    /// The file cannot be read, or the work was stopped.
    ///
    /// # Panics
    /// If there is no such vertex.
    pub fn best_move(
        &self,
        vertex: Vertex,
        options: &Options<'_>,
    ) -> Result<Option<Vertex>, Error> {
        assert!((vertex as usize) < self.graph.file.vertex_count(), "a vertex of the graph");
        self.rows(&options.control(0)).best_move(vertex).map_err(|error| match error {
            RowError::Io(error) => error.into(),
            RowError::Stopped(stopped) => stopped.into(),
            error => io::Error::other(error).into(),
        })
    }

    fn rows<'a>(&'a self, control: &Control<'a>) -> FileRows<'a> {
        let (file, names) = (&self.graph.file, &self.said.names);
        FileRows::new(file, names, &self.solution, &self.found, control)
    }
}

impl Input {
    /// Solves a graph whose edges stay on disk. Goes on from a checkpoint if there is one in the
    /// [folder for them](Options::checkpoint).
    ///
    /// ```
    /// use retrograde::io::{Format, write_csv};
    /// use retrograde::{Objective, Opening, Options, Terms};
    /// let opening = Opening { format: Some(Format::Edges), ..Opening::default() };
    /// let mut input = opening.stream(&b"a b\nb a\na t\n"[..], "a test");
    /// let options = Options::default();
    /// let solved = input.solve_stored(&Objective::OUTCOME, &options)?;
    /// assert_eq!(solved.solution.value(0).to_string(), "win in 1");
    /// let mut text = Vec::new();
    /// solved.with_rows(&options, |rows| write_csv(rows, Terms::WinLose, &mut text))??;
    /// assert!(text.ends_with(b"b,lose,2,a\nt,lose,0,\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// What is asked is not solved on disk; as for [`stored`](Self::stored); what is kept of each vertex
    /// does not fit in memory; the work was stopped.
    pub fn solve_stored(
        &mut self,
        objective: &Objective,
        options: &Options<'_>,
    ) -> Result<StoredSolved, Error> {
        Engine::Disk.check(objective)?;
        if let Some(solver) = options.solver {
            let (engine, solver) = (Engine::Disk, solver.to_owned());
            return Err(Error::SolverForEngine { engine, solver });
        }
        if options.acyclic {
            return Err(Error::CyclesOnDisk);
        }
        let begin = Instant::now();
        let graph = self.stored(options)?;
        let options = &options.after(begin.elapsed());
        let names = graph.file.names_where_they_fit(&options.control(0))?;
        let mut report = Report::new("disk", disk::HOW);
        let begin = Instant::now();
        let (answer, found): (Answer, _) = match objective {
            Objective::Outcome(convention) => {
                let told = disk::told(options)?;
                let values = retrograde_disk::outcome(&graph.file, *convention, &told);
                let values = values.map_err(disk::failed)?;
                let ties = retrograde_disk::ties(&graph.file, &values, &told);
                let ties = ties.map_err(disk::failed)?;
                (OutcomeSolution { values, strategy: None, ties }.into(), Found::Values)
            }
            Objective::Buchi | Objective::Cobuchi => {
                let found = disk::visit(&graph.file, objective, options)?;
                let answer = RegionSolution { winners: found.winners(), strategy: None };
                (answer.into(), Found::Visited(found))
            }
            objective => {
                let found = disk::hunt(&graph.file, objective, options)?;
                let answer = RegionSolution { winners: found.winners(), strategy: None };
                (answer.into(), Found::Hunted(found))
            }
        };
        report.labelling = begin.elapsed();
        let solution = Solution::new(objective.clone(), answer);
        let said = Arena { names, ..Arena::default() };
        Ok(StoredSolved { graph, said, solution, report, found })
    }

    /// Solves a game given by rules over its index tier by tier, with the tiers that are done on disk: as
    /// a table in the [folder for checkpoints](Options::checkpoint), where it stays, or in a
    /// [scratch folder](Options::scratch) that goes when the input does.
    ///
    /// # Errors
    /// As for [`build`](Self::build).
    pub fn solve_tiers(&self, options: &Options<'_>) -> Result<SolvedGame, Error> {
        let mut build = BuildOptions { manner: Some(Manner::ByTiers), ..BuildOptions::default() };
        build.every = options.checkpoint_every.unwrap_or(build.every);
        if let Some(folder) = options.checkpoint {
            return self.build(folder, &build, options);
        }
        let scratch = scratch_folder(options)?;
        // What is thrown away is not worth packing well.
        let build = BuildOptions { level: 1, ..build };
        let game = self.build(&scratch.path().join("table"), &build, options).map_err(gone)?;
        // The first one stays; whoever asks twice has it all in memory or open by then.
        let _ = self.scratch.set(scratch);
        Ok(game)
    }

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
                (BuildError::NoRoom { needed, allowed }, _) => {
                    Error::RowsMemory { needed, room: allowed }
                }
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

    /// Whether it is a file of rows that cannot be solved in memory and can be on disk.
    pub(super) fn is_past_memory(
        &self,
        objective: &Objective,
        wanted: Wanted,
        options: &Options<'_>,
    ) -> bool {
        let plain = options.solver.is_none() && !options.acyclic && wanted != Wanted::Graph;
        let Some(path) = self.rows_file().filter(|_| plain && Engine::Disk.serves(objective))
        else {
            return false;
        };
        let Ok(file) = RggFile::open(path) else { return false };
        options.room(0).is_some_and(|room| rows_in_memory(&file) > room)
    }

    /// Its path, if it is a file of rows.
    #[must_use]
    pub fn rows_file(&self) -> Option<&Path> {
        let is_rows = self.format() == Some(retrograde_io::Format::Rgg);
        self.path().filter(|path| is_rows && RggFile::is_at(path))
    }
}

/// Bytes that solving a graph in memory takes, about, where the file itself is mapped; its rows turned around,
/// labels, lists and moves are not.
pub(super) fn rows_in_memory(file: &RggFile) -> u64 {
    4 * file.edge_count() + 26 * file.vertex_count() as u64
}

/// The same of a table that nobody can go on with, since its folder goes.
fn gone(error: Error) -> Error {
    match error {
        Error::Table(TableError::Io { path, doing, error }) => {
            let told = format!("cannot {doing} {}: {error}; make room there", path.display());
            io::Error::new(error.kind(), told).into()
        }
        error => error,
    }
}
