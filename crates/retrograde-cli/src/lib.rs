//! The command line as a library: arguments in, text out, and everything between in [`retrograde`].
//!
//! A program with games of one's own beside the built-in ones is ten lines:
//!
//! ```no_run
//! use retrograde_cli::Program;
//! # use retrograde::games::rules::Nim as MyGame;
//!
//! fn main() -> std::process::ExitCode {
//!     Program::new().with_game::<MyGame>().run()
//! }
//! ```
//!
//! `MyGame` is a [`Game`](retrograde::games::Game) that is
//! [`Listed`]: it says what it is called and how its parameters
//! are read. It then goes wherever a built-in game does, and tables of it open.
#![forbid(unsafe_code)]

/// Makes the list of subcommands and hands each its arguments.
macro_rules! subcommands {
    ($list:ident { $($name:ident($arguments:ty),)* }) => {
        #[derive(clap::Subcommand, Debug)]
        enum $list {
            $($name($arguments),)*
        }

        impl $list {
            fn run(&self, program: &$crate::Program) -> Result<(), $crate::failure::Failure> {
                match self {
                    $($list::$name(command) => command.run(program),)*
                }
            }
        }
    };
}

mod commands;
mod failure;
mod game_options;
mod grid;
mod input;
mod notes;
mod objective;
mod output;
mod solver;
mod style;
mod terms;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::Parser;
use retrograde::games::catalogue::Listed;
use retrograde::io::Format;
use retrograde::table::Catalogue;

/// What the help says after the commands.
fn after_help() -> String {
    let formats = Format::ALL.map(Format::name).join(", ");
    format!(
        "\
Start with a graph, one move a line:

  printf 'a b\\nb a\\na t\\n' > game.txt
  retrograde solve game.txt
  retrograde explain game.txt --from b

INPUT is a file, or '-' for standard input with --input-format. Plain, .gz and .zst files in these
formats are understood: {formats}.

Exit status: 0 done, 1 'verify' found a fault, 2 bad usage or bad input, 3 stopped by --timeout or
given up with the answer incomplete."
    )
}

/// Solves two-player games on graphs exactly: who wins from every position, how fast, by which move
#[derive(Parser)]
#[command(name = "retrograde", version, after_help = after_help(), max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

subcommands! {
    Command {
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
}

/// The program, with the games that it knows.
#[derive(Clone, Debug)]
pub struct Program {
    pub(crate) catalogue: Catalogue,
}

impl Default for Program {
    fn default() -> Self {
        Program { catalogue: Catalogue::builtin() }
    }
}

impl Program {
    /// The program with the built-in games.
    #[must_use]
    pub fn new() -> Self {
        Program::default()
    }

    /// The program with one more game.
    #[must_use]
    pub fn with_game<G: Listed + 'static>(self) -> Self {
        Program { catalogue: self.catalogue.with::<G>() }
    }

    /// Does what the process's arguments ask for.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        ExitCode::from(self.run_with(std::env::args_os()))
    }

    /// Does what these arguments ask for, of which the first is the program's name, and tells the exit
    /// status.
    #[must_use]
    pub fn run_with(&self, arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
        let result = match Arguments::try_parse_from(arguments) {
            Ok(arguments) => arguments.command.run(self),
            Err(error) => {
                // If even this cannot be said, the exit status has to do.
                let _ = error.print();
                return error.exit_code() as u8;
            }
        };
        match result {
            Ok(()) => 0,
            // Whoever reads our output has seen enough.
            Err(failure) if failure.is_closed_pipe() => 0,
            Err(failure) => {
                if let Some(message) = failure.message_to_show() {
                    let style = style::ERROR;
                    let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {message}");
                }
                failure.status()
            }
        }
    }
}
