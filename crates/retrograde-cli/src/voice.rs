//! How much is said, and in which colours: options that every command takes.

use std::ffi::{OsStr, OsString};

use anstream::ColorChoice;
use clap::{ArgMatches, Args, Command, FromArgMatches, ValueEnum};

const HEADING: &str = "Everywhere";

/// The options as the program takes them, before or after the command.
#[derive(Args, Debug)]
#[command(next_help_heading = HEADING)]
pub(crate) struct VoiceArguments {
    /// Say nothing on standard error but errors
    #[arg(short, long, global = true)]
    quiet: bool,

    /// Say what is chosen and why, and how long each phase takes
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    verbose: bool,

    /// When to use colours; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    color: Color,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    Auto,
    Always,
    Never,
}

/// Sets the colours before anything is said, even about the arguments.
pub(crate) fn choose_colors(arguments: &[OsString]) {
    let option = OsStr::new("--color");
    let after = arguments.windows(2).filter(|pair| pair[0] == option).map(|pair| pair[1].to_str());
    let within = arguments.iter().map(|word| word.to_str()?.strip_prefix("--color="));
    let said = after.chain(within).flatten().find_map(|word| Color::from_str(word, false).ok());
    match said.unwrap_or(Color::Auto) {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
}

/// How much is said, as the commands know it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Voice {
    pub(crate) quiet: bool,
    pub(crate) verbose: bool,
}

/// The options are the program's, so a command adds none and finds them among its own.
impl Args for Voice {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

impl FromArgMatches for Voice {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given = |name| matches.try_get_one(name).ok().flatten().copied().unwrap_or(false);
        Ok(Voice { quiet: given("quiet"), verbose: given("verbose") })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}
