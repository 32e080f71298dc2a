//! `retrograde table`: tablebases on disk.

mod build;
mod export;
mod probe;
mod stats;
mod verify;

use std::path::PathBuf;

use clap::Args;
use retrograde::table::SolvedGame;

use crate::Program;
use crate::failure::Failure;
use crate::input::CommonArguments;

const AFTER_HELP: &str = "\
Examples:
  retrograde table build quixo:4 -o quixo4
  retrograde table probe quixo4 '.x../..../..../o...'
  retrograde table stats quixo4
  retrograde table verify quixo4
  retrograde table export quixo4 -o quixo4.npz

A table is a folder with one file, whose format is described in docs/table-format.md. A build that was
stopped, by whatever, goes on from its last checkpoint when the same command is given again.

A chess ending has a table for itself and one for each ending that it comes to, in folders with their
names: 'table build chess:KQvKR -o endings' makes endings/KQvKR, endings/KQvK and others, and those that
are there already are not built again.

A game whose slots do not all fit in memory is solved tier by tier, with the tiers that are done on
disk, in at most --max-memory: 'retrograde info GAME --engine dense' tells what that takes. The table
is the same.";

/// Build, ask, check and export tablebases
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct TableCommand {
    #[command(subcommand)]
    action: Action,
}

subcommands! {
    Action {
        Build(build::Build),
        Probe(probe::Probe),
        Stats(stats::StatsCommand),
        Verify(verify::Verify),
        Export(export::Export),
    }
}

impl TableCommand {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.action.run(program)
    }
}

/// A table that is there, and the game it is of.
#[derive(Args, Debug)]
struct OpenArguments {
    /// The folder of the table
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    #[command(flatten)]
    common: CommonArguments,
}

impl OpenArguments {
    fn open(&self, program: &Program) -> Result<SolvedGame, Failure> {
        let opening = self.common.opening(program, None);
        Ok(SolvedGame::open(&self.folder, &opening.catalogue, &opening)?)
    }
}
