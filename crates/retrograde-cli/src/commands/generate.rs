//! `retrograde generate`: random and worst-case graphs and arenas, reproducible by seed.

use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Subcommand};
use retrograde::games::generate::{Family, Recipe};
use retrograde::io::{Format, Loss, write_arena};
use retrograde::{Arena, Attribute};

use super::convert::output_format;
use crate::Program;
use crate::failure::Failure;
use crate::input::{CommonArguments, written_parser};
use crate::output::OutputArguments;

const AFTER_HELP: &str = "\
Examples:
  retrograde generate random 1000 --moves 2.5 --terminals 0.05 --seed 7 -o game.txt
  retrograde generate grid 8 8 | retrograde solve - --input-format edges
  retrograde generate chain 10000000 -o chain.npz
  retrograde generate random-parity 1000 --priorities 4 -o game.dot";

/// Generate a graph or an arena: random ones and the worst cases of solvers
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Generate {
    #[command(subcommand)]
    family: RecipeCommand,
}

/// A family and its parameters, as the families themselves describe them.
#[derive(Debug)]
struct RecipeCommand {
    family: Family,
    words: Vec<String>,
    common: CommonArguments,
    output: OutputArguments,
    output_format: Option<String>,
}

impl Generate {
    pub(crate) fn run(&self, _program: &Program) -> Result<(), Failure> {
        let RecipeCommand { family, words, common, output, output_format: name } = &self.family;
        let recipe = Recipe::from_words(*family, words.iter().map(String::as_str))?;
        output.check(&[], None)?;
        let chosen = output_format(output, name.as_deref())?;
        // A list of edges has no place for what vertices carry.
        let owners = family.attributes().contains(&Attribute::Owner);
        let format = chosen.unwrap_or(if owners { Format::Dot } else { Format::Edges });
        let watch = common.notes().watch();
        let arena = recipe.build(&common.options(&watch).control(0))?;
        watch.done();
        check_holds(format, &arena)?;
        output.write_plain(|out| write_arena(&arena, format, out))
    }
}

/// Refuses a format that has no place for the attributes. Names do not matter: the vertices get
/// those that the format gives.
fn check_holds(format: Format, arena: &Arena) -> Result<(), Failure> {
    let lost = format.cannot_hold(arena);
    let lost: Vec<String> = lost
        .iter()
        .filter(|loss| !matches!(loss, Loss::Names { .. }))
        .map(ToString::to_string)
        .collect();
    if lost.is_empty() {
        return Ok(());
    }
    let lost = lost.join("; nor ");
    Err(Failure::message(format!("{format} cannot hold {lost}; choose dot or json")))
}

/// The command for one family: what has no default stands by position, the rest are options.
fn command(family: Family) -> Command {
    let mut command = Command::new(family.name()).about(family.description());
    for parameter in family.parameters() {
        let help = format!("{}: {}", parameter.description, parameter.kind.allowed());
        let arg = Arg::new(parameter.name).value_name(parameter.name).help(help);
        command = command.arg(match parameter.default {
            None => arg.required(true),
            Some(default) => arg.long(parameter.name).default_value(default),
        });
    }
    let format = Arg::new("output_format")
        .long("output-format")
        .value_name("FORMAT")
        .value_parser(written_parser())
        .help("The format to write [default: from the extension of FILE, else edges, or dot for vertices with owners]");
    CommonArguments::augment_args(OutputArguments::augment_args(command).arg(format))
}

impl FromArgMatches for RecipeCommand {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let usage =
            |text: String| clap::Error::raw(clap::error::ErrorKind::InvalidValue, text + "\n");
        let (name, matches) =
            matches.subcommand().ok_or_else(|| usage("choose a family of graphs".to_owned()))?;
        let family = Family::find(name).ok_or_else(|| usage(format!("no family '{name}'")))?;
        let words: Vec<String> = family
            .parameters()
            .iter()
            .filter_map(|parameter| {
                let value = matches.get_one::<String>(parameter.name)?;
                Some(format!("{}={value}", parameter.name))
            })
            .collect();
        Ok(RecipeCommand {
            family,
            words,
            common: CommonArguments::from_arg_matches(matches)?,
            output: OutputArguments::from_arg_matches(matches)?,
            output_format: matches.get_one::<String>("output_format").cloned(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Subcommand for RecipeCommand {
    fn augment_subcommands(parent: Command) -> Command {
        parent
            .subcommands(Family::ALL.iter().map(|&family| command(family)))
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand_value_name("FAMILY")
            .subcommand_help_heading("Families")
            .disable_help_subcommand(true)
    }

    fn augment_subcommands_for_update(parent: Command) -> Command {
        Self::augment_subcommands(parent)
    }

    fn has_subcommand(name: &str) -> bool {
        Family::find(name).is_some()
    }
}
