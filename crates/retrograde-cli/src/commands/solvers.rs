//! `retrograde solvers`: every solver with its cost and its source.

use std::io::{self, Write};

use clap::Args;
use retrograde::Objective;
use retrograde::solve::registry::{self, Solver};
use serde_json::json;

use crate::Program;
use crate::failure::Failure;
use crate::objective::objective_parser;
use crate::output::ShownArguments;
use crate::style;

const AFTER_HELP: &str = "\
Examples:
  retrograde solvers --objective parity
  retrograde solve game.pg --solver tangle

In the costs, V is the number of vertices and E the number of edges; memory is in bytes beside \
the graph. Without --solver, the best one for the graph is taken; for parity, several take turns \
with growing numbers of steps, so that the bad cases of one are left to another.";

/// List the solvers by objective, with cost and source
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Solvers {
    /// Only those for this objective
    #[arg(long, value_parser = objective_parser())]
    objective: Option<Objective>,

    #[command(flatten)]
    shown: ShownArguments,
}

/// An objective with its solvers.
type Served = (Objective, Vec<&'static Solver>);

impl Solvers {
    pub(crate) fn run(&self, _program: &Program) -> Result<(), Failure> {
        self.shown.check(&[])?;
        let wanted = |objective: &Objective| {
            self.objective.as_ref().is_none_or(|only| only.is_like(objective))
        };
        let all = Objective::ALL.into_iter().filter(wanted);
        let served: Vec<Served> =
            all.map(|objective| (objective.clone(), registry::of(&objective).collect())).collect();
        self.shown.show(|out| write_text(out, &served), |out| write_json(out, &served))
    }
}

fn write_text(out: &mut dyn Write, served: &[Served]) -> io::Result<()> {
    for (index, (objective, solvers)) in served.iter().enumerate() {
        let gap = if index == 0 { "" } else { "\n" };
        writeln!(out, "{gap}{}{objective}{:#}", style::HEADING, style::HEADING)?;
        for solver in solvers {
            let indent = " ".repeat(24);
            style::write_prose(out, &format!("  {:<21} ", solver.name), solver.description)?;
            style::write_prose(out, &indent, &format!("time {}", solver.time))?;
            style::write_prose(out, &indent, &format!("memory {}", solver.memory))?;
            style::write_prose(out, &indent, &format!("auto: {}", solver.auto))?;
            write!(out, "{}", style::DIM)?;
            style::write_prose(out, &indent, solver.source)?;
            write!(out, "{:#}", style::DIM)?;
        }
    }
    Ok(())
}

fn write_json(out: &mut dyn Write, served: &[Served]) -> io::Result<()> {
    let one = |objective: &Objective, solver: &Solver| {
        json!({
            "objective": objective.name(),
            "solver": solver.name,
            "description": solver.description,
            "accepts": solver.accepts.to_string(),
            "auto": solver.auto.to_string(),
            "time": solver.time,
            "memory": solver.memory,
            "source": solver.source,
        })
    };
    let solvers: Vec<_> = served
        .iter()
        .flat_map(|(objective, solvers)| solvers.iter().map(move |solver| one(objective, solver)))
        .collect();
    writeln!(out, "{}", serde_json::to_string_pretty(&json!({ "solvers": solvers }))?)
}
