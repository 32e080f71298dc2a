//! `retrograde compare`: whether two transition systems are the same.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use clap::{Args, ValueEnum};
use retrograde::logic::compare::{Compared, Options as How, Relation};
use retrograde::{Arena, Options};
use serde_json::json;

use crate::Program;
use crate::failure::Failure;
use crate::input::InputArguments;
use crate::output::OutputArguments;
use crate::solver::parse_time;

const AFTER_HELP: &str = "\
Examples:
  retrograde compare protocol.aut service.aut --relation branching
  retrograde compare old.aut new.aut --format json

Prints 'equivalent' or 'different' first; the exit status is 0 for both. Systems that differ come with a
formula that the first satisfies where it begins and the second does not, as 'retrograde check' reads it;
it is checked on both before it is printed.

Models are labelled transition systems (.aut), or graphs whose edges have labels; what is said of
vertices is not compared.";

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum RelationName {
    /// Strong bisimulation: whatever one can do, the other can, and is the same afterwards
    #[default]
    Bisimulation,
    /// Each can do all that the other can, step by step
    Simulation,
    /// Branching bisimulation: internal steps that change nothing do not count
    Branching,
    /// The same sequences of actions
    Trace,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CompareFormat {
    /// For people
    Text,
    /// One object, for scripts
    Json,
}

/// Compare two transition systems, and say what tells them apart
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Compare {
    #[command(flatten)]
    input: InputArguments,

    /// The other system
    #[arg(value_name = "OTHER")]
    other: OsString,

    /// When systems are the same
    #[arg(long, value_enum, default_value_t)]
    relation: RelationName,

    /// What the internal action is called in the models [default: i and tau]
    #[arg(long, value_name = "NAME")]
    tau: Vec<String>,

    /// Stop after this time, such as 10 (seconds), 1.5s, 200ms or 2m, counted from when both are read
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    timeout: Option<Duration>,

    /// How to show the answer [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<CompareFormat>,

    #[command(flatten)]
    output: OutputArguments,
}

impl Compare {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        let format = self.output.format(self.format)?.unwrap_or(CompareFormat::Text);
        if self.input.input == "-" && self.other == "-" {
            return Err(Failure::message("only one of the two can be standard input"));
        }
        let mut inputs = [self.input.open(program)?, self.input.open_other(&self.other, program)?];
        self.output.check(&[&self.input.input, &self.other], None)?;
        let watch = self.input.notes().watch();
        let options = self.input.common.options(&watch);
        let [first, second] = &mut inputs;
        let models = [first.arena(&options)?, second.arena(&options)?];
        let options = Options { timeout: self.timeout, ..options };
        let relation = match self.relation {
            RelationName::Bisimulation => Relation::Bisimulation,
            RelationName::Simulation => Relation::Simulation,
            RelationName::Branching => Relation::Branching,
            RelationName::Trace => Relation::Trace,
        };
        let internal = self.tau.iter().map(|name| name.replace(char::is_whitespace, ""));
        let how = How { relation, internal: internal.collect(), ..How::default() };
        let compared = retrograde::compare([&models[0], &models[1]], &how, &options)?;
        watch.done();
        if let Some(left_out) = compared.left_out {
            self.input.notes().say(left_out.to_string());
        }
        match format {
            CompareFormat::Text => self.write_text(&compared),
            CompareFormat::Json => self.write_json(&models, relation, &compared),
        }
    }

    fn write_text(&self, compared: &Compared) -> Result<(), Failure> {
        let [one, two] = [&self.input.input, &self.other].map(|name| Path::new(name).display());
        self.output.write(|out| {
            let told = if compared.equivalent { "equivalent" } else { "different" };
            writeln!(out, "{told}")?;
            match &compared.formula {
                Some(formula) => {
                    writeln!(out, "{one} satisfies this formula, and {two} does not:\n{formula}")
                }
                None => Ok(()),
            }
        })
    }

    fn write_json(
        &self,
        models: &[Arena; 2],
        relation: Relation,
        compared: &Compared,
    ) -> Result<(), Failure> {
        let counts = |count: fn(&Arena) -> usize| models.each_ref().map(count);
        let object = json!({
            "relation": relation.as_str(),
            "equivalent": compared.equivalent,
            "formula": compared.formula,
            "states": counts(|model| model.graph.vertex_count()),
            "transitions": counts(|model| model.graph.edge_count()),
            "classes": compared.classes,
        });
        self.output.write_plain(|out| writeln!(out, "{object:#}"))
    }
}
