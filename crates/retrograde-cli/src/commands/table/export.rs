//! `retrograde table export`.

use clap::{Args, ValueEnum};
use retrograde::Options;
use retrograde::table::ExportError;

use super::OpenArguments;
use crate::Program;
use crate::failure::Failure;
use crate::output::{OutputArguments, cannot_tell};

/// Write everything in a table as CSV or as NumPy arrays
#[derive(Args, Debug)]
#[command(after_help = "\
The columns of the CSV are slot,position,outcome,distance,move,to: the last two,
a best move and the position that it leads to, only where the table has
distances. The arrays of npz have an element for each slot: outcome (1 win, -1
lose, 0 draw, 2 tie, -128 hole) and distance (moves of either player, -1 where
there is none).")]
pub(crate) struct Export {
    #[command(flatten)]
    open: OpenArguments,

    #[command(flatten)]
    output: OutputArguments,

    /// What to write [default: from the extension of FILE, else csv]
    #[arg(long, value_enum)]
    format: Option<ExportFormat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// One row a position
    Csv,
    /// An archive that numpy.load reads
    Npz,
}

impl Export {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.output.check(&[], None)?;
        let format = self.format()?;
        let game = self.open.open(program)?;
        let watch = self.open.common.notes().watch();
        let options: Options<'_> = self.open.common.options(&watch);
        self.output.stream(|out| {
            let Some(table) = game.table() else { unreachable!("the game is one from disk") };
            let control = options.control(0);
            let exported = match format {
                ExportFormat::Csv => game.rules().export_csv(table, out, &control),
                ExportFormat::Npz => table.export_npz(out, &control),
            };
            exported.map_err(|error| match error {
                ExportError::Output(error) => Failure::Output(Box::new(error)),
                error => error.into(),
            })
        })?;
        watch.done();
        Ok(())
    }

    /// What to write: what was said, or what the name of the file says.
    fn format(&self) -> Result<ExportFormat, Failure> {
        match (self.output.format(self.format)?, self.output.file()) {
            (Some(format), _) => Ok(format),
            (None, None) => Ok(ExportFormat::Csv),
            (None, Some(path)) => Err(cannot_tell(path, "--format", &["csv", "npz"])),
        }
    }
}
