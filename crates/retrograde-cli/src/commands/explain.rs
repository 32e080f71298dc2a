//! `retrograde explain`: why a position has its value.

use std::io::{self, Write};

use clap::Args;
use retrograde::logic::check::End;
use retrograde::{Detail, Explanation, Terms, words};
use serde_json::{Map, Value, json};

use super::asked::{Asked, AskedArguments, json_fields, write_object};
use crate::Program;
use crate::failure::Failure;
use crate::formula::{FormulaArguments, one_from_standard_input, say_unknown};
use crate::output::ShownArguments;
use crate::style;

const AFTER_HELP: &str = "\
Examples:
  retrograde explain game.txt --from a
  retrograde explain game.dot --objective mean-payoff --from a
  retrograde explain model.aut --formula '[true*]<true>true'

Each paragraph is one position along best play; its moves are listed with what they lead to, the best
first, and '*' marks the one that is made. By default it says what fits a screen.";

/// Say in words why a position is worth what it is, move by move
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Explain {
    #[command(flatten)]
    asked: AskedArguments,

    #[command(flatten)]
    shown: ShownArguments,

    /// Explain why a state of a model satisfies this formula or does not: a file, or the text itself
    #[arg(long, value_name = "FORMULA", allow_hyphen_values = true)]
    formula: Option<String>,

    #[command(flatten)]
    how: FormulaArguments,

    /// How many positions further along best play to explain [default: what fits a screen]
    #[arg(long, value_name = "N")]
    depth: Option<usize>,

    /// How many moves to list at each position [default: what fits a screen]
    #[arg(long, value_name = "N")]
    moves: Option<usize>,

    /// Explain every position along best play, with all moves
    #[arg(long, conflicts_with_all = ["depth", "moves"])]
    all: bool,
}

impl Explain {
    pub(crate) fn run(&self, program: &Program) -> Result<(), Failure> {
        self.shown.output.check(&[&self.asked.input.input], None)?;
        if let Some(formula) = &self.formula {
            return self.explain_formula(program, formula);
        }
        let asked = self.asked.solve(program)?;
        let watch = self.asked.input.notes().watch();
        let options = self.asked.input.common.options(&watch);
        match asked {
            Asked::Game(game, from) => {
                let told = retrograde::explain_game(&game, &from, self.detail(), &options)?;
                watch.done();
                self.show(&told)
            }
            Asked::Graph { from: None, .. } => {
                Err(Failure::message("say which position to explain: --from V"))
            }
            Asked::Graph { arena, solution, from: Some(from) } => {
                let told = retrograde::explain(&arena, &solution, from, self.detail(), &options)?;
                watch.done();
                self.show(&told)
            }
        }
    }

    /// Why a formula holds at a state, or fails.
    fn explain_formula(&self, program: &Program, text: &str) -> Result<(), Failure> {
        /// Steps that fit a screen.
        const STEPS: usize = 200;
        one_from_standard_input(&self.asked.input, text)?;
        let formula = self.how.read(text)?;
        let notes = self.asked.input.notes();
        let watch = notes.watch();
        let options = self.asked.input.common.options(&watch);
        let model = self.asked.input.open(program)?.arena(&options)?;
        let asked = self.how.asked(&model, self.asked.from(), false)?;
        let state = asked.from.or(model.start).unwrap_or(0);
        let checked = retrograde::check(&model, &formula, &asked, &options)?;
        say_unknown(checked.posed(), notes);
        let limit = if self.all { usize::MAX } else { self.depth.unwrap_or(STEPS) };
        let why = checked.why(state, limit, &options.control(model.heap_bytes()));
        let why = why.map_err(retrograde::Error::from)?.expect("the state was asked about");
        watch.done();
        let steps = why.steps.iter().map(|step| {
            json!({
                "state": step.state,
                "part": step.part,
                "action": step.action,
                "chosen": step.shown,
                "others": step.others,
            })
        });
        let object = json!({
            "holds": why.holds,
            "formula": why.formula,
            "steps": steps.collect::<Vec<_>>(),
            "end": why.to_string().lines().last().unwrap_or_default(),
        });
        self.shown.show(
            |out| out.write_all(why.to_string().as_bytes()),
            |out| write_object(out, &object),
        )?;
        if matches!(why.end, End::Cut) {
            self.asked.input.notes().say("there is more: --all goes on to the end");
        }
        Ok(())
    }

    fn detail(&self) -> Detail {
        let turn = self.asked.turn();
        let default = Detail { turn, ..Detail::default() };
        match (self.all, self.depth, self.moves) {
            (true, ..) => Detail { turn, ..Detail::ALL },
            (false, None, None) => default,
            // Whoever says how much gets it.
            (false, depth, moves) => Detail {
                depth: depth.unwrap_or(default.depth),
                moves: moves.unwrap_or(default.moves),
                lines: usize::MAX,
                turn,
            },
        }
    }

    fn show(&self, explained: &Explanation<'_>) -> Result<(), Failure> {
        let text = words::explanation(explained);
        self.shown.show(
            |out| text.lines().try_for_each(|line| write_folded(out, line)),
            |out| write_object(out, &object(explained)),
        )?;
        if explained.cut && !self.all {
            self.asked.input.notes().say("there is more: --all explains it all");
        }
        if explained.open { Err(self.asked.incomplete()) } else { Ok(()) }
    }
}

/// A line, folded under its own indent where the terminal is narrower.
fn write_folded(out: &mut dyn Write, line: &str) -> io::Result<()> {
    let (indent, text) = line.split_at(line.len() - line.trim_start_matches([' ', '*']).len());
    if text.is_empty() { writeln!(out, "{line}") } else { style::write_line(out, indent, text) }
}

fn object(explained: &Explanation<'_>) -> Value {
    let told = |fields, tie: bool| {
        let mut object = Map::new();
        json_fields(&mut object, fields, Terms::WinLose);
        if tie {
            object.insert("tie".to_owned(), json!(true));
        }
        object
    };
    let positions = explained.positions.iter().map(|position| {
        let moves = position.moves.iter().map(|told_move| {
            let mut object = told(&told_move.fields, told_move.tie);
            object.insert("move".to_owned(), json!(told_move.chosen.name));
            if let Some(to) = &told_move.chosen.to {
                object.insert("to".to_owned(), json!(to));
            }
            object.insert("best".to_owned(), json!(told_move.best));
            Value::Object(object)
        });
        let moves: Vec<Value> = moves.collect();
        let mut object = told(&position.fields, position.tie);
        object.insert("vertex".to_owned(), json!(position.vertex));
        object.insert("why".to_owned(), json!(position.why));
        object.insert("moves".to_owned(), json!(moves));
        object.insert("more".to_owned(), json!(position.more));
        Value::Object(object)
    });
    let positions: Vec<Value> = positions.collect();
    let closing = Some(explained.closing.trim_end()).filter(|text| !text.is_empty());
    json!({
        "objective": explained.objective.name(),
        "positions": positions,
        "closing": closing,
    })
}
