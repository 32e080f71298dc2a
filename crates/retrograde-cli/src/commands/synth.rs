//! `retrograde synth`: a controller from a specification.

use std::ffi::OsString;
use std::io::{self, Write};
use std::time::Duration;

use clap::{Args, ValueEnum};
use retrograde::logic::synth::{Nondeterminism, SynthOptions, Verdict};
use retrograde::verify::Role;
use retrograde::{Circuit, Error, Machine, Options, counted, io as formats};

use crate::Program;
use crate::failure::{Failure, in_words};
use crate::input::{CommonArguments, file_name};
use crate::output::{OutputArguments, say_run};
use crate::solver::parse_time;

const AFTER_HELP: &str = "\
Examples:
  retrograde synth arbiter.ehoa                       is there a controller?
  retrograde synth arbiter.ehoa -o arbiter.aag        and its circuit
  retrograde verify arbiter.ehoa arbiter.aag          which is checked
  retrograde synth arbiter.ehoa --format dot | tail -n +2 | dot -Tsvg -o arbiter.svg

SPEC is an automaton in the HOA format with 'controllable-AP', plain or compressed, as the parity track of
the synthesis competition has them, with any acceptance. In each step the environment sets the other
propositions first, and the controller, who sees them, the controllable ones; the run must go on and be
accepted. Transitions that are missing reject.

The first line is REALIZABLE or UNREALIZABLE. After it comes what --format asks for: the controller's
circuit or machine, or where there is none that of the environment, against which every controller loses. Its
outputs are the propositions that are not controllable, and depend on what the controller did in earlier
steps only. Circuits are in the ASCII form of AIGER, with all latches zero at first.

With '--nondeterminism controller' the controller may choose among transitions that can be taken at once; where
it cannot win so, the first line is UNKNOWN and the exit status 3.";

/// Make a controller from an automaton over inputs and outputs
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Synth {
    /// The specification, in the HOA format with controllable-AP; '-' for standard input
    #[arg(value_name = "SPEC")]
    specification: OsString,

    /// What to write after the verdict [default: from the extension of FILE, else nothing]
    #[arg(long, value_enum)]
    format: Option<Written>,

    #[command(flatten)]
    output: OutputArguments,

    /// What to do where several transitions can be taken at once
    #[arg(long, value_enum, value_name = "WHAT", default_value = "refuse")]
    nondeterminism: Overlapping,

    /// Look longer for a circuit with fewer gates
    #[arg(long, visible_alias = "minimize")]
    minimise: bool,

    /// Stop after this time, such as 10 (seconds), 1.5s, 200ms or 2m, with the best circuit found by then
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,

    #[command(flatten)]
    common: CommonArguments,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Written {
    /// A circuit in the ASCII form of AIGER
    #[value(alias = "aag")]
    Aiger,
    /// The machine as an automaton that accepts its runs
    #[value(alias = "ehoa")]
    Hoa,
    /// The machine as an object
    Json,
    /// The machine for Graphviz
    #[value(alias = "gv")]
    Dot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Overlapping {
    /// Name them and stop
    Refuse,
    /// Let the controller choose; only REALIZABLE is claimed then
    Controller,
}

/// What is written after the verdict.
enum Product {
    Circuit(Circuit),
    Machine(Written, Machine),
}

impl Product {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Product::Circuit(circuit) => formats::write_circuit(circuit, &[], out),
            Product::Machine(Written::Json, machine) => formats::write_machine_json(machine, out),
            Product::Machine(Written::Dot, machine) => formats::write_machine_dot(machine, out),
            Product::Machine(_, machine) => formats::write_machine_hoa(machine, out),
        }
    }
}

impl Synth {
    pub(crate) fn run(&self, _program: &Program) -> Result<(), Failure> {
        let format = self.output.format(self.format)?;
        if self.output.file().is_some() && format.is_none() {
            return Err(Failure::message(
                "say what to write: --format aiger|hoa|json|dot, or a FILE with such an extension",
            ));
        }
        self.output.check(&[&self.specification], None)?;
        let watch = self.common.notes().watch();
        let options = Options { timeout: self.timeout, ..self.common.options(&watch) };
        let reading = Options { timeout: None, ..options };
        let specification = retrograde::read_specification(&self.specification, &reading)?;
        watch.done();
        let how = SynthOptions {
            nondeterminism: match self.nondeterminism {
                Overlapping::Refuse => Nondeterminism::Refuse,
                Overlapping::Controller => Nondeterminism::Controller,
            },
            minimise: self.minimise,
        };
        let found =
            retrograde::synthesise(&specification, &how, &options).map_err(
                |error| match error {
                    Error::Synth(_) => self.about_specification(&in_words(&error)),
                    error => error.into(),
                },
            )?;
        // What was asked for is not there, and so nothing is written but the verdict.
        let product = match (&found.circuit, format) {
            (Some(circuit), Some(Written::Aiger)) => Some(Product::Circuit(circuit.clone())),
            (Some(circuit), Some(format)) => {
                let is_controller = found.verdict == Verdict::Realizable;
                let machine = retrograde::machine(circuit, is_controller, &reading)?;
                Some(Product::Machine(format, machine))
            }
            _ => None,
        };
        if let Some(circuit) = &found.circuit {
            let role = match found.verdict {
                Verdict::Realizable => Role::Controller,
                _ => Role::Environment,
            };
            match retrograde::verify_circuit_of(role, &specification, circuit, &reading) {
                Err(Error::Fault { fault, .. }) => return say_run(&fault),
                checked => checked?,
            };
        }
        watch.done();
        // What cannot be written in this format is refused before anything is said.
        let mut text = Vec::new();
        if let Some(product) = &product {
            product
                .write(&mut text)
                .map_err(|error| self.about_specification(&error.to_string()))?;
        }
        let verdict = |out: &mut dyn Write| writeln!(out, "{}", found.verdict);
        match self.output.file() {
            Some(_) if product.is_some() => {
                self.output.write_plain(|out| out.write_all(&text))?;
                OutputArguments::default().write_plain(verdict)?;
            }
            _ => OutputArguments::default().write_plain(|out| {
                verdict(out)?;
                out.write_all(&text)
            })?,
        }
        if let Some(circuit) = &found.circuit {
            let whose = match found.verdict {
                Verdict::Realizable => "controller",
                _ => "environment",
            };
            self.common.notes().say(format!(
                "{whose} with {}, {} and {}, checked",
                counted(found.machine as u64, "state", "states"),
                counted(circuit.latches().len() as u64, "latch", "latches"),
                counted(circuit.gates().len() as u64, "and-gate", "and-gates"),
            ));
        }
        match (found.stopped, &found.circuit) {
            (Some(why), None) => {
                self.common.notes().insist(format!("there is no circuit: {why}"));
                return Err(Failure::Incomplete);
            }
            (Some(why), Some(_)) => self
                .common
                .notes()
                .insist(format!("there may be a circuit with fewer gates than this one: {why}")),
            (None, _) => {}
        }
        if found.verdict == Verdict::Unknown {
            self.common.notes().insist(
                "the controller loses where it chooses among transitions as it goes, which does not mean \
                 that there is none: make the automaton deterministic",
            );
            return Err(Failure::Incomplete);
        }
        Ok(())
    }

    /// A failure that is about the specification.
    fn about_specification(&self, text: &str) -> Failure {
        Failure::message(format!("{}: {text}", file_name(&self.specification)))
    }
}
