//! `solve` past memory and past one process.

#[cfg(feature = "cluster")]
use std::path::Path;

#[cfg(feature = "cluster")]
use retrograde::Terms;
use retrograde::words::{self, counted};
use retrograde::{Input, Objective, Options, Vertex};

use super::{Solve, SolveFormat, write_more};
use crate::failure::Failure;
use crate::notes::Watch;
use crate::{grid, style};

impl Solve {
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
        let options = &Options { timeout: None, ..*options };
        if format != SolveFormat::Text {
            return solved.with_rows(options, |rows| self.write_rows(rows, format))?;
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

    /// Makes a table of the shares of a game.
    #[cfg(feature = "cluster")]
    fn gather(&self, input: &Input, shares: &Path, options: &Options<'_>) -> Result<(), Failure> {
        let folder = self.output.file().filter(|path| path.extension().is_none());
        let Some(folder) = folder else {
            return Err(Failure::message(
                "the shares of a game make a table: say -o DIR for its folder",
            ));
        };
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
        format: SolveFormat,
        objective: &Objective,
        options: &Options<'_>,
    ) -> Result<bool, Failure> {
        use crate::cluster::{Part, share, start};
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
                let folder = self.output.file().filter(|path| path.extension().is_none());
                if input.rules().is_some() && folder.is_none() {
                    return Err(Failure::message(
                        "several processes make a table of a game: say -o DIR for its folder",
                    ));
                }
                if self.terms.terms() != Terms::WinLose {
                    return Err(Failure::message(
                        "several processes write win, lose and draw: leave out --terms",
                    ));
                }
                if format != SolveFormat::Csv && input.rules().is_none() {
                    return Err(Failure::message(
                        "several processes write their answer as csv: say --format csv",
                    ));
                }
                let folder = tempfile::tempdir().map_err(|error| {
                    Failure::message(format!("there is no folder for temporary files: {error}"))
                })?;
                start(count, folder.path())?;
                merge(input, &folder.path().join("answer")).map(|()| true)
            }
        }
    }
}
