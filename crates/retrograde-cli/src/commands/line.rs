//! `retrograde line`: best play by both sides.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use retrograde::solve::line::End;
use retrograde::table::{Position, SolvedGame, Worth};
use retrograde::words::{Grid, Lean, Paint, Text, counted};
use retrograde::{AnyValue, Arena, Control, Distance, Outcome, Solution, Terms, Vertex, quote};
use serde_json::json;

use super::asked::{Asked, AskedArguments};
use crate::Program;
use crate::failure::Failure;
use crate::grid;
use crate::output::OutputArguments;
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
    asked: AskedArguments,

    #[command(flatten)]
    terms: TermsArguments,

    /// How to show the line [default: from the extension of FILE, else text]
    #[arg(long, value_enum)]
    format: Option<LineFormat>,

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
enum LineFormat {
    /// A table, for people
    Text,
    /// step,vertex,outcome,distance
    Csv,
    /// One object with the steps and how the line ends
    Json,
}

/// A line that can be shown, of a graph or of a game.
struct Told {
    steps: Vec<Step>,
    end: End,
    /// What is said where the line is over.
    over: String,
    /// Whether moves have names of their own.
    has_moves: bool,
}

struct Step {
    position: String,
    outcome: Option<Outcome>,
    distance: Option<Distance>,
    /// The move made there; none at the end.
    chosen: Option<String>,
}

impl Line {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        let format = self.output.format(self.format)?.unwrap_or(LineFormat::Text);
        let told = self.told(program)?;
        let terms = self.terms.terms();
        if told.end == End::Cut {
            let rest = told.steps.last().and_then(|step| step.distance);
            let rest =
                rest.map_or(String::new(), |moves| format!(", {moves} moves before the end"));
            let shown = counted(told.steps.len() as u64, "position", "positions");
            self.asked
                .input
                .notes()
                .say(format!("cut after {shown}{rest}; --all shows the whole line"));
        }
        match format {
            LineFormat::Text => self.output.write(|out| told.write_text(out, terms)),
            LineFormat::Csv => self.output.write_plain(|out| told.write_csv(out, terms)),
            LineFormat::Json => self.output.write_plain(|out| told.write_json(out, terms)),
        }
    }

    fn told(&self, program: &Program) -> Result<Told, Failure> {
        self.output.check(&[&self.asked.input.input], None)?;
        match self.asked.solve(program)? {
            Asked::Game(game, from) => self.of_game(&game, &from),
            // A game knows how its moves are written.
            Asked::Graph { arena, solution, game: Some((rules, from)), .. } => {
                self.of_game(&retrograde::solved_game(rules, *arena, solution), &from)
            }
            // Without a choice, the first vertex.
            Asked::Graph { arena, solution, from, game: None } => {
                self.of_graph(&arena, &solution, from.unwrap_or(0))
            }
        }
    }

    fn limit(&self) -> Option<usize> {
        (!self.all).then_some(self.most.max(1))
    }

    fn of_graph(&self, arena: &Arena, solution: &Solution, from: Vertex) -> Result<Told, Failure> {
        let line = retrograde::line(arena, solution, from, self.limit(), &Default::default())?;
        let step = |&vertex: &Vertex| {
            let AnyValue::Outcome(value) = solution.value(vertex) else {
                unreachable!("lines are of outcomes")
            };
            Step {
                position: arena.names.get(vertex).into_owned(),
                outcome: Some(value.outcome()),
                distance: value.distance(),
                chosen: None,
            }
        };
        let steps: Vec<Step> = line.steps.iter().map(step).collect();
        let last = line.steps.last().map_or("".into(), |&vertex| arena.names.printable(vertex));
        let over = format!("no move is left at {last}");
        Ok(Told { steps, end: line.end, over, has_moves: false })
    }

    fn of_game(&self, game: &SolvedGame, from: &Position) -> Result<Told, Failure> {
        let rules = game.rules();
        if game.worth(from)?.is_none() {
            return Err(Failure::message(format!(
                "--from '{}': that position cannot come up in this game",
                rules.show(from)
            )));
        }
        let line = game.line(from, self.limit(), &Control::default())?;
        let step = |step: &retrograde::table::Step| Step {
            position: rules.show(&step.position),
            outcome: step.worth.and_then(Worth::outcome),
            distance: step.worth.and_then(Worth::distance),
            chosen: step.chosen.as_ref().map(|chosen| chosen.text.clone()),
        };
        let steps: Vec<Step> = line.steps.iter().map(step).collect();
        let over = match steps.last().and_then(|step| step.outcome) {
            Some(Outcome::Draw) => "the game is over, and nobody has won",
            Some(Outcome::Win) => "the game is over: the player to move has won",
            _ => "the game is over: the player to move has lost",
        };
        Ok(Told { steps, end: line.end, over: over.to_owned(), has_moves: true })
    }
}

impl Told {
    fn write_text(&self, out: &mut dyn Write, terms: Terms) -> io::Result<()> {
        let row = |(index, step): (usize, &Step)| {
            let distance = step.distance.map_or(String::new(), |distance| distance.to_string());
            let mut row = vec![
                Text::new(index.to_string(), Paint::Dim),
                Text::plain(printable(&step.position)),
                step.outcome.map_or_else(Text::default, |outcome| Text::outcome(outcome, terms)),
                Text::plain(distance),
            ];
            if self.has_moves {
                row.push(Text::plain(step.chosen.clone().unwrap_or_default()));
            }
            row
        };
        let mut columns = vec![
            ("step", Lean::Right),
            ("vertex", Lean::Left),
            ("outcome", Lean::Left),
            ("distance", Lean::Right),
        ];
        if self.has_moves {
            columns.push(("move", Lean::Left));
        }
        let rows = self.steps.iter().enumerate().map(row).collect();
        let below = Some(match self.end {
            End::Repeats(back) => format!(
                "back to {} (step {back}): play goes round a cycle of {} forever",
                printable(&self.steps[back].position),
                self.steps.len() - back
            ),
            End::Cut => "…".to_owned(),
            End::Over => self.over.clone(),
        });
        grid::write(out, &Grid { columns, rows, below })
    }

    fn write_csv(&self, out: &mut dyn Write, terms: Terms) -> io::Result<()> {
        let mut out = io::BufWriter::new(out);
        writeln!(out, "step,vertex,outcome,distance")?;
        for (index, step) in self.steps.iter().enumerate() {
            let (name, word) = (quote::csv(&step.position), step.word(terms));
            let distance = step.distance.map_or(String::new(), |distance| distance.to_string());
            writeln!(out, "{index},{name},{word},{distance}")?;
        }
        out.flush()
    }

    fn write_json(&self, out: &mut dyn Write, terms: Terms) -> io::Result<()> {
        let one = |step: &Step| {
            let mut object = json!({
                "vertex": step.position,
                "outcome": step.word(terms),
                "distance": step.distance.map(|distance| distance.0),
            });
            if self.has_moves {
                object["move"] = json!(step.chosen);
            }
            object
        };
        let steps: Vec<_> = self.steps.iter().map(one).collect();
        let (end, repeats) = match self.end {
            End::Over => ("terminal", None),
            End::Repeats(back) => ("repeats", Some(back)),
            End::Cut => ("cut", None),
        };
        let object = json!({ "steps": steps, "end": end, "repeats_from_step": repeats });
        serde_json::to_writer_pretty(&mut *out, &object)?;
        writeln!(out)
    }
}

impl Step {
    fn word(&self, terms: Terms) -> &'static str {
        self.outcome.map_or("", |outcome| terms.word(outcome))
    }
}

/// The name as it can be shown on one line.
fn printable(name: &str) -> String {
    name.chars()
        .flat_map(|c| -> Vec<char> {
            if c.is_control() { c.escape_default().collect() } else { vec![c] }
        })
        .collect()
}
