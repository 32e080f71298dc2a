//! `retrograde convert`: from one graph format to another, and from one graph to another.

use std::ffi::{OsStr, OsString};

use clap::Args;
use retrograde::io::{Compression, Format, Loss, write_arena};
use retrograde::{Arena, Engine, Objective, Options, Scope};

use super::construction::ConstructionArguments;
use crate::Program;
use crate::failure::Failure;
use crate::game_options::engine_parser;
use crate::input::{InputArguments, demand_rules, written_names, written_parser};
use crate::objective::ObjectiveArguments;
use crate::output::{OutputArguments, cannot_tell};

const AFTER_HELP: &str = "\
Examples:
  retrograde convert game.dot -o game.json
  retrograde convert game.txt --output-format dot | dot -Tpdf -o game.pdf

  retrograde convert game.txt --to quotient -o smaller.txt
  retrograde convert game.txt --to unravel --from a --depth 4 -o tree.dot
  retrograde convert nim.txt kayles.txt --to product -o sum.txt

  retrograde convert game.dot --to parity --objective buchi -o game.pg
  retrograde convert game.pg --to mean-payoff -o game.json

With --to and the name of an objective the game becomes one about that; --objective says what it is
about now. Winners stay the same unless a note says how they correspond:
  outcome                            to parity, reachability
  reachability, safety               to each other, parity
  buchi, cobuchi                     to each other, parity
  muller, rabin, streett             to parity
  parity                             to mean-payoff, energy, safety
  mean-payoff                        to energy
What becomes parity also becomes mean-payoff, energy and safety, except an outcome.

A built-in game becomes the graph of what play can meet from its start; with --engine dense of every
position that its index has, one for all that are the same by symmetry:
  retrograde convert chess:KQvK -o kqk.json

What the new format cannot hold, such as names in mtx or verdicts in edges, is an error;
--lossy leaves it out.";

/// Convert a graph between formats, or make another graph of it
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Convert {
    #[command(flatten)]
    input: InputArguments,

    /// With --to product: the other games of the sum
    #[arg(value_name = "OTHER")]
    others: Vec<OsString>,

    #[command(flatten)]
    construction: ConstructionArguments,

    #[command(flatten)]
    objective: ObjectiveArguments,

    /// Built-in games: which positions the graph has [default: those that can be met from the
    /// start; of a game without a start, all of its index]
    #[arg(long, value_parser = engine_parser(&[Engine::Explored, Engine::Dense]))]
    engine: Option<Engine>,

    #[command(flatten)]
    output: OutputArguments,

    /// The format to write, where the extension of FILE does not tell
    #[arg(long, value_name = "FORMAT", value_parser = written_parser())]
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
            Some(format) if format.is_written() => Ok(Some(format)),
            Some(format) => Err(Failure::message(format!(
                "{format} is read and not written: say --output-format {}",
                written_names().join("|")
            ))),
            None => Err(cannot_tell(path, "--output-format", &written_names())),
        },
    }
}

impl Convert {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        let Some(format) = output_format(&self.output, self.output_format.as_deref())? else {
            return Err(Failure::message(format!(
                "say where to: -o FILE, or --output-format {} for standard output",
                written_names().join("|")
            )));
        };
        let mut input = self.input.open(program)?;
        let from = self.objective.of(&input)?;
        self.construction.check(self.others.len(), &from)?;
        let stdin = self.others.iter().filter(|other| *other == "-").count();
        if stdin + usize::from(input.is_stdin()) > 1 {
            return Err(Failure::message(
                "only one of the inputs can be standard input: give files for the others",
            ));
        }
        if self.engine.is_some() {
            demand_rules(&input, "convert --engine")?;
        }
        let inputs = [&self.input.input].into_iter().chain(&self.others);
        let inputs: Vec<&OsStr> = inputs.map(OsString::as_os_str).collect();
        self.output.check(&inputs, self.construction.map())?;
        let watch = self.input.notes().watch();
        let options = self.input.common.options(&watch);
        let scope = match self.engine {
            Some(Engine::Dense) => Scope::Index,
            _ => Scope::Start,
        };
        // A file becomes one of rows without its edges ever being in memory.
        if let (Format::Rgg, None, Some(path)) = (format, input.rules(), self.output.file())
            && self.construction.is_none()
            && input.format() != Some(Format::Aut)
            && Compression::from_path(path).is_none()
        {
            input.write_rgg(path, &options)?;
            watch.done();
            return Ok(());
        }
        let arena = input.arena_of(scope, &options)?;
        let arena = self.make(arena, from, program, &options).map_err(|failure| match failure {
            Failure::Library(error) => error.of(input.label()).into(),
            failure => failure,
        })?;
        watch.done();
        self.write(&arena, format)
    }

    /// The graph to be written.
    fn make(
        &self,
        arena: Arena,
        from: Objective,
        program: &Program,
        options: &Options<'_>,
    ) -> Result<Arena, Failure> {
        let mut others = Vec::new();
        for other in &self.others {
            let held = others.iter().map(Arena::heap_bytes).sum::<u64>() + arena.heap_bytes();
            let options = Options { held, ..*options };
            others.push(self.input.open_other(other, program)?.arena(&options)?);
        }
        let from = self.objective.posed(from, &arena)?;
        self.construction.apply(arena, &others, from, self.input.notes(), options)
    }

    fn write(&self, arena: &Arena, format: Format) -> Result<(), Failure> {
        let mut lost = format.cannot_hold(arena);
        if format == Format::Pgsolver && lost.iter().any(|loss| matches!(loss, Loss::Names { .. }))
        {
            self.input.notes().say(
                "pgsolver numbers the vertices from 0: their names stand beside the numbers, in quotes",
            );
            lost.retain(|loss| !matches!(loss, Loss::Names { .. }));
        }
        if format == Format::Aut && lost.iter().any(|loss| matches!(loss, Loss::Names { .. })) {
            self.input.notes().say("aut numbers the states from 0: their names are left out");
            lost.retain(|loss| !matches!(loss, Loss::Names { .. }));
        }
        if !lost.is_empty() {
            let what: Vec<String> = lost.iter().map(ToString::to_string).collect();
            let text = format!("{format} cannot hold {}", what.join("; nor "));
            let other = match format {
                Format::Json => "choose another format (aut holds where a system begins)",
                _ => "choose another format (json holds everything)",
            };
            if lost.iter().any(Loss::is_fatal) {
                return Err(Failure::message(format!("{text}; {other}")));
            }
            if !self.lossy {
                return Err(Failure::message(format!(
                    "{text}; {other}, or leave it out with --lossy"
                )));
            }
            self.input.notes().say(format!("{text}: left out"));
        }
        self.output.write_plain(|out| write_arena(arena, format, out))
    }
}
