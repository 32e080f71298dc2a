//! `retrograde table verify`.

use std::time::Instant;

use clap::Args;
use retrograde::Threads;
use retrograde::table::{ScanOptions, TableError, VerifyError};

use super::OpenArguments;
use crate::failure::Failure;
use crate::notes::Unit;
use crate::output::OutputArguments;
use crate::solver::parse_threads;
use crate::style;
use crate::table::counted;

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
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let (table, rules) = match self.open.open() {
            Err(failure) if failure.is_damage() => return say_fault(&failure.to_string()),
            other => other?,
        };
        let threads = self.threads.unwrap_or_default();
        let notes = self.open.common.notes();
        let begin = Instant::now();
        let bar = notes.bar("verifying", table.slots(), Unit::Slots);
        let progress = |done, _| bar.set(done);
        let options = ScanOptions { threads, progress: Some(&progress) };
        let result = rules.verify(&table, &options);
        bar.finish();
        match result {
            Ok(verified) => {
                notes.took("verified", begin);
                OutputArguments::default().write(|out| {
                    writeln!(
                        out,
                        "the table holds: {} and {}",
                        counted(verified.positions as usize, "position", "positions"),
                        counted(verified.holes as usize, "hole", "holes")
                    )
                })
            }
            Err(VerifyError::Fault(fault)) => say_fault(&fault.to_string()),
            Err(VerifyError::Table(error @ TableError::Damaged { .. })) => {
                say_fault(&error.to_string())
            }
            Err(error) => Err(error.into()),
        }
    }
}

fn say_fault(fault: &str) -> Result<(), Failure> {
    OutputArguments::default()
        .write(|out| writeln!(out, "{}fault:{:#} {fault}", style::ERROR, style::ERROR))?;
    Err(Failure::Fault)
}
