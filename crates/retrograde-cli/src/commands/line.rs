//! `retrograde line`: best play by both sides.

use std::io::{self, Write};

use anstyle::Style;
use clap::{Args, ValueEnum};
use retrograde::games::Game;
use retrograde::games::catalogue::Visitor;
use retrograde::solve::line::{self, End};
use retrograde::table::Slot;
use retrograde::{Arena, Terms};
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
        let game = builtin::find(&self.input)?;
        if self.engine.choose(game.as_ref())? == Engine::Dense
            && let Some(game) = game
        {
            return game.visit(DenseLine { line: self });
        }
        let arena = self.input.read()?;
        let start = match &self.from {
            Some(name) => find_start(&arena, name)?,
            None => 0,
        };
        let game = self.game.game(&arena)?;
        let solved = self.solver.outcome(&self.input, &arena, &game, true)?;
        let limit = (!self.all).then_some(self.most.max(1));
        let line = line::optimal(&arena.graph, &solved.solution.values, start, limit);
        if line.end == End::Cut {
            let rest = line.steps.last().and_then(|step| step.value.distance());
            let rest =
                rest.map_or(String::new(), |moves| format!(", {moves} moves before the end"));
            let shown = counted(line.steps.len(), "position", "positions");
            self.input.notes().say(format!("cut after {shown}{rest}; --all shows the whole line"));
        }
        let terms = self.terms.terms();
        match self.output.format(self.format).unwrap_or(Show::Text) {
            Show::Text => self.output.write(|out| write_text(out, &arena, &line, terms)),
            Show::Csv => self.output.write_plain(|out| write_csv(out, &arena, &line, terms)),
            Show::Json => self.output.write_plain(|out| write_json(out, &arena, &line, terms)),
        }
    }
}

/// The line of a game that is solved over its index.
struct DenseLine<'a> {
    line: &'a Line,
}

impl Visitor for DenseLine<'_> {
    type Output = Result<(), Failure>;

    fn visit<G: Game + Clone + 'static>(self, game: &G) -> Result<(), Failure> {
        let Line { input, from, solver, terms, format, output, most, all, .. } = self.line;
        let start = builtin::parse_from(game, from.as_deref())?;
        let solved = Solved::new(input, game, Engine::Dense, None, solver.threads())?;
        let most = if *all { usize::MAX } else { (*most).max(1) };
        let line = solved.line(&start, most);
        let words: Vec<_> = line
            .steps
            .iter()
            .map(|step| {
                let slot = solved.value(&step.position).unwrap_or(Slot::Hole);
                let outcome = slot.outcome().map_or("", |outcome| terms.terms().word(outcome));
                let distance = match slot {
                    Slot::Win(distance) | Slot::Lose(distance) => Some(distance.0),
                    _ => None,
                };
                let chosen =
                    step.chosen.as_ref().map(|chosen| game.show_move(&step.position, chosen));
                (game.show(&step.position), outcome, distance, chosen)
            })
            .collect();
        let number = |distance: &Option<u32>| distance.map_or(String::new(), |d| d.to_string());
        match output.format(*format).unwrap_or(Show::Text) {
            Show::Text => output.write(|out| {
                let plain = Style::new();
                let rows: Vec<_> = words
                    .iter()
                    .enumerate()
                    .map(|(index, (position, outcome, distance, chosen))| {
                        vec![
                            (index.to_string(), style::DIM),
                            (position.clone(), plain),
                            ((*outcome).to_owned(), plain),
                            (number(distance), plain),
                            (chosen.clone().unwrap_or_default(), plain),
                        ]
                    })
                    .collect();
                let headings = [
                    ("step", Lean::Right),
                    ("vertex", Lean::Left),
                    ("outcome", Lean::Left),
                    ("distance", Lean::Right),
                    ("move", Lean::Left),
                ];
                table::write(out, &headings, &rows)?;
                match (line.repeats, line.cut) {
                    (Some(step), _) => writeln!(out, "\nand so on, round from step {step}"),
                    (None, true) => writeln!(out, "\n…"),
                    (None, false) => writeln!(out, "\nthe game is over"),
                }
            }),
            Show::Csv => output.write_plain(|out| {
                let mut out = io::BufWriter::new(out);
                writeln!(out, "step,vertex,outcome,distance")?;
                for (index, (position, outcome, distance, _)) in words.iter().enumerate() {
                    writeln!(out, "{index},\"{position}\",{outcome},{}", number(distance))?;
                }
                out.flush()
            }),
            Show::Json => output.write_plain(|out| {
                let steps: Vec<_> = words
                    .iter()
                    .map(|(position, outcome, distance, chosen)| {
                        json!({
                            "vertex": position,
                            "outcome": outcome,
                            "distance": distance,
                            "move": chosen,
                        })
                    })
                    .collect();
                let end = match (line.repeats, line.cut) {
                    (Some(_), _) => "repeats",
                    (None, true) => "cut",
                    (None, false) => "terminal",
                };
                let object =
                    json!({ "steps": steps, "end": end, "repeats_from_step": line.repeats });
                serde_json::to_writer_pretty(&mut *out, &object)?;
                writeln!(out)
            }),
        }
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
        let quoted = name.contains(['"', ',', '\n', '\r']);
        let name =
            if quoted { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.into_owned() };
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
