//! `retrograde line`: best play by both sides.

use std::io::{self, Write};

use clap::{Args, ValueEnum};
use retrograde::words::{self, counted};
use retrograde::{Cell, End, Recurs, Terms, Told, quote};
use serde_json::{Map, Value, json};

use super::asked::{Asked, AskedArguments, json_cell, json_fields, json_number, write_object};
use crate::Program;
use crate::failure::Failure;
use crate::grid;
use crate::output::OutputArguments;
use crate::terms::TermsArguments;

const AFTER_HELP: &str = "\
Examples:
  retrograde line game.txt --from a
  retrograde line game.pg --from 3
  retrograde line game.dot --objective partizan --from a --side right

Both follow their strategies until the play is over or comes back to where it was, and then it says
what comes up again and again on the loop. Outcomes are those of the player to move at each step, so
win and lose alternate. Where one player wins and the other has no strategy, that one makes the first
move there is, in energy games the dearest.";

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
    /// step,vertex, what is known there, and the move
    Csv,
    /// One object with the steps and how the line ends
    Json,
}

impl Line {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.output.check(&[&self.asked.input.input], None)?;
        let format = self.output.format(self.format)?.unwrap_or(LineFormat::Text);
        let limit = (!self.all).then_some(self.most.max(1));
        let asked = self.asked.solve(program)?;
        let watch = self.asked.input.notes().watch();
        let options = self.asked.input.common.options(&watch);
        match asked {
            Asked::Game(game, from) => {
                let told = retrograde::line_game(&game, &from, limit, &options)?;
                watch.done();
                self.show(&told, format)
            }
            // Without a choice, the first vertex.
            Asked::Graph { arena, solution, from } => {
                let (from, turn) = (from.unwrap_or(0), self.asked.turn().unwrap_or_default());
                let told = retrograde::line(&arena, &solution, from, turn, limit, &options)?;
                watch.done();
                self.show(&told, format)
            }
        }
    }

    fn show(&self, told: &Told<'_>, format: LineFormat) -> Result<(), Failure> {
        let terms = self.terms.terms();
        self.terms.check(&told.objective)?;
        if told.end == End::Cut {
            let shown = counted(told.steps.len() as u64, "position", "positions");
            let rest = rest(told).map_or(String::new(), |moves| {
                format!(", {} before the end", counted(moves, "move", "moves"))
            });
            let text = format!("cut after {shown}{rest}; --all shows the whole line");
            self.asked.input.notes().say(text);
        }
        match format {
            LineFormat::Text => {
                self.output.write(|out| grid::write(out, &words::line(told, terms)))
            }
            LineFormat::Csv => self.output.write_plain(|out| write_csv(out, told, terms)),
            LineFormat::Json => {
                self.output.write_plain(|out| write_object(out, &object(told, terms)))
            }
        }?;
        match told.end == End::Open && told.steps.len() == 1 {
            true => Err(self.asked.incomplete()),
            false => Ok(()),
        }
    }
}

/// How many moves it is to the end, where that is known.
fn rest(told: &Told<'_>) -> Option<u64> {
    let distance = told.steps.last()?.fields.iter().find(|(key, _)| *key == "distance")?;
    match distance.1 {
        Cell::Number(moves) => Some(moves),
        _ => None,
    }
}

fn write_csv(out: &mut dyn Write, told: &Told<'_>, terms: Terms) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    let keys = told.steps.first().map_or(&[][..], |step| &step.fields);
    let keys: String = keys.iter().map(|(key, _)| format!(",{key}")).collect();
    writeln!(out, "step,vertex{keys},move{}", if told.by_rules { ",to" } else { "" })?;
    for (index, step) in told.steps.iter().enumerate() {
        write!(out, "{index},{}", quote::csv(&step.vertex))?;
        for (_, cell) in &step.fields {
            match cell {
                Cell::Nothing => write!(out, ",")?,
                cell => write!(out, ",{}", quote::csv(&cell.text(terms)))?,
            }
        }
        let chosen = step.chosen.as_ref();
        let name = chosen.map(|chosen| quote::csv(&chosen.name));
        write!(out, ",{}", name.unwrap_or_default())?;
        if told.by_rules {
            let to = chosen.and_then(|chosen| chosen.to.as_deref()).map(quote::csv);
            write!(out, ",{}", to.unwrap_or_default())?;
        }
        writeln!(out)?;
    }
    out.flush()
}

fn object(told: &Told<'_>, terms: Terms) -> Value {
    let steps: Vec<Value> = told
        .steps
        .iter()
        .map(|step| {
            let mut object = Map::new();
            object.insert("vertex".to_owned(), json!(step.vertex));
            json_fields(&mut object, &step.fields, terms);
            if step.tie {
                object.insert("tie".to_owned(), json!(true));
            }
            let chosen = step.chosen.as_ref();
            object.insert("move".to_owned(), json!(chosen.map(|chosen| &chosen.name)));
            if told.by_rules {
                object.insert("to".to_owned(), json!(chosen.and_then(|chosen| chosen.to.as_ref())));
            }
            Value::Object(object)
        })
        .collect();
    let (end, back) = match told.end {
        End::Over => ("terminal", None),
        End::Repeats(back) => ("repeats", Some(back)),
        End::Cut => ("cut", None),
        End::Open => ("open", None),
    };
    let round = back.map(|back| {
        let mut object = json!({ "start": back, "length": steps.len() - back });
        if let Some(recurs) = told.recurs {
            add_recurs(&mut object, recurs);
        }
        object
    });
    json!({ "objective": told.objective.name(), "steps": steps, "end": end, "loop": round })
}

/// What comes up on the loop again and again.
fn add_recurs(object: &mut Value, recurs: Recurs) {
    let (key, value, winner) = match recurs {
        Recurs::Priority { priority, winner } => ("priority", json!(priority), Some(winner)),
        Recurs::Targets { target, winner } => ("target", json!(target.is_some()), Some(winner)),
        Recurs::Colors { colors, winner } => {
            let numbers: Vec<u32> = colors.iter().map(|color| color.number()).collect();
            ("colors", json!(numbers), Some(winner))
        }
        Recurs::Sum { sum, winner } => ("sum", json_number(sum.to_string()), Some(winner)),
        Recurs::Mean(mean) => ("mean", json_cell(Some(mean).into(), Terms::WinLose), None),
        _ => return,
    };
    object[key] = value;
    if let Some(winner) = winner {
        object["winner"] = json!(winner.number());
    }
}
