//! `retrograde table export`.

use std::io;

use clap::{Args, ValueEnum};
use retrograde::games::Game;
use retrograde::games::catalogue::Visitor;
use retrograde::table::{ExportError, Table};

use super::OpenArguments;
use crate::failure::Failure;
use crate::output::OutputArguments;

/// Write everything in a table as CSV or as NumPy arrays
#[derive(Args, Debug)]
#[command(after_help = "\
The columns of the CSV are slot,position,outcome,distance. The arrays of npz have an element for each
slot: outcome (1 win, -1 lose, 0 draw, 2 tie, -128 hole) and distance (plies, -1 where there is none).")]
pub(crate) struct Export {
    #[command(flatten)]
    open: OpenArguments,

    #[command(flatten)]
    output: OutputArguments,

    /// What to write [default: from the extension of FILE, else csv]
    #[arg(long, value_enum)]
    format: Option<Show>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// One row a position
    Csv,
    /// An archive that numpy.load reads
    Npz,
}

impl Export {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let (table, game) = self.open.open()?;
        let format = self.output.format(self.format).unwrap_or(Show::Csv);
        game.visit(Exporter { table: &table, output: &self.output, format })
    }
}

struct Exporter<'a> {
    table: &'a Table,
    output: &'a OutputArguments,
    format: Show,
}

impl Visitor for Exporter<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game + Clone + 'static>(self, game: &G) -> Result<(), Failure> {
        // What is wrong with the table must not look like trouble with the output.
        let mut trouble = None;
        let written = self.output.write_plain(|out| {
            let exported = match self.format {
                Show::Csv => self.table.export_csv(game, out),
                Show::Npz => self.table.export_npz(out),
            };
            match exported {
                Ok(()) => Ok(()),
                Err(ExportError::Output(error)) => Err(error),
                Err(error) => {
                    trouble = Some(error);
                    Err(io::Error::other("the table cannot be read"))
                }
            }
        });
        match trouble {
            Some(error) => Err(error.into()),
            None => written,
        }
    }
}
