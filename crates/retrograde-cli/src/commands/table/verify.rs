//! `retrograde table verify`.

use clap::Args;
use retrograde::table::TableError;
use retrograde::words::counted;
use retrograde::{Error, Options, Threads};

use super::OpenArguments;
use crate::Program;
use crate::failure::Failure;
use crate::output::{OutputArguments, say_fault};
use crate::solver::parse_threads;

/// Derive every position of a table anew from its moves, and find damage
#[derive(Args, Debug)]
#[command(
    after_help = "Exit status 0 means that the table holds, 1 that it does not or is damaged."
)]
pub(crate) struct Verify {
    #[command(flatten)]
    open: OpenArguments,

    /// How many threads to use [default: all]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<Threads>,
}

impl Verify {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        let game = match self.open.open(program) {
            Err(failure) if failure.is_damage() => {
                return say_fault(&failure.message_to_show().unwrap_or_default());
            }
            other => other?,
        };
        let watch = self.open.common.notes().watch();
        let threads = self.threads.unwrap_or_default();
        let options = Options { threads, ..self.open.common.options(&watch) };
        match retrograde::verify_table(&game, &options) {
            Ok(verified) => {
                watch.done();
                OutputArguments::default().write(|out| {
                    writeln!(
                        out,
                        "the table holds: {} and {}",
                        counted(verified.positions, "position", "positions"),
                        counted(verified.holes, "hole", "holes")
                    )
                })
            }
            Err(error @ (Error::TableFault(_) | Error::Table(TableError::Damaged { .. }))) => {
                say_fault(&error.to_string())
            }
            Err(error) => Err(error.into()),
        }
    }
}
