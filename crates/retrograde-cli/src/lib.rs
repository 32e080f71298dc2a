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
    ($list:ident { $($(#[$attribute:meta])* $name:ident($arguments:ty),)* }) => {
        #[derive(clap::Subcommand, Debug)]
        enum $list {
            $($(#[$attribute])* $name($arguments),)*
        }

        impl $list {
            fn run(&self, program: &$crate::Program) -> Result<(), $crate::failure::Failure> {
                match self {
                    $($(#[$attribute])* $list::$name(command) => command.run(program),)*
                }
            }
        }
    };
}

mod beyond;
#[cfg(feature = "cluster")]
mod cluster;
mod commands;
mod failure;
mod formula;
mod game_options;
mod grid;
mod help;
mod input;
mod interrupt;
mod notes;
mod objective;
mod output;
mod solver;
mod style;
mod terms;
mod voice;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};
use retrograde::games::catalogue::Listed;
use retrograde::io::Format;
use retrograde::memory::{Bytes, addresses_left};
use retrograde::quote;
use retrograde::table::Catalogue;

use interrupt::Signal;
use voice::{VoiceArguments, choose_colors};

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
given up with the answer incomplete, 129, 130 and 143 ended by SIGHUP, Ctrl-C or SIGTERM, with
temporary files removed and a checkpoint kept where there is one."
    )
}

/// Solves two-player games on graphs exactly: who wins from every position, how fast, by which move
#[derive(Parser)]
#[command(name = "retrograde", version, after_help = after_help())]
struct Arguments {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    voice: VoiceArguments,
}

/// The program's arguments, with help as wide as there is room for.
fn command() -> clap::Command {
    let width = style::width();
    help::fitted(Arguments::command().term_width(width), width)
}

subcommands! {
    Command {
        Solve(commands::solve::Solve),
        Verify(commands::verify::Verify),
        Line(commands::line::Line),
        Explain(commands::explain::Explain),
        Info(commands::info::Info),
        Convert(commands::convert::Convert),
        Check(commands::check::Check),
        Compare(commands::compare::Compare),
        Sum(commands::sum::SumCommand),
        Synth(commands::synth::Synth),
        Generate(commands::generate::Generate),
        Solvers(commands::solvers::Solvers),
        Games(commands::games::Games),
        Play(commands::play::Play),
        Table(commands::table::TableCommand),
        #[cfg(feature = "serve")]
        Serve(commands::serve::Serve),
        Completions(commands::packaging::Completions),
        Man(commands::packaging::Manual),
    }
}

/// Addresses without which not even arguments are read: a thread with its stack, and lists of options.
const LEAST_ADDRESSES: u64 = 4 << 20;

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

    /// Does what the process's arguments ask for. From now on Ctrl-C, SIGTERM and SIGHUP end the work in
    /// good order, and the process the second time.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        if let Some(left) = addresses_left().filter(|&left| left < LEAST_ADDRESSES) {
            let (left, least) = (Bytes(left), Bytes(LEAST_ADDRESSES));
            eprintln!(
                "error: the limit on this process's addresses leaves it {left} of memory, and it takes {least} \
                 to begin with; allow more with ulimit -v"
            );
            return ExitCode::from(2);
        }
        interrupt::listen();
        ExitCode::from(self.run_with(std::env::args_os()))
    }

    /// Does what these arguments ask for, of which the first is the program's name, and tells the exit
    /// status.
    #[must_use]
    pub fn run_with(&self, arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>) -> u8 {
        let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
        choose_colors(&arguments);
        interrupt::building(None);
        let parsed = command()
            .try_get_matches_from(arguments)
            .and_then(|matches| Arguments::from_arg_matches(&matches));
        let result = match parsed {
            Ok(arguments) => arguments.command.run(self),
            Err(error) => {
                // If even this cannot be said, the exit status has to do.
                let _ = error.print();
                return error.exit_code() as u8;
            }
        };
        let Err(failure) = result else { return 0 };
        if let Some(signal) = Signal::came() {
            signal.say(failure.kept());
            return signal.status();
        }
        // Whoever reads our output has seen enough.
        if failure.is_closed_pipe() {
            return 0;
        }
        if let Some(message) = failure.message_to_show() {
            let (style, message) = (style::ERROR, quote::shown(&message));
            let _ = writeln!(anstream::stderr(), "{style}error:{style:#} {message}");
        }
        if let Some(pointer) = failure.pointer() {
            let _ = writeln!(anstream::stderr(), "{pointer}");
        }
        failure.status()
    }
}
