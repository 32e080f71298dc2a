//! `retrograde games`: the catalogue.

use std::io::{self, Write};

use clap::Args;
use retrograde::games::catalogue::{self, Listing};
use retrograde::words::{Grid, Lean, Paint, Text};
use serde_json::json;

use crate::Program;
use crate::failure::Failure;
use crate::output::ShownArguments;
use crate::{grid, style};

const AFTER_HELP: &str = "\
Examples:
  retrograde games
  retrograde games nim chomp
  retrograde solve tic-tac-toe
  retrograde play hexapawn:4x4

A spec is a name, then parameters after colons; boards are width x height. It goes wherever \
INPUT does, unless a file has that name.";

/// List the built-in games; of those named, parameters, rules and known results
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Games {
    /// Only these, with all there is to tell
    #[arg(value_name = "NAME")]
    names: Vec<String>,

    #[command(flatten)]
    shown: ShownArguments,
}

impl Games {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.shown.check(&[])?;
        let all: Vec<&'static Listing> = program.catalogue.entries().collect();
        let mut named = Vec::new();
        for name in &self.names {
            // Parameters may stand behind it, as they do where the game is asked for.
            let name = name.split_once(':').map_or(name.as_str(), |(name, _)| name);
            let found = catalogue::find(name, &all);
            named.push(found.map_err(|error| Failure::message(error.to_string()))?);
        }
        let wanted = |entry: &&&Listing| named.is_empty() || named.contains(entry);
        let entries: Vec<&Listing> = all.iter().filter(wanted).copied().collect();
        let text = |out: &mut dyn Write| match named.is_empty() {
            true => write_list(out, &entries),
            false => write_text(out, &entries),
        };
        self.shown.show(text, |out| write_json(out, &entries))
    }
}

/// A line for each game.
fn write_list(out: &mut dyn Write, entries: &[&Listing]) -> io::Result<()> {
    let columns = vec![("game", Lean::Left), ("what it is", Lean::Left)];
    let row =
        |entry: &&Listing| vec![Text::new(entry.name, Paint::Strong), Text::plain(entry.summary)];
    let rows = entries.iter().map(row).collect();
    let below = Some("'retrograde games NAME' has parameters, rules and what is known".to_owned());
    grid::write(out, &Grid { columns, rows, below })
}

/// All there is to tell.
fn write_text(out: &mut dyn Write, entries: &[&Listing]) -> io::Result<()> {
    for (index, entry) in entries.iter().enumerate() {
        let gap = if index == 0 { "" } else { "\n" };
        let heading = style::HEADING;
        writeln!(out, "{gap}{heading}{}{heading:#}{}", entry.name, entry.parameters)?;
        let mut such = entry.example.to_owned();
        for (alias, parameters) in entry.aliases {
            such.push_str(&format!("; {alias} is {}:{parameters}", entry.name));
        }
        for (head, text) in
            [("such as", such.as_str()), ("rules", entry.rules), ("known", entry.known)]
        {
            style::write_prose(out, &format!("  {head:<9}"), text)?;
        }
    }
    Ok(())
}

fn write_json(out: &mut dyn Write, entries: &[&Listing]) -> io::Result<()> {
    let one = |entry: &&Listing| {
        json!({
            "name": entry.name,
            "title": entry.title,
            "parameters": entry.parameters,
            "aliases": entry.aliases.iter().map(|(alias, parameters)| {
                json!({ "name": alias, "spec": format!("{}:{parameters}", entry.name) })
            }).collect::<Vec<_>>(),
            "example": entry.example,
            "summary": entry.summary,
            "rules": entry.rules,
            "known": entry.known,
            "impartial": entry.impartial,
        })
    };
    let games: Vec<_> = entries.iter().map(one).collect();
    writeln!(out, "{}", serde_json::to_string_pretty(&json!({ "games": games }))?)
}
