//! `solve` past memory and past one process.

use std::fs;
#[cfg(feature = "cluster")]
use std::path::Path;

#[cfg(feature = "cluster")]
use retrograde::Terms;
use retrograde::words::{self, counted};
use retrograde::{Engine, Input, Objective, Options, StoredSolved, Vertex, Wanted};

use super::{Solve, SolveFormat, write_more};
use crate::failure::Failure;
use crate::notes::Watch;
use crate::{grid, style};

impl Solve {
    /// Says where there is room for what does not fit in memory, if there is.
    pub(super) fn past_memory(
        &self,
        failure: Failure,
        input: &Input,
        (objective, wanted): (&Objective, Wanted),
    ) -> Failure {
        let serves = self.engine.engine() == Engine::Auto
            && Engine::Disk.serves(objective)
            && wanted != Wanted::Graph
            && input.rules().is_none()
            && self.solver.is_plain();
        match failure.is_memory() && serves {
            true => Failure::message(format!(
                "{}; --engine disk, which leaves the edges on disk, takes less",
                failure.message_to_show().unwrap_or_default()
            )),
            false => failure,
        }
    }

    /// Solves a graph whose edges stay on disk.
    pub(super) fn run_stored(
        &self,
        input: &mut Input,
        format: SolveFormat,
        objective: &Objective,
        options: &Options<'_>,
        watch: &Watch,
    ) -> Result<(), Failure> {
        if !matches!(format, SolveFormat::Text | SolveFormat::Csv | SolveFormat::Json) {
            return Err(Failure::message(
                "what stays on disk is not drawn: --engine disk goes with --format text, csv or json",
            ));
        }
        let solved = input.solve_stored(objective, options)?;
        watch.done();
        let checkpoints = solved.checkpoints(options);
        self.show_stored(input, solved, format, options)?;
        // The answer is where it should be.
        for path in checkpoints {
            let _ = fs::remove_file(path);
        }
        Ok(())
    }

    /// Shows what was found of a graph whose edges stay on disk.
    fn show_stored(
        &self,
        input: &Input,
        solved: StoredSolved,
        format: SolveFormat,
        options: &Options<'_>,
    ) -> Result<(), Failure> {
        let options = &Options { timeout: None, ..*options };
        if format != SolveFormat::Text {
            let written = solved.with_rows(options, |rows| self.write_rows(rows, format))?;
            return written.map_err(|failure| failure.of_input(input.label()));
        }
        let (terms, file) = (self.terms.terms(), &solved.graph.file);
        let vertices = file.vertex_count();
        let shown = if self.summary { 0 } else { self.rows_shown().min(vertices) };
        self.output.write(|out| {
            let size = format!(
                "{}: {}, {}",
                input.label(),
                counted(vertices as u64, "vertex", "vertices"),
                counted(file.edge_count(), "edge", "edges"),
            );
            style::write_line(out, "", &size)?;
            style::write_line(out, "", &solved.report.how)?;
            writeln!(out)?;
            grid::write(out, &words::counts(&solved.said, &solved.solution, terms))?;
            if shown > 0 {
                writeln!(out)?;
                let which = 0..shown as Vertex;
                grid::write(out, &words::rows(&solved.said, &solved.solution, terms, which))?;
            }
            match self.summary {
                true => Ok(()),
                false => write_more(out, shown as u64, vertices as u64),
            }
        })
    }

    /// Refuses what is not done to shares of an answer, before anything is read.
    #[cfg(feature = "cluster")]
    pub(super) fn check_shared(&self, input: &Input) -> Result<(), Failure> {
        let cluster = &self.beyond.cluster;
        let Some(how) = cluster.sharing() else { return Ok(()) };
        let (merges, is_game) = (cluster.merge.is_some(), input.rules().is_some());
        let of_game = match cluster.is_one() {
            true => "writes a share of a game, slot by slot",
            false => "makes a table of a game",
        };
        let given = [
            ("--summary", self.summary),
            ("--rows", self.rows.is_some()),
            ("--terms", self.terms.terms() != Terms::WinLose),
            ("--from", self.from.is_some()),
            ("--machines", self.machines.is_some()),
            ("--acyclic", merges && self.solver.is_acyclic()),
            ("--checkpoint", merges && self.beyond.given().is_some()),
            ("--engine", merges && !matches!(self.engine.engine(), Engine::Auto | Engine::Cluster)),
        ];
        if let Some((option, _)) = given.into_iter().find(|&(_, is_given)| is_given) {
            let what = match is_game {
                true => of_game,
                false => "writes rows, each with what is known of a vertex",
            };
            return Err(Failure::message(format!("{how} {what}: leave out {option}")));
        }
        let file = self.output.file();
        let folder = file.filter(|path| path.extension().is_none());
        if let (true, false, Some(file), None) = (is_game, cluster.is_one(), file, folder) {
            return Err(Failure::message(format!(
                "{how} {of_game}, which is a folder, and {} is the name of a file: say -o DIR, and \
                 'retrograde table export DIR' writes its rows",
                file.display()
            )));
        }
        if is_game && folder.is_none() && !cluster.is_one() {
            return Err(Failure::message(match merges {
                true => "the shares of a game make a table: say -o DIR for its folder",
                false => "several processes make a table of a game: say -o DIR for its folder",
            }));
        }
        let format = self.output.format(self.format)?;
        let refused = match (format, is_game) {
            (Some(_), true) => {
                return Err(Failure::message(format!("{how} {of_game}: leave out --format")));
            }
            (None, true) | (Some(SolveFormat::Csv), false) => return Ok(()),
            // Where that is not said, shares are what they are, and so are all of them together.
            (None, false) if merges || cluster.is_one() => return Ok(()),
            (Some(_), false) if cluster.is_one() => "writes csv: leave out --format",
            (_, false) => "writes csv: say --format csv, or a name that ends in .csv",
        };
        Err(Failure::message(format!("{how} {refused}")))
    }

    /// Makes a table of the shares of a game.
    #[cfg(feature = "cluster")]
    fn gather(&self, input: &Input, shares: &Path, options: &Options<'_>) -> Result<(), Failure> {
        let Some(folder) = self.output.file() else { return Ok(()) };
        input.gather_shares(shares, folder, options)?;
        self.input.notes().say(format!(
            "{} is a table now: 'solve', 'line', 'explain' and 'play' take it with --table, and \
             'retrograde table verify' checks it",
            folder.display()
        ));
        Ok(())
    }

    /// Solves with several processes, if there are to be any; whether there were.
    #[cfg(feature = "cluster")]
    pub(super) fn run_cluster(
        &self,
        input: &Input,
        objective: &Objective,
        options: &Options<'_>,
    ) -> Result<bool, Failure> {
        use crate::cluster::{ANSWER, Part, share, start};
        let arguments = &self.beyond.cluster;
        let merge = |input: &Input, folder: &Path| {
            if input.rules().is_some() {
                return self.gather(input, folder, options);
            }
            self.output.stream(|out| {
                input.merge_shares(objective, folder, out, options)?;
                Ok(())
            })
        };
        let workers = options.threads.get();
        let part = match &arguments.merge {
            Some(folder) => return merge(input, folder).map(|()| true),
            None => arguments.part(self.output.file(), workers)?,
        };
        match part {
            Part::Alone => Ok(false),
            Part::Share(sharing) => {
                share(input, objective, &sharing, options, self.input.notes()).map(|()| true)
            }
            Part::Start(count) => {
                let folder = tempfile::tempdir().map_err(|error| {
                    Failure::message(format!("there is no folder for temporary files: {error}"))
                })?;
                start(count, folder.path(), options.checkpoint.is_some())?;
                merge(input, &folder.path().join(ANSWER)).map(|()| true)
            }
        }
    }
}
