//! `retrograde convert`: from one graph format to another.

use clap::Args;
use retrograde::io::{Format, write_arena};

use crate::failure::Failure;
use crate::input::{InputArguments, format_parser};
use crate::output::OutputArguments;

const AFTER_HELP: &str = "\
Examples:
  retrograde convert game.dot -o game.json
  retrograde convert game.txt --output-format dot | dot -Tpdf -o game.pdf

What the new format cannot hold, such as names in mtx or verdicts in edges, is an error;
--lossy leaves it out.";

/// Convert a graph between formats
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: InputArguments,

    #[command(flatten)]
    output: OutputArguments,

    /// The format to write, where the extension of FILE does not tell
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    output_format: Option<String>,

    /// Leave out what the new format cannot hold
    #[arg(long)]
    lossy: bool,
}

/// The format that the options and the name of the output say.
pub(crate) fn output_format(
    output: &OutputArguments,
    name: Option<&str>,
) -> Result<Option<Format>, Failure> {
    match (name.and_then(Format::from_name), output.file()) {
        (Some(format), _) => Ok(Some(format)),
        (None, None) => Ok(None),
        (None, Some(path)) => match Format::from_path(path) {
            Some(format) => Ok(Some(format)),
            None => Err(Failure::message(format!(
                "cannot tell the format of {} from its name: say --output-format {}",
                path.display(),
                Format::ALL.map(Format::name).join("|")
            ))),
        },
    }
}

impl Convert {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let Some(format) = output_format(&self.output, self.output_format.as_deref())? else {
            return Err(Failure::message(format!(
                "say where to: -o FILE, or --output-format {} for standard output",
                Format::ALL.map(Format::name).join("|")
            )));
        };
        self.output.check()?;
        let arena = self.input.read()?;
        let lost = format.cannot_hold(&arena);
        if !lost.is_empty() {
            let what: Vec<String> = lost.iter().map(ToString::to_string).collect();
            let text = format!("{format} cannot hold {}", what.join("; nor "));
            if !self.lossy {
                return Err(Failure::message(format!(
                    "{text}; choose another format (json holds everything), or leave it out with --lossy"
                )));
            }
            self.input.notes().say(format!("{text}: left out"));
        }
        self.output.write_plain(|out| write_arena(&arena, format, out))
    }
}
