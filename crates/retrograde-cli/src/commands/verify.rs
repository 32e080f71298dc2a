//! `retrograde verify`: checks a solution without trusting who made it.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;
use std::time::Duration;

use clap::Args;
use retrograde::io::{Compression, Source};
use retrograde::verify::{Checked, CircuitError, Role};
use retrograde::{
    Arena, Engine, Error, FORMULA_GAME, Input, Names, Objective, Options, Scope, Wanted, counted,
};

use crate::Program;
use crate::failure::{Failure, is_refutation};
use crate::formula::FormulaArguments;
use crate::game_options::EngineArguments;
use crate::input::{InputArguments, file_name};
use crate::objective::ObjectiveArguments;
use crate::output::{OutputArguments, say_fault, say_run};
use crate::solver::parse_time;

const AFTER_HELP: &str = "\
Example:
  retrograde solve game.txt --format csv -o answer.csv
  retrograde verify game.txt answer.csv

  retrograde check model.aut '[true*]<true>true' --solution proof.csv
  retrograde verify model.aut proof.csv --formula '[true*]<true>true'

SOLUTION is a CSV or JSON file as 'solve' writes it for the same --objective, or a paritysol file for
parity, whoever wrote it. An outcome needs its distances; moves are checked if there are any, those of
a built-in game also against the positions that they are said to lead to. Of a
built-in game, the solution must have the positions that 'solve' would give without --engine or with
the same one. Exit status 0 means that the solution holds, 1 that it does not.

A SOLUTION whose name ends in .aag, or which starts with that word, is a circuit, and INPUT then a
specification as 'synth' takes it. All runs of the controller's circuit must be accepted, and none of the
environment's, which the names of the outputs tell apart; a run that is not as it should be is shown:
  retrograde verify arbiter.ehoa arbiter.aag";

/// Check a solution file against its game, independently of the solver
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Verify {
    #[command(flatten)]
    input: InputArguments,

    /// The solution to check, CSV, JSON or paritysol; '-' for standard input
    #[arg(value_name = "SOLUTION")]
    solution: OsString,

    #[command(flatten)]
    objective: ObjectiveArguments,

    /// The solution is one of the game of INPUT and this formula, as 'check --solution' writes it: a
    /// file, or the text itself
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    formula: Option<String>,

    #[command(flatten)]
    how: FormulaArguments,

    /// With --formula: the state that was asked about
    #[arg(long, value_name = "STATE", requires = "formula", allow_hyphen_values = true)]
    from: Option<String>,

    /// With --formula: all states were asked about
    #[arg(long, requires = "formula")]
    all: bool,

    #[command(flatten)]
    engine: EngineArguments,

    /// Stop checking after this time, such as 10 (seconds), 1.5s, 200ms or 2m
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,

    /// Take a solution that says nothing about some vertices, as 'solve --timeout' writes it; what
    /// it does say must hold whatever the rest is
    #[arg(long)]
    partial: bool,
}

impl Verify {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        if self.input.input == "-" && self.solution == "-" {
            return Err(Failure::message(
                "INPUT and SOLUTION cannot both be standard input: give a file for one of them",
            ));
        }
        if is_circuit(&self.solution) {
            return self.circuit();
        }
        let mut input = self.input.open(program)?;
        if let Some(formula) = &self.formula {
            return self.verify_formula(&mut input, formula);
        }
        let objective = self.objective.of(&input)?;
        if self.partial && !objective.facts().partial {
            return Err(Failure::message(format!(
                "--partial is for objectives that --timeout can stop, which {objective} is not"
            )));
        }
        let asked = self.engine.engine();
        if input.rules().is_none() && matches!(asked, Engine::Gpu | Engine::Cluster) {
            return Err(Failure::message(format!(
                "a solution is checked in memory or with the edges on disk, whoever found it: instead of \
                 --engine {} say --engine disk, or nothing",
                asked.name()
            )));
        }
        let watch = self.input.notes().watch();
        let options =
            Options { engine: asked, partial: self.partial, ..self.input.common.options(&watch) };
        let (engine, why) = input.engine_and_why(&objective, Wanted::Values, &options)?;
        let set = if engine == Engine::Dense { "those of the index" } else { "those of the graph" };
        self.input.notes().detail(|| format!("positions: {set}, since {why}"));
        let scope = match engine {
            Engine::Dense | Engine::Disk | Engine::Cluster if input.rules().is_some() => {
                Scope::Index
            }
            _ => Scope::Start,
        };
        // The rows of a graph that stays on disk go by, one after the other.
        let stored = match input.rules() {
            None if engine == Engine::Disk => Some(input.stored(&options)?),
            _ => None,
        };
        let options = match &stored {
            Some(graph) => graph.room_to_verify(&objective, &options)?,
            None => options,
        };
        let arena = match &stored {
            Some(graph) => {
                Arena { names: graph.file.names(&options.control(0))?, ..Arena::default() }
            }
            None => input.arena_of(scope, &options)?,
        };
        let objective = self.objective.posed(objective, &arena)?;
        let control = options.control(arena.heap_bytes());
        let read = match self.solution.to_str() {
            Some("-") => Source::stdin()
                .watched(control)
                .read_solution(&arena.names, &objective)
                .map_err(|error| error.in_file("standard input")),
            _ => Source::file(&self.solution)?
                .watched(control)
                .read_solution(&arena.names, &objective),
        };
        let solution = match read {
            Err(error) if is_refutation(&error.fault) => {
                watch.done();
                let fault = say_fault(&error.to_string());
                self.say_engine(&input, &objective, engine);
                return fault;
            }
            read => read?,
        };
        if objective.has_colors() && solution.machines().is_none() {
            self.input.notes().say(
                "without machines, as json has them, winners are compared with those found anew, \
                 and moves only with them",
            );
        }
        let options = Options { timeout: self.timeout, ..options };
        let checked = match &stored {
            Some(graph) => retrograde::verify_stored(graph, &arena.names, &solution, &options),
            None => retrograde::verify(&arena, &solution, &options),
        };
        match checked {
            Ok(checked) => {
                watch.done();
                self.say_holds(&objective, &checked)
            }
            Err(Error::Fault { fault, .. }) => say_fault(&fault),
            Err(error) => Err(error.of(input.label()).into()),
        }
    }

    /// Checks a circuit against its specification.
    fn circuit(&self) -> Result<(), Failure> {
        let watch = self.input.notes().watch();
        let options = self.input.common.options(&watch);
        let specification = retrograde::read_specification(&self.input.input, &options)?;
        let circuit = retrograde::read_circuit(&self.solution, &options)?;
        watch.done();
        let options = Options { timeout: self.timeout, ..options };
        let checked = retrograde::verify_circuit(&specification, &circuit, &options);
        watch.done_unless(checked.as_ref().is_err_and(|error| error.stopped().is_some()));
        match checked {
            Ok(checked) => OutputArguments::default().write(|out| {
                let whose = match checked.role {
                    Role::Controller => "controller: every run is accepted",
                    Role::Environment => "environment: no run is accepted",
                };
                let pairs = counted(checked.pairs, "state", "states");
                writeln!(
                    out,
                    "the circuit holds for the {whose}, in {pairs} of circuit and automaton"
                )
            }),
            Err(Error::Fault { fault, .. }) => say_run(&fault),
            Err(Error::Circuit(error)) => {
                let file = match &*error {
                    CircuitError::Overlap { .. } | CircuitError::TooManyInputs { .. } => {
                        &self.input.input
                    }
                    _ => &self.solution,
                };
                Err(Failure::message(format!("{}: {error}", file_name(file))))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Checks a solution of the game of a formula on a model, which is made anew.
    fn verify_formula(&self, input: &mut Input, text: &str) -> Result<(), Failure> {
        let formula = self.how.read(text)?;
        let watch = self.input.notes().watch();
        let options = Options { partial: self.partial, ..self.input.common.options(&watch) };
        let model = input.arena(&options)?;
        let asked = self.how.asked(&model, self.from.as_deref(), self.all)?;
        let state = asked.from.or(model.start).unwrap_or(0);
        let posed = retrograde::pose(&model, &formula, &asked, &options)?;
        let names = Names::numbered(posed.game().positions());
        let source = match self.solution.to_str() {
            Some("-") => Source::stdin(),
            _ => Source::file(&self.solution)?,
        };
        let read = source.watched(options.control(0)).read_solution(&names, &FORMULA_GAME);
        let solution = match read {
            Err(error) if is_refutation(&error.fault) => return say_fault(&error.to_string()),
            read => read?,
        };
        let options = Options { timeout: self.timeout, ..options };
        let (proof, checked) = match retrograde::verify_formula(posed, &solution, &options) {
            Err(Error::Fault { fault, .. }) => return say_fault(&fault),
            answer => answer?,
        };
        watch.done();
        let told = match checked.holds(state) {
            Some(true) => format!("{} satisfies the formula", model.names.printable(state)),
            Some(false) => format!("{} does not satisfy the formula", model.names.printable(state)),
            None => format!("nothing is said of {}", model.names.printable(state)),
        };
        let out = OutputArguments::default();
        out.write(|out| writeln!(out, "the solution holds: {proof}; {told}"))
    }

    fn say_holds(&self, objective: &Objective, checked: &Checked) -> Result<(), Failure> {
        let out = OutputArguments::default();
        out.write(|out| writeln!(out, "the solution holds: {checked}"))?;
        if !objective.facts().moves.is_empty() && checked.moves.is_none() {
            self.input.notes().say("the solution has no moves, so none were checked");
        }
        Ok(())
    }

    /// Where a solution has other positions than the game: those of the other engine, perhaps.
    fn say_engine(&self, input: &Input, objective: &Objective, engine: Engine) {
        let has_index = input.rules().is_some_and(|rules| rules.slots().is_some());
        if has_index && *objective == Objective::OUTCOME {
            let (used, other) = match engine {
                Engine::Dense => ("dense", "explored"),
                _ => ("explored", "dense"),
            };
            self.input.notes().say(format!(
                "the positions are those of --engine {used}; if 'solve' was told --engine {other}, so \
                 must 'verify' be"
            ));
        }
    }
}

/// Whether a file is a circuit, by its name or its first word.
fn is_circuit(file: &OsStr) -> bool {
    const WORD: &[u8] = b"aag ";
    if file == "-" {
        // What is seen here is read once more.
        return io::stdin().lock().fill_buf().is_ok_and(|start| start.starts_with(WORD));
    }
    let path = Path::new(file);
    let name = match Compression::from_path(path) {
        Some(_) => path.with_extension(""),
        None => path.to_owned(),
    };
    if name.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("aag")) {
        return true;
    }
    let mut start = [0; WORD.len()];
    // Only of a file: what a pipe has given is gone.
    path.is_file()
        && File::open(path).is_ok_and(|mut file| file.read_exact(&mut start).is_ok())
        && start == WORD
}
