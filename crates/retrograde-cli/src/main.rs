//! The command line: one file per subcommand, everything else in the libraries.
#![forbid(unsafe_code)]

mod answer;
mod builtin;
mod commands;
mod construction;
mod failure;
mod input;
mod notes;
mod objective;
mod output;
mod reduction;
mod solver;
mod style;
mod table;
mod terms;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use failure::Failure;

const AFTER_HELP: &str = "\
Start with a graph, one move a line:

  printf 'a b\\nb a\\na t\\n' > game.txt
  retrograde solve game.txt
  retrograde explain game.txt --from b

INPUT is a file, or '-' for standard input with --input-format. Plain, .gz and .zst files in the
formats edges, dot, json (networkx node-link), pgsolver, hoa, mtx and npz (SciPy) are understood.

Exit status: 0 done, 1 'verify' found a fault, 2 bad usage or bad input.";

/// Solves two-player games on graphs exactly: who wins from every position, how fast, by which move
#[derive(Parser)]
#[command(name = "retrograde", version, after_help = AFTER_HELP, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(commands::solve::Solve),
    Verify(commands::verify::Verify),
    Line(commands::line::Line),
    Explain(commands::explain::Explain),
    Info(commands::info::Info),
    Convert(commands::convert::Convert),
    Sum(commands::sum::SumCommand),
    Generate(commands::generate::Generate),
    Solvers(commands::solvers::Solvers),
    Games(commands::games::Games),
    Play(commands::play::Play),
    Table(commands::table::TableCommand),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Solve(command) => command.run(),
        Command::Verify(command) => command.run(),
        Command::Line(command) => command.run(),
        Command::Explain(command) => command.run(),
        Command::Info(command) => command.run(),
        Command::Convert(command) => command.run(),
        Command::Sum(command) => command.run(),
        Command::Generate(command) => command.run(),
        Command::Solvers(command) => command.run(),
        Command::Games(command) => command.run(),
        Command::Play(command) => command.run(),
        Command::Table(command) => command.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads our output has seen enough.
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(Failure::Fault) => ExitCode::from(1),
        Err(failure) => {
            // If even this cannot be said, the exit status has to do.
            let _ =
                writeln!(anstream::stderr(), "{}error:{:#} {failure}", style::ERROR, style::ERROR);
            ExitCode::from(2)
        }
    }
}
