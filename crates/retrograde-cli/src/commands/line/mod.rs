//! `retrograde line`: best play by both sides.

mod played;

use std::io::{self, Write};

use anstyle::Style;
use clap::{Args, ValueEnum};
use retrograde::solve::line::{self, End};
use retrograde::{Arena, Convention, Terms};
use serde_json::json;

use crate::builtin::{self, Engine, EngineArguments, Solved};
use crate::failure::Failure;
use crate::input::{InputArguments, find_start};
use crate::objective::{Objective, OutcomeArguments};
use crate::output::OutputArguments;
use crate::solver::SolverArguments;
use crate::style;
use crate::table::{self, Lean, counted};
use crate::terms::TermsArguments;

const AFTER_HELP: &str = "\
Example:
  retrograde line game.txt --from a

The value at each step is for the player to move there, so win and lose alternate. A drawn line
ends where a position comes back, or in a drawn terminal.";

/// Show an optimal line of play from a position
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Line {
    #[command(flatten)]
    input: InputArguments,

    /// The position to start from [default: the first one, which is the start of a built-in game]
    #[arg(long, value_name = "V", allow_hyphen_values = true)]
    from: Option<String>,

    #[command(flatten)]
    game: OutcomeArguments,

    #[command(flatten)]
    solver: SolverArguments,

    #[command(flatten)]
    engine: EngineArguments,

    #[command(flatten)]
    terms: TermsArguments,

    /// How to show the line [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<Show>,

    #[command(flatten)]
    output: OutputArguments,

    /// Stop after this many positions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    most: usize,

    /// Show the whole line, however long
    #[arg(long, conflicts_with = "most")]
    all: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// A table, for people
    Text,
    /// step,vertex,outcome,distance
    Csv,
    /// One object with the steps and how the line ends
    Json,
}

impl Line {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        self.solver.check(Objective::Outcome)?;
        self.output.check()?;
        let rules = builtin::find(&self.input)?;
        let dense_can =
            self.game.convention() == Convention::Normal && self.solver.is_for_any_graph();
        let engine = self.engine.choose(rules.as_ref(), dense_can)?;
        if let (Engine::Dense, Some(rules)) = (engine, &rules) {
            return self.write_played(&Solved::dense(&self.input, rules, self.solver.threads())?);
        }
        let arena = self.input.read_from(self.from.as_deref())?;
        let game = self.game.game(&arena)?;
        let start = match (&rules, &self.from) {
            (None, Some(name)) => find_start(&arena, name)?,
            _ => 0,
        };
        let solved = self.solver.outcome(&self.input, &arena, &game, true)?;
        if let Some(rules) = &rules {
            return self.write_played(&Solved::explored(rules, &arena, &solved.solution.values));
        }
        let limit = (!self.all).then_some(self.most.max(1));
        let line = line::optimal(&arena.graph, &solved.solution.values, start, limit);
        if line.end == End::Cut {
            let rest = line.steps.last().and_then(|step| step.value.distance());
            self.say_cut(line.steps.len(), rest.map(|rest| rest.0));
        }
        let terms = self.terms.terms();
        match self.output.format(self.format).unwrap_or(Show::Text) {
            Show::Text => self.output.write(|out| write_text(out, &arena, &line, terms)),
            Show::Csv => self.output.write_plain(|out| write_csv(out, &arena, &line, terms)),
            Show::Json => self.output.write_plain(|out| write_json(out, &arena, &line, terms)),
        }
    }

    fn say_cut(&self, shown: usize, rest: Option<u32>) {
        let rest = rest.map_or(String::new(), |moves| format!(", {moves} moves before the end"));
        let shown = counted(shown, "position", "positions");
        self.input.notes().say(format!("cut after {shown}{rest}; --all shows the whole line"));
    }
}

fn write_text(
    out: &mut dyn Write,
    arena: &Arena,
    line: &line::Line,
    terms: Terms,
) -> io::Result<()> {
    let plain = Style::new();
    let rows: Vec<_> = line
        .steps
        .iter()
        .enumerate()
        .map(|(index, step)| {
            let outcome = step.value.outcome();
            let distance = step.value.distance();
            vec![
                (index.to_string(), style::DIM),
                (arena.names.printable(step.vertex).into_owned(), plain),
                (terms.word(outcome).to_owned(), style::outcome(outcome)),
                (distance.map_or(String::new(), |distance| distance.to_string()), plain),
            ]
        })
        .collect();
    let headings = [
        ("step", Lean::Right),
        ("vertex", Lean::Left),
        ("outcome", Lean::Left),
        ("distance", Lean::Right),
    ];
    table::write(out, &headings, &rows)?;
    let name = |index: usize| arena.names.printable(line.steps[index].vertex);
    match line.end {
        End::Terminal => writeln!(out, "\nno move is left at {}", name(line.steps.len() - 1)),
        End::Repeats(back) => writeln!(
            out,
            "\nback to {} (step {back}): play goes round a cycle of {} forever",
            name(back),
            line.steps.len() - back
        ),
        End::Cut => writeln!(out, "\n…"),
    }
}

fn write_csv(
    out: &mut dyn Write,
    arena: &Arena,
    line: &line::Line,
    terms: Terms,
) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    writeln!(out, "step,vertex,outcome,distance")?;
    for (index, step) in line.steps.iter().enumerate() {
        let name = arena.names.get(step.vertex);
        let distance = step.value.distance().map_or(String::new(), |distance| distance.to_string());
        let name = table::csv_field(&name);
        writeln!(out, "{index},{name},{},{distance}", terms.word(step.value.outcome()))?;
    }
    out.flush()
}

fn write_json(
    out: &mut dyn Write,
    arena: &Arena,
    line: &line::Line,
    terms: Terms,
) -> io::Result<()> {
    let steps: Vec<_> = line
        .steps
        .iter()
        .map(|step| {
            json!({
                "vertex": arena.names.get(step.vertex),
                "outcome": terms.word(step.value.outcome()),
                "distance": step.value.distance().map(|distance| distance.0),
            })
        })
        .collect();
    let (end, repeats) = match line.end {
        End::Terminal => ("terminal", None),
        End::Repeats(back) => ("repeats", Some(back)),
        End::Cut => ("cut", None),
    };
    let object = json!({ "steps": steps, "end": end, "repeats_from_step": repeats });
    serde_json::to_writer_pretty(&mut *out, &object)?;
    writeln!(out)
}
