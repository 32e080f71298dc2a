//! `retrograde sum`: several games side by side.

use std::collections::HashMap;
use std::ffi::OsString;
use std::io::{self, Write};

use anstyle::Style;
use clap::Args;
use retrograde::solve::grundy::{self, Solved};
use retrograde::solve::sum::{self, Component, Sum};
use retrograde::{Arena, Grundy, Outcome, Terms, Vertex};
use serde_json::json;

use crate::builtin;
use crate::failure::Failure;
use crate::input::{CommonArguments, InputArguments, find_vertex, format_parser};
use crate::objective::demand_normal_play;
use crate::output::{OutputArguments, Show};
use crate::style;
use crate::table::{self, Lean};
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

    /// How to show the answer [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<Show>,

    #[command(flatten)]
    output: OutputArguments,
}

/// A game read and solved, for all the components that are positions of it.
struct Game {
    arena: Arena,
    solved: Solved,
}

impl SumCommand {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let parts = self
            .components
            .iter()
            .map(|text| split(text, &self.common))
            .collect::<Result<Vec<(OsString, String)>, Failure>>()?;
        let mut games: HashMap<&OsString, Game> = HashMap::new();
        let mut held = 0;
        for (file, _) in &parts {
            if !games.contains_key(file) {
                let game = self.game(file, held)?;
                held += game.arena.heap_bytes() + 8 * game.arena.graph.vertex_count() as u64;
                games.insert(file, game);
            }
        }
        let mut components = Vec::new();
        for (file, name) in &parts {
            let game = &games[file];
            let said = format!("{}@{name}", file.to_string_lossy());
            let vertex = find_vertex(&game.arena, &said, name)?;
            components.push(Component::new(&game.arena.graph, &game.solved, vertex)?);
        }
        let told = Told {
            sum: sum::solve(&components),
            parts: &parts,
            components: &components,
            games: &games,
            terms: self.terms.terms(),
        };
        match self.output.format(self.format).unwrap_or(Show::Text) {
            Show::Text => self.output.write(|out| told.write_text(out)),
            Show::Json => self.output.write_plain(|out| told.write_json(out)),
        }
    }

    /// Reads and solves a game, beside others that take `held` bytes.
    fn game(&self, file: &OsString, held: u64) -> Result<Game, Failure> {
        let input = InputArguments::new(file, self.input_format.as_deref(), &self.common);
        input.demand_impartial()?;
        let arena = input.read()?;
        demand_normal_play(&arena, "in a sum whoever cannot move in any game loses")
            .map_err(|failure| Failure::message(format!("{}: {failure}", input.label())))?;
        if !arena.players.is_empty() {
            return Err(Failure::message(format!(
                "{}: some edges have a player, and sums are of games with the same moves for both: \
                 join them with 'convert --to product' and solve --objective partizan",
                input.label()
            )));
        }
        let options = grundy::Options::default();
        input.check_memory(&arena, held + grundy::estimate(&arena.graph, &options).solver)?;
        let solved = grundy::solve(&arena.graph, &options)?;
        Ok(Game { arena, solved })
    }
}

/// Everything there is to tell.
struct Told<'a> {
    sum: Sum,
    /// The file and the position of each component, as given.
    parts: &'a [(OsString, String)],
    components: &'a [Component<'a>],
    games: &'a HashMap<&'a OsString, Game>,
    terms: Terms,
}

impl Told<'_> {
    fn name(&self, component: usize, vertex: Vertex) -> String {
        self.games[&self.parts[component].0].arena.names.get(vertex).into_owned()
    }

    fn write_text(&self, out: &mut dyn Write) -> io::Result<()> {
        let sum = &self.sum;
        let paint = style::outcome(sum.outcome);
        let word = self.terms.word(sum.outcome);
        write!(out, "{paint}{word}{paint:#}: the sum has the value {}, and ", sum.value)?;
        match (sum.outcome, sum.best) {
            (Outcome::Lose, _) => writeln!(out, "every move of the player to move loses")?,
            (outcome, Some(best)) => writeln!(
                out,
                "{} in component {} to {}",
                if outcome == Outcome::Win { "a winning move is" } else { "a move that draws is" },
                best.component,
                self.name(best.component, best.to).escape_debug(),
            )?,
            (_, None) => writeln!(out, "there is no move")?,
        }
        writeln!(out)?;
        let plain = Style::new();
        let rows: Vec<_> = self
            .components
            .iter()
            .zip(self.parts)
            .enumerate()
            .map(|(index, (component, (file, name)))| {
                let best = sum.best.filter(|best| best.component == index);
                let to = best.map_or(String::new(), |best| self.name(index, best.to));
                let value = component.value();
                vec![
                    (index.to_string(), style::DIM),
                    (file.to_string_lossy().escape_debug().to_string(), plain),
                    (name.escape_debug().to_string(), plain),
                    (value.to_string(), style::outcome(value.outcome())),
                    (to.escape_debug().to_string(), plain),
                ]
            })
            .collect();
        let headings = [
            ("component", Lean::Right),
            ("game", Lean::Left),
            ("position", Lean::Left),
            ("grundy", Lean::Left),
            ("move", Lean::Left),
        ];
        table::write(out, &headings, &rows)
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let sum = &self.sum;
        let best = sum.best.map(
            |best| json!({ "component": best.component, "to": self.name(best.component, best.to) }),
        );
        let components: Vec<_> = self
            .components
            .iter()
            .zip(self.parts)
            .map(|(component, (file, name))| {
                json!({
                    "input": file.to_string_lossy(),
                    "vertex": name,
                    "grundy": grundy_json(component.value()),
                })
            })
            .collect();
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

/// The file and the position. A position may have an '@' in it, and so may a file: the longest
/// beginning that is a file counts. A built-in game without a position is at its start.
fn split(text: &OsString, common: &CommonArguments) -> Result<(OsString, String), Failure> {
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
    let Some(&at) = places.iter().rev().find(is_file).or(places.last()) else {
        let start = builtin::from_spec(text, common).ok().and_then(|rules| {
            let start = rules.start()?;
            Some(rules.show(&start))
        });
        return start.map(|start| (text.into(), start)).ok_or_else(no_position);
    };
    Ok((text[..at].into(), text[at + 1..].to_owned()))
}
