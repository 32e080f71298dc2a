//! `retrograde verify`: checks a solution without trusting who made it.

use std::ffi::OsString;

use clap::Args;
use retrograde::io::{ReadError, ReadFault, Source};
use retrograde::verify::verify_outcome;

use crate::failure::Failure;
use crate::input::{GameArguments, InputArguments, STDIN};
use crate::output::OutputArguments;
use crate::style;

const AFTER_HELP: &str = "\
Example:
  retrograde solve game.txt --format csv -o answer.csv
  retrograde verify game.txt answer.csv

SOLUTION is a CSV or JSON file as 'solve' writes it, whoever wrote it. Its distances are needed;
its moves are checked if it has any. Exit status 0 means that the solution holds, 1 that it does
not.";

/// Check a solution file against its game, independently of the solver
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Verify {
    #[command(flatten)]
    input: InputArguments,

    /// The solution to check, CSV or JSON; '-' for standard input
    #[arg(value_name = "SOLUTION")]
    solution: OsString,

    #[command(flatten)]
    game: GameArguments,
}

impl Verify {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        if self.input.input == "-" && self.solution == "-" {
            return Err(Failure::message(
                "INPUT and SOLUTION cannot both be standard input: give a file for one of them",
            ));
        }
        let arena = self.input.read()?;
        let game = self.game.game(&arena)?;
        let read = if self.solution == "-" {
            let read = Source::stdin().read_outcome_solution(&arena.names);
            read.map_err(|error| error.in_file(STDIN))
        } else {
            Source::file(&self.solution)?.read_outcome_solution(&arena.names)
        };
        let solution = match read {
            Err(error) if is_refutation(&error) => return say_fault(&error.to_string()),
            read => read?,
        };
        match verify_outcome(&game, &solution) {
            Ok(checked) => {
                let out = OutputArguments::default();
                out.write(|out| writeln!(out, "the solution holds: {checked}"))?;
                if checked.moves.is_none() {
                    self.input.notes().say("the solution has no moves, so none were checked");
                }
                Ok(())
            }
            Err(fault) => say_fault(&fault.describe(&arena.names).to_string()),
        }
    }
}

/// Whether a solution could be read and is wrong already as it stands there.
fn is_refutation(error: &ReadError) -> bool {
    matches!(&error.fault, ReadFault::Solution(fault) if fault.is_refutation())
}

fn say_fault(fault: &str) -> Result<(), Failure> {
    let out = OutputArguments::default();
    out.write(|out| writeln!(out, "{}fault:{:#} {fault}", style::ERROR, style::ERROR))?;
    Err(Failure::Fault)
}
