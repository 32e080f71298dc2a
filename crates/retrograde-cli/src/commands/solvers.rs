//! `retrograde solvers`: every solver with its cost and its source.

use std::io::{self, Write};

use clap::Args;
use retrograde::solve::registry::{SOLVERS, Solver};
use serde_json::json;

use crate::failure::Failure;
use crate::objective::Objective;
use crate::output::{OutputArguments, Show};
use crate::style;

const AFTER_HELP: &str = "\
Examples:
  retrograde solvers --objective parity
  retrograde solve game.pg --solver tangle

In the costs, V is the number of vertices and E the number of edges; memory is in bytes beside the
graph. Without --solver, the best one for the graph is taken; for parity, several take turns with
growing numbers of steps, so that the bad cases of one are left to another.";

/// List the solvers by objective, with cost and source
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Solvers {
    /// Only those for this objective
    #[arg(long, value_enum)]
    objective: Option<Objective>,

    /// How to show them [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<Show>,

    #[command(flatten)]
    output: OutputArguments,
}

impl Solvers {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.output.check()?;
        let wanted = |solver: &&Solver| {
            self.objective.is_none_or(|objective| objective.name() == solver.objective)
        };
        let solvers: Vec<&Solver> = SOLVERS.iter().filter(wanted).collect();
        match self.output.format(self.format).unwrap_or(Show::Text) {
            Show::Text => self.output.write(|out| write_text(out, &solvers)),
            Show::Json => self.output.write_plain(|out| write_json(out, &solvers)),
        }
    }
}

fn write_text(out: &mut dyn Write, solvers: &[&Solver]) -> io::Result<()> {
    for (index, group) in solvers.chunk_by(|a, b| a.objective == b.objective).enumerate() {
        let gap = if index == 0 { "" } else { "\n" };
        writeln!(out, "{gap}{}{}{:#}", style::HEADING, group[0].objective, style::HEADING)?;
        for solver in group {
            writeln!(out, "  {:<21} {}", solver.name, solver.description)?;
            writeln!(out, "  {:<21} time {}; memory {}", "", solver.time, solver.memory)?;
            writeln!(out, "  {:<21} {}{}{:#}", "", style::DIM, solver.source, style::DIM)?;
        }
    }
    Ok(())
}

fn write_json(out: &mut dyn Write, solvers: &[&Solver]) -> io::Result<()> {
    let one = |solver: &&Solver| {
        json!({
            "objective": solver.objective,
            "solver": solver.name,
            "description": solver.description,
            "accepts": solver.accepts.to_string(),
            "time": solver.time,
            "memory": solver.memory,
            "source": solver.source,
        })
    };
    let solvers: Vec<_> = solvers.iter().map(one).collect();
    writeln!(out, "{}", serde_json::to_string_pretty(&json!({ "solvers": solvers }))?)
}
