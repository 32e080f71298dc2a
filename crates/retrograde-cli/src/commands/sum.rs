//! `retrograde sum`: several games side by side.

use std::ffi::OsString;
use std::io::{self, Write};

use clap::Args;
use retrograde::solve::sum::{Sum, Total};
use retrograde::words::{Grid, Lean, Paint, Text};
use retrograde::{
    Arena, Cell, Error, Grundy, Input, Objective, Options, Outcome, Summand, Terms, Vertex,
};
use serde_json::json;

use crate::Program;
use crate::failure::{self, Failure};
use crate::grid;
use crate::input::{CommonArguments, find_vertex, format_parser};
use crate::output::ShownArguments;
use crate::style;
use crate::terms::TermsArguments;

const AFTER_HELP: &str = "\
Examples:
  retrograde sum heap.txt@3 heap.txt@5 heap.txt@6
  retrograde sum kayles.dot@7 wythoff.txt@3-4 --format json
  retrograde sum nim:3,4 kayles:7 chomp:3x3        built-in games, from their starts
  retrograde generate grid 3 3 | retrograde sum --input-format edges -- -@0 heap.txt@2

At a turn a player moves in one of the games; whoever cannot move in any of them loses. The outcome
is for the player to move. A won sum comes with a winning move, and whoever always plays it wins in
the end, cycles or not; a drawn one with a move that keeps the draw; a lost one has none.

What stands before the '@' is the file, what follows is the position; where there are several '@',
the longest beginning that is a file counts.";

/// Say who wins a disjunctive sum of games, and by which move
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct SumCommand {
    /// A graph file or built-in game and a position in it, or a built-in game alone; for standard input '-@V', after '--'
    #[arg(value_name = "INPUT@V", required = true, num_args = 1..)]
    components: Vec<OsString>,

    /// The format of every INPUT, where its extension does not tell
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    input_format: Option<String>,

    #[command(flatten)]
    common: CommonArguments,

    #[command(flatten)]
    terms: TermsArguments,

    #[command(flatten)]
    shown: ShownArguments,
}

impl SumCommand {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        let opening = self.common.opening(program, self.input_format.as_deref());
        let (mut parts, mut opened): (Vec<Part>, Vec<Option<Input>>) = (Vec::new(), Vec::new());
        for text in &self.components {
            // A game that is opened for its start is not opened again.
            let mut found = None;
            let start = |spec: &str| {
                let input = opening.open(spec).ok()?;
                let start = input.rules().and_then(|rules| Some(rules.show(&rules.start()?)));
                found = Some(input);
                start
            };
            parts.push(Part::split(text, start)?);
            opened.push(found);
        }
        let files: Vec<_> = parts.iter().map(|part| part.file.as_os_str()).collect();
        self.shown.check(&files)?;
        let watch = self.common.notes().watch();
        let options = self.common.options(&watch);
        let mut games: Vec<(&OsString, Arena)> = Vec::new();
        for (Part { file, .. }, found) in parts.iter().zip(opened) {
            if games.iter().all(|(other, _)| *other != file) {
                let mut input = found.map_or_else(|| opening.open(file), Ok)?;
                // What else to ask of the game is no help where sums are asked for.
                input
                    .check(&Objective::Grundy)
                    .map_err(|error| Failure::message(error.to_string()))?;
                let held = games.iter().map(|(_, arena)| arena.heap_bytes()).sum();
                games.push((file, input.arena(&Options { held, ..options })?));
            }
        }
        let mut summands = Vec::new();
        for Part { file, name } in &parts {
            let game = games.iter().find(|(other, _)| *other == file);
            let arena = &game.expect("every game has been read").1;
            let said = format!("{}@{name}", file.to_string_lossy());
            summands.push(Summand { arena, vertex: find_vertex(arena, &said, name)? });
        }
        let (sum, values) = retrograde::sum(&summands, &options).map_err(|error| match error {
            Error::Summand { place, .. } => {
                let file = parts[place].file.to_string_lossy();
                Failure::message(format!("{file}: {}", failure::in_words(&error)))
            }
            error => error.into(),
        })?;
        watch.done();
        let told =
            Told { sum, values, parts: &parts, summands: &summands, terms: self.terms.terms() };
        self.shown.show(|out| told.write_text(out), |out| told.write_json(out))
    }
}

/// A component as it was given.
struct Part {
    file: OsString,
    name: String,
}

/// Everything there is to tell.
struct Told<'a> {
    sum: Sum,
    values: Vec<Total>,
    parts: &'a [Part],
    summands: &'a [Summand<'a>],
    terms: Terms,
}

impl Told<'_> {
    fn name(&self, component: usize, vertex: Vertex) -> String {
        self.summands[component].arena.names.get(vertex).into_owned()
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let sum = &self.sum;
        let paint = style::outcome(sum.outcome);
        let word = self.terms.word(sum.outcome);
        let so = match (sum.outcome, sum.best) {
            (Outcome::Lose, _) => "every move of the player to move loses".to_owned(),
            (outcome, Some(best)) => format!(
                "{} in component {} to {}",
                if outcome == Outcome::Win { "a winning move is" } else { "a move that draws is" },
                best.component,
                self.name(best.component, best.to),
            ),
            (_, None) => "there is no move".to_owned(),
        };
        let value = Text::cell(Cell::Grundy(sum.value.as_grundy()), self.terms).text;
        let rest = format!(": the sum has the value {value}, and {so}");
        style::write_painted(out, paint, word, &rest)?;
        writeln!(out)?;
        let row = |(index, part): (usize, &Part)| {
            let best = sum.best.filter(|best| best.component == index);
            let to = best.map_or(String::new(), |best| self.name(index, best.to));
            let value = self.values[index].as_grundy();
            vec![
                Text::new(index.to_string(), Paint::Dim),
                Text::plain(part.file.to_string_lossy()),
                Text::plain(&part.name),
                Text::cell(Cell::Grundy(value), self.terms),
                Text::plain(to),
            ]
        };
        let columns = vec![
            ("component", Lean::Right),
            ("game", Lean::Left),
            ("position", Lean::Left),
            ("grundy", Lean::Left),
            ("move", Lean::Left),
        ];
        let rows = self.parts.iter().enumerate().map(row).collect();
        grid::write(out, &Grid { columns, rows, below: None })
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let sum = &self.sum;
        let best = sum.best.map(
            |best| json!({ "component": best.component, "to": self.name(best.component, best.to) }),
        );
        let component = |(part, value): (&Part, &Total)| {
            json!({
                "input": part.file.to_string_lossy(),
                "vertex": part.name,
                "grundy": grundy_json(value.as_grundy()),
            })
        };
        let components: Vec<_> = self.parts.iter().zip(&self.values).map(component).collect();
        let object = json!({
            "outcome": self.terms.word(sum.outcome),
            "move": best,
            "grundy": grundy_json(sum.value.as_grundy()),
            "components": components,
        });
        serde_json::to_writer_pretty(&mut *out, &object)?;
        writeln!(out)
    }
}

/// A number where the value is finite, the text of the set where it is not.
fn grundy_json(value: Grundy<'_>) -> serde_json::Value {
    match value {
        Grundy::Finite(value) => value.into(),
        loopy => loopy.to_string().into(),
    }
}

impl Part {
    /// The file and the position. A position may have an '@' in it, and so may a file: the longest
    /// beginning that is a file counts. A built-in game without a position is at its start.
    fn split(text: &OsString, start: impl FnOnce(&str) -> Option<String>) -> Result<Self, Failure> {
        let shown = text.to_string_lossy();
        let Some(text) = text.to_str() else {
            return Err(Failure::message(format!("'{shown}' is not UTF-8: rename the file")));
        };
        let no_position = || {
            Failure::message(format!(
                "'{text}' names no position: write the file, '@', and a vertex of it, as in game.txt@a"
            ))
        };
        if std::path::Path::new(text).is_file() {
            return Err(no_position());
        }
        let places: Vec<usize> = text.match_indices('@').map(|(at, _)| at).collect();
        let is_file =
            |at: &&usize| &text[..**at] == "-" || std::path::Path::new(&text[..**at]).is_file();
        match places.iter().rev().find(is_file).or(places.last()) {
            Some(&at) => Ok(Part { file: text[..at].into(), name: text[at + 1..].to_owned() }),
            None => {
                let name = start(text).ok_or_else(no_position)?;
                Ok(Part { file: text.into(), name })
            }
        }
    }
}
