//! `retrograde games`: the catalogue.

use std::io::{self, Write};

use clap::Args;
use retrograde::games::catalogue::Listing;
use serde_json::json;

use crate::Program;
use crate::failure::Failure;
use crate::output::ShownArguments;
use crate::style;

const AFTER_HELP: &str = "\
Examples:
  retrograde games
  retrograde games nim chomp
  retrograde solve tic-tac-toe
  retrograde play hexapawn:4x4

A spec is a name, then parameters after colons; boards are width x height. It goes wherever INPUT
does, unless a file has that name.";

/// List the built-in games with their parameters, rules and known results
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Games {
    /// Only these
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    #[command(flatten)]
    shown: ShownArguments,
}

impl Games {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.shown.output.check(&[], None)?;
        let all: Vec<&Listing> = program.catalogue.entries().collect();
        let answers = |entry: &Listing, name: &str| {
            entry.name == name || entry.aliases.iter().any(|(alias, _)| *alias == name)
        };
        let unknown = self.names.iter().find(|name| !all.iter().any(|entry| answers(entry, name)));
        if let Some(name) = unknown {
            return Err(Failure::message(format!(
                "there is no game '{name}': 'retrograde games' lists those there are"
            )));
        }
        let wanted = |entry: &&Listing| {
            self.names.is_empty() || self.names.iter().any(|name| answers(entry, name))
        };
        let entries: Vec<&Listing> = all.iter().copied().filter(wanted).collect();
        self.shown.show(|out| write_text(out, &entries), |out| write_json(out, &entries))
    }
}

fn write_text(out: &mut dyn Write, entries: &[&Listing]) -> io::Result<()> {
    for (index, entry) in entries.iter().enumerate() {
        let gap = if index == 0 { "" } else { "\n" };
        let heading = style::HEADING;
        write!(out, "{gap}{heading}{}{heading:#}{}", entry.name, entry.parameters)?;
        if entry.example != entry.name {
            write!(out, "  such as {}", entry.example)?;
        }
        writeln!(out)?;
        for (alias, parameters) in entry.aliases {
            writeln!(out, "  {alias} is {}:{parameters}", entry.name)?;
        }
        for text in [entry.rules, entry.known] {
            wrapped(out, text)?;
        }
    }
    Ok(())
}

/// Text in lines that fit.
fn wrapped(out: &mut dyn Write, text: &str) -> io::Result<()> {
    const WIDTH: usize = 96;
    let mut line = String::from(" ");
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            writeln!(out, "{line}")?;
            line = String::from(" ");
        }
        line.push(' ');
        line.push_str(word);
    }
    writeln!(out, "{line}")
}

fn write_json(out: &mut dyn Write, entries: &[&Listing]) -> io::Result<()> {
    let one = |entry: &&Listing| {
        json!({
            "name": entry.name,
            "parameters": entry.parameters,
            "aliases": entry.aliases.iter().map(|(alias, parameters)| {
                json!({ "name": alias, "spec": format!("{}:{parameters}", entry.name) })
            }).collect::<Vec<_>>(),
            "example": entry.example,
            "rules": entry.rules,
            "known": entry.known,
            "impartial": entry.impartial,
        })
    };
    let games: Vec<_> = entries.iter().map(one).collect();
    writeln!(out, "{}", serde_json::to_string_pretty(&json!({ "games": games }))?)
}
